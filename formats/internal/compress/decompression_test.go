package compress

import (
	"bytes"
	"encoding/base64"
	"io"
	"strings"
	"testing"

	"github.com/pierrec/lz4/v4"
	"github.com/ulikunitz/xz"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// compressed returns text and its compressed form in each format. Each compressed form has two
// members. The first member of the xz data has several blocks.
func compressed(t testing.TB) (text string, data map[Kind][]byte) {
	first, second := strings.Repeat("0123456789", 2000), "the end\n"
	lz4Of := func(text string) []byte {
		var out bytes.Buffer
		return written(t, &out, lz4.NewWriter(&out), text)
	}
	fromProgram := func(text string) []byte {
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	compressedAs := func(extension string) []byte {
		compressor, err := NewCompressor(extension)
		if err != nil {
			t.Fatal(err)
		}
		return append(compressor(nil, []byte(first)), compressor(nil, []byte(second))...)
	}
	return first + second, map[Kind][]byte{
		Gzip:  compressedAs(".gz"),
		Zstd:  compressedAs(".zst"),
		XZ:    append(append(xzOf(t, first), 0, 0, 0, 0), xzOf(t, second)...),
		LZ4:   append(lz4Of(first), lz4Of(second)...),
		Bzip2: append(fromProgram(bzip2First), fromProgram(bzip2Second)...),
	}
}

// xzOf returns an xz stream with one block for every 7,000 bytes of text.
func xzOf(t testing.TB, text string) []byte {
	var out bytes.Buffer
	w, err := xz.WriterConfig{BlockSize: 7000}.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, &out, w, text)
}

// written writes text to w and returns the bytes of out. w must write to out.
func written(t testing.TB, out *bytes.Buffer, w io.WriteCloser, text string) []byte {
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// These are the two members of the bzip2 data, in base64.
const (
	bzip2First  = "QlpoOTFBWSZTWS07gl8AA+eIAH/gIABwQAwClUMJnAlV4EqvQlV8EqsBKrISq0EqthKr8JVcCVXRdyRThQkC07gl8A=="
	bzip2Second = "QlpoOTFBWSZTWYRLO+QAAAPRgAAQQAAGQQQAIAAxDAEGm0LwI5RdyRThQkIRLO+Q"
)

func textOf(data []byte, promised Kind) (string, Kind, error) {
	r, k, err := NewReader(bytes.NewReader(data), promised)
	if err != nil {
		return "", k, err
	}
	text, err := io.ReadAll(r)
	r.Close()
	return string(text), k, err
}

// TestDecompression checks that compression formats are recognized by their first bytes. Data that
// is truncated inside a member, or followed by other data, must cause an error.
func TestDecompression(t *testing.T) {
	want, all := compressed(t)
	for kind, data := range all {
		if text, k, err := textOf(data, None); text != want || k != kind || err != nil {
			t.Fatalf("%s: %d bytes of %s, error %v", kind, len(text), k, err)
		}
		for n := 0; n < len(data); n += testkit.Step() {
			text, _, err := textOf(data[:n], kind)
			if err == nil && text != want[:20000] {
				t.Fatalf("%s: the first %d of %d bytes give %d bytes of text and no error", kind, n, len(data), len(text))
			}
			if err != nil && !strings.HasPrefix(err.Error(), "the "+kind.String()+" data ") {
				t.Fatalf("%s: %d of %d bytes: %v", kind, n, len(data), err)
			}
			if !strings.HasPrefix(want, text) {
				t.Fatalf("%s: the first %d of %d bytes give different text", kind, n, len(data))
			}
		}
		for _, tail := range []string{"junk", "more text\n", "\x00", strings.Repeat("\x00", 511)} {
			_, _, err := textOf(append(bytes.Clone(data), tail...), kind)
			testkit.WantError(t, err, "the "+kind.String()+" data ")
			if kind == Gzip || kind == Zstd {
				testkit.WantError(t, err, "followed by ")
			}
		}
	}
}

// TestFlippedBits checks that data with a flipped bit yields the unchanged text or, in most cases,
// an error.
func TestFlippedBits(t *testing.T) {
	want, all := compressed(t)
	for kind, data := range all {
		detected := 0
		for n := range data {
			flipped := bytes.Clone(data)
			flipped[n] ^= 1 << (n % 8)
			text, _, err := textOf(flipped, kind)
			if err != nil {
				detected++
			} else if text != want {
				t.Fatalf("%s with byte %d changed gives other text and no error", kind, n)
			}
		}
		if detected < len(data)/2 {
			t.Errorf("%s: only %d of %d changes were detected", kind, detected, len(data))
		}
	}
}

// TestHugeDictionary checks that a dictionary that would take too much memory is rejected,
// whichever block declares it.
func TestHugeDictionary(t *testing.T) {
	const fault = "the xz data requires a dictionary of more than 128 MiB; compress it again with a smaller dictionary (xz -9 uses 64 MiB)"
	huge := "\x02\x00\x21\x01\x28\x00\x00\x00\xe6\xa0\x11\xb3"
	_, _, err := textOf([]byte("\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46"+huge), XZ)
	testkit.WantError(t, err, fault)

	_, all := compressed(t)
	data := string(all[XZ])
	const block = "\x02\x00\x21\x01" // start of the header of each block
	starts := 0
	for at := 0; strings.Contains(data[at:], block); starts++ {
		at += strings.Index(data[at:], block)
		text, _, err := textOf([]byte(data[:at]+huge+data[at+len(huge):]), XZ)
		testkit.WantError(t, err, fault)
		if want := min(7000*starts, 20000); len(text) != want {
			t.Errorf("before block %d there are %d bytes of text, want %d", starts+1, len(text), want)
		}
		at++
	}
	if starts != 4 {
		t.Errorf("there are %d blocks, want 4", starts)
	}
}

// TestManyStreams checks that reading many tiny xz streams allocates only one dictionary.
func TestManyStreams(t *testing.T) {
	const streams = 20_000
	data := bytes.Repeat(xzOf(t, "0123456789\n"), streams)
	var text string
	var err error
	grown := testkit.Allocated(func() { text, _, err = textOf(data, XZ) })
	if err != nil || text != strings.Repeat("0123456789\n", streams) {
		t.Errorf("%d bytes of text, error %v", len(text), err)
	}
	if grown > streams*100_000 { // one dictionary takes 8 MiB
		t.Errorf("%d bytes were allocated for a stream", grown/streams)
	}
}

// TestManyFiles checks that bzip2 files share a reader, which takes 3.6 MB. A damaged file must not
// affect the files read after it.
func TestManyFiles(t *testing.T) {
	want, all := compressed(t)
	whole := all[Bzip2]
	const files = 200
	grown := testkit.Allocated(func() {
		for i := range files {
			if text, _, err := textOf(whole, Bzip2); text != want || err != nil {
				t.Fatalf("%d bytes of text, error %v", len(text), err)
			}
			if i%50 == 0 {
				text, _, err := textOf(whole[:len(whole)-1-i/50], Bzip2)
				testkit.WantError(t, err, "the bzip2 data is incomplete")
				if text != want {
					t.Errorf("%d bytes of an incomplete file", len(text))
				}
			}
		}
	})
	if grown > files*200_000 {
		t.Errorf("%d bytes were allocated for a file", grown/files)
	}
}
