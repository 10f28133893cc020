package formats

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// lineSource reads lines of text that hold one puzzle each: in their first 81
// characters, or at the start of another word where the file has it there. Anything may
// follow that is not a cell.
type lineSource struct {
	textSource
	word int // which word starts with the puzzle, from 0
	why  string
	// results says that the lines are results, puzzle:count:solution.
	results bool
}

func newLineSource(t textSource, head []byte, o *ReadOptions) (source, error) {
	s := &lineSource{textSource: t}
	s.lines.Skip = skipLine
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
	s.why = "grids start there"
	return s, nil
}

// maxCount is how many digits a count has at most. More are a row, though their
// value may be small: a grid may start with many blanks written as zeros.
const maxCount = 13

// refuseOldLineEnds refuses a text whose lines do not end as others do, given its first
// bytes behind the lines that were passed.
func refuseOldLineEnds(lines *scan.Cutter, head []byte) error {
	if lines.Line() > 1 || bytes.IndexByte(head, '\n') >= 0 || bytes.IndexByte(bytes.TrimSpace(head), '\r') < 0 {
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

// puzzleWord looks at the first lines for the word that starts with a grid, and
// returns the first word where none does. Words are what lines of text have for columns.
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

func (s *lineSource) read(b *Batch, limit int) error {
	from := b.Len()
	line, err := s.fill(b, limit)
	b.addSegment(s, from, len(b.block.Rows), line)
	return err
}

func (s *lineSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return append(dst, lineGrid(b.block.Row(i), s.word)...)
}

func (s *lineSource) describe(info *Info) {
	info.Format, info.Compression, info.Layout = Text, s.compressionName(), s.layoutName()
	info.Roles = Roles{Puzzle: s.word, PuzzleWhy: s.why, Answer: -1}
}
