// The dictionary encodings store each distinct value once, in a dictionary. Pages hold indices into
// the dictionary:
// https://github.com/apache/parquet-format/blob/master/Encodings.md#dictionary-encoding-plain_dictionary--2-and-rle_dictionary--8

package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
)

// booleans is the dictionary of boolean columns, whose values are read as indices.
var booleans = &values{n: 2, width: 1, data: []byte{0, 1}}

// maxIndexWidth is the maximum number of bits of an index into a dictionary.
const maxIndexWidth = 32

func (v *values) decodeIndices(dict *values) error {
	if dict == nil {
		return errors.New("it refers to a dictionary, but the column has no dictionary")
	}
	if len(v.data) == 0 || v.data[0] > maxIndexWidth {
		return errors.New("the width of its indices is missing or too large")
	}
	v.dict = dict
	if dict.n == 0 {
		return errors.New("it refers to an empty dictionary")
	}
	return v.index.parse(v.data[1:], int(v.data[0]), v.n, dict.n-1, noKey)
}

// indicesAtOnce is the maximum number of indices decoded at once. A row of lists can have more.
const indicesAtOnce = 4096

// copyIndexed looks up values [from, to) of v in its dictionary and appends them to c.
func (c *Column) copyIndexed(v *values, from, to int) error {
	c.indices = decodeRLE(c.indices[:0], &v.index, from, to)
	for _, i := range c.indices {
		if int(i) >= v.dict.n {
			return fmt.Errorf("it refers to entry %d, but the dictionary has only %d", i+1, v.dict.n)
		}
	}
	if err := c.checkRoom(len(c.indices) * c.width); err != nil {
		return err
	}
	data, words := slices.Grow(c.data, len(c.indices)*c.width), v.dict.data
	switch c.width {
	case 4:
		for _, i := range c.indices {
			data = binary.LittleEndian.AppendUint32(data, binary.LittleEndian.Uint32(words[4*i:]))
		}
		c.data = data
	case 8:
		for _, i := range c.indices {
			data = binary.LittleEndian.AppendUint64(data, binary.LittleEndian.Uint64(words[8*i:]))
		}
		c.data = data
	default:
		for _, i := range c.indices {
			value := v.dict.at(int(i))
			if err := c.checkRoom(len(value)); err != nil {
				return err
			}
			c.addValue(value)
		}
	}
	return nil
}

// newDictionary returns a dictionary page with the given words.
func newDictionary(words []string, c compress.Compression) *encodedPage {
	var values []byte
	for _, w := range words {
		values = appendPlain(values, []byte(w))
	}
	var d encodedPage
	d.kind, d.entries, d.encoding = pageDictionary, len(words), parquet.Encodings.Plain
	d.complete(c, nil, values, false)
	return &d
}
