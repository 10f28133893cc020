//go:build !purego

package crc

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasKernel tells whether the processor has what the kernel needs.
var hasKernel = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VPCLMULQDQ

// stepBytes is how many bytes the kernel takes at once.
const stepBytes = 256

// fold makes 64 bytes of the first bytes of a page that have the same remainder,
// the one with which the checksum begins included. It returns how many they are; none
// where the processor or the page offers too little for it to pay off.
func fold(folded *[64]byte, body []byte) int {
	steps := len(body) / stepBytes
	if !hasKernel || steps < 4 {
		return 0
	}
	foldAVX512(folded, unsafe.SliceData(body), steps)
	return steps * stepBytes
}

// foldAVX512 does so for steps of stepBytes, one or more.
//
//go:noescape
func foldAVX512(folded *[64]byte, src *byte, steps int)
