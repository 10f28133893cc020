package formats

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// Up to three bytes are too few for the beginning of a zstd frame, but enough to see
// that they are none.
func TestFewTrailingBytesAreNoCutOffFrame(t *testing.T) {
	const skipped = "\x5a\x2a\x4d\x18\x03\x00\x00\x00abc"
	bare, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
	if err != nil {
		t.Fatal(err)
	}
	for name, frames := range map[string]string{
		"one frame": packed(t, Zstd, puzzle(0)+"\n"), "two frames": packed(t, Zstd, puzzle(0)+"\n") + packed(t, Zstd, puzzle(1)+"\n"),
		"many blocks":         string(bare.EncodeAll([]byte(strings.Repeat(puzzle(0)+"\n", 10_000)), nil)),
		"a frame and another": packed(t, Zstd, puzzle(0)+"\n") + skipped,
		"without checksum":    string(bare.EncodeAll([]byte(puzzle(0)+"\n"), nil)),
	} {
		for tail, problem := range map[string]string{
			"\n": "after the end of the zstd data", "ab": "after the end of the zstd data", "\x00\x00\x00": "after the end of the zstd data",
			"\x28\xb5\x2e": "after the end of the zstd data", "\x5a\x2a\x4e": "after the end of the zstd data",
			"\x28": "the zstd data ends too early", "\x28\xb5\x2f": "the zstd data ends too early", "\x5a\x2a\x4d": "the zstd data ends too early",
		} {
			_, err := outcomes([]string{store(t, "in.txt.zst", frames+tail)}, ReadOptions{}, 1000)
			if err == nil || !strings.Contains(err.Error(), "in.txt.zst: "+problem) {
				t.Errorf("%s and %q: %v, want %q", name, tail, err, problem)
			}
		}
	}
}

// The ends of frames are found, whatever is in them and however they are read.
func TestZstdFramesAreFollowed(t *testing.T) {
	var data []byte
	for n := range 200 {
		level := zstd.EncoderLevel(n%4 + 1)
		w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderCRC(n%3 == 0), zstd.WithSingleSegment(n%2 == 0))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Repeat(puzzle(n % 50)[:n%80], n*n%997) + strings.Repeat("x", n*n*n%300_000)
		data = w.EncodeAll([]byte(text), data)
		z := &zstdFrames{in: bytes.NewReader(data)}
		if _, err := io.CopyBuffer(io.Discard, struct{ io.Reader }{z}, make([]byte, n+1)); err != nil {
			t.Fatal(err)
		}
		if z.part != frameMagic || len(z.head) > 0 || z.skip != 0 {
			t.Fatalf("after %d frames it is in part %d of one, at %q, and skips %d", n+1, z.part, z.head, z.skip)
		}
	}
}
