//go:build !amd64 || purego

package morph

import "github.com/gridmill/gridmill/solver"

// apply is the fastest way to do what Apply does without assembly.
func apply(m *Morph, image, g *solver.Grid) { applyEach(m, image, g) }
