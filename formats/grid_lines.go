package formats

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

type lineKind int

const (
	gridLine      lineKind = iota // nine cells, in groups of the same size
	damagedLine                   // about nine cells
	otherMarkLine                 // nine cells, with a mark for blanks that is not in solver.Blanks
	puzzleLine                    // one or more puzzles, or a damaged puzzle
	otherLine                     // a title or a comment
	frameLine                     // part of a frame
	emptyLine
)

// A gridReader determines the kinds of lines in a file of nine-line grids.
type gridReader struct {
	// blanks holds the marks for blanks. A line that could be part of a frame, such as nine dashes,
	// is a grid line only if it contains such a mark. Nine dots are always a grid line.
	blanks string
}

// findMarks returns the gridReader of a file that starts with h. By default, a mark stands for
// blanks if at least a tenth of the grid lines with digits contain the mark. If there is no
// such mark, only 0 stands for blanks, because 0 is never part of a frame.
func (h *head) findMarks() (r gridReader) {
	if h.options.Blanks != "" {
		return gridReader{h.options.Blanks}
	}
	lines := slices.DeleteFunc(h.lines(), func(line []byte) bool {
		cells, _, _, others, _ := countCharacters(line)
		return cells != 9 || others > 0 || !bytes.ContainsAny(line, "123456789") || isTitle(line)
	})
	for _, mark := range solver.Blanks {
		used := countWhere(lines, func(line []byte) bool { return bytes.ContainsRune(line, mark) })
		if used > 0 && strayShare*used >= len(lines) {
			r.blanks += string(mark)
		}
	}
	return gridReader{cmp.Or(r.blanks, "0")}
}

// findDivider returns a line such as "---------" that may divide grids, or nil. There must be five
// such lines in a sequence of grid lines, ten lines apart. A row without clues is also such a line.
func (r gridReader) findDivider(text []byte) []byte {
	var found [][]byte // the current sequence of grid lines
	mayDivide := func(back int) bool { return !bytes.ContainsAny(found[len(found)-1-back], ".0123456789xX?") }
	for line := range bytes.Lines(text) {
		if found = append(found, line); r.kindOf(line) != gridLine {
			found = nil
		} else if len(found) > 40 && mayDivide(0) && mayDivide(10) && mayDivide(20) && mayDivide(30) && mayDivide(40) {
			return line
		}
	}
	return nil
}

// holdsGridLines reports whether most of the first lines are undamaged lines of nine-line grids. It
// ignores frames. Lines of grids in quoted fields do not count.
func holdsGridLines(h *head) bool {
	isOpen := func(line []byte) bool { return bytes.Count(line, []byte{'"'})%2 != 0 }
	if h.hasSpans || h.isCSV() && slices.ContainsFunc(h.lines(), isOpen) {
		return false
	}
	r, lead := h.findMarks(), 0
	for _, line := range h.lines() {
		if kind := r.kindOf(line); kind == gridLine {
			lead++
		} else if kind < frameLine {
			lead--
		}
	}
	return lead > 0
}

func (r gridReader) kindOf(line []byte) lineKind {
	cells, frames, drawings, others, isEven := countCharacters(line)
	switch isNine := cells == 9 && others == 0 && isEven; {
	case isTitle(line), len(line) > 0 && line[0] == '#':
		return otherLine
	case isNine && frames == 0 && (bytes.ContainsAny(line, r.blanks) || bytes.Count(line, []byte{'.'}) == 9):
		return gridLine
	case len(bytes.TrimSpace(line)) == 0:
		return emptyLine
	case others == 0 && !bytes.ContainsAny(line, "1234567890xX?,;!\"") && bytes.Count(line, []byte{'.'}) != solver.Cells:
		return frameLine
	case isNine:
		return gridLine
	}
	// A line with several marks not used for blanks, such as 2024-12-31, is not in a grid.
	isUnused := func(c byte) bool {
		return strings.IndexByte(solver.Blanks, c) >= 0 && strings.IndexByte(r.blanks, c) < 0
	}
	unused := countWhere(line, isUnused)
	isAboutNine := cells >= 7 && cells+others <= 11 && others+unused <= 1 && drawings == 0
	hasOtherMark := cells+others == 9 && cells > 0 && unused == 0 && usesOneMark(line)
	switch {
	case isAboutNine:
		return damagedLine
	case hasOtherMark:
		return otherMarkLine
	}
	return kindOfText(line, cells, others)
}

// usesOneMark reports whether a line has exactly one kind of character that is not a cell, a
// separator or part of a frame. This character, such as the letter O or a middle dot, may stand for
// blanks. A slash does not count, because it is part of a date.
func usesOneMark(line []byte) bool {
	marks := bytes.Map(func(c rune) rune {
		if c < utf8.RuneSelf && gridCharacters[c] != otherCharacter || c >= 0x2500 && c < 0x2580 {
			return -1
		}
		return c
	}, line)
	_, size := utf8.DecodeRune(marks)
	return bytes.Count(marks, marks[:size]) == utf8.RuneCount(marks) && marks[0] != '/'
}

// isTitle reports whether a line that may have nine cells is a title: the column names 0 to 8 in
// order, or a date from 2000 to 2099, such as 10.3.2025 or 2025-03-10. Unlike a row of a grid, such
// a date contains 0 and another mark for blanks. Quick checks come first: titlePattern is slow.
func isTitle(line []byte) bool {
	line = bytes.TrimSpace(line)
	mayBeDate := len(line) <= len("10.03.2025:") && bytes.Contains(line, []byte("20")) && bytes.ContainsAny(line, "-./")
	mayBeNumbers := len(line) > 8 && (line[len(line)-1] == '8' || line[len(line)-1] == '"') && bytes.Count(line, []byte("0")) == 1
	return (mayBeDate || mayBeNumbers) && titlePattern.Match(line)
}

var titlePattern = regexp.MustCompile(`^(\d\d?[-./]\d\d?[-./]20\d\d|20\d\d[-./]\d\d?[-./]\d\d?):?$|^"?0\W+1\W+2\W+3\W+4\W+5\W+6\W+7\W+8"?$`)

// kindOfText returns the kind of a line that is not part of a grid. As in the Text format, a puzzle
// is a word or the whole line. Almost as many cells as a grid has are a damaged puzzle if they make
// up over two thirds of the line. A puzzle that is not a word has at least ten digits.
func kindOfText(line []byte, cells, others int) lineKind {
	var g solver.Grid
	_, words := findWords(line, holdsPuzzle)
	hasDigits := len(line) >= shortestDamaged && countClues(line) >= 10
	isPuzzle := words > 0 || hasDigits && (cells >= shortestDamaged && 2*others < cells || parseValue(&g, line, false).Kind == gridtext.NoReason)
	if isPuzzle {
		return puzzleLine
	}
	return otherLine
}

// countCharacters counts cells, ASCII frame characters, Unicode box-drawing characters and other
// characters in a line, except separators. isEven reports whether groups of cells are equally long.
func countCharacters(line []byte) (cells, frames, drawings, others int, isEven bool) {
	size, groups, largest := 0, 0, 0
	for i := 0; i < len(line); i++ {
		if i == 0 || gridCharacters[line[i]] != gridCharacters[line[i-1]] {
			size = 0
		}
		switch gridCharacters[line[i]] {
		case cellCharacter:
			cells++
			if size++; size == 1 {
				groups++
			}
			largest = max(largest, size)
		case separator:
		case frameCharacter:
			frames++
		default:
			if line[i] == 0xe2 && i+2 < len(line) && (line[i+1] == 0x94 || line[i+1] == 0x95) { // U+2500 to U+257F
				drawings++
				i += 2
			} else {
				others++
			}
		}
	}
	return cells, frames, drawings, others, groups*largest == cells
}

// Classes of characters in a line. A mark for blanks is a cellCharacter, even if frames contain it.
const (
	otherCharacter = iota
	cellCharacter
	separator      // can occur between or around cells, or is a UTF-8 continuation byte
	frameCharacter // always part of a frame
)

var gridCharacters = func() (classes [256]uint8) {
	for c := range classes {
		switch {
		case solver.IsCell(byte(c)):
			classes[c] = cellCharacter
		case strings.ContainsRune(" \t\r\n|,;:!\"", rune(c)), !utf8.RuneStart(byte(c)):
			classes[c] = separator
		case c == '+' || c == '=':
			classes[c] = frameCharacter
		}
	}
	return classes
}()
