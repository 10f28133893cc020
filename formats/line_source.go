package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// lineSource reads lines with one puzzle each. The puzzle is the only word of 81 cells, at any
// position in the line. The text next to the puzzle can be kept as a column.
type lineSource struct {
	textSource
	// keepsRest is set if the text next to the puzzles is kept. This text is then the only column.
	keepsRest bool
	leftOut   *LeftOut // counts lines whose text next to the puzzle is not kept, or nil
}

const restColumn = "rest"

func newLineSource(t textSource, h *head) (source, error) {
	o := h.options
	s := &lineSource{textSource: t}
	s.info.Roles = Roles{Answer: -1, PuzzleWhy: byValues}
	s.lines.Skip = func(line []byte) bool {
		if len(line) > 0 && line[0] == '#' {
			o.LeftOut.addLine(CommentLines, s.path, s.lines.Line())
		}
		return skipLine(line)
	}
	if !o.Several && (o.Column != "" || o.AnswerColumn != "" && o.AnswerColumn != "none") { // other inputs can have columns
		return nil, option.Misuse(option.TextAsCSV, "lines of text have no columns of puzzles or answers")
	}
	if o.Format == Auto && !o.FullGrids && h.holdsOnlyFullGrids() {
		return nil, option.Errorf(option.FullLines, "its grids have no blanks, so they are probably answers")
	}
	return s, s.setKept(h)
}

// holdsOnlyFullGrids reports whether all puzzles in the first lines are full.
func (h *head) holdsOnlyFullGrids() bool {
	full := false
	for _, line := range h.lines() {
		var g solver.Grid
		if place, words := findWords(line, isPuzzleWord); words == 1 && parseValue(&g, line[place.Start:place.End], false).Kind == gridtext.NoReason {
			if full = g.Full(); !full {
				return false
			}
		}
	}
	return full
}

// setKept decides whether to keep the text next to the puzzles. The text is kept if its column is
// requested by name, or if columns are kept and the first lines of the first file have such text.
func (s *lineSource) setKept(h *head) error {
	o := h.options
	s.info.HasRest = slices.ContainsFunc(h.lines(), s.hasRest)
	rest := Field{Name: restColumn, raw: restColumn, plain: true}
	if first := o.first; first != nil && first.Columns == nil {
		s.keepsRest = slices.ContainsFunc(first.Kept, rest.equal)
	} else if s.info.HasRest || len(o.Keep.names) > 0 {
		chosen, err := o.Keep.choose([]string{restColumn})
		if err != nil {
			return err
		}
		s.keepsRest = len(chosen) > 0
	}
	switch {
	case s.keepsRest:
		s.info.Kept = []Field{rest}
	case !s.info.HasRest || o.first != nil: // otherwise, the text was not requested
		s.leftOut = o.LeftOut
	}
	return nil
}

func (s *lineSource) hasRest(line []byte) bool {
	place, _ := s.find(line)
	before, after := restOf(line, place)
	return before.Len()+after.Len() > 0
}

// skipLine reports whether a line of text is not a row because it is empty or a comment.
func skipLine(line []byte) bool { return len(line) == 0 || line[0] == '#' }

func (s *lineSource) read(b *Batch, limit int) error {
	if s.keepsRest {
		b.block.Noted = 1
	}
	from := b.Len()
	line, err := s.fill(b, limit)
	b.addSegment(s, from, len(b.block.Rows), line)
	s.countRest(b, from, line)
	return err
}

// countRest counts the rows that lose text next to the puzzle. from is the index of the first row
// to check.
func (s *lineSource) countRest(b *Batch, from int, firstLine int64) {
	if s.leftOut == nil {
		return
	}
	for i := from; i < len(b.block.Rows); i++ {
		line := b.block.Row(i)
		if len(line) > solver.Cells && len(line) <= scan.MaxRow && s.hasRest(line) {
			s.leftOut.addLine(LateRest, s.path, firstLine+int64(b.block.Rows[i].Line))
		}
	}
}

func (s *lineSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	line := b.block.Row(i)
	place, _ := s.find(line)
	return append(dst, line[place.Start:place.End]...)
}

// isLineOfHoDoKu reports whether a line is from a HoDoKu library. In such a line, the fourth
// colon-separated field is a grid.
func isLineOfHoDoKu(line []byte) bool {
	var g solver.Grid
	place, found := fieldOfHoDoKu(line)
	return found && parseHoDoKu(&g, line[place.Start:place.End]) == (Reason{})
}
