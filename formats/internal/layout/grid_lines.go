package layout

import (
	"bytes"
	"regexp"
)

// lineKind is what a line is to the grids of a text.
type lineKind int

const (
	other   lineKind = iota // a title, a comment, an empty line: it ends a grid
	cells                   // a row of nine cells
	damaged                 // a row with a fault
	frame                   // a line between rows
)

// kindOf returns what a line is, and the cells of a row.
func (s *style) kindOf(line []byte) (lineKind, []byte) {
	line = plainFrame(line)
	if at := bytes.Index(line, []byte(" #")); at >= 0 {
		line = line[:at]
	}
	if s.spaces && len(line) > 0 && len(line) <= 9 && len(bytes.Trim(line, " 123456789")) == 0 {
		row := bytes.ReplaceAll(line, []byte(" "), []byte("."))
		return cells, append(row, "........."[len(row):]...)
	}
	text := bytes.TrimSpace(line)
	if s.cut && !isFrame(text) || s.banded && isFrame(text) { // which ends a grid for certain
		return other, nil
	}
	if len(text) == 0 && s.banded {
		return frame, nil
	}
	if len(text) == 0 && s.empty == 0 || len(text) > 0 && text[0] == '#' {
		return other, nil
	}
	if s.framed {
		return framedKind(text)
	}
	if s.numbers {
		return numberKind(text)
	}
	if isMatrixHead(text) {
		return other, nil
	}
	row, foreign := s.cellsOf(line[len(matrixRow.Find(line)):])
	switch {
	case isFrame(text) && (!s.dashes || len(row) != 9 || foreign != 0):
		return frame, nil
	case len(row) == 9 && foreign == 0:
		return cells, row
	case foreign > len(row)/2 || letters(text) > 2 || len(row) < 3:
		return other, nil
	}
	return damaged, row
}

// matrixRow is the number of a row of a matrix as R prints it.
var matrixRow = regexp.MustCompile(`^ *\[\d,\]`)

// isMatrixHead reports whether a line numbers the columns of such a matrix.
func isMatrixHead(text []byte) bool { return bytes.HasPrefix(text, []byte("[,1]")) }

// cellsOf returns a line without what stands around cells, with a dot for each blank that
// needs no other, and how many characters in it are no cells.
func (s *style) cellsOf(line []byte) (row []byte, foreign int) {
	if s.empty != 0 {
		for field := range bytes.SplitSeq(line, []byte{s.empty}) {
			if field = bytes.TrimSpace(field); len(field) == 0 {
				row = append(row, '.')
			} else if isCell(field[0]) && len(field) == 1 {
				row = append(row, plainCell(field[0]))
			} else {
				row = append(row, field...)
				foreign += len(field)
			}
		}
		return row, foreign
	}
	if row = cellsOfNumbers(line); row != nil {
		return row, 0
	}
	for _, c := range line {
		switch {
		case isCell(c):
			row = append(row, plainCell(c))
		case bytes.IndexByte([]byte(" \t,;|:'\"[](){}!"), c) < 0:
			row = append(row, c)
			foreign++
		}
	}
	return row, foreign
}

// cellsOfNumbers returns the cells of a line with nine numbers like 5.0 or 5.000e+00, and nil of any
// other.
func cellsOfNumbers(line []byte) (row []byte) {
	if len(line) < 9*len("5.0") || bytes.IndexByte(line, '0') < 0 {
		return nil
	}
	numbers := bytes.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\t' || r == '\r' })
	for _, number := range numbers {
		cell := wholeCell(number)
		if len(numbers) != 9 || len(number) < 3 || len(cell) != 1 {
			return nil
		}
		row = append(row, cell[0])
	}
	return row
}

// isFrame reports whether a line stands between the rows of a grid, or around them.
func isFrame(text []byte) bool {
	return bytes.Count(text, []byte("-"))+bytes.Count(text, []byte("=")) >= 3 && len(bytes.Trim(text, "-=+|*:.'` ")) == 0
}

// plainFrame returns a line with dashes, bars and plus signs instead of the characters of
// Unicode that draw frames.
func plainFrame(line []byte) []byte {
	if bytes.IndexByte(line, 0xe2) < 0 { // with which all of them start
		return line
	}
	return bytes.Map(func(r rune) rune {
		switch {
		case r < '─' || r > '╿':
			return r
		case r <= '━' || r == '═':
			return '-'
		case r <= '┃' || r == '║':
			return '|'
		}
		return '+'
	}, line)
}

// framedKind is kindOf for lines in frames in which a space is a blank, so that only the places of
// cells say which is which. All are as far from each other, or have a bar more between boxes.
func framedKind(text []byte) (lineKind, []byte) {
	if isFrame(text) {
		return frame, nil
	}
	text = bytes.TrimSuffix(text, []byte(".")) // as LaTeX has it
	if len(text) < 13 || text[0] != '|' || text[len(text)-1] != '|' {
		return other, nil
	}
	clues := bytes.Map(func(r rune) rune {
		if r == '|' || r == ' ' {
			return -1
		}
		return r
	}, text)
	first, apart, box := 1, 1, 1 // |12 |  3|456|
	switch len(text) {
	case 13:
	case 19:
		apart, box = 2, 0 // |1|2| | ...
	case 25:
		first, apart, box = 2, 2, 2 // | 1 2   |   3 ...
	case 37:
		first, apart, box = 2, 4, 0 // | 1 | 2 |   | ...
	default:
		return damaged, clues
	}
	row, met := make([]byte, 9), 0
	for i := range row {
		row[i] = '.'
		if c := text[first+i*apart+i/3*box]; c-'1' < 9 {
			row[i] = c
			met++
		}
	}
	if met != len(clues) {
		return damaged, clues
	}
	return cells, row
}

// numberKind is kindOf for rows that are whole numbers.
func numberKind(text []byte) (lineKind, []byte) {
	if row, good := paddedRow(text); good {
		return cells, row
	}
	if len(bytes.Trim(text, "0123456789")) == 0 {
		return damaged, text
	}
	return other, nil
}

// paddedRow returns a row of digits with the zeros in front that it lost as a number, and whether
// it can be one: a number starts with no zero.
func paddedRow(number []byte) (row []byte, good bool) {
	if len(number) == 0 || len(number) > 9 || len(number) > 1 && number[0] == '0' || len(bytes.Trim(number, "0123456789")) > 0 {
		return nil, false
	}
	row = bytes.Repeat([]byte("0"), 9)
	copy(row[9-len(number):], number)
	return row, true
}

// isCell reports whether a character stands for a cell, as a clue or as a blank. Lines and
// CSV have fewer blanks.
func isCell(c byte) bool { return c-'0' <= 9 || bytes.IndexByte([]byte(".*_-xX?"), c) >= 0 }

// plainCell returns a cell with a blank that lines and CSV have.
func plainCell(c byte) byte {
	if c == 'x' || c == 'X' || c == '?' {
		return '.'
	}
	return c
}

// letters counts the letters in a text that cannot be blanks.
func letters(text []byte) (n int) {
	for _, c := range text {
		if c|0x20-'a' < 26 && c|0x20 != 'x' {
			n++
		}
	}
	return n
}
