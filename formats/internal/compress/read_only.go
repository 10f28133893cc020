package compress

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"io"

	"github.com/pierrec/lz4/v4"
	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

// openBzip2 returns a reader of bzip2 streams, of which a file may have several.
func openBzip2(in *bufio.Reader) (io.ReadCloser, error) {
	return io.NopCloser(bzip2.NewReader(in)), nil
}

// openLZ4 returns a reader of LZ4 frames, of which a file may have several.
func openLZ4(in *bufio.Reader) (io.ReadCloser, error) {
	return io.NopCloser(lz4.NewReader(in)), nil
}

// errDictionary is the fault of an .xz file that refers back too far.
var errDictionary = errors.New("its dictionary is too large")

// openXZ returns a reader of xz streams, of which a file may have several.
func openXZ(in *bufio.Reader) (io.ReadCloser, error) {
	// The library makes room for any dictionary. All blocks have the same as the first
	// unless someone means harm.
	if xzDictionary(in) > maxWindow {
		return nil, errDictionary
	}
	data := &xzData{in: in}
	text, err := xz.NewReader(data)
	if err != nil {
		return nil, noEOF(err)
	}
	return io.NopCloser(&xzText{text, data}), nil
}

// xzDictionary returns how many bytes the first block's dictionary has, as far as that can
// be seen (https://tukaani.org/xz/xz-file-format.txt).
func xzDictionary(in *bufio.Reader) int64 {
	const streamHeader, lzma2 = 12, 0x21
	head, _ := in.Peek(streamHeader + 1)
	if len(head) <= streamHeader || head[streamHeader] == 0 { // no block
		return 0
	}
	head, _ = in.Peek(streamHeader + 4*(int(head[streamHeader])+1))
	head = head[streamHeader+1:]
	if len(head) == 0 {
		return 0
	}
	flags := head[0]
	head = head[1:]
	for _, sized := range []byte{0x40, 0x80} {
		if flags&sized != 0 {
			_, n := binary.Uvarint(head)
			head = head[max(n, 0):]
		}
	}
	if len(head) < 3 || head[0] != lzma2 {
		return 0
	}
	size, _ := lzma.DecodeDictCap(head[2])
	return size
}

// xzData is data of xz, of which the last bytes are noted, but for zeros, which may follow it.
type xzData struct {
	in   io.Reader
	last []byte
}

// Read implements io.Reader.
func (x *xzData) Read(p []byte) (int, error) {
	n, err := x.in.Read(p)
	if seen := bytes.TrimRight(p[:n], "\x00"); len(seen) > 0 {
		x.last = append(x.last, seen[max(len(seen)-len(xzFooter), 0):]...)
		x.last = append(x.last[:0], x.last[max(len(x.last)-len(xzFooter), 0):]...)
	}
	return n, err
}

// xzFooter is what each stream ends with.
const xzFooter = "YZ"

// xzText is the text in xz data. It wants the data to end with the footer of a stream, as the
// library takes the end of a block for that of the stream.
type xzText struct {
	text io.Reader
	data *xzData
}

// Read implements io.Reader.
func (x *xzText) Read(p []byte) (int, error) {
	n, err := x.text.Read(p)
	if errors.Is(err, io.EOF) && string(x.data.last) != xzFooter {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
