package folder

import (
	"bufio"
	"encoding/binary"
	"io"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
)

// npy is the layout with an array of puzzles and an array of solutions per split. Each row is 81
// bytes, with 0 for blanks.
type npy struct{ tablesOnly }

func (npy) Tables(split string) []Table {
	return cellTables(split+"_inputs.npy", split+"_labels.npy", 0)
}

// cellTables returns the arrays of a split. In the arrays, the parameter blank stands for a blank
// cell, and blank+d stands for digit d.
func cellTables(inputs, labels string, blank byte) []Table {
	head := func(s *Split) []byte { return formats.GridArray.AppendHeader(nil, s.Rows()) }
	return []Table{
		rowsTable(inputs, head, func(dst []byte, b *formats.Batch, i int) []byte {
			return formats.AppendCells(dst, &b.Puzzles[i], blank)
		}),
		rowsTable(labels, head, func(dst []byte, b *formats.Batch, i int) []byte {
			return formats.AppendCells(dst, &b.Results[i].Solution, blank)
		}),
	}
}

var indexArray = npyrows.Array{Type: "<i4"}

// writeIndices writes an array of n numbers: 0, step, 2*step and so on.
func writeIndices(w io.Writer, n, step int64) error {
	out := bufio.NewWriterSize(w, 64<<10)
	_, _ = out.Write(indexArray.AppendHeader(nil, n)) // Flush reports errors
	for i := range n {
		_, _ = out.Write(binary.LittleEndian.AppendUint32(out.AvailableBuffer(), uint32(i*step)))
	}
	return out.Flush()
}
