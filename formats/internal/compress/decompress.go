package compress

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/therootcompany/xz"
)

const bufferSize = 64 << 10

// shortHead is the number of bytes examined to distinguish damaged data from text.
const shortHead = 16

// maxWindow is the maximum size in bytes of a Zstandard window or an xz dictionary. It limits
// memory use. The value is the default of "zstd --long".
const maxWindow = 128 << 20

// NewReader returns a reader for the text in r, and the compression that the first bytes of r
// indicate. If r is too short, NewReader uses byName, which is the compression that the file's name
// indicates. If byName is not None, NewReader rejects data that is neither compressed nor text.
func NewReader(r io.Reader, byName Kind) (io.ReadCloser, Kind, error) {
	buffered, stream := buffers.Get().(*bufio.Reader), &files.Waiter{Reader: r}
	buffered.Reset(stream)
	text, k, err := newReader(buffered, stream, byName)
	if err != nil {
		giveBack(buffered)
		return nil, k, err
	}
	return &decompressor{text, buffered, k}, k, nil
}

// buffers holds idle buffers. Reuse saves time if a data set consists of many tiny files.
var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, bufferSize) }}

func giveBack(buffer *bufio.Reader) {
	buffer.Reset(nil)
	buffers.Put(buffer)
}

// newReader is like NewReader, but for a buffered stream. If the stream is compressed, the reader
// waits during pauses, because decompression cannot continue after files.ErrPaused.
func newReader(buffered *bufio.Reader, stream *files.Waiter, byName Kind) (text io.ReadCloser, k Kind, err error) {
	head, err := buffered.Peek(shortHead)
	if err != nil && !files.IsEnd(err) && !files.IsPause(err) {
		return nil, None, err
	}
	k = kindOf(head, byName)
	stream.Waits, stream.Again = k != None, files.IsPause(err)
	switch {
	case k == None && byName != None && !mayBeText(head):
		return nil, byName, fmt.Errorf("its name indicates %s data, but its first bytes do not; download the file again, or rename it", byName)
	case k == None:
		return io.NopCloser(buffered), k, nil
	case len(head) == 0:
		return nil, k, damaged(k, io.ErrUnexpectedEOF)
	}
	if text, err = kinds[k].open(buffered); err != nil {
		return nil, k, damaged(k, err)
	}
	return text, k, nil
}

// decompressor reads the text of a stream. Its errors name the compression.
type decompressor struct {
	text   io.ReadCloser
	buffer *bufio.Reader // nil once the decompressor is closed
	kind   Kind
}

func (d *decompressor) Read(p []byte) (int, error) {
	n, err := d.text.Read(p)
	switch {
	case err == nil, files.IsEnd(err), d.kind == None:
		return n, err
	case errors.Is(err, gzip.ErrHeader): // a later header is bad; open has read the first header
		err = errTrailing
	}
	return n, damaged(d.kind, err)
}

func (d *decompressor) Close() error {
	if d.buffer == nil {
		return nil
	}
	err := d.text.Close()
	giveBack(d.buffer)
	d.text, d.buffer = io.NopCloser(nil), nil
	return err
}

// zstdDecoders holds idle decoders, because creating one takes longer than reading a tiny file.
var zstdDecoders = sync.Pool{New: func() any {
	d, _ := zstd.NewReader(nil, zstd.WithDecoderMaxWindow(maxWindow)) // cannot fail before it reads
	return d
}}

// zstdText reads the text of Zstandard frames. The zstd library reads ahead in up to four
// goroutines. Close ends the goroutines.
type zstdText struct{ *zstd.Decoder }

func openZstd(in *bufio.Reader) (io.ReadCloser, error) {
	z := zstdText{zstdDecoders.Get().(*zstd.Decoder)}
	return z, z.Reset(in)
}

func (z zstdText) Close() error {
	err := z.Reset(nil)
	zstdDecoders.Put(z.Decoder)
	return err
}

// xzReaders holds idle readers. Each reader keeps a dictionary, usually of 8 MiB.
var xzReaders = sync.Pool{New: func() any {
	r, _ := xz.NewReader(nil, maxWindow) // cannot fail before it reads
	return r
}}

type xzText struct{ *xz.Reader }

func openXZ(in *bufio.Reader) (io.ReadCloser, error) {
	x := xzText{xzReaders.Get().(*xz.Reader)}
	return x, x.Reset(in)
}

func (x xzText) Close() error {
	xzReaders.Put(x.Reader)
	return nil
}

// endMark is a bzip2 stream of one zero byte. Its last markTail bytes follow its only block.
const endMark, markTail = "BZh11AY&SY\xb1\xf7@K\x00\x00\x00@\x00@\x00 \x00!\x18F\x82\xeeH\xa7\n\x12\x16>\xe8\t`", 10

// bzip2Readers holds idle readers. A reader takes 3.6 MB and cannot be reset. Therefore, it reads
// all of its files as one stream, in which endMark follows each file.
var bzip2Readers = sync.Pool{New: func() any {
	r := new(bzip2Reader)
	r.text = bzip2.NewReader(r)
	return r
}}

type bzip2Reader struct {
	*bufio.Reader // the compressed file
	text          io.Reader
	mark          strings.Reader // the unread part of the endMark after a file
	ended         bool           // whether the current file has ended
}

func (r *bzip2Reader) ReadByte() (byte, error) {
	if r.ended || r.mark.Len() > 0 {
		return r.mark.ReadByte()
	}
	c, err := r.Reader.ReadByte()
	if r.ended = files.IsEnd(err); r.ended {
		r.mark.Reset(endMark)
		return r.mark.ReadByte()
	}
	return c, err
}

type bzip2Text struct{ *bzip2Reader } // the pointer is nil at the end of the text

// OpenBzip2 returns a reader for the decompressed data of bzip2 streams. It need not be closed.
func OpenBzip2(in *bufio.Reader) io.ReadCloser {
	r := bzip2Readers.Get().(*bzip2Reader)
	r.Reader, r.ended = in, false
	return io.NopCloser(&bzip2Text{r})
}

// Read implements io.Reader. In a complete file, the zero byte of endMark follows the text.
func (t *bzip2Text) Read(p []byte) (int, error) {
	r := t.bzip2Reader
	if r == nil {
		return 0, io.EOF
	}
	n, err := r.text.Read(p)
	switch {
	case !r.ended:
		return n, err
	case n != 1 || p[0] != 0 || r.mark.Len() != markTail:
		r.mark.Reset("")
		return 0, io.ErrUnexpectedEOF
	}
	r.Reader, t.bzip2Reader = nil, nil
	bzip2Readers.Put(r)
	return 0, io.EOF
}

// errTrailing means that other data follows the compressed data. The gzip program only warns about
// other data. Here, other data is an error, because it could contain rows.
var errTrailing = errors.New("it is followed by other data")

// damaged returns the error to report if decompressing data of kind k fails with err.
func damaged(k Kind, err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, xz.ErrBuf):
		return option.Errorf(option.InputFile, "the %s data is incomplete, or is followed by stray bytes", k)
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("the %s data requires a window of more than %d MiB; decompress it first (zstd --long=31 -d)", k, maxWindow>>20)
	case errors.Is(err, xz.ErrMemlimit):
		return fmt.Errorf("the xz data requires a dictionary of more than %d MiB; compress it again with a smaller dictionary (xz -9 uses 64 MiB)", maxWindow>>20)
	case errors.Is(err, errTrailing), errors.Is(err, zstd.ErrMagicMismatch), errors.Is(err, xz.ErrFormat):
		return fmt.Errorf("the %[1]s data is followed by other data; to ignore the other data, decompress the file first (%[1]s -dc)", k)
	}
	return option.Errorf(option.InputFile, "the %s data is damaged: %w", k, err)
}
