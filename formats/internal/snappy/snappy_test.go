package snappy

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	library "github.com/golang/snappy"
	"github.com/klauspost/compress/s2"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// Grids, as literals and copies come from.
const (
	puzzle   = testkit.Clued
	solution = testkit.Solved
	other    = "1..7..9..3..8.2....96..53....5..9....8.1....26....4...3.....1..4.....7...7...3..."
)

// requireSame holds what a block unpacks to against the library. The memory behind
// dst belongs to others.
func requireSame(t testing.TB, block []byte) {
	t.Helper()
	size, err := library.DecodedLen(block)
	if err != nil || size > 1<<24 {
		return // refused, or not believed, before it is unpacked
	}
	want, wantErr := library.Decode(nil, block)
	memory := bytes.Repeat([]byte{0xa5}, size+100)
	dst := memory[:size:size]
	err = Decode(dst, block)
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("%d bytes that claim %d: error %v, the library's is %v", len(block), size, err, wantErr)
	}
	if err == nil && !bytes.Equal(dst, want) {
		t.Fatalf("%d bytes unpack to other %d bytes than in the library", len(block), size)
	}
	if others := memory[size:]; bytes.Count(others, []byte{0xa5}) != len(others) {
		t.Fatalf("%d bytes that claim %d wrote behind what they may fill", len(block), size)
	}
}

// written is a block that tests write element by element.
type written struct{ elements, unpacked []byte }

// literal appends a literal whose length stands behind its tag in as many bytes as
// told, or in the tag.
func (b *written) literal(lengthBytes int, text []byte) {
	length := len(text) - 1
	if lengthBytes == 0 {
		b.elements = append(b.elements, byte(length<<2))
	} else {
		b.elements = append(b.elements, byte((shortLiteral-1+lengthBytes)<<2))
		for i := range lengthBytes {
			b.elements = append(b.elements, byte(length>>(8*i)))
		}
	}
	b.elements = append(b.elements, text...)
	b.unpacked = append(b.unpacked, text...)
}

func (b *written) copy(kind, length, offset int) {
	tag := byte(kind | (length-1)<<2)
	switch kind {
	case kindCopy1:
		b.elements = append(b.elements, byte(kind|(length-4)<<2|offset>>8<<5), byte(offset))
	case kindCopy2:
		b.elements = binary.LittleEndian.AppendUint16(append(b.elements, tag), uint16(offset))
	case kindCopy4:
		b.elements = binary.LittleEndian.AppendUint32(append(b.elements, tag), uint32(offset))
	}
	for range length {
		b.unpacked = append(b.unpacked, b.unpacked[len(b.unpacked)-offset])
	}
}

// random appends an element of any kind.
func (b *written) random(r *rand.Rand) {
	kind := r.IntN(4)
	if kind == kindLiteral || len(b.unpacked) == 0 {
		text := make([]byte, 1+r.IntN(1<<r.IntN(9)))
		for i := range text {
			text[i] = byte(r.Uint32())
		}
		lengthBytes := 1 + r.IntN(4)
		if len(text) > 256 {
			lengthBytes = max(lengthBytes, 2)
		} else if len(text) <= shortLiteral && r.IntN(4) > 0 {
			lengthBytes = 0
		}
		b.literal(lengthBytes, text)
		return
	}
	offset, length := 1+r.IntN(min(len(b.unpacked), 1<<r.IntN(16))), 1+r.IntN(64)
	if kind == kindCopy1 {
		offset, length = min(offset, 1<<11-1), 4+r.IntN(8)
	}
	b.copy(kind, length, offset)
}

func (b *written) bytes() []byte {
	return append(binary.AppendUvarint(nil, uint64(len(b.unpacked))), b.elements...)
}

// damaged returns the block with damage behind its size.
func (b *written) damaged(r *rand.Rand) []byte {
	bad := written{testkit.Damage(r, append(b.elements, 0, 0, 0)), b.unpacked}
	return bad.bytes()
}

// pages are pages of grids as encoders pack them, and other data.
func pages(t testing.TB) [][]byte {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	noise, dots := make([]byte, 100_000), bytes.Repeat([]byte("."), 200_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	pages := [][]byte{nil, []byte("."), noise, dots}
	const shipped, shared = "../../../benchmarks/corpora", "../../../../shared/corpora"
	for _, pattern := range []string{shipped + "/*.txt", shipped + "/*.csv", shared + "/*.txt", shared + "/*.csv"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Logf("%s are not here; shared corpora lie beside the checkout", pattern)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var page []byte
			for line := range bytes.Lines(text[:min(len(text), 1<<20)]) {
				page = append(binary.LittleEndian.AppendUint32(page, uint32(len(line))), line...)
			}
			pages = append(pages, page, page[:min(len(page), r.IntN(300))])
		}
	}
	var blocks [][]byte
	for _, page := range pages {
		blocks = append(blocks, library.Encode(nil, page), s2.EncodeSnappy(nil, page), s2.EncodeSnappyBetter(nil, page))
	}
	return blocks
}

func TestPages(t *testing.T) {
	for _, block := range pages(t) {
		size, err := library.DecodedLen(block)
		if err != nil {
			t.Fatal(err)
		}
		if err := Decode(make([]byte, size), block); err != nil {
			t.Fatalf("%d bytes: %v", len(block), err)
		}
		requireSame(t, block)
	}
}

// Copies of every length from every near place, alone and in the midst of others, and
// every length of a literal.
func TestElements(t *testing.T) {
	text := []byte(puzzle + solution + other)
	for length := 1; length <= 64; length++ {
		for offset := 1; offset <= len(text); offset++ {
			for kind := kindCopy1; kind <= kindCopy4; kind++ {
				if kind == kindCopy1 && (length < 4 || length > 11) {
					continue
				}
				for _, tail := range []int{0, 1, shortLiteral} {
					var b written
					b.literal(1, text)
					b.copy(kind, length, offset)
					for range tail {
						b.literal(0, text[:2])
					}
					requireUnpacks(t, &b)
				}
			}
		}
	}
	for lengthBytes := range 5 {
		for length := 1; length <= len(text) && (lengthBytes > 0 || length <= shortLiteral); length++ {
			var b written
			for range 8 {
				b.literal(lengthBytes, text[:length])
			}
			requireUnpacks(t, &b)
		}
	}
}

// requireUnpacks wants what was written.
func requireUnpacks(t *testing.T, b *written) {
	t.Helper()
	dst := make([]byte, len(b.unpacked))
	if err := Decode(dst, b.bytes()); err != nil || !bytes.Equal(dst, b.unpacked) {
		t.Fatalf("%x unpacks to %x, not %x, error %v", b.bytes(), dst, b.unpacked, err)
	}
}

func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range testkit.Rounds(3000) {
		var b written
		for range r.IntN(300) {
			b.random(r)
		}
		requireUnpacks(t, &b)
		requireSame(t, b.bytes())
		for range 10 {
			requireSame(t, b.damaged(r))
		}
	}
}

func TestDamagedPages(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, block := range pages(t) {
		for range testkit.Rounds(20) {
			requireSame(t, testkit.Damage(r, append(block, 0, 0, 0)))
			requireSame(t, block[:r.IntN(len(block)+1)])
		}
	}
}

// A copy from offset 0 repeats the last offset in S2, but is an error in Snappy.
func TestIsNoS2(t *testing.T) {
	for _, tail := range []int{0, 200} {
		var b written
		b.literal(1, bytes.Repeat([]byte(puzzle), 3))
		b.copy(kindCopy2, 20, 30)
		b.elements = append(b.elements, kindCopy1, 0)
		b.unpacked = append(b.unpacked, b.unpacked[len(b.unpacked)-30:][:4]...)
		for range tail {
			b.literal(0, []byte("ab"))
		}
		if _, err := s2.Decode(nil, b.bytes()); err != nil {
			t.Fatalf("S2 refuses its own: %v", err)
		}
		if err := Decode(make([]byte, len(b.unpacked)), b.bytes()); err == nil {
			t.Errorf("%d literals behind it: no error", tail)
		}
	}
}

// A block unpacks to what the library makes of it, or both refuse it.
func FuzzDecode(f *testing.F) {
	page := []byte(puzzle + other + solution + puzzle[7:] + other[3:])
	f.Add(library.Encode(nil, page))
	f.Add(s2.EncodeSnappyBetter(nil, append(page, bytes.Repeat([]byte("."), 300)...)))
	var all written
	all.literal(4, page)
	for _, offset := range []int{1, 3, 15, 16, 17, 40, 300} {
		for kind := kindCopy1; kind <= kindCopy4; kind++ {
			all.copy(kind, 7, offset)
		}
		all.copy(kindCopy2, 64, offset)
		all.literal(0, page[:offset%50+1])
	}
	f.Add(all.bytes())
	f.Fuzz(func(t *testing.T, block []byte) { requireSame(t, block) })
}

// BenchmarkDecode unpacks a page of grids with the library and without.
func BenchmarkDecode(b *testing.B) {
	var page []byte
	for r := rand.New(rand.NewPCG(1, 2)); len(page) < 1<<20; {
		page = binary.LittleEndian.AppendUint32(page, 81)
		for range 81 {
			page = append(page, ".........123456789"[r.IntN(18)])
		}
	}
	block := library.Encode(nil, page)
	for name, decode := range map[string]func(dst, src []byte) error{"library": decodePortable, "kernel": Decode} {
		b.Run(name, func(b *testing.B) {
			dst := make([]byte, len(page))
			b.SetBytes(int64(len(page)))
			for b.Loop() {
				if err := decode(dst, block); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
