package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
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

// TestSkippableFrames checks that a zstd frame that a decoder must skip is not read as text.
func TestSkippableFrames(t *testing.T) {
	skipped := "\x5a\x2a\x4d\x18\x03\x00\x00\x00abc" + compressText(t, compress.Zstd, puzzle(0))
	if got := mustOutcomes(t, store(t, "in.txt", skipped), ReadOptions{}); len(got) != 1 || got[0].Puzzle != puzzle(0) {
		t.Errorf("with a skippable frame before it, rows are %v", got)
	}
}

func TestHugeZstdWindowIsRejected(t *testing.T) {
	header := "\x28\xb5\x2f\xfd\x00\xa8" + strings.Repeat("\x00", 20) // a window of 2 GB
	_, err := outcomes([]string{store(t, "in.txt.zst", header)}, ReadOptions{}, 10)
	wantError(t, err, "in.txt.zst: the zstd data requires a window of more than 128 MiB; decompress it first (zstd --long=31 -d)")
}

// TestCompressedOutputs checks that compressed outputs can be read by the standard library, by the
// library that wrote them, and by the system's tools.
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
			tool := c.String()
			if _, err := exec.LookPath(tool); err != nil {
				t.Skip("this system has no", tool)
			}
			file := store(t, "out.csv"+ext, string(data))
			if said, err := exec.Command(tool, "-t", file).CombinedOutput(); err != nil {
				t.Errorf("%s -t: %v: %s", tool, err, said)
			}
			if got, err := exec.Command(tool, "-dc", file).Output(); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s -dc: %d bytes, error %v; want %d", tool, len(got), err, len(want))
			}
		})
	}
}

// members returns the text of each gzip member or zstd frame in a file. It checks that each zstd
// frame records the size of its text. A frame with text must also have a checksum.
func members(t *testing.T, c compress.Kind, data []byte) (texts []string) {
	t.Helper()
	in := bytes.NewReader(data)
	for in.Len() > 0 {
		text, err := nextMember(c, in)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

func nextMember(c compress.Kind, in *bytes.Reader) (string, error) {
	if c == compress.Gzip {
		r, err := gzip.NewReader(in)
		if err != nil {
			return "", err
		}
		r.Multistream(false)
		text, err := io.ReadAll(r)
		return string(text), err
	}
	rest := make([]byte, in.Len())
	if _, err := in.ReadAt(rest, in.Size()-int64(in.Len())); err != nil {
		return "", err
	}
	var h zstd.Header
	if err := h.Decode(rest); err != nil {
		return "", err
	}
	if !h.HasFCS || !h.HasCheckSum && h.FrameContentSize > 0 {
		return "", fmt.Errorf("a frame has no size or checksum: %+v", h)
	}
	// To find the end of the frame, skip its blocks. Each block starts with its size.
	const rle = 1 // type of blocks that repeat one byte
	end := h.HeaderSize
	for last := false; !last; {
		head := uint32(rest[end]) | uint32(rest[end+1])<<8 | uint32(rest[end+2])<<16
		last = head&1 == 1
		if end += 3 + int(head>>3); head>>1&3 == rle {
			end += 1 - int(head>>3)
		}
	}
	if h.HasCheckSum {
		end += 4
	}
	text, err := oracle(compress.Zstd, rest[:end])
	if err == nil && h.FrameContentSize != uint64(len(text)) {
		err = fmt.Errorf("a frame of %d bytes claims %d", len(text), h.FrameContentSize)
	}
	_, seekErr := in.Seek(int64(end), io.SeekCurrent)
	return string(text), errors.Join(err, seekErr)
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
