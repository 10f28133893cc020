package formats

import (
	"encoding/binary"
	"errors"
	"math"
)

// Types of fields and of elements in Thrift's compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftInt16  = 4
	thriftInt32  = 5
	thriftInt64  = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// maxThriftDepth is how deep structs and lists may nest. Parquet's own go to six.
const maxThriftDepth = 32

var (
	errThriftShort = errors.New("it ends too early")
	errThrift      = errors.New("it is no Thrift")
)

// thriftReader reads Thrift's compact protocol, in which Parquet's page headers
// and footers are written. Nothing is allocated for what the data announces, and
// no list is longer than the bytes that are left for it. After the first error
// everything reads as zero, and structs and lists end.
type thriftReader struct {
	data []byte
	pos  int
	err  error
}

func (r *thriftReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *thriftReader) readByte() byte {
	if r.err != nil || r.pos == len(r.data) {
		r.fail(errThriftShort)
		return 0
	}
	r.pos++
	return r.data[r.pos-1]
}

func (r *thriftReader) uvarint() uint64 {
	if r.err != nil {
		return 0
	}
	v, n := binary.Uvarint(r.data[r.pos:])
	switch {
	case n == 0:
		r.fail(errThriftShort)
	case n < 0:
		r.fail(errThrift)
	default:
		r.pos += n
	}
	return v
}

// varint reads an integer in zigzag form.
func (r *thriftReader) varint() int64 {
	v := r.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// int32 reads an integer that must fit.
func (r *thriftReader) int32() int32 {
	v := r.varint()
	if v < math.MinInt32 || v > math.MaxInt32 {
		r.fail(errThrift)
		return 0
	}
	return int32(v)
}

// fields calls f for each field of a struct. What f does not read, by returning
// false, is passed over.
func (r *thriftReader) fields(depth int, f func(id int, kind byte) bool) {
	if depth > maxThriftDepth {
		r.fail(errThrift)
	}
	id := 0
	for {
		head := r.readByte()
		if r.err != nil || head == 0 {
			return
		}
		if delta := int(head >> 4); delta != 0 {
			id += delta
		} else {
			id = int(r.varint())
		}
		if kind := head & 0xf; !f(id, kind) {
			r.skip(kind, depth)
		}
	}
}

// list calls f for each element of a list.
func (r *thriftReader) list(f func(kind byte)) {
	head := r.readByte()
	n := uint64(head >> 4)
	if n == 15 {
		n = r.uvarint()
	}
	// Every element takes a byte at least.
	if n > uint64(len(r.data)-r.pos) {
		r.fail(errThriftShort)
	}
	for ; n > 0 && r.err == nil; n-- {
		f(head & 0xf)
	}
}

// skip passes over a value. A boolean that is a field has no bytes of its own.
func (r *thriftReader) skip(kind byte, depth int) {
	switch kind {
	case thriftTrue, thriftFalse:
	case thriftByte:
		r.readByte()
	case thriftInt16, thriftInt32, thriftInt64:
		r.uvarint()
	case thriftDouble:
		r.skipBytes(8)
	case thriftBinary:
		r.skipBytes(r.uvarint())
	case thriftStruct:
		r.fields(depth+1, func(int, byte) bool { return false })
	case thriftList, thriftSet:
		if depth > maxThriftDepth {
			r.fail(errThrift)
		}
		r.list(func(kind byte) { r.skipElement(kind, depth+1) })
	case thriftMap:
		r.skipMap(depth)
	default:
		r.fail(errThrift)
	}
}

func (r *thriftReader) skipElement(kind byte, depth int) {
	if kind == thriftTrue || kind == thriftFalse {
		r.readByte()
		return
	}
	r.skip(kind, depth)
}

func (r *thriftReader) skipMap(depth int) {
	n := r.uvarint()
	if n == 0 || r.err != nil {
		return
	}
	kinds := r.readByte()
	if depth > maxThriftDepth {
		r.fail(errThrift)
	}
	for ; n > 0 && r.err == nil; n-- {
		r.skipElement(kinds>>4, depth+1)
		r.skipElement(kinds&0xf, depth+1)
	}
}

func (r *thriftReader) skipBytes(n uint64) {
	if r.err != nil || n > uint64(len(r.data)-r.pos) {
		r.fail(errThriftShort)
		return
	}
	r.pos += int(n)
}
