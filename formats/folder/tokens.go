package folder

import (
	"archive/zip"
	"context"
	"io"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
	"github.com/gridmill/gridmill/solver"
)

// tokens is the layout of kameronton/sudoku-residual (data.py): one archive per split, with an
// array named sequences. A sequence has a token per cell, and a separator after the clues. A token
// is 81*row + 9*column + digit, where row, column and digit start at 0.
type tokens struct{ tablesOnly }

var tokensArray = npyrows.Array{Type: "<i2", Width: solver.Cells + 1}

// separator is the token after the clues.
const separator = 9 * 9 * 9

func (tokens) Tables(split string) []Table {
	head := func(s *Split) []byte { return tokensArray.AppendHeader(nil, s.Rows()) }
	table := rowsTable(split+"_traces.npz", head, func(dst []byte, b *formats.Batch, i int) []byte {
		return appendTrace(dst, b, i, func(dst []byte, clues int, trace []placement) []byte {
			dst = appendTokens(dst, trace[:clues])
			return appendTokens(appendInt16(dst, separator), trace[clues:])
		})
	})
	join := table.Join
	table.Join = func(ctx context.Context, w io.Writer, split *Split, parts []string) error {
		// As in archives written by numpy.savez, the array is not compressed. Its header has no
		// date, so the same rows always produce the same bytes.
		archive := zip.NewWriter(w)
		array, err := archive.CreateHeader(&zip.FileHeader{Name: "sequences.npy", Method: zip.Store})
		if err != nil {
			return err
		}
		if err := join(ctx, array, split, parts); err != nil {
			return err
		}
		return archive.Close()
	}
	return []Table{table}
}

func appendTokens(dst []byte, trace []placement) []byte {
	for _, p := range trace {
		dst = appendInt16(dst, int16(9*p.cell+p.digit-1))
	}
	return dst
}
