package formats

import (
	"bytes"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// parse reads the puzzles of a segment's lines.
func (s *lineSource) parse(b *Batch, g *segment) error {
	if s.results {
		s.parseResults(b, g)
		return nil
	}
	if s.keepsRest {
		b.block.GrowFields(g.to)
	}
	for i := g.from; i < g.to; i++ {
		if s.word == 0 {
			next := scan.Lines.Parse(&b.block, i, g.to, b.Puzzles, nil)
			clear(b.Reasons[i:next])
			for ; i < next; i++ {
				s.noteRest(b, i, 0, solver.Cells)
				s.refuseSecond(b, i, solver.Cells)
			}
			if i == g.to {
				break
			}
		}
		s.parseLine(b, i)
	}
	return nil
}

// parseLine parses any line.
func (s *lineSource) parseLine(b *Batch, i int) {
	line := b.block.Row(i)
	if len(line) > scan.MaxRow {
		b.reject(i, Reason{Kind: gridtext.TooLong, A: scan.MaxRow})
		s.noteRest(b, i, 0, len(line)) // none
		return
	}
	// Of what follows 81 cells only the first character matters: one more cell says that they
	// are part of something else.
	text := fromWord(line, s.word)
	start, length := len(line)-len(text), solver.Cells
	if len(text) >= solver.Cells && solver.ParseWord(&b.Puzzles[i], text) < 0 {
		b.Reasons[i] = Reason{}
		if scan.CellFollows(text) {
			b.reject(i, Reason{Kind: gridtext.TooManyCells, A: solver.Cells})
			length = len(lineGrid(text, 0))
		}
	} else {
		grid := lineGrid(text, 0)
		b.setPuzzle(i, grid)
		length = len(grid)
	}
	s.noteRest(b, i, start, length)
	s.refuseSecond(b, i, start+length)
}

// refuseSecond rejects line i if another puzzle stands behind its first, from a place on, and no
// option says which to take.
func (s *lineSource) refuseSecond(b *Batch, i, from int) {
	line := b.block.Row(i)
	if len(line) < from+solver.Cells || b.Reasons[i].Kind != gridtext.NoReason || s.info.Roles.PuzzleWhy == AskedFor {
		return
	}
	run := 0
	for at, c := range line[from:] {
		if run++; !solver.IsCell(c) {
			run = 0
		}
		end := from + at + 1
		if run != solver.Cells || end < len(line) && scan.MayBeCell(line[end]) {
			continue
		}
		var second solver.Grid
		if solver.ParseWord(&second, line[end-solver.Cells:]) < 0 && !second.Full() {
			b.reject(i, Reason{Kind: gridtext.SeveralPuzzles})
			return
		}
	}
}

// noteRest notes what stands on line i beside the length bytes from start on, if that is to
// be kept. Where it stands on both sides, it is joined by a space behind the block's rows.
func (s *lineSource) noteRest(b *Batch, i, start, length int) {
	if !s.keepsRest {
		return
	}
	row := b.block.Rows[i].Start
	before, after := restOf(b.block.Row(i), start, length)
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

// restOf returns the places on a line before and behind the length bytes from start on,
// without the blanks around what stands there.
func restOf(line []byte, start, length int) (before, after scan.Span) {
	return trimmed(line, 0, start), trimmed(line, start+length, len(line))
}

// trimmed returns the place of what stands from byte from on, up to byte to.
func trimmed(line []byte, from, to int) scan.Span {
	for from < to && isBlank(line[from]) {
		from++
	}
	for from < to && isBlank(line[to-1]) {
		to--
	}
	return scan.Span{Start: uint32(from), End: uint32(to)}
}

// lineGrid returns the part of a line that stands for the puzzle: the first 81
// characters from the given word on, with all cells that follow 81 cells at once, or the
// whole rest where that is a list or less.
func lineGrid(line []byte, word int) []byte {
	line = fromWord(line, word)
	switch {
	case len(line) <= solver.Cells:
		return line
	case gridtext.StartsList(line[0]):
		return line[:listEnd(line)]
	}
	end := endOf(line, solver.Cells)
	if grid, _ := gridtext.IsGrid(line[:end]); grid {
		for end < len(line) && scan.MayBeCell(line[end]) {
			end++
		}
	}
	return line[:end]
}

// fromWord returns a line from the given word on. Words are set apart by spaces and tabs.
func fromWord(line []byte, word int) []byte {
	at := 0
	for {
		for at < len(line) && isBlank(line[at]) {
			at++
		}
		if word == 0 {
			return line[at:]
		}
		for at < len(line) && !isBlank(line[at]) {
			at++
		}
		word--
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// listEnd returns the length of the list at the start of a line.
func listEnd(line []byte) int {
	depth := 0
	for i, c := range line {
		switch c {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(line)
}

// endOf returns how many bytes the first n characters take, for a text of more
// than n bytes. Whatever is foreign among them may take several.
func endOf(text []byte, n int) int {
	ascii := byte(0)
	for _, c := range text[:n] {
		ascii |= c
	}
	if ascii < utf8.RuneSelf && text[n] < utf8.RuneSelf {
		return n
	}
	end := 0
	for ; n > 0 && end < len(text); n-- {
		_, size := utf8.DecodeRune(text[end:])
		end += size
	}
	return end
}

// parseResults reads lines puzzle:count:solution. They have no verdict; the count
// stands for it as far as it can.
func (s *lineSource) parseResults(b *Batch, g *segment) {
	b.makeReadback(g.to)
	for i := g.from; i < g.to; i++ {
		b.clearReadback(i, i+1)
		line := b.block.Row(i)
		puzzle, count, solution, good := resultFields(line)
		if !good {
			b.reject(i, Reason{Kind: gridtext.WrongFields, A: int32(bytes.Count(line, []byte{':'}) + 1), B: 3})
		} else {
			b.setPuzzle(i, puzzle)
			b.readValue(CountColumn, i, count)
			b.readValue(SolutionColumn, i, solution)
			b.Results[i].Verdict = verdictOfCount(b.Results[i].Count, b.Reasons[i])
		}
		b.endReadback(i, CheckResults)
	}
}

func resultFields(line []byte) (puzzle, count, solution []byte, good bool) {
	puzzle, rest, good := bytes.Cut(line, []byte{':'})
	if !good || len(line) > scan.MaxRow {
		return nil, nil, nil, false
	}
	count, solution, good = bytes.Cut(rest, []byte{':'})
	return puzzle, count, solution, good
}

func verdictOfCount(count int32, r Reason) solver.Verdict {
	switch {
	case r.Kind != gridtext.NoReason:
		return solver.Invalid
	case count == 0:
		return solver.None
	case count == 1:
		return solver.Unique
	}
	return solver.Multiple
}

func (s *lineSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	_, count, solution, _ := resultFields(b.block.Row(i))
	if c == CountColumn {
		return append(dst, count...)
	}
	return append(dst, solution...)
}
