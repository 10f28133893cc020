package thrift

import (
	"errors"
	"math/rand/v2"
	"testing"

	library "github.com/apache/thrift/lib/go/thrift"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// last is the field that tests look for after all others.
const last = 1000

// structOf returns a struct as the library writes it: random fields, nested up to three
// deep, and a number as its last field.
func structOf(t *testing.T, r *rand.Rand, number int32) []byte {
	t.Helper()
	to := library.NewTMemoryBuffer()
	w := writer{library.NewTCompactProtocolConf(to, nil), t, r}
	w.structs(3, func() { w.field(library.I32, last, func() error { return w.p.WriteI32(t.Context(), number) }) })
	w.must(w.p.Flush(t.Context()))
	return to.Bytes()
}

// writer writes random values with the library.
type writer struct {
	p *library.TCompactProtocol
	t *testing.T
	r *rand.Rand
}

func (w *writer) must(err error) {
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *writer) field(kind library.TType, id int16, value func() error) {
	w.must(w.p.WriteFieldBegin(w.t.Context(), "", kind, id))
	w.must(value())
	w.must(w.p.WriteFieldEnd(w.t.Context()))
}

func (w *writer) structs(depth int, end func()) {
	w.must(w.p.WriteStructBegin(w.t.Context(), ""))
	for id := int16(0); id < 100; id += 1 + int16(w.r.IntN(30)) {
		kind := w.kind(depth)
		w.field(kind, id+1, func() error { return w.value(kind, depth) })
	}
	end()
	w.must(w.p.WriteFieldStop(w.t.Context()))
	w.must(w.p.WriteStructEnd(w.t.Context()))
}

func (w *writer) kind(depth int) library.TType {
	kinds := []library.TType{library.BOOL, library.BYTE, library.I16, library.I32, library.I64, library.DOUBLE, library.STRING,
		library.STRUCT, library.LIST, library.SET, library.MAP}
	if depth == 0 {
		kinds = kinds[:7]
	}
	return kinds[w.r.IntN(len(kinds))]
}

func (w *writer) value(kind library.TType, depth int) error {
	ctx, n, of := w.t.Context(), w.r.IntN(20), w.kind(max(depth-1, 0))
	elements := func(kinds ...library.TType) {
		for range n {
			for _, kind := range kinds {
				w.must(w.value(kind, max(depth-1, 0)))
			}
		}
	}
	switch kind {
	case library.BOOL:
		return w.p.WriteBool(ctx, n%2 == 0)
	case library.BYTE:
		return w.p.WriteByte(ctx, int8(n))
	case library.I16:
		return w.p.WriteI16(ctx, int16(w.r.Uint32()))
	case library.I32:
		return w.p.WriteI32(ctx, int32(w.r.Uint32()))
	case library.I64:
		return w.p.WriteI64(ctx, int64(w.r.Uint64()>>w.r.IntN(64)))
	case library.DOUBLE:
		return w.p.WriteDouble(ctx, w.r.Float64())
	case library.STRING:
		return w.p.WriteBinary(ctx, make([]byte, w.r.IntN(200)))
	case library.STRUCT:
		w.structs(depth-1, func() {})
	case library.LIST:
		w.must(w.p.WriteListBegin(ctx, of, n))
		elements(of)
	case library.SET:
		w.must(w.p.WriteSetBegin(ctx, of, n))
		elements(of)
	case library.MAP:
		w.must(w.p.WriteMapBegin(ctx, library.STRING, of, n))
		elements(library.STRING, of)
	}
	return nil
}

// read looks for the last field.
func read(data []byte) (found int32, r Reader) {
	r = NewReader(data)
	r.Fields(0, func(id int, kind byte) bool {
		if id != last || kind != Int32 {
			return false
		}
		found = r.Int32()
		return true
	})
	return found, r
}

// What follows fields of all types is found in complete data, but not in other data.
func TestReader(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range testkit.Rounds(2000) {
		want := int32(r.Uint32())
		data := structOf(t, r, want)
		if got, in := read(data); got != want || in.Err() != nil || in.Pos() != len(data) {
			t.Fatalf("%x: %d behind %d of %d bytes, error %v, want %d", data, got, in.Pos(), len(data), in.Err(), want)
		}
		if _, in := read(data[:r.IntN(len(data))]); !errors.Is(in.Err(), ErrShort) {
			t.Fatalf("%x cut off: error %v", data, in.Err())
		}
		bad := testkit.Damage(r, append(data, 0, 0, 0))
		if _, in := read(bad); in.Pos() > len(bad) {
			t.Fatalf("%x: %d bytes were read of %d", bad, in.Pos(), len(bad))
		}
	}
}

// Integers are written as the library writes them.
func TestAppendInt32s(t *testing.T) {
	numbers := []int32{0, 1, -1, 63, 64, -65, 1 << 20, -1 << 31, 1<<31 - 1}
	to := library.NewTMemoryBuffer()
	w := writer{library.NewTCompactProtocolConf(to, nil), t, nil}
	w.must(w.p.WriteStructBegin(t.Context(), ""))
	for i, n := range numbers {
		w.field(library.I32, int16(i+1), func() error { return w.p.WriteI32(t.Context(), n) })
	}
	w.must(w.p.Flush(t.Context()))
	if got, want := AppendInt32s(nil, numbers...), to.Bytes(); string(got) != string(want) {
		t.Errorf("%x, want %x", got, want)
	}
}
