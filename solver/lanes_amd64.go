//go:build !purego

package solver

import "golang.org/x/sys/cpu"

// machineKernels returns the assembly kernels that this processor and its operating system
// support, best first.
func machineKernels() (found []*kernel) {
	bits := cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	if bits && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512DQ {
		k := &kernel{
			name: "avx512bw", shift: 5, pass: passAVX512,
			merge: mergeAVX512, load: loadAVX512, choose: chooseAVX512, branch: branchAVX512, unload: unloadAVX512,
			parse: parseAVX512, format: formatAVX512,
		}
		if cpu.X86.HasAVX512BITALG {
			bitalg := *k
			bitalg.name, bitalg.pass, bitalg.choose = "avx512", passBITALG, chooseBITALG
			found = append(found, &bitalg)
		}
		found = append(found, k)
	}
	if bits && cpu.X86.HasAVX2 {
		found = append(found, &kernel{
			name: "avx2", shift: 4, pass: passAVX2,
			merge: mergeAVX2, load: loadAVX2, choose: chooseAVX2, branch: branchAVX2, unload: unloadAVX2,
			parse: parseAVX2, format: formatAVX2,
		})
	}
	return found
}

//go:noescape
func passBITALG(c *passContext)

//go:noescape
func chooseBITALG(e *exchange)

//go:noescape
func passAVX512(c *passContext)

//go:noescape
func passAVX2(c *passContext)

//go:noescape
func mergeAVX512(e *merge)

//go:noescape
func loadAVX512(e *exchange)

//go:noescape
func chooseAVX512(e *exchange)

//go:noescape
func unloadAVX512(e *exchange)

//go:noescape
func branchAVX512(e *exchange)

//go:noescape
func parseAVX512(s *state, grid *Grid, ahead *Result) bool

//go:noescape
func formatAVX512(grid *Grid, s *state)

//go:noescape
func mergeAVX2(e *merge)

//go:noescape
func loadAVX2(e *exchange)

//go:noescape
func chooseAVX2(e *exchange)

//go:noescape
func unloadAVX2(e *exchange)

//go:noescape
func branchAVX2(e *exchange)

//go:noescape
func parseAVX2(s *state, grid *Grid, ahead *Result) bool

//go:noescape
func formatAVX2(grid *Grid, s *state)
