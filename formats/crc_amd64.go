//go:build !purego

package formats

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasCRCKernel tells whether the processor has what the kernel needs.
var hasCRCKernel = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VPCLMULQDQ

// crcStep is how many bytes the kernel takes at once.
const crcStep = 256

// foldCRC makes 64 bytes of the first bytes of a page that have the same remainder,
// the one with which the checksum begins included. It returns how many they are; none
// where the processor or the page offers too little for it to pay off.
func foldCRC(folded *[64]byte, body []byte) int {
	steps := len(body) / crcStep
	if !hasCRCKernel || steps < 4 {
		return 0
	}
	foldCRCAVX512(folded, unsafe.SliceData(body), steps)
	return steps * crcStep
}

// foldCRCAVX512 does so for steps of crcStep bytes, one or more.
//
//go:noescape
func foldCRCAVX512(folded *[64]byte, src *byte, steps int)
