//go:build !amd64 || purego

package morph

import "github.com/gridmill/gridmill/solver"

// apply implements Apply without assembly.
func apply(m *Morph, morphed, g *solver.Grid) { applyEach(m, morphed, g) }
