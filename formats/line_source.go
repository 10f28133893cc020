package formats

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// lineSource reads lines with one puzzle each. In the text format, the puzzle is usually a word of
// 81 cells. The text next to the puzzle can be kept as a column.
type lineSource struct {
	textSource          // Schema.Kept is empty, or holds the column of the text next to puzzles
	leftOut    *LeftOut // counts lines that lose text next to the puzzle; can be nil
}

func newLineSource(t textSource, h *head) (source, error) {
	o := h.options
	s := &lineSource{textSource: t}
	s.info.Roles = Roles{Answer: -1, PuzzleWhy: byValues}
	s.lines.Skip = func(line []byte) bool {
		if len(line) > 0 && line[0] == '#' {
			o.LeftOut.addLine(CommentLines, s.path, s.lines.Line())
		}
		return skipLine(line)
	}
	if !o.Several && (o.Column != "" || o.AnswerColumn != "" && o.AnswerColumn != "none") {
		return nil, option.Misuse(option.TextAsCSV, "lines of text have no columns, so no column of puzzles or answers can be chosen")
	}
	if o.rejectsFull(o.Format != Auto, nil) && s.holdsOnlyFullGrids(h.lines()) {
		where := ""
		if holdsSeveral := func(line []byte) bool { _, n := findPuzzle(line); return n > 1 }; slices.ContainsFunc(h.lines(), holdsSeveral) {
			where = " on lines with only one grid"
		}
		return nil, o.errorOnFull(option.FullLines, where)
	}
	return s, s.setKept(h)
}

// holdsPuzzleLine reports whether any of the first lines holds a puzzle or a damaged puzzle.
func holdsPuzzleLine(h *head) bool {
	holdsDamaged := func(line []byte) bool {
		_, words := findWords(line, isDamagedPuzzle)
		return words == 1
	}
	return h.puzzleLines > 0 || slices.ContainsFunc(h.lines(), holdsDamaged)
}

// isDamagedPuzzle reports whether a word has about 81 characters, most of them cells, and at least
// ten digits. A line of dots in a table of contents has fewer digits.
func isDamagedPuzzle(word []byte) bool {
	if len(word) < shortestDamaged || len(word) > longestDamaged {
		return false
	}
	return isLikeGrid(word) && countClues(word) >= 10
}

func countClues(text []byte) int {
	return countWhere(text, func(c byte) bool { return c >= '1' && c <= '9' })
}

// Lengths of the shortest and the longest word that may be a damaged puzzle.
const (
	shortestDamaged = solver.Cells - 8
	longestDamaged  = solver.Cells + 8
)

// isLineOfPuzzle reports whether a line holds one puzzle, which may have lost leading zeros.
func (h *head) isLineOfPuzzle(line []byte) bool {
	var g solver.Grid
	_, words := findPuzzle(line)
	return words == 1 || words == 0 && parseValue(&g, line, h.options.LeftPad).Kind == gridtext.NoReason ||
		isLostZeros(line)
}

// skipLine reports whether a line is empty or a comment, and therefore not a row.
func skipLine(line []byte) bool { return len(line) == 0 || line[0] == '#' }

func (s *lineSource) read(b *Batch, limit int) error {
	b.block.FieldsPerRow = len(s.info.Kept)
	from, line := b.Len(), s.lines.Line()
	err := s.fill(s, s.lines, b, limit)
	s.countRest(b, from, line)
	return err
}

func (s *lineSource) parse(b *Batch, seg *segment) error {
	b.block.GrowFields(seg.to)
	for i := seg.from; i < seg.to; i++ {
		if s.info.Format != Text || !s.parseSimple(b, i) {
			s.parseLine(b, i)
		}
	}
	return nil
}

// parseSimple parses a line if it is simple, and reports whether it is. A simple line starts with a
// puzzle, and is too short for a second puzzle, even a damaged one.
func (s *lineSource) parseSimple(b *Batch, i int) bool {
	line := b.block.Row(i)
	switch n := len(line); {
	case n < solver.Cells, n > solver.Cells+shortestDamaged, n > solver.Cells && mayBeCell(line[solver.Cells]):
		return false
	case solver.ParseWord(&b.Puzzles[i], line) >= 0, gridtext.IsRule(line[:solver.Cells]):
		return false
	}
	b.Reasons[i] = Reason{}
	s.noteRest(b, i, scan.Span{Start: 0, End: solver.Cells})
	return true
}

func (s *lineSource) parseLine(b *Batch, i int) {
	line := b.block.Row(i)
	if len(line) > scan.MaxRow {
		b.reject(i, Reason{Kind: gridtext.RowTooLong, A: scan.MaxRow})
		s.noteRest(b, i, scan.Span{Start: 0, End: uint32(len(line))})
		return
	}
	place, reason := s.parsePuzzle(&b.Puzzles[i], line)
	b.Reasons[i] = reason
	s.noteRest(b, i, place)
}

// parsePuzzle finds the puzzle in a line (see find) and parses it.
func (s *lineSource) parsePuzzle(g *solver.Grid, line []byte) (place scan.Span, reason Reason) {
	place, words := s.find(line)
	value := line[place.Start:place.End]
	switch {
	case words == 0:
		reason = s.reasonOf(line)
	case words > 1:
		reason = Reason{Kind: gridtext.SeveralPuzzles}
	case s.info.Format == HoDoKu:
		reason = parseHoDoKu(g, value)
	default:
		reason = parseValue(g, value, s.info.LeftPad)
	}
	if reason.Kind != gridtext.NoReason {
		*g = solver.Grid{}
	}
	return place, reason
}

// find returns the span of the puzzle in a line, and the number of puzzles. Unless there is exactly
// one puzzle, the span is the whole line. In the HoDoKu format, a line without the format's colons
// is read like text, because it can be a bare puzzle.
func (s *lineSource) find(line []byte) (place scan.Span, words int) {
	whole := scan.Span{Start: 0, End: uint32(len(line))}
	if s.info.Format == HoDoKu {
		if place, found := fieldOfHoDoKu(line); found {
			isPuzzle := func(word []byte) bool { return holdsPuzzle(word) && bytes.ContainsAny(word, solver.Blanks) }
			_, before := findWords(line[:place.Start], isPuzzle)
			if _, after := findWords(line[place.End:], isPuzzle); before+after > 0 {
				return whole, 1 + before + after
			}
			return place, 1
		}
	}
	if place, words = findPuzzle(line); words == 0 {
		var g solver.Grid
		if parseValue(&g, line, s.info.LeftPad).Kind == gridtext.NoReason {
			return whole, 1
		}
		if s.info.LeftPad {
			place, words = findWords(line, isLostZeros)
		}
	}
	if words != 1 {
		return whole, words
	}
	return place, 1
}

// reasonOf returns the reason why a line without a puzzle is invalid. In the Text format, the
// reason says why one word is not a puzzle. reasonOf prefers words that look like a grid without
// its leading zeros. If there are none, it considers the only word of the line. If the line has
// several words, it considers those that look like a damaged puzzle. Unless exactly one word is
// considered, the reason is gridtext.NoPuzzle, as in other formats.
func (s *lineSource) reasonOf(line []byte) Reason {
	place, words := findWords(line, isLostZeros)
	switch {
	case words > 0:
	case bytes.IndexFunc(bytes.TrimSpace(line), unicode.IsSpace) < 0:
		place, words = scan.Span{Start: 0, End: uint32(len(line))}, 1
	default:
		place, words = findWords(line, isDamagedPuzzle)
	}
	var g solver.Grid
	if s.info.Format == Text && words == 1 {
		if reason := gridtext.Parse(&g, line[place.Start:place.End]); reason.Kind != gridtext.NoReason {
			return reason
		}
	}
	return Reason{Kind: gridtext.NoPuzzle}
}

// findPuzzle counts the puzzles in a line, and returns the span of the last one. If it finds any,
// it also counts damaged puzzles, and longer words that hold a puzzle (see holdsPuzzle). The first
// word of "PUZZLE->PUZZLE" is longer, because a hyphen can be a blank.
func findPuzzle(line []byte) (place scan.Span, words int) {
	if place, words = findWords(line, isPuzzleWord); words > 0 && len(line) > solver.Cells+shortestDamaged {
		_, words = findWords(line, holdsPuzzle)
	}
	return place, words
}

// holdsPuzzle reports whether a word is a puzzle, or starts or ends like a puzzle that may be
// damaged. A list of candidates, which has nine characters for each cell, does not count.
func holdsPuzzle(word []byte) bool {
	n := len(word)
	mayBeDamaged := n >= shortestDamaged && n != 9*solver.Cells
	return isPuzzleWord(word) || mayBeDamaged && (isLikePuzzle(word[:min(n, solver.Cells)]) || isLikePuzzle(word[max(n-solver.Cells, 0):]))
}

// isLikePuzzle reports whether nearly all characters are clues or one kind of blank, such as dots.
// Lists do not qualify, because their separators are not adjacent. Long numbers have too few zeros
// to qualify, and strings of bits have too few different digits.
func isLikePuzzle(text []byte) bool {
	clues := countClues(text)
	digits := countWhere([]byte("123456789"), func(digit byte) bool { return bytes.IndexByte(text, digit) >= 0 })
	return clues >= 10 && digits >= 5 && strings.ContainsFunc(solver.Blanks, func(mark rune) bool {
		n := bytes.Count(text, []byte{byte(mark)})
		return n >= 20 && clues+n >= len(text)-8 && bytes.Contains(text, []byte{byte(mark), byte(mark)})
	})
}

// findWords counts the words that fit, and returns the span of the last of these words. Words are
// separated by characters for which mayBeCell is false.
func findWords(line []byte, fits func(word []byte) bool) (place scan.Span, words int) {
	for at := 0; at < len(line); at++ {
		start := at
		for at < len(line) && mayBeCell(line[at]) {
			at++
		}
		if fits(line[start:at]) {
			words++
			place = scan.Span{Start: uint32(start), End: uint32(at)}
		}
	}
	return place, words
}

// mayBeCell reports whether a character may be a cell. Larger grids use letters as digits.
func mayBeCell(c byte) bool {
	return solver.IsCell(c) || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// isPuzzleWord reports whether a word consists of 81 cells and is not a rule, such as 81 dashes.
func isPuzzleWord(word []byte) bool {
	return len(word) == solver.Cells && countWhere(word, solver.IsCell) == solver.Cells && !gridtext.IsRule(word)
}

func (s *lineSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	line := b.block.Row(i)
	place, _ := s.find(line)
	return append(dst, line[place.Start:place.End]...)
}

// holdsOnlyFullGrids reports whether lines hold grids, all of which are full.
func (s *lineSource) holdsOnlyFullGrids(lines [][]byte) bool {
	full := false
	for _, line := range lines {
		var g solver.Grid
		switch _, reason := s.parsePuzzle(&g, line); {
		case reason.Kind == gridtext.LostZeros, reason.Kind == gridtext.NoReason && !g.Full():
			return false
		case reason.Kind == gridtext.NoReason:
			full = true
		}
	}
	return full
}
