package layout

import (
	"bytes"
	"slices"
)

// sureRows is how many rows show where a grid starts among more columns of cells: there is a
// contradiction in most rows of a grid that is shifted by a cell.
const sureRows = 8

// onlyOnePlace reports whether there is one grid, which can start in one column alone, and so few
// columns beside it that they are no larger grid: a number, or a label.
func (c *columns) onlyOnePlace(names [][]byte, rows [][][]byte, cells int) bool {
	if c.header || len(c.starts) != 1 || len(rows) < sureRows || cells != 1 || c.count-c.width > 9 {
		return false
	}
	for at := c.starts[0] + 1; at+c.width <= c.count; at++ {
		if _, good := c.fits(names, rows, at, cells); good {
			return false
		}
	}
	return true
}

// standAlone reports whether nothing beside the grids could belong to them. A larger grid has
// more cells, and without names a number in front or behind looks like a cell, too.
func (c *columns) standAlone(names [][]byte, rows [][][]byte, cells int) bool {
	for at := 0; at < c.count; {
		end := at
		for end < c.count && (c.inGrid(end) || c.holdsCells(rows, end, cells)) && (!c.header || bytes.Equal(stem(names[at]), stem(names[end]))) {
			end++
		}
		within := 0
		for _, start := range c.starts {
			if start < end && start+c.width > at {
				within += c.width
			}
		}
		if within > 0 && end-at != within {
			return false
		}
		at = max(end, at+1)
	}
	return true
}

// inGrid reports whether a column is part of a grid.
func (c *columns) inGrid(column int) bool {
	return slices.ContainsFunc(c.starts, func(start int) bool { return column >= start && column < start+c.width })
}

// holdsCells reports whether each value of a column may be so many cells, and one is not empty.
func (c *columns) holdsCells(rows [][][]byte, column, cells int) bool {
	some := false
	for _, row := range rows {
		if _, good := c.join(nil, row[column:column+1], cells); !good {
			return false
		}
		some = some || len(row[column]) > 0
	}
	return some
}
