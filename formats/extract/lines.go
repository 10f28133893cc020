package extract

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
)

// word ends the current segment at a word.
func (s *scanner) word() {
	if s.cells() > 0 {
		s.closeSegment(true)
	}
	if !s.joined || s.run.isWhole() {
		s.ending = true
	}
	s.segment = afterWord
}

// label handles a colon or an equals sign: the words before it, which may end in a number, name
// what follows.
func (s *scanner) label() {
	switch n := s.sure(); {
	case s.segment == afterNothing && n == 1, s.segment == afterWord && n <= 2:
		s.forget()
		s.segment = afterLabel
	case s.segment == afterWord:
		s.closeSegment(true)
	}
}

// bar handles a bar between columns, which starts at from.
func (s *scanner) bar(from int) {
	s.signs.bars = true
	if s.bars == 0 && s.spacedRow() {
		return
	}
	if s.segment == afterWord {
		s.label()
	} else if s.isRowNumber() {
		s.mayIndex()
	}
	s.nextColumn(from, s.bars)
}

// nextColumn ends a column of a line. Columns are numbered from 1; column 0 is the text before the
// first bar. An empty column of a row is a blank, and the first of ten columns holds the names of
// rows.
func (s *scanner) nextColumn(from, number int) {
	if s.bars == 0 {
		s.columns = columnsOf(s.text[s.column:])
	}
	switch {
	case number == 0 || s.columns == 0 || s.signs.rules:
	case number == 1 && s.columns > row && s.isRowNumber():
		s.forget()
		s.segment = afterLabel
	case isBlank(s.text[s.column:from]):
		s.run.add(solver.Blank)
	}
	s.bars++
	s.column = s.at
}

// isRowNumber reports whether the cells of the line can be the number of the row, from 0 or 1. There
// can be a heading row above the first one.
func (s *scanner) isRowNumber() bool {
	if s.cells() != 1 {
		return s.cells() == 0
	} else if s.start > 0 && !s.run.numbersColumns() && !s.run.signs.named && !s.run.signs.numbered {
		return false
	}
	c, rows := s.run.cells[s.run.n-1], byte(s.start/row)
	return c == solver.Blank || c == '0'+rows || c == '1'+rows || rows > 0 && c == '0'+rows-1
}

// isBlank reports whether text consists of white space and LaTeX row ends.
func isBlank(text []byte) bool {
	for _, c := range text {
		if c > ' ' && c != '\\' {
			return false
		}
	}
	return true
}

// spacedRow reads the line if it is a row of a frame in which spaces are blanks, such as
// | 5 3   |   7   |       |, with or without the outer bars. It returns false for any other line.
func (s *scanner) spacedRow() bool {
	const longest, most, inner = 100, 4, 2 // length of a row in bytes, and numbers of bars
	text := s.text[s.column:min(s.column+longest, len(s.text))]
	var fields [most + 1][]byte
	bars, from, at := 0, 0, 0
	for ; at < len(text); at++ {
		if classes[text[at]] < lineEnd {
			continue
		} else if rowEnd(text[at:]) > 0 {
			break
		}
		if n := barAt(text[at:]); n > 0 {
			if bars == most {
				return false
			}
			fields[bars] = text[from:at]
			from = at + n
			at += n - 1
			bars++
		}
	}
	fields[bars] = text[from:at]
	boxes := [3][]byte(fields[:])
	if bars == most && isBlank(fields[0]) && isBlank(fields[most]) {
		boxes = [3][]byte(fields[1:])
		if len(boxes[2]) != len(boxes[1]) {
			return false
		}
	} else if bars != inner {
		return false
	}
	cells, ok := spacedCells(boxes)
	if !ok {
		return false
	}
	s.forget()
	for _, c := range cells {
		s.run.add(c)
	}
	s.signs.spaced = true
	s.at = s.column + at
	return true
}

// spacedCells returns the cells of three boxes in which digits are at fixed positions and spaces
// are blanks. It returns false if there are no blanks before the end of the line. Digits must not be
// adjacent, because the text could then be a table of three columns.
func spacedCells(boxes [3][]byte) (cells [row]byte, ok bool) {
	distance, digits := (len(boxes[1])+1)/3, 0
	if distance < 2 || len(boxes[0]) <= 2*distance {
		return cells, false
	}
	for i := range cells {
		cells[i] = solver.Blank
	}
	for i, box := range boxes {
		first := bytes.IndexAny(box, "123456789") % distance
		for at, c := range box {
			switch k := at / distance; {
			case c == ' ':
			case classes[c] != digit || k > 2 || at%distance != first:
				return cells, false
			default:
				cells[3*i+k] = c
				digits++
			}
		}
	}
	end := (len(boxes[2]) + distance - 1) / distance // cells of the last box before the end of the line
	return cells, digits < row-max(3-end, 0)
}

// columnsOf returns the number of columns of the line at the start of text if it is a row of a
// table with nine columns, or ten if the first holds names. Otherwise it returns 0. Only in a table
// can a column be empty.
func columnsOf(text []byte) int {
	const longest = 400                                         // bytes of a row
	text = bytes.TrimLeft(text[:min(len(text), longest)], " >") // the row can be quoted
	columns, isArray := -1, barAt(text) == 0
	if isArray {
		columns = 1
	}
	for at := 0; at < len(text); at++ {
		if classes[text[at]] < lineEnd {
			continue
		} else if rowEnd(text[at:]) > 0 {
			break
		}
		n := barAt(text[at:])
		if isArray && text[at] == '&' || !isArray && n > 0 {
			columns++
		}
		at += max(n-1, 0)
	}
	if columns == row || columns == row+1 {
		return columns
	}
	return 0
}

// rowEnd returns the length of the end of a line, also in JSON, or of a row in LaTeX at the start
// of text. It returns 0 if the row continues.
func rowEnd(text []byte) int {
	switch {
	case text[0] == '\n':
		return 1
	case len(text) < 2 || text[0] != '\\':
		return 0
	case text[1] == 'n', text[1] == '\\' && (len(text) == 2 || text[2]|0x20 < 'a' || text[2]|0x20 > 'z'):
		return 2
	}
	return 0
}

// hardBreak ends the line and the run, because the surroundings change.
func (s *scanner) hardBreak() {
	s.closeSegment(false)
	s.end(s.run.total())
	s.beginLine()
	s.depth, s.inRow, s.content = 0, false, true
}

func (s *scanner) endLine() {
	if s.inRow {
		return
	}
	if s.columns > 0 && s.bars == s.columns-1 { // the last column of an array
		s.nextColumn(s.at, s.columns)
	}
	if !s.content {
		s.emptyLine()
	} else {
		s.wholeLine()
	}
	s.below = s.content
	s.beginLine()
}

// emptyLine ends a grid unless it may continue with another band or row. If empty lines separate
// the rows and the first row numbers the columns, the grid is one row longer.
func (s *scanner) emptyLine() {
	r := &s.run
	r.signs.apart = true
	n := r.total()
	r.signs.spacedHead = r.signs.spacedHead || n == row && r.numbersColumns()
	mayContinue := (r.signs.spacedHead || r.signs.markedHead && r.numbersColumns()) && n == solver.Cells
	if s.depth == 0 && (n%row != 0 && !r.isBand() || r.isWhole() && !mayContinue) {
		s.end(n)
	}
}

// wholeLine ends a line that is not empty.
func (s *scanner) wholeLine() {
	s.settle()
	if s.cells() == 0 && s.segment == afterNothing && !s.joined { // a rule, or brackets
		if s.run.signs.named && s.run.numbersColumns() && s.run.total() == row {
			s.run.truncate(0)
		}
		if s.signs.rules || s.signs.bars {
			s.run.signs.table = s.run.signs.table || s.bars >= row && s.signs.rules && s.run.signs.lines <= 1
			s.run.signs.markedHead = s.run.signs.markedHead || s.run.signs.lines == 1 && s.signs.bars
			s.run.signs.rules = s.run.signs.rules || s.run.total() > 0 || s.signs.rules
		}
		return
	}
	s.closeSegment(false)
	if s.headings == row && s.run.total() == row {
		s.run.signs.markedHead = true
	}
	if s.ending {
		s.end(s.run.total())
	}
	if s.segment == afterWord && !s.joined {
		s.depth = 0
	}
}

// settle decides which cells of the segment are really markup, or a number or bullet at its start:
// those in excess of a row or a grid.
func (s *scanner) settle() {
	n := s.cells()
	keep := isWhole(n) || s.excess(n) > 0 && !isWhole(s.sure())
	switch {
	case s.marks == 0:
	case n == row && s.marks == n && s.signs.rules: // the end of the run decides
		s.signs.rules = false
	default:
		s.run.settle(max(s.start-s.run.lost, 0), s.run.n, keep)
		s.signs.rules = s.signs.rules && !keep
	}
	excess := s.excess(s.cells())
	s.run.remove(s.start, excess)
	s.signs.numbered = s.signs.numbered || excess > 0
	s.marks, s.index = 0, 0
}

// excess returns how many of the index cells at the start must be removed for n cells to be a row
// or a grid, or 0 if that is not possible.
func (s *scanner) excess(n int) int {
	for k := 1; k <= s.index; k++ {
		if isWhole(n - k) {
			return k
		}
	}
	return 0
}

// isWhole reports whether n cells are a row or a grid.
func isWhole(n int) bool { return n == row || n == solver.Cells }

// closeSegment decides whether the cells since the last word or the start of the line belong to the
// run, start the next one, or are just digits in a sentence.
func (s *scanner) closeSegment(byWord bool) {
	s.settle()
	n := s.cells()
	if n == 0 {
		return
	}
	isNamed := s.segment != afterNothing
	isList := s.bracket || s.depth > 0 && !byWord && !isNamed
	r := &s.run.signs
	starts, belongs := false, true
	switch {
	case isNamed && s.depth == 0 && !s.across && (n == row || !byWord && s.isDamagedRow(n)): // Row 1: 5 3 4 6 7 8 9 1 2
		starts = s.start > 0 && !r.named
	case !isNamed && !s.ending && (isList || n%row == 0 || !byWord && s.fits(n)): // 5 3 4 | 6 7 8 | 9 1 2
		starts = n >= ownLine || r.named && r.apart || s.startsAfterGrid()
	case isNamed && isList && !s.across, n >= fewest: // solution = [[5, 3, 4, ...
		starts = true
	default: // there are 9 in every row
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

// startsAfterGrid reports whether the segment starts another run because the run before it is a
// whole grid: a list after a list, a row or list below a grid with numbered columns, or the first
// row of a double-spaced grid, again.
func (s *scanner) startsAfterGrid() bool {
	r := &s.run.signs
	switch {
	case s.start == 0:
		return false
	case s.bracket && r.nested && s.depth == 0 && s.start%solver.Cells == 0:
		return true
	case s.run.hasHead(s.start):
		return r.markedHead && (!s.continuesTable() || s.repeatsFirstRow()) || s.bracket && !r.lists
	}
	return r.spacedHead && s.start == solver.Cells && s.repeatsFirstRow()
}

// repeatsFirstRow reports whether the segment is the same row as the first of the run.
func (s *scanner) repeatsFirstRow() bool {
	r := &s.run
	return r.lost == 0 && bytes.Equal(r.cells[s.start:r.n], r.cells[:row])
}

// fits reports whether a line of n cells, which is not a whole row, can be part of the run. It can
// if it has more than half of a row, if it continues a grid, if it is in a place for answers, such
// as a box, and not a note, or if it can only be the rest of a grid that is too long.
func (s *scanner) fits(n int) bool {
	const half = row/2 + 1
	return n >= half || s.start%solver.Cells != 0 || s.place() != InText && !s.isNote() || s.isSurplus() || s.continuesTable()
}

// continuesTable reports whether the line has bars or columns like the run.
func (s *scanner) continuesTable() bool {
	return s.signs.bars && s.run.signs.bars || s.signs.table && s.run.signs.table
}

// isDamagedRow reports whether n cells after a name can be a row with missing or additional cells.
func (s *scanner) isDamagedRow(n int) bool {
	r := &s.run.signs
	if r.named && n < fewest {
		return s.fits(n) || s.segment == afterLabel && s.initial() == r.initial
	}
	return n == row-1 || n == row+1
}

// initial returns the first character of the line.
func (s *scanner) initial() byte {
	text := bytes.TrimLeft(s.text[s.column:s.at], " ")
	if len(text) == 0 {
		return 0
	}
	return text[0]
}

// isSurplus reports whether the line has only digits, is directly below a row, and the next line is
// empty or text. Such digits belong to the grid above. Otherwise, they can be the number of the
// next grid.
func (s *scanner) isSurplus() bool {
	if s.start == 0 || !s.below || s.bars > 0 {
		return false
	}
	rest := bytes.TrimLeft(s.text[s.column:], "123456789 ,\r")
	if len(rest) == 0 || rest[0] == '"' {
		return true
	}
	end := rowEnd(rest)
	if end == 0 {
		return false
	}
	next := bytes.TrimLeft(rest[end:], " \r")
	return len(next) == 0 || rowEnd(next) > 0 || next[0] == '\\' || classes[next[0]] == letter
}

// isNote reports whether the line or column starts like a comment, or with a parenthesis.
func (s *scanner) isNote() bool {
	text := bytes.TrimLeft(s.text[s.column:], " ")
	return len(text) > 0 && bytes.IndexByte([]byte("#/("), text[0]) >= 0
}

// join makes the segment part of the run.
func (s *scanner) join() {
	s.joined, s.ending = true, false
	r, l := &s.run.signs, &s.signs
	if s.run.total() == s.cells() && s.segment == afterNothing && r.lines > 0 {
		*r = signs{}
	}
	r.lines++
	if n := s.run.n; n > 0 && s.run.cells[n-1] == doubtful { // a long line may have lost all its cells
		s.run.rules += row
	}
	if s.segment != afterNothing && s.depth == 0 {
		r.named, r.initial = true, s.initial()
	}
	r.rules, r.bars, r.table = r.rules || l.rules, r.bars || l.bars, r.table || l.table
	r.numbered = r.numbered || l.numbered
	r.spaced, r.lists, r.nested = r.spaced || l.spaced, r.lists || l.lists || s.depth > 0, r.nested || l.nested || s.depth > 1
	s.run.place = s.place()
}

// place returns what surrounds the current character.
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
