package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// cellTable returns the table in which most records have 81 or more adjacent fields with one cell
// each, or nil if there is no such table. If an option requests Cells, a few such records suffice.
// If options request Cells and set Column, any table with 81 or more fields qualifies.
func (h *head) cellTable() *table {
	requested := h.options.Format == Cells
	named := requested && h.options.Column != ""
	return h.bestTable(func(t *table) int {
		isTable := t.fields >= solver.Cells && (named || (requested || t.isEven()) && len(t.cellRuns()) > 0)
		return (1 + t.fitting + t.even) * int(toNumber(isTable))
	})
}

type cellRun struct{ from, to int }

// cellRuns returns the runs of 81 or more adjacent columns that hold cells. It skips runs whose
// fields are all empty.
func (t *table) cellRuns() (runs []cellRun) {
	start := 0
	for i := 0; i <= t.fields; i++ {
		if i < t.fields && t.holdsCells(i) {
			continue
		}
		if i-start >= solver.Cells && slices.ContainsFunc(t.stats[start:i], columnStats.hasValues) {
			runs = append(runs, t.withoutExtra(cellRun{start, i}))
		}
		start = i + 1
	}
	return runs
}

// withoutExtra removes columns from the ends of a run until its length is a multiple of 81, if
// possible. It first removes columns whose names are unlike the names next to them, then columns
// that lack cells. If the columns at both ends meet a criterion but only one column is extra, that
// criterion removes neither.
func (t *table) withoutExtra(run cellRun) cellRun {
	extra := (run.to - run.from) % solver.Cells
	for _, isExtra := range []func(run cellRun, column, neighbor int) bool{t.isNamedUnlike, t.lacksCells} {
		for extra > 0 {
			first, last := isExtra(run, run.from, run.from+1), isExtra(run, run.to-1, run.to-2)
			n := int(toNumber(first) + toNumber(last))
			if n == 0 || n > extra {
				break
			}
			run.from += int(toNumber(first))
			run.to -= int(toNumber(last))
			extra -= n
		}
	}
	return run
}

// isNamedUnlike reports whether the names of two columns are unlike. Names such as c1 and c2, which
// differ only in the digits at their ends, are alike. An empty name is unlike any other. If the two
// names in the middle of the run are also unlike, as in A1, B1, C1, ..., isNamedUnlike returns
// false.
func (t *table) isNamedUnlike(run cellRun, column, other int) bool {
	if !t.hasHeader || len(t.rows[0]) < run.to {
		return false
	}
	isUnlike := func(column, other int) bool {
		name, otherName := t.rows[0][column], t.rows[0][other]
		letters := func(name []byte) []byte { return bytes.TrimRight(name, "0123456789") }
		return (len(name) == 0) != (len(otherName) == 0) || !bytes.Equal(letters(name), letters(otherName))
	}
	middle := run.from + solver.Cells/2
	return isUnlike(column, other) && !isUnlike(middle, middle+1)
}

// lacksCells reports whether at least half of the values in a column are not cells. It returns true
// for a column without values, unless a column between the ends of the run has an empty field,
// which shows that empty fields are blanks.
func (t *table) lacksCells(run cellRun, column, _ int) bool {
	cells, values := t.countCells(column)
	for i := run.from + 1; values == 0 && i < run.to-1; i++ {
		if _, filled := t.countCells(i); filled < t.fitting {
			return false
		}
	}
	return 2*cells <= values
}

// holdsCells reports whether at least half of the fields in a column are cells or empty.
func (t *table) holdsCells(column int) bool {
	cells, values := t.countCells(column)
	return 2*(values-cells) <= t.fitting
}

// countCells counts the values (nonempty fields) in a column, and how many of them are cells.
func (t *table) countCells(column int) (cells, values int) {
	for _, row := range t.fittingRows() {
		if field := bytes.TrimSpace(row[column]); len(field) > 0 {
			_, isCell := cellIn(field)
			cells += int(toNumber(isCell))
			values++
		}
	}
	return cells, values
}

// cellIn returns the cell that a field holds, and reports whether the field holds one. An empty
// field is a blank.
func cellIn(field []byte) (cell byte, good bool) {
	field = bytes.TrimSpace(field)
	switch {
	case len(field) == 0:
		return solver.Blank, true
	case len(field) == 1 && solver.IsCell(field[0]):
		return field[0], true
	}
	return 0, false
}

// holdsCells reports whether the text has columns of one cell each, and no column of puzzles.
func (h *head) holdsCells() bool {
	isPuzzle := func(c columnStats) bool { return c.isFilled() && c.holdsPuzzles() }
	t := h.gridTable()
	return h.cellTable() != nil && (t == nil || !slices.ContainsFunc(t.stats, isPuzzle))
}

// newCellSource returns a source for CSV with one column for each of the 81 cells of a puzzle. If
// the file has answers, they take another 81 columns. Other columns pass through. In the Schema,
// Roles holds the first column of each grid.
func newCellSource(t textSource, h *head) (source, error) {
	first := h.cellTable()
	if first == nil {
		return nil, option.Misuse(option.InputFormat, "it does not have 81 adjacent columns with one cell each")
	}
	o := h.options
	s := &csvSource{textSource: t, resultsUse: o.Results}
	s.info.HasHeader = first.hasHeader
	raw := s.takeTable(first, o.LeftOut)
	if err := s.chooseCells(first, o); err != nil {
		return nil, err
	}
	if o.Column == "" && !o.FullGrids && s.isFull(first) {
		return nil, option.Errorf(option.AllGrids, "its grids have no blanks, so they are probably answers")
	}
	p, err := s.info.planWith(nil, o)
	if err != nil {
		return nil, err
	}
	s.setColumns(p, raw)
	return s, nil
}

// chooseCells finds the columns at which the puzzle and the answer start. A run of 81 columns holds
// one grid, and a run of 162 columns holds a puzzle and its answer. Options can name the columns at
// which the grids start.
func (s *csvSource) chooseCells(first *table, o *ReadOptions) (err error) {
	var starts []int
	for _, run := range first.cellRuns() {
		switch n := run.to - run.from; {
		case n%solver.Cells == 0:
			for at := run.from; at < run.to; at += solver.Cells {
				starts = append(starts, at)
			}
		case o.Column == "":
			return option.Errorf(option.FirstCell, "%d columns, %s to %s, hold one cell each, but a puzzle has 81 cells", n, ShownName(s.info.Columns[run.from]), ShownName(s.info.Columns[run.to-1]))
		}
	}
	roles := Roles{Puzzle: -1, PuzzleWhy: byOption, Answer: -1}
	if o.Column == "" {
		roles.Puzzle, roles.PuzzleWhy = starts[0], byValues
	} else if roles.Puzzle, err = findColumn(s.info.Columns, o.Column); err != nil {
		return err
	}
	switch {
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
		if start+solver.Cells > first.fields || start >= 0 && (!first.holdsCells(start) || !first.holdsCells(start+solver.Cells-1)) {
			return fmt.Errorf("column %d (%s) is not the first of 81 adjacent columns with one cell each", start+1, ShownName(s.info.Columns[start]))
		}
	}
	s.info.Roles = roles
	return nil
}

// isFull reports whether all puzzles in the first records are full grids.
func (s *csvSource) isFull(first *table) bool {
	for _, row := range first.fittingRows() {
		for _, field := range row[s.info.Roles.Puzzle:][:solver.Cells] {
			if cell, isCell := cellIn(field); isCell && (cell < '1' || cell > '9') {
				return false
			}
		}
	}
	return true
}

// isCell reports whether each row has a cell of the puzzle or of the answer in the given column.
func (s *Schema) isCell(column int) bool {
	return s.Format == Cells && (inGrid(column, s.Roles.Puzzle) || inGrid(column, s.Roles.Answer))
}

// inGrid reports whether a column holds a cell of a grid. first is the first column of that grid,
// or -1 if there is no grid.
func inGrid(column, first int) bool {
	return first >= 0 && column >= first && column < first+solver.Cells
}

// parseCells parses row i, and returns the reason if it is invalid.
func (s *csvSource) parseCells(b *Batch, i int) Reason {
	reason, answered := Reason{Kind: gridtext.Empty}, Reason{Kind: gridtext.Empty}
	puzzle, answer := s.info.Roles.Puzzle, s.info.Roles.Answer
	_, malformed := s.eachField(b, i, func(column int, field []byte) {
		if inGrid(column, puzzle) {
			setCell(&b.Puzzles[i], column-puzzle, b.unquoted(field), &reason)
		}
		if inGrid(column, answer) {
			setCell(&b.answerGrids[i], column-answer, b.unquoted(field), &answered)
		}
	})
	if s.info.HasAnswers {
		b.setAnswer(i, answered)
	}
	return cmp.Or(malformed, reason)
}

// setCell sets g[at] to the cell in a field. reason must initially be gridtext.Empty. The first
// nonempty field of a grid clears it, and the first field that is not a cell sets it.
func setCell(g *solver.Grid, at int, field []byte, reason *Reason) {
	field = bytes.TrimSpace(field)
	if len(field) > 0 && reason.Kind == gridtext.Empty {
		*reason = Reason{}
	}
	cell, good := cellIn(field)
	switch {
	case good && cell-'1' < 9:
		g[at] = cell
	case good:
		g[at] = solver.Blank
	case reason.Kind == gridtext.NoReason:
		*reason = Reason{Kind: gridtext.BadCell, A: int32(at + 1)}
	}
}
