package extract

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// bar ends the column before a bar. At the first bar, it tries to read the line with spacedRow.
func (s *scanner) bar(end int) {
	s.signs.bars = true
	if s.bars == 0 && s.spacedRow() {
		return
	}
	if s.position == afterWord {
		s.label()
	} else if s.isRowNumber() {
		s.mayIndex()
	}
	s.nextColumn(end, s.bars)
}

// nextColumn ends the current column of a line. Column 0 is the text before the first bar. In a
// table row, an empty column is a blank. If such a row has ten columns, column 1 holds its name.
func (s *scanner) nextColumn(end, number int) {
	if s.bars == 0 {
		s.columns = columnsOf(s.text[s.column:])
	}
	switch {
	case number == 0 || s.columns == 0 && !s.labels || s.signs.rules:
	case number == 1 && (s.columns > row || s.labels) && s.isRowNumber():
		s.labels = true
		s.forget()
		s.position = afterLabel
	case s.columns > 0 && isBlank(s.text[s.column:end]):
		s.run.add(solver.Blank)
	}
	s.bars++
	s.column = s.at
}

// isRowNumber reports whether the cells at the start of the line, if any, can be a row number. Rows
// are numbered from 0 or 1. A header can precede the first row.
func (s *scanner) isRowNumber() bool {
	r := &s.run
	if s.sure() != 1 {
		return s.cells() == 0
	} else if s.start > 0 && (s.start != row || !r.numbersColumns()) && !r.signs.named && !r.signs.numbered {
		return false
	}
	cells := r.cells[max(s.start-r.lost, 0):r.n] // the run may have dropped the start of the line
	at := slices.IndexFunc(cells, func(c byte) bool { return c != doubtful })
	if at < 0 {
		return false
	}
	c, rows := cells[at], byte(r.signs.lines)
	return c == solver.Blank || c == '0'+rows || c == '1'+rows || rows > 0 && c == '0'+rows-1
}

// isBlank reports whether text is empty except for white space and LaTeX row terminators (\\).
func isBlank(text []byte) bool {
	return !slices.ContainsFunc(text, func(c byte) bool { return c > ' ' && c != '\\' })
}

// spacedRow reads a row such as | 5 3   |   7   |       |, in which spaces mark blank cells. The
// outer bars are optional. For any other line, spacedRow returns false.
func (s *scanner) spacedRow() bool {
	const maxBytes, maxBars, innerBars = 100, 4, 2
	text := s.text[s.column:min(s.column+maxBytes, len(s.text))]
	var fields [maxBars + 1][]byte
	bars, from, at := 0, 0, 0
	for ; at < len(text); at++ {
		if classes[text[at]] < lineEnd {
			continue
		} else if rowEnd(text[at:]) > 0 {
			break
		}
		if n := barAt(text[at:]); n > 0 {
			if bars == maxBars {
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
	if bars == maxBars && isBlank(fields[0]) && isBlank(fields[maxBars]) {
		boxes = [3][]byte(fields[1:])
		if len(boxes[2]) != len(boxes[1]) {
			return false
		}
	} else if bars != innerBars {
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

// spacedCells returns the cells of three boxes in which digits have fixed positions and spaces are
// blanks. Cells after the end of the line are blanks too. spacedCells returns false if all cells of
// the line are digits, or if digits are adjacent, as in a table of three columns.
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
	lastCells := (len(boxes[2]) + distance - 1) / distance // the last box can be shorter
	return cells, digits < row-max(3-lastCells, 0)
}

// columnsOf returns the number of columns if text starts with a row of a table. Such a row has nine
// columns, or ten if the first column holds names. For any other line, columnsOf returns 0.
func columnsOf(text []byte) int {
	const longest = 400                                         // maximum length of a row in bytes
	text = bytes.TrimLeft(text[:min(len(text), longest)], " >") // > marks a quotation
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

// rowEnd returns the length of the line terminator at the start of text, or 0 if there is none. A
// terminator is a newline, the JSON escape \n, or the LaTeX row terminator, \\.
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

func (s *scanner) continuesTable() bool {
	return s.signs.bars && s.run.signs.bars || s.signs.table && s.run.signs.table
}
