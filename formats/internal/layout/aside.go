package layout

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// aside decides what becomes of the lines between grids, and behind them. There is no other place
// where lines go: each becomes a row of its own, and thus an invalid one, unless it is known to be
// none. A number alone is the title of the grid behind it, or else such a row.
type aside struct {
	title []byte // a number that waits for a grid
	ends  int    // lines that end from it on
	// kept is how many lines became rows, and counted says that they are counted and not written.
	kept    int
	counted bool
}

// asideKind is what a line that is not part of a grid may be.
type asideKind int

const (
	lost   asideKind = iota // it may have been meant as cells
	empty                   // nothing stands there, or a frame
	words                   // a comment, a title, punctuation
	number                  // a number and nothing else
)

// line appends what becomes of a line. A hidden one belongs to a part of the text without puzzles.
func (a *aside) line(dst, line []byte, hidden bool) []byte {
	kind := asideOf(line)
	if kind == empty && a.ends > 0 && a.ends < maxHeld {
		a.ends++
		return dst
	}
	dst = a.end(dst, false)
	switch {
	case hidden:
	case kind == number:
		a.title, a.ends = append(a.title[:0], bytes.TrimSpace(line)...), 1
		return dst
	case kind == lost:
		dst = a.keep(dst, line)
	}
	return append(dst, '\n')
}

// keep appends a line as a row.
func (a *aside) keep(dst, line []byte) []byte {
	if a.kept++; a.counted {
		return dst
	}
	return append(dst, line...)
}

// end appends what becomes of a number, given whether a grid follows.
func (a *aside) end(dst []byte, atGrid bool) []byte {
	if a.ends > 0 && !atGrid {
		dst = a.keep(dst, a.title)
	}
	for ; a.ends > 0; a.ends-- {
		dst = append(dst, '\n')
	}
	return dst
}

var (
	// aNumber is a date, a time, a size, a rating or the like.
	aNumber = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[#+-]?(\d{1,8}|\pL\d{1,4})([-./:x]\d{1,8}){0,2}$|^\d{4}-\d\d-\d\dT[\d:.+]+Z?$`)
	})
	// aloneNumber is a number that may be a title without anything beside it.
	aloneNumber = regexp.MustCompile(`^[1-9]\d{2,4}$`)
)

// hasWord reports whether three letters that are no blanks follow each other, as in titles, and
// hardly in a row of cells.
func hasWord(text []byte) bool {
	run := 0
	for _, r := range string(text) {
		if run++; !unicode.IsLetter(r) || r|0x20 == 'x' {
			run = 0
		}
		if run == 3 {
			return true
		}
	}
	return false
}

// asideOf returns what a line is that is no row of nine cells. Numbers may stand in titles, but not
// words of many cells, nor many cells apart by spaces, nor any without a word or a sign beside them.
func asideOf(line []byte) asideKind {
	line = bytes.TrimSpace(plainFrame(line))
	switch {
	case len(line) == 0 || isFrame(line):
		return empty
	case line[0] == '#' || isProgramText(line) || isMatrixHead(line):
		return words
	case aloneNumber.Match(line):
		return number
	}
	all, alone, odd, joined := 0, 0, 0, false
	for word := range bytes.FieldsFuncSeq(line, func(r rune) bool { return r <= ' ' || strings.ContainsRune("()[]{},;|\"'", r) }) {
		clues, blanks := countCells(word)
		if all += clues + blanks; clues+blanks == 1 && len(word) == 1 {
			alone++
		}
		plain := bytes.TrimSuffix(bytes.TrimRight(word, ":!?"), []byte("."))
		switch {
		case aNumber().Match(plain):
			joined = joined || bytes.ContainsAny(plain, "-/:.")
			continue
		case letters(word) == 0:
			odd += clues + blanks
		}
		blanks -= min(3, len(word)-len(bytes.TrimRight(word, ".")))
		if clues+blanks >= 3 && !hasWord(word) || blanks >= 3 || clues >= 9 {
			return lost
		}
	}
	isTitle := hasWord(line)
	if alone >= 7 || !isTitle && all >= 3 && (odd > 0 || letters(line) == 0 && !joined) {
		return lost
	}
	return words
}

// countCells counts the clues and the blanks in a word. An x belongs to one with other letters.
func countCells(word []byte) (clues, blanks int) {
	inText := letters(word) > 2
	for _, r := range string(word) {
		switch {
		case unicode.IsDigit(r):
			clues++
		case r >= utf8.RuneSelf || inText && (r|0x20 == 'x' || r == '-'):
		case isCell(byte(r)):
			blanks++
		}
	}
	return clues, blanks
}
