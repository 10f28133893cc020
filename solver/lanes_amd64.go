//go:build !purego

package solver

import "golang.org/x/sys/cpu"

// machineKernels returns the assembly kernels that this processor and its
// operating system support, best first.
func machineKernels() []*kernel {
	var found []*kernel
	bits := cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	if bits && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512DQ {
		found = append(found, &kernel{
			name: "avx512", shift: 5, groups: 3, pass: passBITALG,
			unload: unloadAVX512, load: loadAVX512, parse: parseAVX512, format: formatAVX512, choose: chooseWide,
		})
		found = append(found, &kernel{
			name: "avx512bw", shift: 5, groups: 3, pass: passAVX512,
			unload: unloadAVX512, load: loadAVX512, parse: parseAVX512, format: formatAVX512, choose: chooseWide,
		})
	}
	if bits && cpu.X86.HasAVX2 {
		found = append(found, &kernel{
			name: "avx2", shift: 4, groups: 4, pass: passAVX2,
			unload: unloadScalar, load: loadScalar, parse: parseAVX2, format: formatAVX2, choose: chooseNarrow,
		})
	}
	return found
}

//go:noescape
func passBITALG(c *passContext)

//go:noescape
func passAVX512(c *passContext)

//go:noescape
func passAVX2(c *passContext)

//go:noescape
func unloadAVX512(t *transfer)

//go:noescape
func loadAVX512(t *transfer)

//go:noescape
func parseAVX512(s *state, grid *Grid) bool

//go:noescape
func formatAVX512(grid *Grid, s *state)

// chooseWide chooses for up to 32 states at once.
func chooseWide(c *choice) {
	if c.n <= 16 {
		chooseAVX2(c, 0)
	} else {
		chooseAVX512(c, 0)
	}
}

// chooseNarrow chooses for up to 16 states at once.
func chooseNarrow(c *choice) {
	for from := 0; from < c.n; from += 16 {
		chooseAVX2(c, from)
	}
}

//go:noescape
func chooseAVX512(c *choice, from int)

//go:noescape
func chooseAVX2(c *choice, from int)

//go:noescape
func parseAVX2(s *state, grid *Grid) bool

//go:noescape
func formatAVX2(grid *Grid, s *state)
