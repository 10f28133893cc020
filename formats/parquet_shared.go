package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// What the writer of Parquet shares with package parquet, under the names that it has there.
const (
	parquetMagic   = parquet.Magic
	lengthBytes    = parquet.LengthBytes
	maxPageBytes   = parquet.MaxPageBytes
	pageData       = parquet.PageData
	pageDictionary = parquet.PageDictionary
)

var (
	width     = parquet.Width
	isInteger = parquet.IsInteger
)

// leaf holds the values of one Parquet column for the rows of a batch.
type leaf = parquet.Column

// resize returns s with n elements, whatever they are.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/8)
	}
	return s[:n]
}

// appendRepeated appends n times the same value.
func appendRepeated[T int16 | uint32](dst []T, value T, n int) []T {
	start := len(dst)
	dst = slices.Grow(dst, n)[:start+n]
	for i := range dst[start:] {
		dst[start+i] = value
	}
	return dst
}

// highBits is the highest bit of each byte of a word.
const highBits = 0x80808080_80808080
