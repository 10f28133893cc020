package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/literals"
)

// Compression is what a whole text file is wrapped in.
type Compression int

// The compressions of text files.
const (
	Uncompressed Compression = iota
	Gzip
	Zstd
)

// compressions is the one table of how text files are compressed.
var compressions = []struct {
	name      string // also of the program that unpacks it
	extension string
	// begins reports whether bytes, at most magic, are how a file begins or may go
	// on to be that.
	begins func(head []byte) bool
	magic  int
	// open returns a reader of the text.
	open func(*bufio.Reader) (io.ReadCloser, error)
	// newPacker is nil where files can only be read.
	newPacker func() (packer, error)
}{
	Uncompressed: {name: "none"},
	Gzip:         {"gzip", ".gz", beginsMember, len(gzipMagic), openGzip, newGzipPacker},
	Zstd:         {"zstd", ".zst", beginsFrame, len(zstdMagic), openZstd, newZstdPacker},
}

// String names the compression as people do.
func (c Compression) String() string { return compressions[c].name }

// compressionByExtension returns the compression that a file's name tells.
func compressionByExtension(file string) Compression {
	extension := strings.ToLower(filepath.Ext(file))
	for c := range compressions {
		if compressions[c].extension == extension {
			return Compression(c)
		}
	}
	return Uncompressed
}

// compressedExtensions lists what may follow the extension of a text file.
func compressedExtensions() string {
	var all []string
	for _, c := range compressions[Uncompressed+1:] {
		all = append(all, c.extension)
	}
	return strings.Join(all, " or ")
}

// What compressed files begin with. A .zst file may also begin with a frame to
// skip, as pzstd writes it; the lowest four bits of its first byte are free.
const (
	gzipMagic = "\x1f\x8b"
	zstdMagic = literals.Magic
	skipMagic = "\x50\x2a\x4d\x18"
)

// maxMagic is how many bytes tell any compression.
const maxMagic = 4

// compressionOf returns the compression that a file's first bytes tell. Where
// they are too few to tell, it is the one that the file's name promises, so that
// a file which was cut off is not taken for an empty one.
func compressionOf(head []byte, promised Compression) Compression {
	if len(head) == 0 {
		return promised
	}
	for i, c := range compressions[Uncompressed+1:] {
		kind, n := Uncompressed+1+Compression(i), min(len(head), c.magic)
		if c.begins(head[:n]) && (n == c.magic || kind == promised) {
			return kind
		}
	}
	return Uncompressed
}

// decompress returns a reader of the text in r, whatever it is wrapped in. The
// file's name promises a compression, but its first bytes decide.
func decompress(r io.Reader, promised Compression) (io.ReadCloser, Compression, error) {
	buffered := bufio.NewReaderSize(r, readSize)
	head, err := buffered.Peek(maxMagic)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, Uncompressed, err
	}
	c := compressionOf(head, promised)
	switch {
	case c == Uncompressed && promised != Uncompressed && !mayBeText(head):
		return nil, promised, fmt.Errorf("the %s data that the file's name promises does not begin as such data does: it is damaged, or the file is misnamed; fetch it anew, or rename it", promised)
	case c == Uncompressed:
		return io.NopCloser(buffered), c, nil
	case len(head) == 0:
		return nil, c, damaged(c, io.ErrUnexpectedEOF)
	}
	text, err := compressions[c].open(buffered)
	if err != nil {
		return nil, c, damaged(c, err)
	}
	return &decompressor{text, c}, c, nil
}

// mayBeText reports whether text can begin with some bytes: UTF-8, the last character
// of which may be cut off, without control characters but for those of lines.
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

func openZstd(in *bufio.Reader) (io.ReadCloser, error) {
	d, err := zstd.NewReader(&zstdFrames{in: in}, zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

// maxWindow is how far back a .zst file may refer, in bytes. It is what
// "zstd --long" makes without being told more, and bounds the memory that a
// file's header can ask for.
const maxWindow = 128 << 20

// gunzip reads the members of gzip data one after the other, and tells what
// follows them from a member that is damaged.
type gunzip struct {
	*gzip.Reader // of the member at hand
	in           *bufio.Reader
}

func openGzip(in *bufio.Reader) (io.ReadCloser, error) {
	member, err := gzip.NewReader(in)
	if err != nil {
		return nil, noEOF(err)
	}
	member.Multistream(false)
	return &gunzip{member, in}, nil
}

// beginsMember reports whether bytes, at most two, are how a member begins or may go
// on to be that.
func beginsMember(head []byte) bool { return strings.HasPrefix(gzipMagic, string(head)) }

// Read implements io.Reader.
func (g *gunzip) Read(p []byte) (int, error) {
	for {
		n, err := g.Reader.Read(p)
		if !errors.Is(err, io.EOF) {
			return n, err
		}
		if n > 0 {
			return n, nil // and the end again the next time
		}
		magic, err := g.in.Peek(len(gzipMagic))
		switch {
		case len(magic) == 0:
			return 0, err
		case !beginsMember(magic):
			return 0, errTrailing
		}
		if err := g.Reset(g.in); err != nil {
			return 0, noEOF(err)
		}
		g.Multistream(false)
	}
}

// noEOF makes an end where none may be an error.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// errTrailing is the fault of something after the end of compressed data.
var errTrailing = errors.New("something else follows it")

// decompressor says of an error which compression it concerns.
type decompressor struct {
	io.ReadCloser
	kind Compression
}

func (d *decompressor) Read(p []byte) (int, error) {
	n, err := d.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(d.kind, err)
	}
	return n, err
}

// damaged explains an error of a decompressor.
func damaged(c Compression, err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the %s data ends too early, so that the file is not complete; %s", c, files.FetchAnew)
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("the %s data refers back farther than %d MiB; compress it again with a window of %d MiB at most (zstd --long=%d)", c, maxWindow>>20, maxWindow>>20, bits.Len(maxWindow)-1)
	case errors.Is(err, errTrailing), errors.Is(err, zstd.ErrMagicMismatch):
		return fmt.Errorf("after the end of the %[1]s data stands something that is none; unpack the file first if that may be lost (%[1]s -dc)", c)
	}
	return fmt.Errorf("the %s data is damaged: %w; %s", c, err, files.FetchAnew)
}
