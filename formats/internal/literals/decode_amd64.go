//go:build !purego

package literals

import "golang.org/x/sys/cpu"

// decodeTogether does what decodeTogetherPortable does, with all streams in registers.
func (s *streamReaders) decodeTogether(dst []byte, t *decodeTable) {
	if !cpu.X86.HasBMI1 || !cpu.X86.HasBMI2 || len(dst) == 0 {
		s.decodeTogetherPortable(dst, t)
		return
	}
	decodeStreamsBMI2(&dst[0], (*[1 << huffmanLimit]uint64)(t.entries[1<<huffmanLimit:]), s)
}

// decodeStreamsBMI2 fills dst as long as all streams have bits and room for some looks
// into the table.
//
//go:noescape
func decodeStreamsBMI2(dst *byte, entries *[1 << huffmanLimit]uint64, readers *streamReaders)
