package datasets

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// A gridArray is a NumPy array of puzzles, solutions or both, in a file or an archive.
type gridArray struct {
	rows   *io.SectionReader // the array without its header
	name   string
	decode decoder
}

// openArray opens the array of a table. The file must start with the header that the layout writes,
// followed by size bytes. If only the size is wrong, openArray reports a fault and continues.
func (v *tableVerifier) openArray(
	t folder.Table, split *folder.Split, size int64, decode decoder,
) (*gridArray, error) {
	var empty bytes.Buffer
	if err := t.Join(context.Background(), &empty, split, nil); err != nil {
		return nil, err
	}
	f, err := v.openFile(v.path(t.Path))
	if err != nil {
		return nil, files.WithoutPath(err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	in, head := io.NewSectionReader(f, 0, info.Size()), io.NewSectionReader(bytes.NewReader(empty.Bytes()), 0, int64(empty.Len()))
	if strings.HasSuffix(t.Path, ".npz") {
		if head, err = arrayIn(head, head.Size()); err != nil {
			return nil, err
		}
		if in, err = arrayIn(f, info.Size()); err != nil {
			return nil, err
		}
	}
	same := &comparer{in: in}
	if _, err := io.Copy(same, head); err != nil {
		return nil, err
	}
	rows := io.NewSectionReader(in, head.Size(), in.Size()-head.Size())
	if rows.Size() != size {
		v.faultOf(t.Path, "it has %d bytes after its header, expected %d", rows.Size(), size)
	}
	return &gridArray{rows, t.Path, decode}, nil
}

func arrayIn(archive io.ReaderAt, size int64) (*io.SectionReader, error) {
	z, err := zip.NewReader(archive, size)
	if err != nil {
		return nil, fmt.Errorf("it is not an archive: %w", err)
	}
	if len(z.File) != 1 || z.File[0].Name != "sequences.npy" || z.File[0].Method != zip.Store {
		return nil, errors.New("it must contain only the file sequences.npy, without compression")
	}
	at, err := z.File[0].DataOffset()
	if err != nil {
		return nil, fmt.Errorf("it is not an archive: %w", err)
	}
	return io.NewSectionReader(archive, at, int64(z.File[0].UncompressedSize64)), nil
}

// gridArrays holds the arrays of a split: one for puzzles and one for solutions, or one for both.
// It implements formats.RowMaker, so that workers read the rows in parallel. Its Make method only
// clears the grids. The read method fills them.
type gridArrays []*gridArray

func (v *tableVerifier) openArrays() (formats.Reader, error) {
	l, rows := v.layout, v.counts.Rows
	split := folder.Split{Bases: v.counts.Bases, Morphs: v.counts.Morphs}
	for i, of := range l.writer.Tables(v.counts.Name) {
		a, err := v.openArray(of, &split, v.counts.Rows*int64(l.width), l.decoders[i])
		if err != nil {
			return nil, pipeline.FaultOf(v.path(of.Path), "%w", err)
		}
		v.arrays = append(v.arrays, a)
		rows = min(rows, a.rows.Size()/int64(l.width))
	}
	v.starts = []int64{0}
	return formats.NewGenerated(v.arrays, rows), nil
}

func (g gridArrays) Make(_ int64, puzzles []solver.Grid, _ []bool, _ []int32) (made int, err error) {
	clear(puzzles)
	return len(puzzles), nil
}

func (gridArrays) AtOnce(int64) int64               { return math.MaxInt64 }
func (gridArrays) Attempts() (n int64, name string) { return 0, "" }
func (gridArrays) Stop()                            {}
func (gridArrays) Wanted() string                   { return "" }
func (gridArrays) Weighted() bool                   { return false }
func (gridArrays) Searched() bool                   { return false }

// read reads the puzzles and solutions of a batch, and reports any rows that cannot be read.
func (g gridArrays) read(l *layout, e *checkedRows, b *formats.Batch) error {
	size := b.Len() * l.width
	e.buffer = slices.Grow(e.buffer[:0], size)[:size]
	for _, a := range g {
		if _, err := a.rows.ReadAt(e.buffer, b.First*int64(l.width)); err != nil {
			return fmt.Errorf("%s cannot be read: %w", a.name, files.WithoutPath(err))
		}
		for i := range b.Results {
			r, row := &e.rows[i], e.buffer[i*l.width:][:l.width]
			err := a.decode(row, &b.Puzzles[i], &b.Results[i].Solution)
			if err != nil && len(r.faults) == 0 {
				r.fault("in %s, %w", a.name, err)
			}
		}
	}
	return nil
}

// cellDecoders returns a decoder for an array of puzzles and a decoder for an array of solutions.
func cellDecoders(blank byte) []decoder {
	return []decoder{
		func(row []byte, puzzle, _ *solver.Grid) error { return decodeCells(puzzle, row, blank) },
		func(row []byte, _, solution *solver.Grid) error { return decodeCells(solution, row, blank) },
	}
}

// decodeCells decodes a grid. An empty cell is stored as blank, and a digit d as blank+d.
func decodeCells(g *solver.Grid, row []byte, blank byte) error {
	for cell, value := range row {
		switch digit := value - blank; {
		case digit == 0:
			g[cell] = solver.Blank
		case digit <= 9:
			g[cell] = '0' + digit
		default:
			return fmt.Errorf("the cell in row %d, column %d is %d, expected %d to %d", cell/9+1, cell%9+1, value, blank, blank+9)
		}
	}
	return nil
}

func number(row []byte, i int) int { return int(int16(binary.LittleEndian.Uint16(row[2*i:]))) }

// decodeShah decodes a row of the shah layout: the number of clues, and four numbers per cell (row,
// column, digit and strategy). It ignores the strategies.
func decodeShah(row []byte, puzzle, solution *solver.Grid) error {
	fillTrace(puzzle, solution, number(row, 0), func(i int) (cell, digit int) {
		return 9*number(row, 4*i+1) + number(row, 4*i+2), number(row, 4*i+3)
	})
	return nil
}

// decodeTokens decodes a row of tokens, one per cell. A separator follows the tokens of the clues.
func decodeTokens(row []byte, puzzle, solution *solver.Grid) error {
	const separator = 9 * solver.Cells
	clues := 0
	for clues < solver.Cells && number(row, clues) != separator {
		clues++
	}
	fillTrace(puzzle, solution, clues, func(i int) (cell, digit int) {
		if i >= clues {
			i++
		}
		return number(row, i) / 9, number(row, i)%9 + 1
	})
	return nil
}

// fillTrace fills puzzle and solution. next(i) returns the position and the digit of the i-th cell
// in solving order, which starts with the clues. If a position or a digit is invalid, a cell of the
// solution remains blank, which CheckSolution reports.
func fillTrace(puzzle, solution *solver.Grid, clues int, next func(i int) (cell, digit int)) {
	for cell := range puzzle {
		puzzle[cell] = solver.Blank
	}
	*solution = *puzzle
	for i := range solver.Cells {
		cell, digit := next(i)
		if cell < 0 || cell >= solver.Cells || digit < 1 || digit > 9 {
			continue
		}
		solution[cell] = '0' + byte(digit)
		if i < clues {
			puzzle[cell] = solution[cell]
		}
	}
}
