package thrift

import (
	"encoding/binary"
	"errors"
	"math"
)

// Types of fields and of elements in Thrift's compact protocol.
const (
	typeTrue   = 1
	False      = 2
	typeByte   = 3
	typeInt16  = 4
	Int32      = 5
	typeInt64  = 6
	typeDouble = 7
	Binary     = 8
	List       = 9
	typeSet    = 10
	Map        = 11
	Struct     = 12
)

// maxDepth is how deep structs and lists may nest. Parquet's own go to six.
const maxDepth = 32

var (
	// ErrShort says that the data ends before what it announces.
	ErrShort = errors.New("it ends too early")

	errForeign = errors.New("it is not valid Thrift")
)

// Reader reads what other programs wrote. Nothing is allocated for what the data announces, and
// no list is longer than the bytes that are left for it. After the first error
// everything reads as zero, and structs and lists end.
type Reader struct {
	data []byte
	pos  int
	err  error
}

// NewReader returns a reader of what data starts with.
func NewReader(data []byte) Reader { return Reader{data: data} }

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// Pos returns how many bytes were read.
func (r *Reader) Pos() int { return r.pos }

// Fail ends the reading with an error, unless it already has one.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *Reader) readByte() byte {
	if r.err != nil || r.pos == len(r.data) {
		r.Fail(ErrShort)
		return 0
	}
	r.pos++
	return r.data[r.pos-1]
}

func (r *Reader) uvarint() uint64 {
	if r.err != nil {
		return 0
	}
	v, n := binary.Uvarint(r.data[r.pos:])
	switch {
	case n == 0:
		r.Fail(ErrShort)
	case n < 0:
		r.Fail(errForeign)
	default:
		r.pos += n
	}
	return v
}

// varint reads an integer in zigzag form.
func (r *Reader) varint() int64 {
	v := r.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// Int32 reads an integer that must fit.
func (r *Reader) Int32() int32 {
	v := r.varint()
	if v < math.MinInt32 || v > math.MaxInt32 {
		r.Fail(errForeign)
		return 0
	}
	return int32(v)
}

// Fields calls f for each field of a struct. What f does not read, by returning
// false, is passed over.
func (r *Reader) Fields(depth int, f func(id int, kind byte) bool) {
	if depth > maxDepth {
		r.Fail(errForeign)
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

// List calls f for each element of a list.
func (r *Reader) List(f func(kind byte)) {
	head := r.readByte()
	n := uint64(head >> 4)
	if n == 15 {
		n = r.uvarint()
	}
	// Every element takes a byte at least.
	if n > uint64(len(r.data)-r.pos) {
		r.Fail(ErrShort)
	}
	for ; n > 0 && r.err == nil; n-- {
		f(head & 0xf)
	}
}

// skip passes over a value. A boolean field has no separate bytes.
func (r *Reader) skip(kind byte, depth int) {
	switch kind {
	case typeTrue, False:
	case typeByte:
		r.readByte()
	case typeInt16, Int32, typeInt64:
		r.uvarint()
	case typeDouble:
		r.skipBytes(8)
	case Binary:
		r.skipBytes(r.uvarint())
	case Struct:
		r.Fields(depth+1, func(int, byte) bool { return false })
	case List, typeSet:
		if depth > maxDepth {
			r.Fail(errForeign)
		}
		r.List(func(kind byte) { r.skipElement(kind, depth+1) })
	case Map:
		r.skipMap(depth)
	default:
		r.Fail(errForeign)
	}
}

func (r *Reader) skipElement(kind byte, depth int) {
	if kind == typeTrue || kind == False {
		r.readByte()
		return
	}
	r.skip(kind, depth)
}

func (r *Reader) skipMap(depth int) {
	n := r.uvarint()
	if n == 0 || r.err != nil {
		return
	}
	kinds := r.readByte()
	if depth > maxDepth {
		r.Fail(errForeign)
	}
	for ; n > 0 && r.err == nil; n-- {
		r.skipElement(kinds>>4, depth+1)
		r.skipElement(kinds&0xf, depth+1)
	}
}

func (r *Reader) skipBytes(n uint64) {
	if r.err != nil || n > uint64(len(r.data)-r.pos) {
		r.Fail(ErrShort)
		return
	}
	r.pos += int(n)
}

// AppendInt32s appends integers as the first fields of a struct, each with the number
// after that of the one before.
func AppendInt32s(dst []byte, fields ...int32) []byte {
	for _, v := range fields {
		dst = binary.AppendVarint(append(dst, 1<<4|Int32), int64(v))
	}
	return dst
}
