package formats

import (
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// parse reads the puzzles of a segment's lines.
func (s *lineSource) parse(b *Batch, g *segment) error {
	if s.results {
		s.parseResults(b, g)
		return nil
	}
	for i := g.from; i < g.to; i++ {
		if s.word == 0 {
			next := scan.Lines.Parse(&b.block, i, g.to, b.Puzzles, nil)
			clear(b.Reasons[i:next])
			if i = next; i == g.to {
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
		b.reject(i, Reason{kind: tooLong, a: scan.MaxRow})
		return
	}
	// Of what follows 81 cells only the first character matters: one more cell says that they
	// begin something else.
	line = fromWord(line, s.word)
	if len(line) >= solver.Cells && solver.Parse(&b.Puzzles[i], line) < 0 {
		b.Reasons[i] = Reason{}
		if scan.CellFollows(line) {
			b.reject(i, Reason{kind: tooManyCells, a: solver.Cells})
		}
		return
	}
	b.setPuzzle(i, lineGrid(line, 0))
}

// lineGrid returns the part of a line that stands for the puzzle: the first 81
// characters from the given word on, with all cells that follow 81 cells at once, or the
// whole rest where that is a list or less.
func lineGrid(line []byte, word int) []byte {
	line = fromWord(line, word)
	switch {
	case len(line) <= solver.Cells:
		return line
	case line[0] == '[':
		return line[:listEnd(line)]
	}
	end := endOf(line, solver.Cells)
	if grid, _ := isGrid(line[:end]); grid {
		for end < len(line) && solver.IsCell(line[end]) {
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
		case '[':
			depth++
		case ']':
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
