package compress

import (
	"bufio"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/klauspost/compress/gzip"
	"github.com/pierrec/lz4/v4"
)

// Kind is the compression of a whole file.
type Kind int

// The kinds of compression.
const (
	None Kind = iota
	Gzip
	Zstd
	XZ
	Bzip2
	LZ4
)

type kindRow struct {
	name      string // as in package filekind; also the name of the program that decompresses files
	extension string
	// open returns a reader for the decompressed data of all members or frames in a file.
	open       func(*bufio.Reader) (io.ReadCloser, error)
	compressor Compressor // nil if files can only be read
}

var kinds = []kindRow{
	None:  {name: "none"},
	Gzip:  {"gzip", ".gz", func(in *bufio.Reader) (io.ReadCloser, error) { return gzip.NewReader(in) }, appendGzip},
	Zstd:  {"zstd", ".zst", openZstd, func(dst, text []byte) []byte { return zstdEncoder().EncodeAll(text, dst) }},
	XZ:    {"xz", ".xz", openXZ, nil},
	Bzip2: {"bzip2", ".bz2", func(in *bufio.Reader) (io.ReadCloser, error) { return OpenBzip2(in), nil }, nil},
	LZ4:   {"lz4", ".lz4", func(in *bufio.Reader) (io.ReadCloser, error) { return io.NopCloser(lz4.NewReader(in)), nil }, nil},
}

// String returns the name of the compression, such as gzip.
func (k Kind) String() string { return kinds[k].name }

// ByExtension returns the compression that a file's extension indicates.
func ByExtension(file string) Kind {
	extension := strings.ToLower(filepath.Ext(file))
	return firstKind(func(row kindRow) bool { return row.extension == extension })
}

// firstKind returns the first kind for which fits is true, or None, which is 0.
func firstKind(fits func(kindRow) bool) Kind { return Kind(max(slices.IndexFunc(kinds, fits), 0)) }

// Extensions lists the extensions of all compression formats, for use in messages.
func Extensions() string {
	var all []string
	for _, k := range kinds[None+1:] {
		all = append(all, k.extension)
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// kindOf returns the compression that the first bytes of a file indicate. If there are too few
// bytes, it returns byName, because the file may be truncated.
func kindOf(first []byte, byName Kind) Kind {
	kind := filekind.Of(first)
	switch {
	case kind == nil && len(first) < filekind.MagicSize:
		return byName
	case kind == nil:
		return None
	}
	return firstKind(func(row kindRow) bool { return row.name == kind.Container })
}

// mayBeText reports whether head can be the start of text: UTF-8 without control characters other
// than white space. The last character may be incomplete.
func mayBeText(head []byte) bool {
	for len(head) > 0 {
		c, size := utf8.DecodeRune(head)
		if c == utf8.RuneError && size == 1 && utf8.FullRune(head) || c < ' ' && !unicode.IsSpace(c) {
			return false
		}
		head = head[size:]
	}
	return true
}
