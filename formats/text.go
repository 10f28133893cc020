package formats

import (
	"bytes"
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// lineSource reads lines of text that hold one puzzle each: in their first 81
// characters, or at the start of another word where the file has it there.
type lineSource struct {
	textSource
	word int // which word begins with the puzzle, from 0
	why  string
	// results says that the lines are results, puzzle:count:solution.
	results bool
}

func newLineSource(t textSource, head []byte, o *ReadOptions) (source, error) {
	s := &lineSource{textSource: t}
	s.lines.skip = skipLine
	if err := refuseOldLineEnds(t.lines, head); err != nil {
		return nil, err
	}
	if len(o.Keep.names) > 0 {
		return nil, option.Misuse(option.TextAsCSV, "lines of text have no columns to keep")
	}
	if o.AnswerColumn != "" && o.AnswerColumn != "none" {
		return nil, option.Misuse(option.TextAsCSV, "lines of text have no answers")
	}
	if o.Results != IgnoreResults {
		return s, s.expectResults(head, o.Results)
	}
	if o.Column != "" {
		n, err := strconv.Atoi(o.Column)
		if err != nil || n < 1 {
			return nil, option.Misuse(option.Columns, "there is no column %q: the words of a line of text go by number, from 1", o.Column)
		}
		s.word, s.why = n-1, AskedFor
		return s, nil
	}
	s.word = puzzleWord(head)
	s.why = "grids begin there"
	return s, nil
}

// maxCount is how many digits a count has at most. More are a row, though their
// value may be small: a grid may begin with many blanks written as zeros.
const maxCount = 13

// refuseOldLineEnds refuses a text whose lines do not end as others do, given its first
// bytes behind the lines that were passed.
func refuseOldLineEnds(lines *cutter, head []byte) error {
	if lines.line > 1 || bytes.IndexByte(head, '\n') >= 0 || bytes.IndexByte(bytes.TrimSpace(head), '\r') < 0 {
		return nil
	}
	return errors.New("lines end in carriage returns alone, as on very old systems; make them line feeds first (tr '\\r' '\\n')")
}

// skipLine reports whether a line of text holds no row: it is empty, a comment,
// or comes first and is only a count.
func skipLine(line []byte, first bool) bool {
	if len(line) == 0 || line[0] == '#' {
		return true
	}
	if !first {
		return false
	}
	if line = bytes.TrimSpace(line); len(line) > maxCount {
		return false
	}
	_, err := strconv.ParseUint(string(line), 10, 64)
	return err == nil
}

// puzzleWord looks at the first lines for the word that begins with a grid, and
// settles for the first word where none does.
func puzzleWord(head []byte) int {
	var found [8]int
	lines := 0
	for line := range bytes.Lines(head) {
		if line = bytes.TrimRight(line, "\r\n"); skipLine(line, lines == 0) {
			continue
		}
		for word := range found {
			text := lineGrid(line, word)
			if grid, _ := isGrid(text); grid {
				found[word]++
			}
		}
		if lines++; lines == sampleRows {
			break
		}
	}
	best := 0
	for word, n := range found {
		if n > found[best] {
			best = word
		}
	}
	return best
}

// lineGrid returns the part of a line that stands for the puzzle: the first 81
// characters from the given word on, or the whole rest where that is a list or
// less.
func lineGrid(line []byte, word int) []byte {
	line = fromWord(line, word)
	switch {
	case len(line) <= solver.Cells:
		return line
	case line[0] == '[':
		return line[:listEnd(line)]
	}
	return line[:endOf(line, solver.Cells)]
}

// fromWord returns a line from the given word on. Words are set apart by spaces
// and tabs.
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

func (s *lineSource) read(b *Batch, limit int) error { return s.fill(s, b, limit) }

func (s *lineSource) parse(b *Batch, g *segment) error {
	if s.results {
		return s.parseResults(b, g)
	}
	b.parseText(s, g)
	return nil
}

// parseAlone parses one line.
func (s *lineSource) parseAlone(b *Batch, i int) {
	line := b.text(b.rows[i].span)
	if len(line) > maxRow {
		b.reject(i, Reason{kind: tooLong, a: maxRow})
		return
	}
	// Whatever follows 81 cells does not matter, and is not looked at.
	line = fromWord(line, s.word)
	if len(line) >= solver.Cells && solver.Parse(&b.Puzzles[i], line) < 0 {
		b.Reasons[i] = Reason{}
		return
	}
	b.setPuzzle(i, lineGrid(line, 0))
}

func (s *lineSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return append(dst, lineGrid(b.text(b.rows[i].span), s.word)...)
}

func (s *lineSource) describe(info *Info) {
	info.Format, info.Compression = Text, s.compressionName()
	info.Roles = Roles{Puzzle: s.word, PuzzleWhy: s.why, Answer: -1}
}
