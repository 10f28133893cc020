// BYTE_STREAM_SPLIT stores the first bytes of all values, then the second bytes, and so on:
// https://github.com/apache/parquet-format/blob/master/Encodings.md#byte-stream-split-byte_stream_split--9

package parquet

import "github.com/apache/arrow/go/v15/parquet"

// byteStreamSplit is an encoding that the library does not define.
const byteStreamSplit parquet.Encoding = 9

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
