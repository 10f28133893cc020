package parquet

import (
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// values holds the values of a page or dictionary, except nulls. If the encoding stores values
// unchanged, data is the page's body itself, not a copy.
type values struct {
	n     int
	width int // size of each value in bytes, or 0 for byte arrays of variable length
	data  []byte
	// If width is 0, value i is data[ends[i]+gap:ends[i+1]].
	ends []uint32
	gap  int // size of the length that precedes each value, or 0 if there is none
	// If dict is set, value i is a value of dict, and index holds its position in dict.
	dict  *values
	index rle
}

var errValuesShort = errors.New("it has fewer values than it declares")

// at returns value i. The values must not be indices into a dictionary.
func (v *values) at(i int) []byte {
	if v.width > 0 {
		return v.data[i*v.width : (i+1)*v.width]
	}
	return v.data[int(v.ends[i])+v.gap : v.ends[i+1]]
}

// decode reads n values of a column from a page's body.
func (v *values) decode(c *schema.Column, e parquet.Encoding, body []byte, n int, dict *values) error {
	v.n, v.width, v.data = n, width(c), body
	t, most := c.PhysicalType(), maxPageBytes/max(v.width, lengthBytes)
	switch {
	case n == 0:
		return nil
	case e == parquet.Encodings.Plain:
		return v.decodePlain(t)
	case t != parquet.Types.Boolean && (e == parquet.Encodings.PlainDict || e == parquet.Encodings.RLEDict): // booleans have a fixed dictionary, so they cannot use dict
		return v.decodeIndices(dict)
	case e == parquet.Encodings.RLE && t == parquet.Types.Boolean:
		data, _, err := cutPrefixed(body)
		if err != nil {
			return err
		}
		v.dict = booleans
		return v.index.parse(data, 1, n, 1, noKey)
	case n > most: // n can be huge, because equal deltas take no bytes
		return fmt.Errorf("it has %d values in %s encoding, more than the limit of %d; write smaller row groups, or use another encoding", n, e, most)
	case e == parquet.Encodings.DeltaBinaryPacked && isInteger(t):
		return v.decodeDeltas()
	case e == parquet.Encodings.DeltaLengthByteArray && t == parquet.Types.ByteArray:
		return v.decodeLengths()
	case e == parquet.Encodings.DeltaByteArray && IsBytes(c):
		return v.decodeDeltaArrays()
	case e == byteStreamSplit && v.width > 1:
		return v.decodeByteStreamSplit()
	}
	return fmt.Errorf("its values of type %s use the encoding %s, which is not supported; write the file again with PLAIN encoding", t, e)
}

// byteStreamSplit is an encoding that the Arrow library does not define.
const byteStreamSplit parquet.Encoding = 9

// decodeByteStreamSplit decodes BYTE_STREAM_SPLIT, which stores the first bytes of all values, then
// the second bytes, and so on:
// https://github.com/apache/parquet-format/blob/master/Encodings.md#byte-stream-split-byte_stream_split--9
func (v *values) decodeByteStreamSplit() error {
	if v.n > len(v.data)/v.width {
		return errValuesShort
	}
	made := make([]byte, v.n*v.width)
	for k := range v.width {
		for i, c := range v.data[k*v.n : (k+1)*v.n] {
			made[i*v.width+k] = c
		}
	}
	v.data = made
	return nil
}
