package huffman

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"
)

// inputs returns literals with alphabets of every size. Some inputs are short. Some have sizes near
// limits of the kernels or of blocks. Some would get codes of more than longestCode bits if the
// length of codes were not limited.
func inputs() [][]byte {
	random := rand.New(rand.NewPCG(3, 4))
	draw := func(alphabet []byte, n int) []byte { return draw(random, alphabet, n) }
	all := everySymbol()
	ascii := all[:maxSymbols]
	var inputs [][]byte
	for n := range 200 {
		inputs = append(inputs, draw([]byte(".123456789"), n), draw(ascii, n), draw([]byte{0, 128}, n), draw(all, n))
	}
	for size := 1; size <= 256; size++ {
		inputs = append(inputs, draw(all[256-size:], 3000), draw(all[:size], 3000), draw(ascii[maxSymbols-min(size, maxSymbols):], 5000))
	}
	for _, n := range []int{2047, 2048, 2049, 4 * 16320, maxBlock - 1, maxBlock, maxBlock + 1, maxBlock + 63, 2*maxBlock + 64} {
		inputs = append(inputs, draw([]byte("....123456789"), n), draw(ascii, n))
	}
	for size := 2; size <= 40; size++ {
		inputs = append(inputs, fibonacci(random, size))
	}
	// x occurs once, late in the data. y occurs once, as the last byte.
	late := draw([]byte("123456789"), 100_000)
	late[77_777], late[99_999] = 'x', 'y'
	return append(append(inputs, late, bytes.Repeat([]byte("ab"), maxBlock)), cases()...)
}

// fibonacci returns symbols with frequencies that make some codes very long.
func fibonacci(random *rand.Rand, size int) []byte {
	var src []byte
	a, b := 1, 1
	for symbol := range size {
		src = append(src, bytes.Repeat([]byte{byte(3 * symbol)}, a)...)
		if len(src) > 100_000 {
			a, b = 1, 1
		}
		a, b = b, a+b
	}
	random.Shuffle(len(src), func(i, j int) { src[i], src[j] = src[j], src[i] })
	return src
}

// checkFrame checks that a decoder restores the encoded data, and that the frame is not much larger
// than the data.
func checkFrame(t rapid.TB, decoder *zstd.Decoder, head, src []byte) []byte {
	t.Helper()
	frame := AppendFrame([]byte("before"), head, src)[len("before"):]
	got, err := decoder.DecodeAll(frame, nil)
	if err != nil || !bytes.Equal(got, slices.Concat(head, src)) {
		t.Fatalf("%d and %d bytes %.99q became %d, error %v", len(head), len(src), src, len(got), err)
	}
	if most := len(head) + len(src) + 16 + 4*(len(head)/maxBlock+len(src)/maxBlock+2); len(frame) > most {
		t.Fatalf("%d bytes became %d", len(head)+len(src), len(frame))
	}
	return frame
}

func newDecoder(t testing.TB) *zstd.Decoder {
	t.Helper()
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(decoder.Close)
	return decoder
}

func TestHuffmanDecodes(t *testing.T) {
	decoder := newDecoder(t)
	var frames, want []byte
	for i, src := range inputs() {
		head := bytes.Repeat([]byte{0xfe, 1}, i%5*i/2)
		frames = append(frames, checkFrame(t, decoder, head, src)...)
		want = append(append(want, head...), src...)
	}
	// Run the reference decoder once, on all frames together.
	if got := decodeWithZstd(t, frames); !bytes.Equal(got, want) {
		t.Errorf("the zstd program decompresses the frames to %d bytes, want %d", len(got), len(want))
	}
}

// checkHuffman checks that codes are complete and at most longestCode bits long, and that kernels
// and portable code give the same result. Before codes are appended, the stream holds the lowest
// held%8 bits of open.
func checkHuffman(t rapid.TB, src []byte, open uint64, held uint) {
	t.Helper()
	var want, got [256]uint32
	for _, symbol := range src {
		want[symbol]++
	}
	countBytes(&got, src)
	if got != want {
		t.Fatalf("%.99q: counts %v, want %v", src, got, want)
	}
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	if !e.prepare(src) {
		if len(e.symbols) > 1 && slices.Max(e.symbols) < maxSymbols {
			t.Fatalf("%.99q cannot be encoded", src)
		}
		return
	}
	room := 0
	for _, length := range e.codes.lengths {
		if length > 0 {
			room += 1 << (longestCode - length)
		}
	}
	if room != 1<<longestCode || e.codes.longest > longestCode {
		t.Fatalf("%.99q: the lengths %v are not those of a complete code", src, e.codes.lengths)
	}
	e.pairs.fill(&e.codes, e.symbols)
	if e.codes.longest > shortCodes {
		return
	}
	held %= 8
	open &= 1<<held - 1
	stream := func(add func(*bitStream) []byte) (bitStream, []byte) {
		s := bitStream{space: bytes.Repeat([]byte{0xa5}, len(src)+99), open: open, held: held}
		rest := add(&s)
		if len(bytes.TrimLeft(s.space[s.n+bitStreamSlack:], "\xa5")) > 0 {
			t.Fatalf("%.99q: wrote far beyond the stream", src)
		}
		return s, rest
	}
	got1, rest1 := stream(func(s *bitStream) []byte { return s.addEights(src, e) })
	got2, rest2 := stream(func(s *bitStream) []byte { return s.addFourPairs(src, &e.pairs) })
	if !bytes.Equal(got1.space[:got1.n], got2.space[:got2.n]) || got1.open != got2.open || got1.held != got2.held || len(rest1) != len(rest2) {
		t.Fatalf("%.99q: the kernel makes %d bytes and %b, portable code %d and %b, or the bytes differ", src, got1.n, got1.open, got2.n, got2.open)
	}
}

func TestHuffmanKernels(t *testing.T) {
	for i, src := range inputs() {
		checkHuffman(t, src, ^uint64(0)/3, uint(i))
	}
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SliceOfN(rapid.ByteRange(0, 128), 1, 14).Draw(t, "alphabet")
		src := rapid.SliceOfN(rapid.SampledFrom(alphabet), 1, 400).Draw(t, "src")
		src = bytes.Repeat(src, rapid.SampledFrom([]int{1, 10}).Draw(t, "times"))
		checkHuffman(t, src, rapid.Uint64().Draw(t, "open"), rapid.UintRange(0, 7).Draw(t, "held"))
	})
}

// TestHuffmanLengths checks that the encoded size is the same as with Huffman's algorithm. The size
// may be larger only if that algorithm gives codes of more than longestCode bits.
func TestHuffmanLengths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var counts [256]uint32
		var symbols []byte
		for symbol := range rapid.IntRange(2, maxSymbols).Draw(t, "symbols") {
			symbols = append(symbols, byte(symbol))
			counts[symbol] = uint32(1) << rapid.IntRange(0, 14).Draw(t, "magnitude")
			counts[symbol] += rapid.Uint32Range(0, counts[symbol]).Draw(t, "more")
		}
		best, longest := withoutLimit(counts[:len(symbols)])
		var lengths [maxSymbols]uint8
		new(packageMerger).setLengths(&lengths, symbols, &counts)
		bits := 0
		for symbol, length := range lengths {
			bits += int(length) * int(counts[symbol])
		}
		if bits < best || longest <= longestCode && bits != best {
			t.Fatalf("the code takes %d bits, but the best code without a limit takes %d, at most %d per symbol", bits, best, longest)
		}
	})
}

// withoutLimit returns two properties of the best code without a length limit: the encoded size in
// bits, and the maximum number of bits per symbol.
func withoutLimit(counts []uint32) (bits, longest int) {
	type node struct{ weight, depth int }
	var nodes []node
	for _, n := range counts {
		nodes = append(nodes, node{int(n), 0})
	}
	for len(nodes) > 1 {
		slices.SortFunc(nodes, func(a, b node) int { return a.weight - b.weight })
		joined := node{nodes[0].weight + nodes[1].weight, max(nodes[0].depth, nodes[1].depth) + 1}
		bits += joined.weight
		nodes = append(nodes[2:], joined)
	}
	return bits, nodes[0].depth
}
