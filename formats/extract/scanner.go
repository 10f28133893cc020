package extract

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
)

// A scanner goes over a text once. Cells that no words separate form a run; runs end at words,
// except for labels such as "Row 3:", and where a fence, a tag or a box starts or ends.
type scanner struct {
	text []byte
	at   int
	run  run

	// Of the current line:
	start    int     // total of the run where the current segment of cells starts
	segment  segment // what precedes it on the line
	joined   bool    // a segment of the line belongs to the run
	ending   bool    // the run ends before the next segment, unless that is a labeled row
	bracket  bool    // the segment has brackets
	indexed  bool    // the segment starts with a cell that may be its number or a bullet
	short    bool    // the last word can be the name of a row
	content  bool    // the line has anything but spaces
	barred   int     // total of the run at the last bar of a row of a table, or -1
	signs    signs   // seen on the line
	bars     int     // between columns
	pipes    bool    // the line is a row of nine columns between bars
	depth    int     // of brackets
	inAnswer bool
	inFence  bool
	braces   int // open braces of \boxed{}, or 0

	whole, partial Found
}

// segment is what precedes cells on a line.
type segment uint8

const (
	afterNothing segment = iota
	afterWord
	afterLabel
)

// scan finds all runs.
func (s *scanner) scan() {
	s.beginLine()
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch classes[c] {
		case space:
			s.at++
		case separator:
			s.content = true
			if c == '&' {
				s.signs.table = true
			}
			if c == ')' {
				s.mayIndex()
			}
			s.at++
		case lineEnd:
			s.at++
			if c == '\n' || s.at == len(s.text) || s.text[s.at] != '\n' {
				s.endLine()
			}
		case special:
			s.content = true
			s.special(c)
		default:
			s.content = true
			s.token()
		}
	}
	s.endLine()
	s.end(s.run.total())
}

// beginLine forgets what is known about a line.
func (s *scanner) beginLine() {
	s.start, s.segment = s.run.total(), afterNothing
	s.joined, s.ending, s.bracket, s.indexed, s.content = false, false, false, false, false
	s.signs = signs{}
	s.pipes = s.isTableRow()
	s.bars, s.barred = 0, -1
}

// isTableRow reports whether the line has nine columns between bars. Only then can a column
// without anything in it be a blank.
func (s *scanner) isTableRow() bool {
	rest := s.text[s.at:]
	if barAt(rest) == 0 {
		return false
	}
	bars := 0
	for len(rest) > 0 && rest[0] != '\n' {
		n := barAt(rest)
		if n > 0 {
			bars++
		}
		rest = rest[max(n, 1):]
	}
	return bars == row+1
}

// barAt returns the length of the bar at the start of a text, or 0.
func barAt(text []byte) int {
	if len(text) == 0 || text[0] < 0x80 && text[0] != '|' {
		return 0
	}
	if text[0] == '|' {
		return 1
	}
	if means, n := markAt(text); means == '|' {
		return n
	}
	return 0
}

// cells returns how many cells the current segment has.
func (s *scanner) cells() int { return s.run.total() - s.start }

// token reads letters and cells up to anything else: a word, or cells.
func (s *scanner) token() {
	text, from, at, digits := s.text, s.at, s.at, 0
	for at < len(text) && (classes[text[at]] == digit || classes[text[at]] == blank) {
		digits += int(blank - classes[text[at]])
		at++
	}
	if at < len(text) && classes[text[at]] == letter {
		for at < len(text) && classes[text[at]] <= blank {
			at++
		}
		s.at = at
		s.word()
		s.short = at-from <= len("R1 ")
		return
	}
	s.at = at
	token := unmarked(text[from:at], digits)
	switch n := len(token); {
	case digits == 0 && n > 1 && isOneOf(token, "-_"):
		s.signs.rules = true
	case digits == 0 && n > 1 && n <= 3 && isOneOf(token, ".*"):
	case n == 2 && token[1] == '.' && digits == 1 && s.cells() == 0: // the number of an item
	case n == 2 || (n == 4 || n == 5) && digits == n && (s.depth > 0 || s.segment != afterNothing):
		s.word()
	default:
		s.addCells(token, digits)
	}
}

// unmarked returns a token without the marks of Markdown for bold and italics, and without the full
// stop of a sentence.
func unmarked(token []byte, digits int) []byte {
	for n := len(token); digits > 0 && n > 4 && (string(token[:2]) == "**" || string(token[:2]) == "__") &&
		bytes.HasSuffix(token, token[:2]); n = len(token) {
		token = token[2 : n-2]
	}
	if n := len(token); n == digits+1 && token[n-1] == '.' && (digits == row || digits == solver.Cells) {
		return token[:n-1]
	}
	return token
}

// isOneOf reports whether all bytes of a token are the same one of some characters.
func isOneOf(token []byte, chars string) bool {
	for _, c := range token {
		if c != token[0] {
			return false
		}
	}
	return bytes.IndexByte([]byte(chars), token[0]) >= 0
}

// addCells adds the cells of a token to the segment.
func (s *scanner) addCells(token []byte, digits int) {
	n := s.cells()
	switch {
	case n > 0:
		s.signs.spaced = true
	case len(token) == 1 && digits == 0 && s.segment == afterNothing && (token[0] == '-' || token[0] == '*'):
		s.indexed = true // may be a bullet
	}
	if s.depth > 0 && len(token) == row {
		s.signs.nested = true
	}
	for _, c := range token {
		s.run.add(c)
	}
}

// mayIndex notes that the first cell of a line is followed by what can follow a row's number.
func (s *scanner) mayIndex() {
	if s.segment == afterNothing && s.cells() == 1 {
		s.indexed = true
	}
}

// special handles a character with a function of its own.
func (s *scanner) special(c byte) {
	s.at++
	switch c {
	case '|':
		s.bar()
	case ':', '=':
		s.label()
	case '[':
		s.depth++
		s.bracket, s.signs.lists = true, true
		s.signs.nested = s.signs.nested || s.depth > 1
	case ']':
		s.depth = max(s.depth-1, 0)
	case '{', '}':
		s.brace(c)
	case '<':
		s.tag()
	case '\\':
		s.backslash()
	case '`':
		s.backtick()
	default:
		s.mark()
	}
}

// bar handles a bar between columns.
func (s *scanner) bar() {
	s.mayIndex()
	s.bars++
	s.signs.bars = true
	if s.segment == afterWord && s.short && s.cells() == 0 {
		s.segment = afterLabel
	}
	if s.pipes {
		if s.barred == s.run.total() && !s.signs.rules {
			s.run.add(solver.Blank)
		}
		s.barred = s.run.total()
	}
}

// mark handles a character beyond ASCII.
func (s *scanner) mark() {
	means, length := markAt(s.text[s.at-1:])
	s.at += max(length, 1) - 1
	switch means {
	case ' ', ',':
	case '|':
		s.bar()
	case '+':
		s.signs.rules = true
	case ':':
		s.label()
	case '.':
		s.run.add(solver.Blank)
	default:
		for s.at < len(s.text) && s.text[s.at] >= 0x80 && s.text[s.at] < 0xc0 {
			s.at++
		}
		s.word()
	}
}
