// Package extract finds the grid in the output of a language model, which can be reasoning,
// Markdown, LaTeX, JSON, or just the 81 characters. If there are several grids, the last whole one
// counts. It also finds the moves in an output that makes moves instead.
package extract

import (
	"fmt"

	"github.com/gridmill/gridmill/solver"
)

// A Shape is the form in which a grid is written, or the reason why there is no grid.
type Shape uint8

// The shapes.
const (
	NoGrid    Shape = iota // nothing looks like a grid
	TooShort               // the text most like a grid has fewer than 81 cells
	TooLong                // it has more than 81 cells
	Line                   // 81 characters
	Lines                  // nine lines
	Frame                  // lines with rules between boxes
	Table                  // a table of Markdown, HTML or LaTeX
	List                   // cells with spaces or separators in between, on one line or in brackets
	Lists                  // a list of nine lists or strings
	Played                 // the position after moves; Last does not return it
	numShapes = iota
)

var shapeNames = [numShapes]string{"no_grid", "too_short", "too_long", "line", "lines", "frame", "table", "list", "lists", "moves"}

// String returns the name of the shape.
func (s Shape) String() string { return shapeNames[s] }

// A Place is what surrounds a grid.
type Place uint8

// The places.
const (
	InText    Place = iota
	InFence         // in a fenced code block
	InBox           // in LaTeX's \boxed{}
	InAnswer        // between <answer> and </answer>
	numPlaces = iota
)

var placeNames = [numPlaces]string{"", "fence", "boxed", "answer"}

// String returns the name of the place, which is empty for InText.
func (p Place) String() string { return placeNames[p] }

// Found is the result of Last. If there is no whole grid, Grid is the zero Grid.
type Found struct {
	Grid  solver.Grid
	Shape Shape
	Place Place // of a whole grid
	// Cells is the number of cells: 81 for a grid, 0 for NoGrid.
	Cells int32
}

// Whole reports whether a grid was found.
func (f *Found) Whole() bool { return f.Shape >= Line }

// NumKinds is the number of kinds.
const NumKinds = numShapes * numPlaces

// Kind returns a number below NumKinds for the shape and the place.
func (f *Found) Kind() int { return int(f.Shape)*numPlaces + int(f.Place) }

// KindName returns the name of a kind: the shape and, if it is not plain text, the place.
func KindName(kind int) string {
	shape, place := Shape(kind/numPlaces), Place(kind%numPlaces)
	if place == InText {
		return shape.String()
	}
	return fmt.Sprintf("%s in %s", shape, place)
}

// Last returns the last whole grid in text or, if text is a JSON list of chat messages, in the last
// message of the assistant. If there is none, Cells is the number of cells of the last part of the
// text that looks like a grid.
func Last(text []byte) Found {
	if found, isGrid := plain(text); isGrid {
		return found
	}
	return LastOf(text, assistant)
}

// assistant is the role whose messages are outputs. A grid in the user's question must not count as
// an output.
const assistant, user = "assistant", "user"

// LastOf is like Last, but for chats it searches the messages with the given role: all messages of a
// user, who may only comment on the grid later, and otherwise the last message.
func LastOf(text []byte, role string) Found {
	var s scanner
	switch {
	case !IsChat(text):
		s.scan(text)
	case role == user:
		for m := range messages(text) {
			if m.isFrom(user) {
				s.scanContent(m.content)
			}
		}
	default:
		s.scanContent(lastContent(text, role))
	}
	if s.whole.Whole() {
		return s.whole
	}
	return s.partial
}

// plain reads text that consists of 81 cells, as most outputs without reasoning do. It does not
// branch on the cells, because such branches are unpredictable.
func plain(text []byte) (f Found, isGrid bool) {
	if len(text) != solver.Cells {
		return f, false
	}
	var seen byte
	for i, c := range text {
		f.Grid[i] = plainCells[c]
		seen |= plainCells[c]
	}
	f.Shape, f.Cells = Line, solver.Cells
	return f, seen&(notCell|digitBit) == digitBit
}

// plainCells maps each digit or blank to its cell, and other characters to notCell. Digits differ
// from blanks in one bit.
var plainCells = func() (table [256]byte) {
	for c, kind := range classes {
		table[c] = notCell
		if kind == digit || kind == blank {
			table[c] = cell(byte(c))
		}
	}
	return table
}()

const (
	notCell  = 0x80
	digitBit = 0x10
)

// cell returns the cell of a Grid for a digit or a blank.
func cell(c byte) byte {
	if c >= '1' && c <= '9' {
		return c
	}
	return solver.Blank
}
