package parquet

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/apache/thrift/lib/go/thrift"
)

// maxDepth is the maximum nesting depth of Thrift structs and lists. Parquet's own structures have
// a depth of six.
const maxDepth = 32

var errThriftShort = errors.New("it ends too early")

// thriftReader reads structs in Thrift's compact protocol. It reads page headers, which the Arrow
// library does not expose. It also checks footers, because that library allocates as much memory as
// a footer declares. After the first error, a thriftReader returns only zeros.
type thriftReader struct {
	in  bytes.Buffer
	p   *thrift.TCompactProtocol
	err error
}

// thriftReaders holds idle readers for reuse, because every page header requires a reader.
var thriftReaders = sync.Pool{New: func() any {
	r := new(thriftReader)
	r.p = thrift.NewTCompactProtocolConf(&thrift.TMemoryBuffer{Buffer: &r.in}, &thrift.TConfiguration{MaxMessageSize: maxPageBytes})
	return r
}}

func newThriftReader(data []byte) *thriftReader {
	r := thriftReaders.Get().(*thriftReader)
	r.in = *bytes.NewBuffer(data)
	return r
}

// release makes the reader available for reuse, unless an error has left it inside a struct.
func (r *thriftReader) release() {
	if r.in = (bytes.Buffer{}); r.err == nil {
		thriftReaders.Put(r)
	}
}

// fail stops reading. It records err only if no error has been recorded yet.
func (r *thriftReader) fail(err error) { r.err = cmp.Or(r.err, err) }

// record records err, an error from the Thrift library, unless err is nil. It reports whether any
// error has been recorded.
func (r *thriftReader) record(err error) (failed bool) {
	e, is := errors.AsType[thrift.TProtocolException](err)
	switch {
	case err == nil:
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), is && e.TypeId() == thrift.SIZE_LIMIT:
		r.fail(errThriftShort)
	default:
		r.fail(errors.New("it is not valid Thrift"))
	}
	return r.err != nil
}

// fields calls f for each field of a struct. f reads the field, or returns false to skip it.
func (r *thriftReader) fields(f func(id int16, kind thrift.TType) bool) {
	ctx := context.Background()
	_, err := r.p.ReadStructBegin(ctx)
	for !r.record(err) {
		_, kind, id, failure := r.p.ReadFieldBegin(ctx)
		if r.record(failure) || kind == thrift.STOP {
			break
		}
		if !f(id, kind) {
			err = thrift.Skip(ctx, r.p, kind, maxDepth)
		}
	}
	r.record(r.p.ReadStructEnd(ctx))
}

// list calls f for each element of a list.
func (r *thriftReader) list(f func(kind thrift.TType)) {
	kind, n, err := r.p.ReadListBegin(context.Background())
	r.record(err)
	for ; n > 0 && r.err == nil; n-- {
		f(kind)
	}
}

func (r *thriftReader) int32() int32 {
	n, err := r.p.ReadI32(context.Background())
	if r.record(err) {
		return 0
	}
	return n
}

func (r *thriftReader) bool() bool {
	b, err := r.p.ReadBool(context.Background())
	return !r.record(err) && b
}
