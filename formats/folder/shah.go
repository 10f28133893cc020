package folder

import (
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
	"github.com/gridmill/gridmill/solver"
)

// shah is the layout of the data for "Causal language modeling can elicit search and reasoning
// capabilities on logic puzzles" (kulinshah98/llm-reasoning-logic-puzzles). It has one array per
// split. Each row holds the number of clues and then the row, column, digit and strategy of each
// cell. The loader multiplies the number of clues by 3. The product could overflow an int8, so the
// elements are int16.
type shah struct{ tablesOnly }

var shahArray = npyrows.Array{Type: "<i2", Width: 1 + 4*solver.Cells}

func (shah) Tables(split string) []Table {
	head := func(s *Split) []byte { return shahArray.AppendHeader(nil, s.Rows()) }
	path := split + "_sudoku_puzzles.npy"
	return []Table{rowsTable(path, head, func(dst []byte, b *formats.Batch, i int) []byte {
		return appendTrace(dst, b, i, func(dst []byte, clues int, trace []placement) []byte {
			dst = appendInt16(dst, int16(clues))
			for _, p := range trace {
				dst = appendInt16(dst, int16(p.cell/9), int16(p.cell%9), int16(p.digit), p.strategy)
			}
			return dst
		})
	})}
}
