package folder

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"io"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
	"github.com/gridmill/gridmill/solver"
)

// npy is the layout with two arrays per split: one array of puzzles and one of solutions. Each row
// is 81 bytes, in which blanks are 0.
type npy struct{ rowsAlone }

func (npy) Tables(split string) []Table {
	return cellTables(split+"_inputs.npy", split+"_labels.npy", 0)
}

// cellArray is an array of grids with one byte per cell.
var cellArray = npyrows.Array{Type: "|u1", Width: solver.Cells}

// cellTables returns the arrays of a split's puzzles and solutions. A blank cell is stored as
// blank, and any other cell as blank plus its digit.
func cellTables(inputs, labels string, blank byte) []Table {
	head := func(s *Split) []byte { return cellArray.AppendHeader(nil, s.Rows()) }
	return []Table{
		rowsTable(inputs, head, func(dst []byte, b *formats.Batch) []byte {
			return appendGrids(dst, len(b.Puzzles), blank, func(i int) *solver.Grid { return &b.Puzzles[i] })
		}),
		rowsTable(labels, head, func(dst []byte, b *formats.Batch) []byte {
			return appendGrids(dst, len(b.Puzzles), blank, func(i int) *solver.Grid { return &b.Results[i].Solution })
		}),
	}
}

// appendGrids appends the cells of n grids.
func appendGrids(dst []byte, n int, blank byte, grid func(i int) *solver.Grid) []byte {
	start := len(dst)
	dst = slices.Grow(dst, n*solver.Cells)[:start+n*solver.Cells]
	for i := range n {
		putCells((*[solver.Cells]byte)(dst[start+i*solver.Cells:]), grid(i), blank)
	}
	return dst
}

// putCells writes the cells of a grid as bytes: blank for a blank cell, and blank plus the digit
// for any other cell.
func putCells(to *[solver.Cells]byte, g *solver.Grid, blank byte) {
	const ones = 0x0101010101010101
	const words = solver.Cells / 8 * 8 // the last cell is handled separately
	blanks := uint64(blank) * ones
	for k := 0; k < words; k += 8 {
		eight := binary.LittleEndian.Uint64(g[k:])
		// The bit with the value 16 is set in digits but not in blanks.
		digits := eight & (eight >> 4 & ones * 15)
		binary.LittleEndian.PutUint64(to[k:], digits+blanks)
	}
	last := g[words]
	to[words] = last&(last>>4&1*15) + blank
}

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

// writeArchive writes a zip archive with one member, as numpy.savez does. The member is not
// compressed and has no date, so that the same rows always give the same bytes.
func writeArchive(w io.Writer, name string, write func(io.Writer) error) error {
	z := zip.NewWriter(w)
	member, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return err
	}
	if err := write(member); err != nil {
		return err
	}
	return z.Close()
}
