package formats

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

func compressText(t testing.TB, c compress.Kind, text string) string {
	t.Helper()
	compressor, err := compress.NewCompressor(extensions[c])
	if err != nil {
		t.Fatal(err)
	}
	return string(compressor(nil, []byte(text)))
}

var extensions = map[compress.Kind]string{compress.Gzip: ".gz", compress.Zstd: ".zst"}

// TestZstdFrames checks that skippable frames are not read as text, and that frames with a huge
// window are rejected.
func TestZstdFrames(t *testing.T) {
	skipped := "\x5a\x2a\x4d\x18\x03\x00\x00\x00abc" + compressText(t, compress.Zstd, puzzle(0))
	if got := mustOutcomes(t, store(t, "in.txt", skipped), ReadOptions{}); len(got) != 1 || got[0].Puzzle != puzzle(0) {
		t.Errorf("with a skippable frame before it, rows are %v", got)
	}
	header := "\x28\xb5\x2f\xfd\x00\xa8" + strings.Repeat("\x00", 20) // a window of 2 GB
	_, err := outcomes([]string{store(t, "in.txt.zst", header)}, ReadOptions{}, 10)
	wantError(t, err, "in.txt.zst: the zstd data requires a window of more than 128 MiB; decompress it first (zstd --long=31 -d)")
}

// TestCompressedOutputs reads gzip outputs with the standard library, and zstd outputs with the
// library that wrote them.
func TestCompressedOutputs(t *testing.T) {
	in := store(t, "in.csv", manyRows(2*SectionRows+900))
	want := mustConvert(t, []string{in}, keepAll, "out.csv", WriteOptions{}, SectionRows)
	for c, ext := range extensions {
		t.Run(c.String(), func(t *testing.T) {
			data := mustConvert(t, []string{in}, keepAll, "out.csv"+ext, WriteOptions{}, SectionRows)
			// The header is one member, and each of the three sections is another member.
			if n := len(members(t, c, data)); n != 4 {
				t.Errorf("%d members or frames, want 4", n)
			}
			if got, err := oracle(c, data); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes, error %v; want %d", len(got), err, len(want))
			}
			if len(data) > len(want)/3 {
				t.Errorf("%d bytes became %d", len(want), len(data))
			}
		})
	}
}

// members returns the text of each gzip member or zstd frame in a file. A zstd frame must record
// the size of its text. A frame with text must also have a checksum.
func members(t *testing.T, c compress.Kind, data []byte) (texts []string) {
	t.Helper()
	// Each member begins with start, which does not occur in the compressed text of these tests.
	start := map[compress.Kind]string{compress.Gzip: "\x1f\x8b\x08", compress.Zstd: "\x28\xb5\x2f\xfd"}[c]
	for _, member := range strings.Split(string(data), start)[1:] {
		frame := []byte(start + member)
		text, err := oracle(c, frame)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
		var h zstd.Header
		if c == compress.Zstd && (h.Decode(frame) != nil || !h.HasFCS || !h.HasCheckSum && h.FrameContentSize > 0) {
			t.Fatalf("a frame has no size or checksum: %+v", h)
		}
	}
	return texts
}

// TestLongRowsMakeSeveralMembers checks that a section of long rows is compressed as several
// members. The ends of the members must not depend on the batch size.
func TestLongRowsMakeSeveralMembers(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,note,puzzle\n")
	for i := range 1200 {
		fmt.Fprintf(&rows, "%d,%s,%s\n", i, strings.Repeat("0123456789", i%1500), puzzle(i))
	}
	in := store(t, "in.csv", rows.String())
	text := string(mustConvert(t, []string{in}, keepAll, "out.csv", WriteOptions{}, 100))
	for c, ext := range extensions {
		want := mustConvert(t, []string{in}, keepAll, "out.csv"+ext, WriteOptions{}, SectionRows)
		texts := members(t, c, want)
		if strings.Join(texts, "") != text {
			t.Errorf("%s decompresses to different text", c)
		}
		if len(texts) != 3 || len(texts[1]) != memberBytes {
			t.Errorf("%s has %d members, the second of %d bytes; want 3, and %d", c, len(texts), len(texts[1]), memberBytes)
		}
		for _, size := range testkit.Some([]int{100, 1}) {
			if got := mustConvert(t, []string{in}, keepAll, "out.csv"+ext, WriteOptions{}, size); !bytes.Equal(got, want) {
				t.Errorf("%s: batches of %d give different bytes", c, size)
			}
		}
	}
}

// TestEmptyTextIsAMember checks that compressed output without text is still a valid file.
func TestEmptyTextIsAMember(t *testing.T) {
	in := store(t, "in.csv", "id,puzzle\n")
	for c, ext := range extensions {
		data := mustConvert(t, []string{in}, keepAll, "out.txt"+ext, WriteOptions{}, 10)
		if texts := members(t, c, data); len(texts) != 1 || texts[0] != "" {
			t.Errorf("%s holds %q", c, texts)
		}
	}
}
