package folder

import "github.com/gridmill/gridmill/formats"

// rrn is the layout for recurrent relational networks
// (rasmusbergpalm/recurrent-relational-networks, tasks/sudoku/data.py): CSV without a header. Each
// row has a puzzle, with 0 for blanks, and a solution. The loader opens the splits train, valid and
// test.
type rrn struct{ tablesOnly }

func (rrn) Tables(split string) []Table {
	return []Table{rowsTable(split+".csv", nil, func(dst []byte, b *formats.Batch, i int) []byte {
		dst = formats.AppendCells(dst, &b.Puzzles[i], '0')
		return append(append(append(dst, ','), b.Results[i].Solution[:]...), '\n')
	})}
}
