//go:build !amd64 || purego

package morph

import "github.com/gridmill/gridmill/solver"

// apply implements Apply without assembly.
func apply(m *Morph, image, g *solver.Grid) { applyEach(m, image, g) }
