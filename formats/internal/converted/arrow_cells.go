package converted

import (
	"encoding/binary"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// arrowCells reads lists of a column as grids whose cells other numbers stand for than 0 to 9, by the
// same rules as arrays of NumPy. It is nil for a column that needs none.
type arrowCells struct {
	npyArray
	numbers []int64 // of the current row
	visited int     // values and lists of the current row
}

// mostVisited is how many values and lists a grid has at most, however its lists are nested. Damaged
// ones may hold each other any number of times.
const mostVisited = 4 * cells

// findArrowCells looks at the first rows of a column, and returns what reads its lists.
func findArrowCells(column arrow.Array) *arrowCells {
	if _, isList := column.(array.ListLike); !isList {
		return nil
	}
	c := &arrowCells{}
	c.npyHeader = npyHeader{order: binary.LittleEndian, kind: 'i', size: 8, width: cells}
	var sample []byte
	for i := range column.Len() {
		if !c.read(column, i) {
			return nil
		}
		if sample = append(sample, c.row...); len(sample) >= npySample {
			break
		}
	}
	c.cellNumbers = c.findCells(sample)
	if c.blank == 0 && c.zero == 0 { // which lists of cells are read with
		return nil
	}
	return c
}

// read reads row i as 81 numbers, and reports whether there are so many and nothing else.
func (c *arrowCells) read(column arrow.Array, i int) bool {
	c.numbers, c.row, c.visited = c.numbers[:0], c.row[:0], 0
	if !c.addNumbers(column, i) || len(c.numbers) != cells {
		return false
	}
	for _, n := range c.numbers {
		c.row = binary.LittleEndian.AppendUint64(c.row, uint64(n))
	}
	return true
}

// addNumbers adds the number in row i of a column, or those of its list, and reports whether a grid
// may hold them.
func (c *arrowCells) addNumbers(column arrow.Array, i int) bool {
	if c.visited++; c.visited > mostVisited || isNull(column, i) {
		return false
	}
	switch a := column.(type) {
	case array.ListLike:
		start, end := a.ValueOffsets(i)
		for at := start; at < end; at++ {
			if !c.addNumbers(a.ListValues(), int(at)) {
				return false
			}
		}
	case *array.Int8:
		c.numbers = append(c.numbers, int64(a.Value(i)))
	case *array.Uint8:
		c.numbers = append(c.numbers, int64(a.Value(i)))
	case *array.Int16:
		c.numbers = append(c.numbers, int64(a.Value(i)))
	case *array.Int32:
		c.numbers = append(c.numbers, int64(a.Value(i)))
	case *array.Int64:
		c.numbers = append(c.numbers, a.Value(i))
	default:
		return false
	}
	return true
}
