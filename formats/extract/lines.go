package extract

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// word ends the current segment at a word.
func (s *scanner) word() {
	if s.cells() > 0 {
		s.closeSegment(true)
	}
	if !s.joined || s.run.isWhole() && !s.run.signs.named && s.depth == 0 {
		s.ending = true
	}
	s.segment = afterWord
}

// label handles a colon or an equals sign. The words before it, which can end with a number, label
// the text that follows.
func (s *scanner) label() {
	switch n := s.sure(); {
	case s.segment == afterNothing && n == 1, s.segment == afterWord && n <= 2:
		s.forget()
		s.segment = afterLabel
	case s.segment == afterWord:
		s.closeSegment(true)
	}
}

// bar handles a bar between columns. The bar starts at position from.
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

// nextColumn ends a column of a line. Columns are numbered from 1, and column 0 is the text before
// the first bar. An empty column in a row is a blank. If there are ten columns, the first column
// holds the names of rows.
func (s *scanner) nextColumn(from, number int) {
	if s.bars == 0 {
		s.columns = columnsOf(s.text[s.column:])
	}
	switch {
	case number == 0 || s.columns == 0 && !s.labels || s.signs.rules:
	case number == 1 && (s.columns > row || s.labels) && s.isRowNumber():
		s.labels = true
		s.forget()
		s.segment = afterLabel
	case s.columns > 0 && isBlank(s.text[s.column:from]):
		s.run.add(solver.Blank)
	}
	s.bars++
	s.column = s.at
}

// isRowNumber reports whether the cells at the start of the line can be a row number. Rows are
// numbered from 0 or 1, and a heading can precede the first row.
func (s *scanner) isRowNumber() bool {
	r := &s.run
	if s.sure() != 1 {
		return s.cells() == 0
	} else if s.start > 0 && (s.start != row || !r.numbersColumns()) && !r.signs.named && !r.signs.numbered {
		return false
	}
	cells := r.cells[max(s.start-r.lost, 0):r.n] // of a long line, only the last cells are held
	at := slices.IndexFunc(cells, func(c byte) bool { return c != doubtful })
	if at < 0 {
		return false
	}
	c, rows := cells[at], byte(r.signs.lines)
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
// | 5 3   |   7   |       |. The outer bars can be missing. For any other line, it returns false.
func (s *scanner) spacedRow() bool {
	const longest, most, inner = 100, 4, 2 // maximum length of a row in bytes, and numbers of bars with and without the outer bars
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
// are blanks. It returns false if there are no blanks before the end of the line. It also returns
// false if digits are adjacent, because the text can then be a table of three columns.
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
	end := (len(boxes[2]) + distance - 1) / distance // number of cells of the last box before the end of the line
	return cells, digits < row-max(3-end, 0)
}

// columnsOf returns the number of columns in the line at the start of text if the line is a row of
// a table. Such a row has nine columns, or ten if the first column holds names. For any other line,
// columnsOf returns 0. Only columns of a table can be empty.
func columnsOf(text []byte) int {
	const longest = 400                                         // maximum length of a row in bytes
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

// rowEnd returns the length of the line end at the start of text. The line end can be escaped as in
// JSON, or be the end of a row in LaTeX. If the row continues, rowEnd returns 0.
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

// hardBreak ends the line and the run, because a fence, a tag or a box starts or ends.
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
	if s.columns > 0 && s.bars == s.columns-1 { // the line ends the last column of an array
		s.nextColumn(s.at, s.columns)
	}
	if !s.content {
		s.emptyLine()
	} else {
		s.wholeLine()
	}
	s.below, s.belowWords = s.content, s.words > 0
	s.beginLine()
}

// emptyLine ends a grid, unless another band or row can continue it. If empty lines separate the
// rows and the first row numbers the columns, the grid has an additional row.
func (s *scanner) emptyLine() {
	r := &s.run
	n := r.total()
	s.labels = false
	r.signs.spacedHead = r.signs.spacedHead || n == row && r.numbersColumns()
	hasBands := r.signs.apart && !r.signs.named
	mayContinue := (hasBands || r.signs.spacedHead || r.signs.markedHead && r.numbersColumns()) && n == solver.Cells
	r.signs.apart = true
	if s.depth == 0 && (n%row != 0 && !r.isBand() || r.isWhole() && !mayContinue) {
		s.end(n)
	}
}

// wholeLine ends a line that is not empty.
func (s *scanner) wholeLine() {
	s.settle()
	if s.cells() == 0 && s.segment == afterNothing && !s.joined { // the line is a rule or has only brackets
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
	if s.ending && (!s.namesRow || s.words != 1) { // the name of a row can be on a separate line
		s.end(s.run.total())
	}
	if s.segment == afterWord && !s.joined {
		s.depth = 0
	}
}

// settle decides whether doubtful cells of the segment are markup, and whether cells at its start
// are a number or a bullet. It removes cells in excess of a row or a grid.
func (s *scanner) settle() {
	s.settleDashes()
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

// settleDashes handles a rule of single dashes, such as - - - + - - - + - - - between rows, or
// |-|-|-| below a heading of words. Between rows, nine dashes can also be cells. If the rows are a
// list, one more dash can be a bullet.
func (s *scanner) settleDashes() {
	n := s.cells()
	isBelowHead := s.start == 0 && s.belowWords && s.bars > 0
	if n < 3 || s.dashes != n || s.start == 0 && !isBelowHead || s.segment != afterNothing || s.run.signs.numbered {
		return
	}
	s.forget()
	s.signs.rules, s.dashes = true, 0
	if n == row && !isBelowHead && bytes.IndexByte(s.text[s.column:s.at], '+') < 0 {
		for range n {
			s.run.add(doubtful)
		}
		s.marks = n
	}
}

// excess returns how many cells to remove at the start of the segment so that n cells become a row
// or a grid. Only the first s.index cells can be removed. If more cells would have to be removed,
// excess returns 0.
func (s *scanner) excess(n int) int {
	if s.run.signs.numbered && s.index == 1 {
		return 1
	}
	for k := 1; k <= s.index; k++ {
		if isWhole(n - k) {
			return k
		}
	}
	return 0
}

// isWhole reports whether n cells are a row or a grid.
func isWhole(n int) bool { return n == row || n == solver.Cells }

// closeSegment decides what to do with the cells since the last word or the start of the line. They
// can belong to the run, start the next run, or be digits in a sentence.
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
	case s.segment == afterWord && s.countsDigits(): // the digits 1, 2, 3, 4, 5, 6, 7, 8, 9
		belongs = false
		s.run.truncate(s.start)
	case isNamed && s.depth == 0 && !s.across && (n == row || !byWord && s.isDamagedRow(n) || s.bracket && isAlmostRow(n)): // Row 1: 5 3 4 6 7 8 9 1 2
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

// startsAfterGrid reports whether the segment starts another run because the previous run is a
// whole grid. A list starts another run after a list. A row or list starts another run after a grid
// with numbered columns. In a double-spaced grid, a row starts another run if it repeats the first
// row.
func (s *scanner) startsAfterGrid() bool {
	r := &s.run.signs
	switch {
	case s.start == 0:
		return false
	case s.bracket && r.nested && s.outer == 0 && s.start%solver.Cells == 0:
		return true
	case s.run.hasHead(s.start):
		return r.markedHead && (!s.continuesTable() || s.repeatsFirstRow()) || s.bracket && !r.lists
	}
	return r.spacedHead && s.start == solver.Cells && s.repeatsFirstRow()
}

// repeatsFirstRow reports whether the segment equals the first row of the run.
func (s *scanner) repeatsFirstRow() bool {
	r := &s.run
	return r.lost == 0 && bytes.Equal(r.cells[s.start:r.n], r.cells[:row])
}

// fits reports whether a line of n cells that is not a whole row can be part of the run. One of
// these conditions must be met:
//   - The line has more than half of a row.
//   - The line continues a grid.
//   - The line is in a place for answers, such as a box, and is not a note.
//   - The line can only be the end of a grid that is too long.
//   - The line has bars or columns like the run.
func (s *scanner) fits(n int) bool {
	const half = row/2 + 1
	return n >= half || s.start%solver.Cells != 0 || s.place() != InText && !s.isNote() || s.isSurplus() || s.continuesTable()
}

// continuesTable reports whether the line and the run both have bars, or both have table columns.
func (s *scanner) continuesTable() bool {
	return s.signs.bars && s.run.signs.bars || s.signs.table && s.run.signs.table
}

// countsDigits reports whether the segment consists of the digits from 1 to 9 in order.
func (s *scanner) countsDigits() bool {
	return string(s.run.cells[max(s.start-s.run.lost, 0):s.run.n]) == "123456789"
}

// isDamagedRow reports whether n cells after a label can be a row with missing or additional cells.
func (s *scanner) isDamagedRow(n int) bool {
	r := &s.run.signs
	if r.named && n < fewest {
		return s.fits(n) || s.segment == afterLabel && s.initial() == r.initial
	}
	return isAlmostRow(n)
}

// isAlmostRow reports whether n cells are one more or one fewer than a row has.
func isAlmostRow(n int) bool { return n == row-1 || n == row+1 }

// initial returns the first character of the line.
func (s *scanner) initial() byte {
	text := bytes.TrimLeft(s.text[s.column:s.at], " ")
	if len(text) == 0 {
		return 0
	}
	return text[0]
}

// isSurplus reports whether the line has only digits, directly follows a row, and is followed by an
// empty line or by text. If empty lines separate the bands of the grid, one can also precede the
// line. Such digits belong to the grid above. Other digits can be the number of the next grid.
func (s *scanner) isSurplus() bool {
	if s.start == 0 || !s.below && !s.run.signs.apart || s.bars > 0 || s.joined || s.segment != afterNothing {
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

// isNote reports whether the line or column starts with a comment character or a parenthesis.
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
	if n := s.run.n; n > 0 && s.run.cells[n-1] == doubtful { // n is 0 if a long line has lost all its cells
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
