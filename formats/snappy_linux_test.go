package formats

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// guardedUnpacker unpacks blocks of up to so many bytes to no more, each between pages
// that must not be touched.
func guardedUnpacker(t *testing.T, most int, atStart bool) func(block []byte, size int) ([]byte, error) {
	t.Helper()
	srcMemory, dstMemory := guarded(t, make([]byte, most), atStart), guarded(t, make([]byte, most), atStart)
	cut := func(memory []byte, n int) []byte {
		if atStart {
			return memory[:n:n]
		}
		return memory[most-n:]
	}
	return func(block []byte, size int) ([]byte, error) {
		src, dst := cut(srcMemory, len(block)), cut(dstMemory, size)
		copy(src, block)
		return dst, decodeSnappy(dst, src)
	}
}

// Random blocks, good and damaged.
func TestSnappyGuardPages(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	const most = 1 << 14
	for _, atStart := range []bool{false, true} {
		unpack := guardedUnpacker(t, most, atStart)
		for range 20_000 {
			var b snappyBlock
			for range r.IntN(60) {
				b.random(r)
			}
			good := b.bytes()
			for _, block := range [][]byte{good, b.damaged(r)} {
				if len(block) > most || len(b.unpacked) > most {
					continue
				}
				got, err := unpack(block, len(b.unpacked))
				if bytes.Equal(block, good) && (err != nil || !bytes.Equal(got, b.unpacked)) {
					t.Fatalf("%x unpacks to %x, error %v", block, got, err)
				}
			}
		}
	}
}

// Elements of all sizes at every distance from the end of what is read or filled,
// where the other of both has room.
func TestSnappyGuardedEnds(t *testing.T) {
	unpack := guardedUnpacker(t, 1<<12, false)
	text := bytes.Repeat([]byte(puzzle(0)), 2)
	check := func(element func(*snappyBlock), lengthBytes, tail, literals int) {
		t.Helper()
		var b snappyBlock
		b.literal(1, text)
		element(&b)
		for range literals {
			b.literal(lengthBytes, text[:tail])
		}
		if got, err := unpack(b.bytes(), len(b.unpacked)); err != nil || !bytes.Equal(got, b.unpacked) {
			t.Fatalf("%x unpacks to %x, error %v", b.bytes(), got, err)
		}
	}
	for distance := range 120 {
		for length := 1; length <= 64; length++ {
			for offset := 1; offset <= 20; offset++ {
				check(func(b *snappyBlock) { b.copy(snappyCopy2, length, offset) }, 4, 1, distance)
			}
			if length <= snappyShort {
				check(func(b *snappyBlock) { b.literal(0, text[:length]) }, 4, 1, distance)
				// Copies of 64 bytes leave little to read and much to fill.
				check(func(b *snappyBlock) {
					b.literal(0, text[:length])
					for range distance / 3 {
						b.copy(snappyCopy2, 64, 20)
					}
				}, 0, 1, distance%3)
			}
		}
	}
}
