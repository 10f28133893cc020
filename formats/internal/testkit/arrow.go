package testkit

import (
	"bytes"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// Arrow returns an Arrow file or stream with the given batches. There must be at least one batch.
func Arrow(isFile bool, batches []arrow.Record, options ...ipc.Option) []byte {
	out, err := new(seekable), error(nil)
	options = append(options, ipc.WithSchema(batches[0].Schema()))
	var w interface {
		Write(arrow.Record) error
		Close() error
	}
	if w = ipc.NewWriter(out, options...); isFile {
		out.Reset()
		w, err = ipc.NewFileWriter(out, options...)
	}
	for _, batch := range batches {
		if err == nil {
			err = w.Write(batch)
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err)
	}
	return out.Bytes()
}

// seekable is a buffer that reports its position, as the Arrow library requires.
type seekable struct{ bytes.Buffer }

func (s *seekable) Seek(int64, int) (int64, error) { return int64(s.Len()), nil }
