package formats

import (
	"math/bits"

	"github.com/apache/arrow/go/v15/parquet"
)

// dictionary holds the distinct values of a column, to which its pages refer by number:
// https://parquet.apache.org/docs/file-format/data-pages/encodings/#DICTIONARY
// It is the same in every row group, so that workers need not agree on it.
type dictionary struct {
	page  encodedPage
	width int // bits of an index
}

// newDictionary returns the dictionary of some words.
func newDictionary(words []string, c *compressor) *dictionary {
	var values []byte
	for _, w := range words {
		values = appendPlain(values, []byte(w))
	}
	d := &dictionary{width: bits.Len(uint(len(words) - 1))}
	d.page.kind, d.page.entries, d.page.encoding = pageDictionary, len(words), parquet.Encodings.Plain
	d.page.body = c.append(nil, values)
	d.page.complete(len(values))
	return d
}
