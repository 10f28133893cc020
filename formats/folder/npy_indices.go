package folder

import (
	"bufio"
	"encoding/binary"
	"io"

	"github.com/gridmill/gridmill/formats/internal/npyrows"
)

// indexArray is an array of row numbers.
var indexArray = npyrows.Array{Type: "<i4"}

// writeIndices writes an array of n row numbers: 0, step, 2*step and so on.
func writeIndices(w io.Writer, n, step int64) error {
	out := bufio.NewWriterSize(w, 64<<10)
	if _, err := out.Write(indexArray.AppendHeader(nil, n)); err != nil {
		return err
	}
	var number [4]byte
	for i := range n {
		binary.LittleEndian.PutUint32(number[:], uint32(i*step))
		if _, err := out.Write(number[:]); err != nil {
			return err
		}
	}
	return out.Flush()
}
