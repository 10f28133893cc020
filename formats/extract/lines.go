package extract

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
)

// word handles a word, which ends the current segment.
func (s *scanner) word() {
	if s.cells() > 0 {
		s.closeSegment(true)
	}
	if !s.joined || s.run.isWhole() && !s.run.signs.named && s.depth == 0 {
		s.ending = true
	}
	s.position = afterWord
}

// label handles a colon or an equals sign. Digits in a label, such as Row 3, are not cells.
func (s *scanner) label() {
	switch n := s.sure(); {
	case s.position == afterNothing && n == 1, s.position == afterWord && n <= 2:
		s.forget()
		s.position = afterLabel
	case s.position == afterWord:
		s.closeSegment(true)
	}
}

// hardBreak ends the line and the run at a fence, at a tag, or at the start or end of a box.
func (s *scanner) hardBreak() {
	s.closeSegment(false)
	s.end(s.run.total())
	s.beginLine()
	s.depth, s.inRow, s.content, s.labels = 0, false, true, false
}

func (s *scanner) endLine() {
	if s.inRow {
		return
	}
	if s.columns > 0 && s.bars == s.columns-1 { // the newline also ends the last column of a LaTeX array
		s.nextColumn(s.at, s.columns)
	}
	if !s.content {
		s.emptyLine()
	} else {
		s.nonemptyLine()
	}
	s.belowWords = s.words > 0
	s.beginLine()
}

// emptyLine ends the run unless the next line can continue the grid. Even a grid of 81 cells can
// continue, because its first row can consist of column numbers.
func (s *scanner) emptyLine() {
	r := &s.run
	n := r.total()
	s.labels = false
	r.signs.spacedHeader = r.signs.spacedHeader || n == row && r.numbersColumns()
	hasBands := r.signs.apart && !r.signs.named
	mayContinue := (hasBands || r.signs.spacedHeader || r.signs.markedHeader && r.numbersColumns()) && n == solver.Cells
	r.signs.apart = true
	if s.depth == 0 && (n%row != 0 && !r.isDamagedPart() || r.isWhole() && !mayContinue) {
		s.end(n)
	}
}

func (s *scanner) nonemptyLine() {
	s.settle()
	if s.cells() == 0 && s.position == afterNothing && !s.joined { // for example, a rule or a line of brackets
		if s.run.signs.named && s.run.numbersColumns() && s.run.total() == row {
			s.run.truncate(0)
		}
		if s.signs.rules || s.signs.bars {
			s.run.signs.table = s.run.signs.table || s.bars >= row && s.signs.rules && s.run.signs.lines <= 1
			s.run.signs.markedHeader = s.run.signs.markedHeader || s.run.signs.lines == 1 && s.signs.bars
			s.run.signs.rules = s.run.signs.rules || s.run.total() > 0 || s.signs.rules
		}
		return
	}
	s.closeSegment(false)
	if s.headings == row && s.run.total() == row {
		s.run.signs.markedHeader = true
	}
	if s.ending && (!s.namesRow || s.words != 1) { // after a line with only a row name, the row follows
		s.end(s.run.total())
	}
	if s.position == afterWord && !s.joined {
		s.depth = 0
	}
}

// settle decides whether doubtful cells of the segment are markup. It also removes a row number or
// a bullet from the start of the segment.
func (s *scanner) settle() {
	s.settleDashes()
	n := s.cells()
	keep := isRowOrGrid(n) || s.excess(n) > 0 && !isRowOrGrid(s.sure())
	switch {
	case s.doubtful == 0:
	case n == row && s.doubtful == n && s.signs.rules: // the cells remain doubtful until s.run ends
		s.signs.rules = false
	default:
		s.run.settle(max(s.start-s.run.lost, 0), s.run.n, keep)
		s.signs.rules = s.signs.rules && !keep
	}
	excess := s.excess(s.cells())
	s.run.remove(s.start, excess)
	s.signs.numbered = s.signs.numbered || excess > 0
	s.doubtful, s.index = 0, 0
}

// settleDashes discards the cells of a line that is a rule of dashes, such as |-|-|-| below a
// header, or - - - + - - - + - - - inside a grid. However, inside a grid, nine dashes without a
// plus sign can also be a row of blanks. They remain doubtful cells until s.run ends.
func (s *scanner) settleDashes() {
	n := s.cells()
	isBelowHeader := s.start == 0 && s.belowWords && s.bars > 0
	if n < 3 || s.dashes != n || s.start == 0 && !isBelowHeader || s.position != afterNothing || s.run.signs.numbered {
		return
	}
	s.forget()
	s.signs.rules, s.dashes = true, 0
	if n == row && !isBelowHeader && bytes.IndexByte(s.text[s.column:s.at], '+') < 0 {
		for range n {
			s.run.add(doubtful)
		}
		s.doubtful = n
	}
}

// excess returns the number of cells in a row number or bullet at the start of a segment of n
// cells. After rows with numbers or bullets, the result is 1 if s.index is 1. Otherwise, it is the
// smallest k up to s.index such that n-k cells are a row or a grid, or 0 if there is no such k.
func (s *scanner) excess(n int) int {
	if s.run.signs.numbered && s.index == 1 {
		return 1
	}
	for k := 1; k <= s.index; k++ {
		if isRowOrGrid(n - k) {
			return k
		}
	}
	return 0
}

// isRowOrGrid reports whether n cells are a row or a grid.
func isRowOrGrid(n int) bool { return n == row || n == solver.Cells }

// closeSegment decides what to do with the cells since the last word or the start of the line. The
// cells can belong to the run, start the next run, or be digits in a sentence.
func (s *scanner) closeSegment(byWord bool) {
	s.settle()
	n := s.cells()
	if n == 0 {
		return
	}
	isNamed := s.position != afterNothing
	isList := s.bracket || s.depth > 0 && !byWord && !isNamed
	r := &s.run.signs
	starts, belongs := false, true
	switch {
	case s.position == afterWord && s.countsDigits(): // "the digits 1, 2, 3, 4, 5, 6, 7, 8, 9"
		belongs = false
		s.run.truncate(s.start)
	case isNamed && s.depth == 0 && !s.across && (n == row || !byWord && s.isDamagedRow(n) || s.bracket && isAlmostRow(n)): // Row 1: 5 3 4 6 7 8 9 1 2
		starts = s.start > 0 && !r.named
	case !isNamed && !s.ending && (isList || n%row == 0 || !byWord && s.fits(n)): // 5 3 4 | 6 7 8 | 9 1 2
		starts = n >= ownLine || r.named && r.apart || s.startsAfterGrid()
	case isNamed && isList && !s.across, n >= fewest: // solution = [[5, 3, 4, ...
		starts = true
	default: // "there are 9 in every row"
		belongs = false
		s.run.truncate(s.start)
	}
	if starts || belongs && s.start > 0 && s.run.place != s.place() {
		s.end(s.start)
	}
	if belongs {
		s.join()
	}
	if n >= ownLine && s.depth == 0 {
		s.end(s.run.total())
	}
	s.start, s.bracket = s.run.total(), false
}

// startsAfterGrid reports whether the segment starts another run after a whole grid. The new run
// can be, for example, a list in brackets or a table that repeats the header.
func (s *scanner) startsAfterGrid() bool {
	r := &s.run.signs
	switch {
	case s.start == 0:
		return false
	case s.bracket && r.nested && s.outer == 0 && s.start%solver.Cells == 0:
		return true
	case s.run.hasHeader(s.start):
		return r.markedHeader && (!s.continuesTable() || s.repeatsFirstRow()) || s.bracket && !r.lists
	}
	return r.spacedHeader && s.start == solver.Cells && s.repeatsFirstRow()
}

func (s *scanner) repeatsFirstRow() bool {
	r := &s.run
	return r.lost == 0 && bytes.Equal(r.cells[s.start:r.n], r.cells[:row])
}

// fits reports whether a line can be part of the run although its n cells are not a whole row. At
// least one of these conditions must be met:
//   - The line has more than half of the cells of a row.
//   - The grid above the line is incomplete.
//   - The line is in a fence, a box or an answer, and is not a comment.
//   - The line has only digits, and they belong to the grid above (see isSurplus).
//   - The line and the run both have bars, or both have table columns.
func (s *scanner) fits(n int) bool {
	const half = row/2 + 1
	return n >= half || s.start%solver.Cells != 0 || s.place() != InText && !s.isComment() || s.isSurplus() || s.continuesTable()
}

// countsDigits reports whether the cells of the segment are the digits 1 to 9 in order.
func (s *scanner) countsDigits() bool {
	return string(s.run.cells[max(s.start-s.run.lost, 0):s.run.n]) == "123456789"
}

// isDamagedRow reports whether n cells after a label may be a row with missing or extra cells.
func (s *scanner) isDamagedRow(n int) bool {
	r := &s.run.signs
	if r.named && n < fewest {
		return s.fits(n) || s.position == afterLabel && s.initial() == r.initial
	}
	return isAlmostRow(n)
}

// isAlmostRow reports whether n cells are a row with one cell too many or too few.
func isAlmostRow(n int) bool { return n == row-1 || n == row+1 }

func (s *scanner) initial() byte {
	text := bytes.TrimLeft(s.text[s.column:s.at], " ")
	if len(text) == 0 {
		return 0
	}
	return text[0]
}

// isSurplus reports whether the line consists of surplus digits of the grid above. The next line
// must be empty or start with a word. Otherwise, the digits may be the number of the next grid.
func (s *scanner) isSurplus() bool {
	if s.start == 0 || s.bars > 0 || s.joined || s.position != afterNothing {
		return false
	}
	rest := bytes.TrimLeft(s.text[s.column:], "123456789 ,\r")
	if len(rest) == 0 || rest[0] == '"' {
		return true
	}
	end := rowEnd(rest)
	if end == 0 {
		return rest[0] == '\\' // the end of a LaTeX array
	}
	next := bytes.TrimLeft(rest[end:], " \r")
	return len(next) == 0 || rowEnd(next) > 0 || next[0] == '\\' || classes[next[0]] == letter
}

// isComment reports whether the current column or line starts like a comment: with '#', '/' or '('.
func (s *scanner) isComment() bool {
	text := bytes.TrimLeft(s.text[s.column:], " ")
	return len(text) > 0 && bytes.IndexByte([]byte("#/("), text[0]) >= 0
}

// join adds the current segment to the run.
func (s *scanner) join() {
	s.joined, s.ending = true, false
	r, l := &s.run.signs, &s.signs
	if s.run.total() == s.cells() && s.position == afterNothing && r.lines > 0 {
		*r = signs{}
	}
	r.lines++
	// n is 0 if the run dropped the start of a long line and a call to settle removed the rest.
	if n := s.run.n; n > 0 && s.run.cells[n-1] == doubtful {
		s.run.rules += row
	}
	if s.position != afterNothing && s.depth == 0 {
		r.named, r.initial = true, s.initial()
	}
	r.rules, r.bars, r.table = r.rules || l.rules, r.bars || l.bars, r.table || l.table
	r.numbered = r.numbered || l.numbered
	r.spaced, r.lists, r.nested = r.spaced || l.spaced, r.lists || l.lists || s.depth > 0, r.nested || l.nested || s.depth > 1
	s.run.place = s.place()
}

// place returns what encloses the current character.
func (s *scanner) place() Place {
	switch {
	case s.inAnswer:
		return InAnswer
	case s.braces > 0:
		return InBox
	case s.inFence:
		return InFence
	}
	return InText
}
