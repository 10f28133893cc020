package formats

import (
	"bufio"
	"errors"
	"hash/crc32"
	"io"

	"github.com/apache/arrow/go/v15/parquet/compress"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/snappy"
)

// fileBody reads the body of a page as it stands in the file, and sums it up.
type fileBody struct {
	file io.ReaderAt
	pos  int64 // in the file
	left int   // bytes
	crc  uint32
	err  error // of the file
}

// Read implements io.Reader.
func (b *fileBody) Read(p []byte) (int, error) {
	p = p[:min(len(p), b.left)]
	if len(p) == 0 {
		return 0, io.EOF
	}
	n, err := b.file.ReadAt(p, b.pos)
	b.pos += int64(n)
	b.left -= n
	b.crc = crc32.Update(b.crc, crc32.IEEETable, p[:n])
	if n < len(p) {
		b.err = files.Shortened(err)
		return n, b.err
	}
	return n, nil
}

// hugeBody reads the body of a huge page and unpacks it on the way, whatever the
// compression.
type hugeBody struct {
	packed   fileBody
	buffered *bufio.Reader // of packed
	codec    compress.Compression
	unpacker *unpacker // nil until one is needed
	snappy   snappy.Stream
	stream   io.Reader // what unpacks; nil where there is nothing to unpack
	left     int       // bytes that it is yet to make
}

// bodyBuffer is how much of a body is read from the file at once.
const bodyBuffer = 128 << 10

// open begins with a body that stands in the file at pos.
func (b *hugeBody) open(file io.ReaderAt, pos int64, packed int) {
	b.packed = fileBody{file: file, pos: pos, left: packed}
	if b.buffered == nil {
		b.buffered = bufio.NewReaderSize(nil, bodyBuffer)
	}
	b.buffered.Reset(&b.packed)
}

// unpack has what was not read of the body unpacked to size bytes, which Read yields.
func (b *hugeBody) unpack(c compress.Compression, size int) (err error) {
	b.codec, b.left, b.stream = c, size, b.buffered
	// rest reads the same bytes once more, should Snappy have to start over.
	rest := fileBody{file: b.packed.file, pos: b.packed.pos - int64(b.buffered.Buffered()), left: b.packed.left + b.buffered.Buffered()}
	switch {
	case c == compress.Codecs.Uncompressed && rest.left != size:
		return errUnpackedSize
	case c == compress.Codecs.Uncompressed:
		return nil
	case size == 0:
		b.stream = nil // some writers leave out the compressed form of nothing
		return nil
	case c == compress.Codecs.Snappy:
		b.stream = &b.snappy
		return b.explain(b.snappy.Reset(b.buffered, size, func() ([]byte, error) {
			whole, err := rest.unpackSnappy(size)
			b.packed.err = rest.err
			return whole, err
		}))
	}
	if b.unpacker == nil {
		b.unpacker = unpackers.Get().(*unpacker)
	}
	b.stream, err = b.unpacker.open(c, b.buffered)
	return b.explain(err)
}

// unpackSnappy reads what is left of a body and unpacks it at once.
func (b *fileBody) unpackSnappy(size int) ([]byte, error) {
	if size > maxSnappyRatio*b.left {
		return nil, errUnpackedSize
	}
	packed := make([]byte, b.left)
	if _, err := io.ReadFull(b, packed); err != nil {
		return nil, err
	}
	whole := make([]byte, size)
	return whole, snappy.Decode(whole, packed)
}

// explain says what an error of unpacking means.
func (b *hugeBody) explain(err error) error {
	switch {
	case err == nil, errors.Is(err, errUnpackedSize):
		return err
	case b.packed.err != nil:
		return b.packed.err
	case errors.Is(err, io.EOF), errors.Is(err, snappy.ErrSize): // before all was made
		return errUnpackedSize
	}
	return damagedPage(b.codec, err)
}

// Read implements io.Reader. The end comes after as many bytes as unpack was told.
func (b *hugeBody) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	n, err := b.stream.Read(p[:min(len(p), b.left)])
	b.left -= n
	if n > 0 {
		return n, nil // and the error the next time
	}
	return 0, b.explain(err)
}

// end reads what is left and checks that no more follows.
func (b *hugeBody) end() error {
	if _, err := io.Copy(io.Discard, b); err != nil || b.stream == nil {
		return err
	}
	var more [1]byte
	if n, err := io.ReadFull(b.stream, more[:]); n > 0 {
		return errUnpackedSize
	} else if !errors.Is(err, io.EOF) {
		return b.explain(err)
	}
	if b.unpacker != nil {
		b.unpacker.midway = false
	}
	return nil
}

// sum reads what is left as it stands in the file, and returns the checksum of all.
func (b *hugeBody) sum() (uint32, error) {
	_, err := io.Copy(io.Discard, &b.packed)
	return b.packed.crc, err
}

// close lets go of what only this body needs.
func (b *hugeBody) close() {
	if b.unpacker != nil {
		b.unpacker.release()
		b.unpacker = nil
	}
	b.packed.file, b.stream = nil, nil
	b.snappy.Release()
	b.buffered.Reset(nil)
}
