//go:build !purego

package morph

import (
	"golang.org/x/sys/cpu"

	"github.com/gridmill/gridmill/solver"
)

// hasKernel reports whether the processor supports applyAVX512.
var hasKernel = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI

// apply implements Apply with the fastest code that this processor supports.
func apply(m *Morph, morphed, g *solver.Grid) {
	if hasKernel {
		applyAVX512(m, morphed, g)
		return
	}
	applyEach(m, morphed, g)
}

// applyAVX512 implements Apply with 64-byte vectors.
//
//go:noescape
func applyAVX512(m *Morph, morphed, grid *solver.Grid)
