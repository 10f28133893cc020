package formats

import (
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// cellTable returns the table that qualifies as Cells, or nil. If several qualify, it returns the
// one with the most valid records. A table qualifies if it has 81 or more adjacent columns with one
// cell each. If no option requests Cells, most records must also be valid, and no column may hold
// whole puzzles. If options request Cells and a Column, any table with 81 or more fields qualifies.
func (h *head) cellTable() (best *table) {
	requested := h.options.Format == Cells
	isPuzzle := func(c columnStats) bool { return c.isFilled() && c.holdsPuzzles() }
	for _, t := range h.possibleTables() {
		isCells := requested || 2*t.valid > len(t.data()) && !slices.ContainsFunc(t.stats, isPuzzle)
		hasRun := len(t.cellRuns()) > 0 || requested && h.options.Column != "" && t.fields >= solver.Cells
		if isCells && hasRun && (best == nil || t.valid > best.valid) {
			best = t
		}
	}
	return best
}

type cellRun struct{ from, to int }

// cellRuns returns the runs of 81 or more adjacent columns that hold cells. A run can end in empty
// columns only if its length is a multiple of 81, or if earlier columns have empty fields.
func (t *table) cellRuns() (runs []cellRun) {
	start := 0
	for i := range t.fields + 1 {
		if i < t.fields && t.holdsCells(i) {
			continue
		}
		end := i
		for end > start && t.stats[end-1].values == 0 {
			end--
		}
		hasBlanks := slices.ContainsFunc(t.stats[start:end], func(c columnStats) bool { return c.values < t.valid })
		if (i-start)%solver.Cells == 0 || hasBlanks { // empty fields are blanks
			end = i
		}
		if end-start >= solver.Cells {
			runs = append(runs, cellRun{start, end})
		}
		start = i + 1
	}
	return runs
}

// holdsCells reports whether at least half of the fields in a column are cells or empty. One other
// field is allowed, or a quarter if that is more. A column with an empty name does not hold cells.
func (t *table) holdsCells(column int) bool {
	if t.hasHeader && len(t.rows[0][column]) == 0 {
		return false
	}
	cells := countWhere(t.data(), func(row [][]byte) bool { return row != nil && cellIn(row[column]) != 0 })
	return 2*cells >= t.valid && t.valid-cells <= max(1, t.valid/4)
}

// chooseCells finds the columns at which the puzzle and the answer start. Options can name them. A
// run of 81 columns holds one grid, and a run of 162 columns holds a puzzle and its answer.
func (s *csvSource) chooseCells(first *table, o *ReadOptions) (err error) {
	var starts []int
	for _, run := range first.cellRuns() {
		switch n := run.to - run.from; {
		case n%solver.Cells == 0:
			for at := run.from; at < run.to; at += solver.Cells {
				starts = append(starts, at)
			}
		case o.Column == "":
			return option.Errorf(option.FirstCell, "%d columns (%s to %s) hold one cell each, but a puzzle has 81 cells", n, ShownName(s.info.Columns[run.from]), ShownName(s.info.Columns[run.to-1]))
		}
	}
	roles := Roles{Puzzle: -1, PuzzleWhy: byOption, Answer: -1}
	isOpen := func(start int) bool { return 2*first.openGrids(start) > first.valid }
	if o.Column == "" {
		if len(starts) == 2 && isOpen(starts[1]) && !isOpen(starts[0]) {
			slices.Reverse(starts) // the answer comes first
		}
		roles.Puzzle, roles.PuzzleWhy = starts[0], byValues
	} else if roles.Puzzle, err = findColumn(s.info.Columns, o.Column); err != nil {
		return err
	}
	switch {
	case len(starts) == 2 && o.Column+o.AnswerColumn == "" && isOpen(starts[1]):
		return option.Errorf(option.FirstCell, "each row has two grids with blanks")
	case o.AnswerColumn == "none":
	case o.AnswerColumn != "":
		if roles.Answer, err = findColumn(s.info.Columns, o.AnswerColumn); err != nil {
			return err
		}
		roles.AnswerWhy = byOption
	case len(starts) == 2 && roles.Puzzle == starts[0]:
		roles.Answer, roles.AnswerWhy = starts[1], byValues
	case len(starts) > 2 && o.Column == "":
		return option.Errorf(option.FirstCell, "each row has %d grids of 81 columns", len(starts))
	}
	if inGrid(roles.Answer, roles.Puzzle) || inGrid(roles.Puzzle, roles.Answer) {
		return option.Misuse(option.AnswerColumn, "the columns of the puzzle and of its answer overlap")
	}
	for _, start := range []int{roles.Puzzle, roles.Answer} {
		if start+solver.Cells > first.fields {
			return fmt.Errorf("a grid of 81 columns cannot start in column %d (%s), because the file has only %d columns", start+1, ShownName(s.info.Columns[start]), first.fields)
		}
	}
	s.info.Roles = roles
	return nil
}

// openGrids counts the records that have a blank in the grid that starts in the given column.
func (t *table) openGrids(start int) int {
	isOpen := func(field []byte) bool { return cellIn(field) == solver.Blank }
	return countWhere(t.data(), func(row [][]byte) bool {
		return row != nil && slices.ContainsFunc(row[start:][:solver.Cells], isOpen)
	})
}
