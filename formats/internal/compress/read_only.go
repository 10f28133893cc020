package compress

import (
	"bufio"
	"compress/bzip2"
	"io"

	"github.com/pierrec/lz4/v4"
	"github.com/ulikunitz/xz"

	"github.com/gridmill/gridmill/formats/files"
)

// openBzip2 returns a reader of bzip2 streams, of which a file may have several.
func openBzip2(in *bufio.Reader) (io.ReadCloser, error) {
	return io.NopCloser(bzip2.NewReader(in)), nil
}

// openLZ4 returns a reader of LZ4 frames, of which a file may have several.
func openLZ4(in *bufio.Reader) (io.ReadCloser, error) {
	return io.NopCloser(lz4.NewReader(in)), nil
}

// openXZ returns a reader of xz streams, of which a file may have several.
func openXZ(in *bufio.Reader) (io.ReadCloser, error) {
	data := &xzData{in: in}
	text, err := xz.NewReader(data)
	if err != nil {
		return nil, noEOF(err)
	}
	return io.NopCloser(&xzText{text, data}), nil
}

// xzText is the text in xz data. It wants the data to end with a whole stream, as the library
// takes the end of a block for that of the stream.
type xzText struct {
	text io.Reader
	data *xzData
}

// Read implements io.Reader.
func (x *xzText) Read(p []byte) (int, error) {
	n, err := x.text.Read(p)
	if files.IsEnd(err) && !x.data.betweenStreams() {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
