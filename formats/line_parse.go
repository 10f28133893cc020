package formats

import (
	"bytes"
	"slices"
	"unicode"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// If row i is a line of text, appendUnread appends the part of the line that should be a puzzle.
// For other formats, it appends nothing.
func (b *Batch) appendUnread(dst []byte, i int) []byte {
	s, isLine := b.segmentOf(i).source.(*lineSource)
	if !isLine || len(b.block.Row(i)) > scan.MaxRow {
		return dst
	}
	return s.appendPuzzle(dst, b, i)
}

func (s *lineSource) parse(b *Batch, g *segment) error {
	if s.keepsRest {
		b.block.GrowFields(g.to)
	}
	for i := g.from; i < g.to; i++ {
		if s.info.Format == Text {
			next := scan.Lines.Parse(&b.block, i, g.to, b.Puzzles, nil)
			clear(b.Reasons[i:next])
			for ; i < next; i++ {
				s.finishSimple(b, i)
			}
			if i == g.to {
				break
			}
		}
		s.parseLine(b, i)
	}
	return nil
}

// finishSimple completes line i, whose first 81 characters are a puzzle. It rejects the line if the
// rest of the line contains another puzzle.
func (s *lineSource) finishSimple(b *Batch, i int) {
	line, place := b.block.Row(i), scan.Span{Start: 0, End: solver.Cells}
	if len(line) > 2*solver.Cells {
		var words int
		if place, words = s.find(line); words > 1 {
			b.reject(i, Reason{Kind: gridtext.SeveralPuzzles})
		}
	}
	s.noteRest(b, i, place)
}

func (s *lineSource) parseLine(b *Batch, i int) {
	line := b.block.Row(i)
	if len(line) > scan.MaxRow {
		b.reject(i, Reason{Kind: gridtext.RowTooLong, A: scan.MaxRow})
		s.noteRest(b, i, scan.Span{Start: 0, End: uint32(len(line))})
		return
	}
	place, words := s.find(line)
	value := line[place.Start:place.End]
	switch {
	case words == 0:
		b.reject(i, s.reasonOf(line))
	case words > 1:
		b.reject(i, Reason{Kind: gridtext.SeveralPuzzles})
	case s.info.Format == HoDoKu:
		b.Reasons[i] = parseHoDoKu(&b.Puzzles[i], value)
	default:
		b.Reasons[i] = parseValue(&b.Puzzles[i], value, s.leftPad)
	}
	s.noteRest(b, i, place)
}

// find returns the span of the puzzle in a line, and the number of words that are puzzles. If the
// whole line is a puzzle, such as a list, it counts as one word. Unless exactly one word is a
// puzzle, the span is the whole line.
func (s *lineSource) find(line []byte) (place scan.Span, words int) {
	whole := scan.Span{Start: 0, End: uint32(len(line))}
	if s.info.Format == HoDoKu {
		if place, found := fieldOfHoDoKu(line); found {
			return place, 1
		}
		return whole, 0
	}
	if place, words = findWords(line, isPuzzleWord); words == 0 {
		var g solver.Grid
		if parseValue(&g, line, s.leftPad).Kind == gridtext.NoReason {
			return whole, 1
		}
		if s.leftPad {
			place, words = findWords(line, isLostZeros)
		}
	}
	if words != 1 {
		return whole, words
	}
	return place, 1
}

// reasonOf returns the reason why a line without a puzzle is invalid. If the line has only one
// word, the reason says what is wrong with the word. Otherwise, the reason is that none of the
// words is a puzzle.
func (s *lineSource) reasonOf(line []byte) Reason {
	var g solver.Grid
	if place, words := findWords(line, isLostZeros); s.info.Format == Text && words == 1 {
		return gridtext.Parse(&g, line[place.Start:place.End])
	}
	if s.info.Format == Text && bytes.IndexFunc(bytes.TrimSpace(line), unicode.IsSpace) < 0 {
		if reason := gridtext.Parse(&g, line); reason.Kind != gridtext.NoReason {
			return reason
		}
	}
	return Reason{Kind: gridtext.NoPuzzle}
}

// findWords counts the words on a line that the function fits accepts, and returns the span of the
// last such word. Any character that is not a cell, a letter or a digit separates words.
func findWords(line []byte, fits func(word []byte) bool) (place scan.Span, words int) {
	for at := 0; at < len(line); at++ {
		start := at
		for at < len(line) && scan.MayBeCell(line[at]) {
			at++
		}
		if fits(line[start:at]) {
			words++
			place = scan.Span{Start: uint32(start), End: uint32(at)}
		}
	}
	return place, words
}

// isPuzzleWord reports whether a word consists of 81 cells and is not a rule, such as a row of
// dashes.
func isPuzzleWord(word []byte) bool {
	isOther := func(c byte) bool { return !solver.IsCell(c) }
	return len(word) == solver.Cells && !slices.ContainsFunc(word, isOther) && !scan.IsRule(word)
}

// fieldOfHoDoKu returns the span of a line's fourth colon-separated field, which holds the puzzle.
func fieldOfHoDoKu(line []byte) (place scan.Span, found bool) {
	colon := []byte(":")
	rest, found := bytes.CutPrefix(line, colon)
	for range 2 {
		_, rest, _ = bytes.Cut(rest, colon)
	}
	field, _, ends := bytes.Cut(rest, colon)
	start := len(line) - len(rest)
	return scan.Span{Start: uint32(start), End: uint32(start + len(field))}, found && ends
}

// parseHoDoKu parses a puzzle in which some digits are preceded by a plus sign. These digits are
// not clues; they were placed while the puzzle was being solved.
func parseHoDoKu(g *solver.Grid, value []byte) Reason {
	if bytes.IndexByte(value, '+') < 0 || len(value) > 2*solver.Cells {
		return gridtext.Parse(g, value)
	}
	var cells [2 * solver.Cells]byte
	n := copy(cells[:], value)
	return gridtext.Parse(g, slices.DeleteFunc(cells[:n], func(c byte) bool { return c == '+' }))
}

// noteRest records the text next to the puzzle on line i, if this text is kept. If both sides of
// the puzzle have text, the two texts are joined with a space and stored after the block's rows.
func (s *lineSource) noteRest(b *Batch, i int, puzzle scan.Span) {
	if !s.keepsRest {
		return
	}
	row := b.block.Rows[i].Start
	before, after := restOf(b.block.Row(i), puzzle)
	note := &b.block.Fields[i*b.block.Noted]
	switch {
	case before.Len()+after.Len() == 0:
		*note = scan.Absent
	case before.Len() == 0:
		*note = after.Moved(row)
	case after.Len() == 0:
		*note = before.Moved(row)
	default:
		at := uint32(len(b.block.Bytes))
		b.block.Bytes = append(append(b.block.Bytes, b.block.Text(before.Moved(row))...), ' ')
		b.block.Bytes = append(b.block.Bytes, b.block.Text(after.Moved(row))...)
		*note = scan.Span{Start: at, End: uint32(len(b.block.Bytes))}
	}
}

// restOf returns the spans of the text before and after a line's puzzle. It omits spaces and tabs
// at both ends of each span.
func restOf(line []byte, puzzle scan.Span) (before, after scan.Span) {
	return trimmed(line, 0, int(puzzle.Start)), trimmed(line, int(puzzle.End), len(line))
}

// trimmed returns the span of bytes [from, to) of a line, without spaces and tabs at either end.
func trimmed(line []byte, from, to int) scan.Span {
	for from < to && isBlank(line[from]) {
		from++
	}
	for from < to && isBlank(line[to-1]) {
		to--
	}
	return scan.Span{Start: uint32(from), End: uint32(to)}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
