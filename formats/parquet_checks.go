package formats

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// checkedPages stands between the pages of a column and the library that decodes
// them, which trusts what pages say of themselves: it makes room for as many
// values as a dictionary claims, and waits for ever for values that a data page
// claims and does not hold.
type checkedPages struct {
	file.PageReader
	column *schema.Column
	err    error
}

// Next implements file.PageReader. It passes over data pages without values, at
// which the library would end the column.
func (p *checkedPages) Next() bool {
	for p.PageReader.Next() {
		page := p.Page()
		if p.err = p.check(page); p.err != nil {
			return false
		}
		if _, isDictionary := page.(*file.DictionaryPage); isDictionary || page.NumValues() > 0 {
			return true
		}
	}
	return false
}

// Err implements file.PageReader.
func (p *checkedPages) Err() error {
	if p.err != nil {
		return p.err
	}
	return p.PageReader.Err()
}

// check refuses a page whose values cannot all be in it. How many of a data
// page's values are null is not known here, so only columns without nulls are
// checked.
func (p *checkedPages) check(page file.Page) error {
	_, isDictionary := page.(*file.DictionaryPage)
	plain := parquet.Encoding(page.Encoding()) == parquet.Encodings.Plain
	if !isDictionary && (!plain || p.column.MaxDefinitionLevel() > 0) {
		return nil
	}
	if least := leastBytes(p.column, int64(page.NumValues())); least > int64(len(page.Data())) {
		return fmt.Errorf("a page claims %d values, but its %d bytes cannot hold them", page.NumValues(), len(page.Data()))
	}
	return nil
}

// leastBytes returns how many bytes n values take at least in PLAIN encoding.
func leastBytes(c *schema.Column, n int64) int64 {
	const lengthPrefix = 4
	switch c.PhysicalType() {
	case parquet.Types.Boolean:
		return (n + 7) / 8
	case parquet.Types.ByteArray:
		return n * lengthPrefix
	}
	return n * int64(width(c))
}

// maxPageBytes is how large a page may be when it is unpacked. Pages of a few
// megabytes are usual.
const maxPageBytes = 256 << 20

// boundedAllocator gives memory to the library, which takes as much as a page
// claims to need. It panics where that is too much, and guard makes an error of
// it.
type boundedAllocator struct{ memory.Allocator }

// Allocate implements memory.Allocator.
func (a boundedAllocator) Allocate(size int) []byte {
	checkSize(size)
	return a.Allocator.Allocate(size)
}

// Reallocate implements memory.Allocator.
func (a boundedAllocator) Reallocate(size int, b []byte) []byte {
	checkSize(size)
	return a.Allocator.Reallocate(size, b)
}

func checkSize(size int) {
	if size > maxPageBytes {
		panic(fmt.Sprintf("a page claims %d bytes, more than the %d that one may take", size, maxPageBytes))
	}
}
