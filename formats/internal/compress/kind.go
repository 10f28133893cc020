package compress

import (
	"bufio"
	"io"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the compression of a whole text file.
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

// kinds lists the compressions of text files.
var kinds = []struct {
	name      string // also the name of the program that decompresses it
	extension string
	// starts reports whether head, which has at most magic bytes, is the start of a file with this
	// compression.
	starts func(head []byte) bool
	magic  int
	// open returns a reader of the text.
	open func(*bufio.Reader) (io.ReadCloser, error)
	// newCompressor is nil if files can only be read.
	newCompressor func() (Compressor, error)
}{
	None:  {name: "none"},
	Gzip:  {"gzip", ".gz", matchesMagic(gzipMagic), len(gzipMagic), openGzip, newGzipCompressor},
	Zstd:  {"zstd", ".zst", startsFrame, len(zstdMagic), openZstd, newZstdCompressor},
	XZ:    {"xz", ".xz", matchesMagic(xzMagic), len(xzMagic), openXZ, nil},
	Bzip2: {"bzip2", ".bz2", startsBzip2, len(bzip2Magic) + 2, openBzip2, nil},
	LZ4:   {"lz4", ".lz4", matchesMagic(lz4Magic), len(lz4Magic), openLZ4, nil},
}

// String returns the common name of the compression.
func (k Kind) String() string { return kinds[k].name }

// ByExtension returns the compression that a file's extension indicates.
func ByExtension(file string) Kind {
	extension := strings.ToLower(filepath.Ext(file))
	for k := range kinds {
		if kinds[k].extension == extension {
			return Kind(k)
		}
	}
	return None
}

// Extensions returns the extensions of compressions that can be read, as a list for messages.
func Extensions() string { return extensions(func(Kind) bool { return true }) }

// WrittenExtensions is like Extensions, but for compressions that can be written.
func WrittenExtensions() string {
	return extensions(func(k Kind) bool { return kinds[k].newCompressor != nil })
}

func extensions(which func(Kind) bool) string {
	var all []string
	for k := None + 1; int(k) < len(kinds); k++ {
		if which(k) {
			all = append(all, kinds[k].extension)
		}
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// The first bytes of compressed files. A .zst file may also start with a skippable frame, as pzstd
// writes it. The lowest four bits of the first byte of such a frame can have any value.
const (
	gzipMagic = "\x1f\x8b"
	zstdMagic = "\x28\xb5\x2f\xfd"
	skipMagic = "\x50\x2a\x4d\x18"

	xzMagic    = "\xfd7zXZ\x00"
	bzip2Magic = "BZh"
	lz4Magic   = "\x04\x22\x4d\x18"
)

// maxMagic is the number of bytes needed to recognize any compression, and to distinguish damaged
// data from text.
const maxMagic = 16

// kindOf returns the compression that a file's first bytes indicate. If the file has no bytes, it
// returns promised, so that a truncated file does not count as empty.
func kindOf(head []byte, promised Kind) Kind {
	if len(head) == 0 {
		return promised
	}
	for i, k := range kinds[None+1:] {
		kind, n := None+1+Kind(i), min(len(head), k.magic)
		if k.starts(head[:n]) && (n == k.magic || kind == promised) {
			return kind
		}
	}
	return None
}

// matchesMagic returns a function that reports whether head, which is no longer than magic, is a
// prefix of magic.
func matchesMagic(magic string) func(head []byte) bool {
	return func(head []byte) bool { return strings.HasPrefix(magic, string(head)) }
}

// startsFrame reports whether head, of at most four bytes, can be the start of a Zstandard frame.
func startsFrame(head []byte) bool {
	skips := head[0]&^0xf == skipMagic[0] && strings.HasPrefix(skipMagic[1:], string(head[1:]))
	return skips || strings.HasPrefix(zstdMagic, string(head))
}

// startsBzip2 reports whether head, of at most five bytes, can be the start of a bzip2 stream: a
// level, followed by a block or the end of the stream.
func startsBzip2(head []byte) bool {
	n := len(bzip2Magic)
	return matchesMagic(bzip2Magic)(head[:min(len(head), n)]) && (len(head) <= n || head[n]-'1' < 9) &&
		(len(head) <= n+1 || head[n+1] == 0x31 || head[n+1] == 0x17)
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
