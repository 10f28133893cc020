package literals

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// checkDecode wants of Decode what the library makes of a frame, if it knows the frame.
func checkDecode(t rapid.TB, library *zstd.Decoder, frame []byte, size int) (known bool) {
	t.Helper()
	got := make([]byte, size)
	if !Decode(got, frame) {
		return false
	}
	if want, err := library.DecodeAll(frame, nil); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%x is %d bytes, which Decode knows, but to the library it is %d others, error %v", frame, size, len(want), err)
	}
	return true
}

// Frames are known unless something of them is missing, or something is left over.
func TestDecodeKnowsWholeFrames(t *testing.T) {
	for name, src := range cases() {
		for kind, frame := range map[string][]byte{"coded": AppendFrame(nil, []byte("head"), src), "stored": AppendStored(nil, []byte("head"+string(src)))} {
			dst := make([]byte, len("head")+len(src))
			if !Decode(dst, frame) || string(dst) != "head"+string(src) {
				t.Errorf("%s, %s: not known", name, kind)
			}
			for _, n := range []int{len(dst) - 1, len(dst) + 1} {
				if Decode(make([]byte, n), frame) {
					t.Errorf("%s, %s: %d bytes are taken for %d", name, kind, len(dst), n)
				}
			}
			for _, cut := range []int{0, 4, 12, 14, len(frame) / 2, len(frame) - 1} {
				if Decode(dst, frame[:cut]) {
					t.Errorf("%s, %s: known though cut after %d bytes of %d", name, kind, cut, len(frame))
				}
			}
			if Decode(dst, append(frame, 0)) {
				t.Errorf("%s, %s: known though a byte follows", name, kind)
			}
		}
	}
}

// What others write is not for Decode, nor is it spoilt by that.
func TestDecodeLeavesOtherFrames(t *testing.T) {
	library := newDecoder(t)
	for name, src := range cases() {
		for _, level := range []zstd.EncoderLevel{zstd.SpeedFastest, zstd.SpeedBestCompression} {
			encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level))
			if err != nil {
				t.Fatal(err)
			}
			frame := encoder.EncodeAll(src, nil)
			if checkDecode(t, library, frame, len(src)) && len(src) > maxBlock {
				t.Errorf("%s: a frame with a checksum is known", name)
			}
		}
	}
}

func TestDecodeOfDamagedFrames(t *testing.T) {
	library := newDecoder(t)
	r := rand.New(rand.NewPCG(5, 6))
	known := 0
	for _, src := range huffmanInputs() {
		if len(src) == 0 || len(src) > maxBlock {
			continue
		}
		frame := AppendFrame(nil, nil, src)
		for range 1 + 10_000/len(src) {
			bad := testkit.Damage(r, frame)
			if checkDecode(t, library, bad, len(src)) {
				known++
			}
		}
	}
	if t.Logf("%d damaged frames are good ones of something else", known); known == 0 {
		t.Error("no damaged frame was known, so nothing was compared")
	}
}

// Kernels read as far as portable code, and to the same symbols.
func TestDecodeKernels(t *testing.T) {
	compared := 0
	for _, src := range huffmanInputs() {
		h := encoders.Get().(*huffman)
		if src = src[:min(len(src), maxBlock)]; !h.prepare(src) || len(src) < 8 {
			continue
		}
		coded := h.encode(nil, src)
		encoders.Put(h)
		var d decoder
		streams, ok := d.table.read(coded)
		if !ok || !d.streams.open(streams, len(src)) {
			t.Fatalf("%.99q: the table or the streams cannot be read", src)
		}
		portable := d.streams
		got, want := make([]byte, len(src)), make([]byte, len(src))
		d.streams.decodeTogether(got, &d.table)
		portable.decodeTogetherPortable(want, &d.table)
		if !slices.Equal(d.streams.left[:], portable.left[:]) || !slices.Equal(d.streams.at[:], portable.at[:]) {
			t.Fatalf("%.99q: %v bits are left at %v, by portable code %v at %v", src, d.streams.left, d.streams.at, portable.left, portable.at)
		}
		for i, at := range portable.at {
			from := i * ((len(src) + huffmanStreams - 1) / huffmanStreams)
			if !bytes.Equal(got[from:at], src[from:at]) || !bytes.Equal(want[from:at], src[from:at]) {
				t.Fatalf("%.99q: stream %d becomes %.99q, by portable code %.99q", src, i, got[from:at], want[from:at])
			}
			compared += at - from
		}
	}
	if compared == 0 {
		t.Error("no symbols were compared")
	}
}

// Whatever Decode takes for a frame is one.
func FuzzDecode(f *testing.F) {
	for _, src := range cases() {
		f.Add(AppendFrame(nil, nil, src[:min(len(src), 4096)]), uint32(min(len(src), 4096)))
	}
	f.Add(AppendStored(nil, []byte(testkit.Clued)), uint32(len(testkit.Clued)))
	library := newDecoder(f)
	f.Fuzz(func(t *testing.T, frame []byte, size uint32) {
		checkDecode(t, library, frame, int(min(size, 1<<20)))
	})
}
