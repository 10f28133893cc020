package snappy

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// guardedUnpacker unpacks blocks of up to so many bytes to no more, each between pages
// that must not be touched.
func guardedUnpacker(t *testing.T, most int, atStart bool) func(block []byte, size int) ([]byte, error) {
	t.Helper()
	srcMemory, dstMemory := testkit.Guarded(t, make([]byte, most), atStart), testkit.Guarded(t, make([]byte, most), atStart)
	cut := func(memory []byte, n int) []byte {
		if atStart {
			return memory[:n:n]
		}
		return memory[most-n:]
	}
	return func(block []byte, size int) ([]byte, error) {
		src, dst := cut(srcMemory, len(block)), cut(dstMemory, size)
		copy(src, block)
		return dst, Decode(dst, src)
	}
}

// Random blocks, good and damaged.
func TestGuardPages(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	const most = 1 << 14
	for _, atStart := range []bool{false, true} {
		unpack := guardedUnpacker(t, most, atStart)
		for range testkit.Rounds(20_000) {
			var b written
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
func TestGuardedEnds(t *testing.T) {
	unpack := guardedUnpacker(t, 1<<12, false)
	text := bytes.Repeat([]byte(puzzle), 2)
	check := func(element func(*written), lengthBytes, tail, literals int) {
		t.Helper()
		var b written
		b.literal(1, text)
		element(&b)
		for range literals {
			b.literal(lengthBytes, text[:tail])
		}
		if got, err := unpack(b.bytes(), len(b.unpacked)); err != nil || !bytes.Equal(got, b.unpacked) {
			t.Fatalf("%x unpacks to %x, error %v", b.bytes(), got, err)
		}
	}
	for distance := range testkit.Rounds(120) {
		for length := 1; length <= 64; length++ {
			for offset := 1; offset <= 20; offset++ {
				check(func(b *written) { b.copy(kindCopy2, length, offset) }, 4, 1, distance)
			}
			if length <= shortLiteral {
				check(func(b *written) { b.literal(0, text[:length]) }, 4, 1, distance)
				// Copies of 64 bytes leave little to read and much to fill.
				check(func(b *written) {
					b.literal(0, text[:length])
					for range distance / 3 {
						b.copy(kindCopy2, 64, 20)
					}
				}, 0, 1, distance%3)
			}
		}
	}
}
