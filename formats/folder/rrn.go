package folder

import (
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// rrn is the layout for training recurrent relational networks
// (rasmusbergpalm/recurrent-relational-networks, tasks/sudoku/data.py). It is CSV of puzzles and
// solutions without a header, in which blanks are 0. The loader opens the splits train, valid and
// test.
type rrn struct{ rowsAlone }

const rrnName = "rrn"

// Required returns the splits that the loaders of a layout require.
func Required(layout string) []string {
	if layout == rrnName {
		return []string{"train", "valid", "test"}
	}
	return nil
}

func (rrn) Tables(split string) []Table {
	return []Table{rowsTable(split+".csv", nil, func(dst []byte, b *formats.Batch) []byte {
		for i := range b.Puzzles {
			start := len(dst)
			dst = append(dst, b.Puzzles[i][:]...)
			zeros(dst[start:])
			dst = append(append(append(dst, ','), b.Results[i].Solution[:]...), '\n')
		}
		return dst
	})}
}

// zeros replaces blanks with 0.
func zeros(cells []byte) {
	for i, c := range cells {
		if c == solver.Blank {
			cells[i] = '0'
		}
	}
}
