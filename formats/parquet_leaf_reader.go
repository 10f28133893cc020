package formats

import (
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// leafEntries is how many entries of a column are decoded at once.
const leafEntries = 1024

// leafReader reads one column of a row group, any number of rows at a time.
type leafReader struct {
	column *schema.Column
	chunk  file.ColumnChunkReader

	// The entries decoded last, and how many of them, and of their values, have
	// been taken.
	def, rep     []int16
	data         []byte
	ends         []int32
	entries      int
	entry, value int

	scratch any // typed values, for the library to fill
}

func newLeafReader(chunk file.ColumnChunkReader) *leafReader {
	return &leafReader{
		column: chunk.Descriptor(), chunk: chunk,
		def: make([]int16, leafEntries), rep: make([]int16, leafEntries),
	}
}

// more decodes the next entries if none are left, and reports whether there are
// any.
func (r *leafReader) more() (bool, error) {
	if r.entry < r.entries {
		return true, nil
	}
	if !r.chunk.HasNext() {
		return false, r.chunk.Err()
	}
	r.entry, r.value, r.data, r.ends = 0, 0, r.data[:0], r.ends[:0]
	entries, values, err := r.decode()
	if err != nil {
		return false, err
	}
	if entries == 0 {
		return false, r.chunk.Err()
	}
	if got := r.count(); got != values {
		return false, fmt.Errorf("it has %d values where its levels announce %d", values, got)
	}
	r.entries = int(entries)
	return true, nil
}

// count returns the number of values decoded.
func (r *leafReader) count() int {
	if w := width(r.column); w > 0 {
		return len(r.data) / w
	}
	return len(r.ends)
}

// read adds n rows to l. A row ends where the next begins, which is at the next
// entry with repetition level zero.
func (r *leafReader) read(l *leaf, n int) error {
	nested := r.column.MaxRepetitionLevel() > 0
	for row := range n {
		entries := 0
		for {
			more, err := r.more()
			if err != nil {
				return err
			}
			if !more && entries == 0 {
				return fmt.Errorf("it ends %d rows too early", n-row)
			}
			if !more || nested && entries > 0 && r.rep[r.entry] == 0 {
				break
			}
			if err := r.take(l); err != nil {
				return err
			}
			if entries++; !nested {
				break
			}
		}
		l.endRow(entries)
	}
	return nil
}

// take moves one entry to l.
func (r *leafReader) take(l *leaf) error {
	full := r.column.MaxDefinitionLevel()
	def := full
	if full > 0 {
		def = r.def[r.entry]
		l.def = append(l.def, def)
	}
	if r.column.MaxRepetitionLevel() > 0 {
		l.rep = append(l.rep, r.rep[r.entry])
	}
	r.entry++
	if def < full {
		return nil
	}
	if r.value == r.count() {
		return errors.New("it has fewer values than its levels announce")
	}
	if w := width(r.column); w > 0 {
		l.data = append(l.data, r.data[r.value*w:(r.value+1)*w]...)
	} else {
		start := int32(0)
		if r.value > 0 {
			start = r.ends[r.value-1]
		}
		l.data = append(l.data, r.data[start:r.ends[r.value]]...)
		if len(l.data) > maxLeafBytes {
			return fmt.Errorf("its values are too long for a batch (more than %d bytes); choose a smaller --batch", maxLeafBytes)
		}
		l.ends = append(l.ends, int32(len(l.data)))
	}
	r.value++
	l.values++
	return nil
}

// maxLeafBytes bounds the values of one column in one batch.
const maxLeafBytes = 1 << 30

// decode has the library decode the next entries and copies their values out.
func (r *leafReader) decode() (entries int64, values int, err error) {
	switch c := r.chunk.(type) {
	case *file.BooleanColumnChunkReader:
		return decodeInto(r, c.ReadBatch, func(v []bool) []byte {
			bytes := make([]byte, len(v))
			for i := range v {
				if v[i] {
					bytes[i] = 1
				}
			}
			return bytes
		})
	case *file.Int32ColumnChunkReader:
		return decodeInto(r, c.ReadBatch, arrow.Int32Traits.CastToBytes)
	case *file.Int64ColumnChunkReader:
		return decodeInto(r, c.ReadBatch, arrow.Int64Traits.CastToBytes)
	case *file.Float32ColumnChunkReader:
		return decodeInto(r, c.ReadBatch, arrow.Float32Traits.CastToBytes)
	case *file.Float64ColumnChunkReader:
		return decodeInto(r, c.ReadBatch, arrow.Float64Traits.CastToBytes)
	case *file.Int96ColumnChunkReader:
		return decodeInto(r, c.ReadBatch, parquet.Int96Traits.CastToBytes)
	case *file.ByteArrayColumnChunkReader:
		return decodeInto(r, c.ReadBatch, func(v []parquet.ByteArray) []byte {
			for i := range v {
				r.data = append(r.data, v[i]...)
				r.ends = append(r.ends, int32(len(r.data)))
			}
			return nil
		})
	case *file.FixedLenByteArrayColumnChunkReader:
		return decodeInto(r, c.ReadBatch, func(v []parquet.FixedLenByteArray) []byte {
			for i := range v {
				r.data = append(r.data, v[i]...)
			}
			return nil
		})
	}
	return 0, 0, fmt.Errorf("columns of type %s cannot be read", r.column.PhysicalType())
}

// decodeInto reads typed values and adds their bytes to those of r.
func decodeInto[T any](r *leafReader, read func(int64, []T, []int16, []int16) (int64, int, error), bytes func([]T) []byte) (int64, int, error) {
	typed, _ := r.scratch.([]T)
	if typed == nil {
		typed = make([]T, leafEntries)
		r.scratch = typed
	}
	entries, values, err := read(leafEntries, typed, r.def, r.rep)
	if err != nil {
		return 0, 0, err
	}
	r.data = append(r.data, bytes(typed[:values])...)
	return entries, values, nil
}
