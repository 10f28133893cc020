// Package likeness says what rows look like that are no puzzles, so that people learn what is wrong
// with a file of which all are. It knows rows as bytes alone.
package likeness

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// A Kind is what an invalid row looks like. The zero Kind is nothing that is known.
type Kind int

// kinds is the one table of them. Of several that a row may have, it has the first.
var kinds = append([]kind{
	{"other", "", func([]byte) bool { return false }},
	{"objects", "objects of JSON; make columns of what they hold first (with jq)", matches(`^\{\s*"`)},
	{"bytes", "bytes as Python prints them; decode them before they are written (in Python: .decode())", matches(`^b['"]`)},
	{"scaled", "numbers that were scaled for a network; give the puzzles as they were before", matches(`^\[?([^.,]*\.\d+(e[-+]\d+)?>?[, ]+([-<]*\d[, ]+)*){10}`)},
	{"minus one", "grids with -1 for blanks; write them with 0 for blanks and the digits from 1 to 9", matches(`^[\[(\s]*(\d[\]\[,\s]+)*-1[\]\[,\s]+(-1|\d)[\]\[,\s]`)},
	{"markup", "lines of HTML or XML; write the puzzles alone, one a line", matches(`^<[a-zA-Z!/?]`)},
	{"rounded", "numbers that a spreadsheet has rounded, so that digits are lost; get the puzzles anew, as text", matches(`^(\d([.,]\d+)?[eE]\+?\d+|\d{40,}\.0)$`)},
	{"candidates", "puzzles with the candidates of each cell; write one character a cell", holdsCandidates},
	{"frames", "grids in frames, but not nine rows of nine cells between them; write the cells alone", matches(`^([|│║┃].*[|│║┃]|[-+*.:'=|─-╿]*[-=─━═]{3}[-+*.:'=|─-╿]*)$`)},
	{"rows", "rows of grids, one a line, of which some are missing or too many", matches(`^[0-9._*-]{9}$`)},
	{"beside", "grids side by side; write them one below the other", matches(`^[0-9._*-]{9}([ \t|]+[0-9._*-]{9})+$`)},
	{"numbered", "clues with the numbers of their cells; write all 81 cells of a puzzle on a line", matches(`^(\S+ )?(\d+:\d+ ){8}\d+:\d`)},
	{"counted", "games in which letters count the blanks; write one character a cell", matches(`^3x3:[0-9a-z_]`)},
	{"letters", "puzzles with letters for digits; make digits of them first (with tr)", matches(`^[A-I0._*-]{81}$`)},
	{"digits", "digits of another script; make 0 to 9 of them first (in Python: unicodedata.normalize('NFKC', line))", hasOtherDigits},
	{"blanks", "puzzles with another character for blanks; make a dot of it first (with tr)", hasOtherBlanks},
}, otherSizes()...)

// kind is an entry of the table: its name as it is stored, what stands after "they look
// like", and which rows have it.
type kind struct {
	name, what string
	fits       func(row []byte) bool
}

func matches(pattern string) func(row []byte) bool { return regexp.MustCompile(pattern).Match }

// otherSizes returns the kinds for grids of other sizes.
func otherSizes() (all []kind) {
	for _, size := range []int{4, 6, 8, 10, 12, 16, 25} {
		what := fmt.Sprintf("grids of %d by %[1]d cells, and only those of 9 by 9 can be read", size)
		all = append(all, kind{fmt.Sprintf("%dx%[1]d", size), what, func(row []byte) bool { return fitsSize(row, size) }})
	}
	return all
}

// String returns the name of the kind, as it is stored.
func (k Kind) String() string { return kinds[k].name }

// What says what rows look like, and what to do about it.
func (k Kind) What() string { return kinds[k].what }

// maxBytes is how much of a row is looked at. Any grid takes less.
const maxBytes = 1 << 10

// Of returns what a row looks like.
func Of(row []byte) Kind {
	row = bytes.TrimSpace(row[:min(len(row), maxBytes)])
	return Kind(max(slices.IndexFunc(kinds, func(k kind) bool { return k.fits(row) }), 0))
}

// holdsCandidates reports whether a row is one of nine cells with the candidates of each, or a
// grid with nine characters a cell.
func holdsCandidates(row []byte) bool {
	if len(row) == 9*solver.Cells {
		return len(bytes.Trim(row, ".0123456789")) == 0
	}
	groups := bytes.FieldsFunc(row, func(r rune) bool { return bytes.ContainsRune([]byte(" \t|:*│║┃"), r) })
	several := 0
	for _, group := range groups {
		for i, c := range group {
			if c-'1' >= 9 || i > 0 && c <= group[i-1] {
				return false
			}
		}
		if len(group) > 1 {
			several++
		}
	}
	return len(groups) == 9 && several > 2
}

// hasOtherDigits reports whether a row has digits that are not those of ASCII.
func hasOtherDigits(row []byte) bool {
	n := 0
	for _, r := range string(row) {
		if r >= utf8.RuneSelf && unicode.IsDigit(r) {
			n++
		}
	}
	return n >= 9
}

// hasOtherBlanks reports whether a row is a grid in which one character that is no cell stands for
// all blanks.
func hasOtherBlanks(row []byte) bool {
	cells := bytes.Runes(row)
	if len(cells) != solver.Cells {
		return false
	}
	blank, clues := rune(0), 0
	for _, c := range cells {
		switch {
		case c >= '1' && c <= '9':
			clues++
		case blank == 0:
			blank = c
		case c != blank:
			return false
		}
	}
	return clues > 8 && blank != 0 && (blank >= utf8.RuneSelf || !solver.IsCell(byte(blank)))
}

// fitsSize reports whether a row is one of a grid of another size, or all of such a grid.
func fitsSize(row []byte, size int) bool {
	cells := bytes.FieldsFunc(row, func(r rune) bool { return bytes.ContainsRune([]byte(" \t,;|"), r) })
	if len(cells) == 1 {
		cells = bytes.Split(row, nil)
	}
	if len(cells) != size && len(cells) != size*size {
		return false
	}
	letters := 0
	for _, cell := range cells {
		n, isLetter := numberOf(cell, size)
		if n < 0 || n > size {
			return false
		}
		if isLetter {
			letters++
		}
	}
	return letters < len(cells) // or else it may be a word
}

// numberOf returns the number that a cell of a grid of such a size stands for, 0 for a blank, or -1
// if it is no cell. Letters follow the digits, or are all symbols.
func numberOf(cell []byte, size int) (n int, isLetter bool) {
	c := cell[0]
	switch letter := c | 0x20; {
	case len(cell) > 1:
		n, err := strconv.Atoi(string(cell))
		if err != nil {
			return -1, false
		}
		return n, false
	case c-'0' <= 9:
		return int(c - '0'), false
	case solver.IsCell(c):
		return 0, false
	case letter-'a' >= 26:
		return -1, false
	case size == 25:
		return int(letter-'a') + 1, true
	default:
		return int(letter-'a') + 10, true
	}
}

// Counts counts rows by what they look like.
type Counts []int64

// Add counts so many rows of a kind.
func (c *Counts) Add(k Kind, rows int64) {
	if *c == nil {
		*c = make(Counts, len(kinds))
	}
	(*c)[k] += rows
}

// Merge adds other counts.
func (c *Counts) Merge(others Counts) {
	for k, rows := range others {
		c.Add(Kind(k), rows)
	}
}

// Parse reads the name of a kind.
func Parse(name string) (Kind, bool) {
	l := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	return Kind(max(l, 0)), l >= 0
}

// Commonest returns what more than half of the rows look like, or the zero Kind.
func (c Counts) Commonest() Kind {
	all := int64(0)
	for _, rows := range c {
		all += rows
	}
	l := slices.IndexFunc(c, func(rows int64) bool { return 2*rows > all })
	return Kind(max(l, 0))
}
