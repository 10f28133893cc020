// Package extract finds the grid in the output of a language model. The output can be reasoning,
// Markdown, LaTeX, JSON, or just 81 characters. The last whole grid counts; for reasoning and
// marked answers, see Last. If the output lists moves instead, the package finds the moves.
package extract

import (
	"fmt"

	"github.com/gridmill/gridmill/solver"
)

// A Shape is the form of a grid, or the reason why no grid was found.
type Shape uint8

// The shapes.
const (
	NoGrid    Shape = iota // nothing looks like a grid
	TooShort               // the last part that looks like a grid has fewer than 81 cells
	TooLong                // the last part that looks like a grid has more than 81 cells
	Line                   // 81 characters
	Lines                  // nine lines
	Frame                  // lines of cells, divided by bars or by lines of dashes
	Table                  // a Markdown, HTML or LaTeX table
	List                   // cells divided by spaces or separators, on one line or in brackets
	Lists                  // a list of nine lists or strings
	Played                 // a list of moves; Last never returns this shape
	numShapes = iota
)

var shapeNames = [numShapes]string{"no_grid", "too_short", "too_long", "line", "lines", "frame", "table", "list", "lists", "moves"}

// String returns the name of the shape.
func (s Shape) String() string { return shapeNames[s] }

// A Place specifies what encloses a grid, such as a LaTeX \boxed command.
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

// String returns the name of the place. For InText, it is the empty string.
func (p Place) String() string { return placeNames[p] }

// Found is the result of Last. If there is no whole grid, Grid is the zero Grid.
type Found struct {
	Grid  solver.Grid
	Shape Shape
	Place Place // what encloses the grid; InText if there is no whole grid
	// Cells is 81 for a whole grid. Otherwise, it counts the cells in the last part of the text
	// that looks like a grid.
	Cells int32
}

// Whole reports whether f has a whole grid.
func (f *Found) Whole() bool { return f.Shape >= Line }

// NumKinds is the number of combinations of shapes and places.
const NumKinds = numShapes * numPlaces

// Kind returns the combination of f's shape and place as a number less than NumKinds.
func (f *Found) Kind() int { return int(f.Shape)*numPlaces + int(f.Place) }

// KindName returns the name of a kind: the shape and the place. It omits InText.
func KindName(kind int) string {
	shape, place := Shape(kind/numPlaces), Place(kind%numPlaces)
	if place == InText {
		return shape.String()
	}
	return fmt.Sprintf("%s in %s", shape, place)
}

// Last returns the last whole grid in text. In a chat (see IsChat), Last searches only the content
// of the last assistant message. Text within <think>, before the last <answer>, or before a lone
// </think> does not count. Text after </answer> counts only if the answer has no whole grid.
func Last(text []byte) Found {
	if found, isGrid := plain(text); isGrid {
		return found
	}
	return LastOf(text, assistant)
}

// assistant and user are roles in chats. Assistants write outputs, and users ask questions.
const assistant, user = "assistant", "user"

// LastOf is like Last, but in a chat it searches the last message with the given role. For the user
// role, it searches all of the user's messages, because the last message may be a comment without a
// grid. In the user's messages, it prefers the last grid with a blank, because a full grid in a
// question is usually an example or a solution to check.
func LastOf(text []byte, role string) Found {
	s := scanner{isQuestion: role == user}
	switch {
	case !IsChat(text):
		s.read(text)
		s.finish()
	case role == user:
		for m := range messages(text, user) {
			s.scanContent(&m)
		}
		if s.open.Whole() {
			return s.open
		}
	default:
		var last message
		for m := range messages(text, role) {
			last = m
		}
		s.scanContent(&last)
	}
	if s.whole.Whole() {
		return s.whole
	}
	return s.partial
}

// plain reads text that consists of exactly 81 cells, with at least one digit. It does not branch
// on cells, because the branches would be unpredictable.
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

// plainCells maps a digit to itself, a blank to solver.Blank, and other characters to notCell. Only
// digits have digitBit set.
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

// cell returns the byte that a Grid holds for c, which must be a digit or a blank.
func cell(c byte) byte {
	if c >= '1' && c <= '9' {
		return c
	}
	return solver.Blank
}
