package compress

import (
	"bufio"
	"compress/bzip2"
	"io"
	"sync"

	"github.com/gridmill/gridmill/formats/files"
)

// endMark is a bzip2 stream of one byte, which is zero. The last endMarkTail bytes of the stream
// follow its only block.
const (
	endMark     = "BZh11AY&SY\xb1\xf7@K\x00\x00\x00@\x00@\x00 \x00!\x18F\x82\xeeH\xa7\n\x12\x16>\xe8\t`"
	endMarkTail = 10
)

// bzip2Readers holds idle readers. The library cannot reset a reader, and each reader allocates
// 3.6 MB. Therefore a reader reads all files as one, with endMark after each file.
var bzip2Readers = sync.Pool{New: func() any {
	r := new(bzip2Reader)
	r.text = bzip2.NewReader(&r.in)
	return r
}}

// bzip2Reader reads the text of one file after the other.
type bzip2Reader struct {
	text io.Reader
	in   markedInput
}

// bzip2Text reads the text of a file's bzip2 streams.
type bzip2Text struct{ *bzip2Reader }

// OpenBzip2 returns a reader of the text of bzip2 streams.
func OpenBzip2(file *bufio.Reader) (io.ReadCloser, error) {
	r := bzip2Readers.Get().(*bzip2Reader)
	r.in.Reader, r.in.ended = file, false
	return &bzip2Text{r}, nil
}

// Read implements io.Reader. Once the file has ended, the library must return the text of endMark.
// If it returns anything else, the last stream of the file is incomplete.
func (r *bzip2Reader) Read(p []byte) (n int, err error) {
	if r.in.atMark() {
		return 0, io.EOF
	}
	n, err = r.text.Read(p)
	switch {
	case !r.in.ended:
		return n, err
	case r.in.atMark() && n == 1 && p[0] == 0:
		return 0, io.EOF
	}
	r.in.mark = ""
	return 0, io.ErrUnexpectedEOF
}

// Close implements io.Closer. It keeps the reader for reuse if the file was read to its end.
func (t *bzip2Text) Close() error {
	if r := t.bzip2Reader; r != nil && r.in.atMark() {
		r.in.Reader = nil
		bzip2Readers.Put(r)
	}
	t.bzip2Reader = nil
	return nil
}

// markedInput reads the rest of the previous file's endMark, a file, and endMark.
type markedInput struct {
	*bufio.Reader        // the file
	ended         bool   // whether all bytes of the file have been read
	mark          string // the bytes of endMark that have not been read
}

// atMark reports whether all that is left of endMark is what follows its block.
func (m *markedInput) atMark() bool { return m.ended && len(m.mark) == endMarkTail }

// ReadByte implements io.ByteReader.
func (m *markedInput) ReadByte() (byte, error) {
	if m.mark == "" && !m.ended {
		c, err := m.Reader.ReadByte()
		if !files.IsEnd(err) {
			return c, err
		}
		m.mark, m.ended = endMark, true
	}
	if m.mark == "" {
		return 0, io.ErrUnexpectedEOF
	}
	c := m.mark[0]
	m.mark = m.mark[1:]
	return c, nil
}
