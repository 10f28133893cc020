package layout

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// embedded takes grids out of lines that hold anything else: titles, comments, program text. Words
// beside grids stay behind them.
type embedded struct {
	csv    bool // rows are CSV: a puzzle, its answer and, with beside, what stands beside them
	beside bool
	titled bool   // a line of text before a grid is its title
	met    bool   // a grid was met
	title  []byte // a line that may be a title, and how many lines end behind it; or nil
	ends   int
}

// gridLine is a line with a grid in it, or with a puzzle and its answer.
type gridLine struct {
	puzzle, answer []byte // of one grid alone the answer is nil
	rest           []byte // the words beside it that are more than punctuation
}

// ownResult is what stands between the puzzle and the solution of a result.
var ownResult = regexp.MustCompile(`^:\d+:$`)

// gridLineOf looks for one grid in a line, or for two that are a puzzle and its answer. It
// returns false where there are others or none, or a result.
func gridLineOf(line []byte) (l gridLine, good bool) {
	var found [][]byte
	var rest, between []byte
	for at := 0; at < len(line); {
		end := at
		for end < len(line) && scan.MayBeCell(line[end]) {
			end++
		}
		if _, isGrid := gridOf(line[at:end]); isGrid {
			found = append(found, line[at:end])
			rest, between = append(rest, ' '), nil
		} else if puzzle, answer := halvesOf(line[at:end]); puzzle != nil {
			found = append(found, puzzle, answer)
			rest, between = append(rest, ' '), nil
		} else {
			end = max(end, at+1)
			rest, between = append(rest, line[at:end]...), append(between, line[at:end]...)
		}
		if at = end; len(found) == 1 && ownResult.Match(between) {
			return l, false
		}
	}
	for word := range bytes.FieldsSeq(rest) {
		if len(bytes.Trim(word, ":=,;->|()[]{}'\"`")) > 0 {
			l.rest = append(append(l.rest, ' '), word...)
		}
	}
	l.rest = bytes.TrimSpace(l.rest)
	switch len(found) {
	case 1:
		l.puzzle = found[0]
		return l, true
	case 2:
		puzzle, _ := gridOf(found[0])
		answer, _ := gridOf(found[1])
		if puzzle.Full() {
			puzzle, answer, found[0], found[1] = answer, puzzle, found[1], found[0]
		}
		l.puzzle, l.answer = found[0], found[1]
		return l, !puzzle.Full() && answer.Full()
	}
	return l, false
}

// halvesOf returns the puzzle and the answer that follows it at once, or nil.
func halvesOf(cells []byte) (puzzle, answer []byte) {
	if len(cells) != 2*solver.Cells {
		return nil, nil
	}
	first, good := gridOf(cells[:solver.Cells])
	second, alsoGood := gridOf(cells[solver.Cells:])
	if !good || !alsoGood || first.Full() || !second.Full() {
		return nil, nil
	}
	return cells[:solver.Cells], cells[solver.Cells:]
}

// isTitle reports whether a line is text and nothing that was meant as a grid.
func isTitle(line []byte) bool { return letters(line) > 2 && asideOf(line) == words && line[0] != '#' }

// holdsFewCells reports whether a line has fewer cells than a row of a grid.
func holdsFewCells(line []byte) bool {
	cells := 0
	for _, c := range line {
		if solver.IsCell(c) {
			cells++
		}
	}
	return cells < 9
}

// sqlLine is a line of SQL between those with rows.
var sqlLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^((INSERT|REPLACE)\s[\w\s]*INTO\s|COMMIT\b|BEGIN\b)`)
})

// isProgramText reports whether a line is a comment of a programming language, opens or closes a
// list, or belongs to SQL.
func isProgramText(line []byte) bool {
	for _, comment := range []string{"//", ";", "%", "/*"} {
		if bytes.HasPrefix(line, []byte(comment)) {
			return letters(line) > 0 && holdsFewCells(line)
		}
	}
	if sqlLine().Match(line) {
		return holdsFewCells(line)
	}
	opens := bytes.ContainsAny(line[len(line)-1:], "[({") && holdsFewCells(line)
	return opens || bytes.ContainsAny(line, "[](){}") && len(bytes.Trim(line, "[](){};, ")) == 0
}

// Embedded recognizes lines of text in which grids, or puzzles and their answers, stand among
// anything else, given how the text starts. It returns nil for any other text, and for a puzzle
// and its answer in turns.
func Embedded(head []byte) *Layout {
	var e embedded
	var n struct{ grids, solved, titles, program, turns int }
	var puzzle *solver.Grid // on the grid line before
	title := false
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))) {
		if !bytes.HasSuffix(line, []byte("\n")) && n.grids > 0 || n.grids == 100 {
			break
		}
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		l, good := gridLineOf(line)
		if !good {
			if isProgramText(line) {
				n.program++
			}
			title = isTitle(line)
			continue
		}
		if bytes.Contains(l.rest, []byte("://")) { // an address
			n.program++
		}
		n.grids++
		if sqlLine().Match(line) {
			n.program++
		}
		if title {
			n.titles++
		}
		title = false
		grid, _ := gridOf(l.puzzle)
		if l.answer != nil {
			e.beside = e.beside || len(l.rest) > 0
			if answer, _ := gridOf(l.answer); answer.SolutionOf(grid) {
				n.solved++
			}
		} else if puzzle != nil && !puzzle.Full() && grid.SolutionOf(puzzle) {
			n.turns++
		}
		puzzle = grid
	}
	e.titled = 2*n.titles > n.grids && n.titles > 1
	e.csv = 2*n.solved > n.grids // answers can be wrong, but not most of them
	e.beside = e.beside || e.titled
	l := &Layout{Name: "puzzles among other text", newRewriter: func() rewriter { w := e; return &w }}
	switch {
	case e.csv:
		l.Name, l.Delimiter = "puzzles and answers among other text", ','
		return l
	case n.grids > 0 && (e.titled || n.program > 0) && 4*n.turns < n.grids:
		return l
	}
	return nil
}

// line holds titles back until their grids come.
func (e *embedded) line(dst, line []byte) []byte {
	text := bytes.TrimSpace(line)
	l, good := gridLineOf(text)
	switch {
	case good:
		for range e.ends {
			dst = append(dst, '\n')
		}
		l.rest = bytes.TrimSpace(append(append(e.title, ' '), l.rest...))
		e.title, e.ends, e.met = nil, 0, true
		return append(e.appendRow(dst, text, l), '\n')
	case len(text) == 0 || text[0] == '#':
		if e.title != nil {
			e.ends++
			return dst
		}
		return append(dst, '\n')
	case isProgramText(text), e.csv && !e.met && isTitle(text): // such as a header
		return append(e.end(dst), '\n')
	}
	dst = e.end(dst)
	e.title, e.ends = slices.Clone(text), 1
	if !e.titled || !isTitle(text) {
		dst = e.end(dst)
	}
	return dst
}

// end writes what was held back, which is no title, as a row without a grid.
func (e *embedded) end(dst []byte) []byte {
	if e.title != nil {
		dst = e.appendRow(dst, e.title, gridLine{puzzle: e.title})
	}
	for range e.ends {
		dst = append(dst, '\n')
	}
	e.title, e.ends = nil, 0
	return dst
}

// appendRow appends the row of a line.
func (e *embedded) appendRow(dst, text []byte, l gridLine) []byte {
	if !e.csv {
		if l.answer != nil {
			return append(dst, text...)
		}
		return bytes.TrimRight(append(append(append(dst, l.puzzle...), ' '), l.rest...), " ")
	}
	answer, rest := l.answer, l.rest
	if grid, good := gridOf(l.puzzle); answer == nil && good && grid.Full() {
		l.puzzle, rest = text, nil // the answer of a puzzle with a fault
	}
	if answer == nil && !e.beside { // it has a fault
		answer, rest = rest, nil
	}
	dst = scan.AppendQuoted(append(scan.AppendQuoted(dst, l.puzzle, ','), ','), answer, ',')
	if e.beside || len(rest) > 0 { // one field too many is no row, so that nothing is lost in silence
		dst = scan.AppendQuoted(append(dst, ','), rest, ',')
	}
	return dst
}
