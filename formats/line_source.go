package formats

import (
	"bytes"
	"cmp"
	"errors"
	"iter"
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// lineSource reads lines of text that hold one puzzle each: in their first 81
// characters, or at the start of another word where the file has it there. Anything may
// follow that is not a cell. What stands beside the puzzle can be kept as a column.
type lineSource struct {
	textSource
	word int // which word starts with the puzzle, from 0
	// results says that the lines are results, puzzle:count:solution.
	results bool
	hasRest bool // something stands beside the puzzles of the first lines
	// keepsRest says that what stands beside the puzzles is noted, as the only column.
	keepsRest bool
	leftOut   *LeftOut // what learns of something beside puzzles that is not kept; nil if it does not matter
}

// restColumn is the name of the column of what stands on lines beside their puzzles.
const restColumn = "rest"

func newLineSource(t textSource, head []byte, o *ReadOptions) (source, error) {
	s := &lineSource{textSource: t}
	s.lines.Skip = func(line []byte, _ bool) bool { return skipLine(line) } // a count was passed
	if err := refuseOldLineEnds(t.lines, head); err != nil {
		return nil, err
	}
	if o.AnswerColumn != "" && o.AnswerColumn != "none" {
		return nil, option.Misuse(option.TextAsCSV, "lines of text have no answers")
	}
	if o.Results != IgnoreResults {
		return s, cmp.Or(s.refuseKeep(o), s.expectResults(head, o.Results))
	}
	if err := s.chooseWord(head, o); err != nil {
		return nil, err
	}
	return s, s.setKept(head, o)
}

// chooseWord finds the word that starts with the puzzle.
func (s *lineSource) chooseWord(head []byte, o *ReadOptions) error {
	if o.Column != "" {
		n, err := strconv.Atoi(o.Column)
		if err != nil || n < 1 {
			return option.Misuse(option.Columns, "there is no column %q: the words of a line of text go by number, from 1", o.Column)
		}
		s.setWord(n-1, AskedFor, false)
		return nil
	}
	word, seen := puzzleWord(head)
	switch {
	case holdsSeveral(head):
		return option.Errorf(option.Column, "most of its lines hold several puzzles; write one a line to solve them all")
	case seen.IsMixed():
		return mixedFault(seen)
	case seen.IsFull() && o.isOneOfSeveral():
		err := answersAlone("all its grids are full, as answers are")
		s.noteDelimiter(err, ',')
		return err
	case seen.IsFull():
		s.setWord(word, "grids start there, though they are full, as answers are", true)
	default:
		s.setWord(word, "grids start there", false)
	}
	return nil
}

// setWord takes a word for the puzzles, and notes why, and whether people should look.
func (s *lineSource) setWord(word int, why string, notable bool) {
	s.word = word
	s.info.Roles = Roles{Puzzle: word, PuzzleWhy: why, PuzzleNotable: notable, Answer: -1}
}

// setKept keeps what stands beside the puzzles, if anything stands there in the first lines
// of the first file of lines.
func (s *lineSource) setKept(head []byte, o *ReadOptions) error {
	s.hasRest = hasRest(head, s.word)
	rest := Field{Name: restColumn, raw: restColumn, plain: true}
	if first := o.first; first != nil && first.Columns == nil {
		s.keepsRest = slices.ContainsFunc(first.Kept, rest.equal)
	} else if s.hasRest {
		chosen, err := o.Keep.choose([]string{restColumn})
		if err != nil {
			return err
		}
		s.keepsRest = len(chosen) > 0
	} else if err := s.refuseKeep(o); err != nil {
		return err
	}
	if s.keepsRest {
		s.info.Kept = []Field{rest}
	} else if !s.hasRest || o.first != nil { // or else it was not wanted
		s.leftOut = o.LeftOut
	}
	return nil
}

// reportRest reports the first of the batch's rows from one on that has something beside its
// puzzle, where nothing is kept of it because the first lines had no such thing.
func (s *lineSource) reportRest(b *Batch, from int, firstLine int64) {
	for i := from; i < len(b.block.Rows) && s.leftOut != nil; i++ {
		line := b.block.Row(i)
		if len(line) > solver.Cells && len(line) <= scan.MaxRow && standsBeside(line, s.word) {
			s.leftOut.add(LeftOutKey{restColumn, s.file, firstLine + int64(b.block.Rows[i].Line), true})
			s.leftOut = nil
		}
	}
}

// refuseKeep refuses names of columns to keep, where there are none.
func (s *lineSource) refuseKeep(o *ReadOptions) error {
	if len(o.Keep.names) > 0 {
		return option.Misuse(option.TextAsCSV, "lines of text have no columns to keep")
	}
	return nil
}

// expectResults prepares for lines puzzle:count:solution.
func (s *lineSource) expectResults(head []byte, use ResultsUse) error {
	if use == TakeResults {
		return option.Misuse(option.Results, "lines of text have no verdicts; results to go on from must be CSV or Parquet")
	}
	first, _, _ := bytes.Cut(head, []byte{'\n'})
	if len(first) > 0 && bytes.Count(first, []byte{':'}) != 2 {
		return errors.New("this is no result of gridmill: its lines are not puzzle:count:solution; give what gridmill solve wrote")
	}
	s.results = true
	s.info.Results = setOf([]Column{SolutionColumn, CountColumn})
	return nil
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

// skipLine reports whether a line of text holds no row: it is empty, or a comment.
func skipLine(line []byte) bool { return len(line) == 0 || line[0] == '#' }

// startsWithCount reports whether the first line that is no comment is only a count. It is a row
// if another line of few digits follows, since both belong to a grid then or lost zeros, or if
// it stands alone and may be the row of a grid.
func startsWithCount(head []byte) bool {
	var count []byte
	for line := range firstLines(head) {
		switch {
		case count != nil:
			return !isNumber(line)
		case !isNumber(line):
			return false
		}
		count = bytes.TrimSpace(line)
	}
	return len(count) == 1 || len(count) > 0 && len(count) != 9 && count[0] != '0'
}

// isNumber reports whether a line is a number that may be a count.
func isNumber(line []byte) bool {
	if line = bytes.TrimSpace(line); len(line) > maxCount {
		return false
	}
	_, err := strconv.ParseUint(string(line), 10, 64)
	return err == nil
}

// puzzleWord looks at the first lines for the word that starts with a grid, and what these grids are.
// It returns the first word where none does. Words are what lines of text have for columns.
func puzzleWord(head []byte) (word int, best gridtext.Sight) {
	var seen [8]gridtext.Sight
	for line := range firstLines(head) {
		for word := range seen {
			grid, full := gridtext.IsGrid(lineGrid(line, word))
			if grid {
				seen[word].Grids++
			}
			if full {
				seen[word].Full++
			}
		}
	}
	for i, s := range seen {
		if s.Grids > seen[word].Grids {
			word = i
		}
	}
	return word, seen[word]
}

// holdsSeveral reports whether most of the first lines with grids have two that are not full.
func holdsSeveral(head []byte) bool {
	several, lines := 0, 0
	for line := range firstLines(head) {
		open := 0
		for word := range 8 {
			if isGrid, isFull := gridtext.IsGrid(lineGrid(line, word)); isGrid && !isFull {
				open++
			}
		}
		if open > 0 {
			lines++
		}
		if open > 1 {
			several++
		}
	}
	return 2*several > lines
}

// hasRest reports whether anything stands beside a grid in the lines that a file starts with.
func hasRest(head []byte, word int) bool {
	for line := range bytes.Lines(head) {
		if line = bytes.TrimRight(line, "\r\n"); !skipLine(line) && standsBeside(line, word) {
			return true
		}
	}
	return false
}

// standsBeside reports whether anything stands on a line beside its grid.
func standsBeside(line []byte, word int) bool {
	text := fromWord(line, word)
	grid := lineGrid(text, 0)
	before, after := restOf(line, len(line)-len(text), len(grid))
	if before.Len()+after.Len() == 0 {
		return false
	}
	good, _ := gridtext.IsGrid(grid)
	return good
}

// firstLines yields the first lines that hold rows.
func firstLines(head []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		lines := 0
		for line := range bytes.Lines(head) {
			if line = bytes.TrimRight(line, "\r\n"); skipLine(line) {
				continue
			}
			if lines++; !yield(line) || lines == sampleRows {
				return
			}
		}
	}
}

func (s *lineSource) read(b *Batch, limit int) error {
	if s.keepsRest {
		b.block.Noted = 1
	}
	from := b.Len()
	line, err := s.fill(b, limit)
	b.addSegment(s, from, len(b.block.Rows), line)
	s.reportRest(b, from, line)
	return err
}

func (s *lineSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return append(dst, lineGrid(b.block.Row(i), s.word)...)
}

func (s *lineSource) describe(info *Info) {
	info.Format, info.Compression, info.Layout = Text, s.compressionName(), s.layoutName()
	info.Roles = s.info.Roles
	info.HasRest = s.hasRest
}
