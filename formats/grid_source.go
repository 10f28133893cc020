package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// gridSource reads nine-line grids. A grid can contain frames. Titles and comments can precede it.
// A line with a puzzle is a row, and is parsed like a line in the Text format.
//
// A run is a sequence of grid lines. It ends at an empty line, a title, a line with a puzzle, or a
// frame that is not between bands (see followsGrid). It also ends where blanks in solver.Blanks
// change to other marks, or back. If its length is not a multiple of nine, the run becomes one
// invalid row, because the missing or extra line can be anywhere. However, reading fails if such a
// run is too long for a row, or if it is longer than a grid and the file has no other rows.
//
// A damaged line counts as a grid line, so that the other grids of its run are still read. However,
// it is a title if it is the only line of a run, or the first line of a run of ten.
type gridSource struct {
	textSource
	grids        gridReader
	held         scan.Block // lines that are not in a batch yet
	kinds        []lineKind // kinds of the held lines
	base         int64      // line number of the first held line
	hasOtherMark bool       // the current run uses a mark for blanks that is not in solver.Blanks
	begun        bool       // a row precedes the lines [next, seen)
	next         int        // index of the first held line that is not part of a row yet
	seen         int        // index of the first held line that has not been examined
	inRun        int        // number of grid lines in [next, seen), or 9 for a line with a puzzle
	ready        int        // number of grids in [next, seen) that can become rows
	broken       bool       // lines [next, seen) are an invalid row
	endless      bool       // the current run has more than scan.MaxRow/2 bytes, so it cannot become an invalid row
	ended        error      // the error, such as io.EOF, that ended reading
	paused       bool       // the stream paused after the last held line
	skips        int        // number of lines to skip in a section without a puzzle, not counting frames and comments
}

// heldLines is the number of lines read at a time.
const heldLines = 1024

func newGridSource(t textSource, h *head) (source, error) {
	o := h.options
	if o.Column != "" || o.AnswerColumn != "" && o.AnswerColumn != "none" || len(o.Keep.names) > 0 {
		return nil, option.Misuse(option.TextAsCSV, "nine-line grids have no columns, so no columns can be chosen")
	}
	s := &gridSource{textSource: t, grids: h.findMarks()}
	if o.rejectsFull(o.Format != Auto, nil) && s.grids.holdsOnlyFullLines(h.lines()) {
		return nil, o.errorOnFull(option.FullLines, "")
	}
	if divider := s.grids.findDivider(h.text); divider != nil && o.Blanks == "" {
		return nil, option.Errorf(option.Divider, "every tenth line is like %.20q; such lines may divide grids, or be rows without clues", bytes.TrimSpace(divider))
	}
	s.info.Roles = Roles{Answer: -1, PuzzleWhy: byValues}
	s.info.Blanks = s.grids.blanks
	s.lines.Skip = func([]byte) bool { return false }
	s.base = s.lines.Line()
	return s, nil
}

// holdsOnlyFullLines reports whether no line is damaged, and no grid line has blanks.
func (r gridReader) holdsOnlyFullLines(lines [][]byte) bool {
	return !slices.ContainsFunc(lines, func(line []byte) bool {
		kind := r.kindOf(line)
		return kind == damagedLine || kind == otherMarkLine || kind == gridLine && bytes.ContainsAny(line, solver.Blanks)
	})
}

func (s *gridSource) read(b *Batch, limit int) (err error) {
	from, line := b.Len(), int64(0)
	for b.Len() < limit && !b.closesEarly() {
		if err = s.findRun(); err != nil {
			break
		}
		if len(b.block.Rows) == from {
			line = s.line(s.next)
		}
		s.cut(b, line)
		b.setLen(len(b.block.Rows))
	}
	b.addSegment(s, from, len(b.block.Rows), line)
	return err
}

func (s *gridSource) line(i int) int64 { return s.base + int64(i) }

// cut adds the next grid or invalid run to a batch, with its line number relative to firstLine.
func (s *gridSource) cut(b *Batch, firstLine int64) {
	for s.kinds[s.next] >= frameLine {
		s.next++ // a frame before the grid
	}
	end, lines := s.next, 0
	for ; end < s.seen && (lines < 9 || s.broken); end++ {
		if s.kinds[end] <= otherMarkLine {
			lines++
		}
	}
	start := len(b.block.Bytes)
	b.block.Bytes = append(b.block.Bytes, s.held.Bytes[s.held.Rows[s.next].Start:s.held.Rows[end-1].End]...)
	b.block.AddRow(start, uint32(s.line(s.next)-firstLine))
	s.next, s.begun = end, true
	if s.broken {
		s.broken, s.endless, s.inRun = false, false, 0
	} else {
		s.ready--
		s.inRun -= 9
	}
}

// findRun reads lines until a run of grid lines ends or exceeds scan.MaxRow/2 bytes. If cut can
// already make a row, findRun does nothing.
func (s *gridSource) findRun() (err error) {
	for err == nil && s.ready == 0 && !s.broken {
		switch {
		case s.seen < len(s.held.Rows):
			err = s.examine(s.kinds[s.seen])
		case s.paused:
			s.paused = false
			return files.ErrPaused
		case s.ended == nil:
			s.ended = s.readLines()
		case s.inRun == 0 || !files.IsEnd(s.ended) && s.inRun%9 != 0:
			return s.ended
		default:
			err = s.endRun()
		}
	}
	return err
}

// examine ends the current run if the next line, which has the given kind, does not belong to it.
// Otherwise, examine adds the line to the run or skips the line.
func (s *gridSource) examine(kind lineKind) error {
	if kind == emptyLine && s.skips < 9 {
		s.skips = 0 // an empty line after the section's first line ends the section
	}
	switch {
	case s.skips > 0 && kind < frameLine:
		line := s.held.Row(s.seen)
		if s.skips -= int(toNumber(line[0] != '#')); slices.ContainsFunc(bytes.Fields(line), isPuzzleWord) {
			s.skips = 0 // the section has only this line
		}
		s.pass(otherLine)
	case kind == puzzleLine && s.inRun == 0:
		s.seen++
		s.inRun, s.ready = 9, 1
	case kind <= otherMarkLine && s.continuesRun(kind):
		s.inRun++
		s.seen++
		if s.runBytes() > scan.MaxRow/2 {
			s.ready, s.endless = s.inRun/9, true
		}
	case kind == frameLine && s.inRun > 0 && !s.followsGrid() && s.runBytes() <= scan.MaxRow:
		s.seen++
	case s.inRun > 0:
		return s.endRun()
	default: // frames and titles before a grid do not belong to it
		s.pass(kind)
	}
	return nil
}

// followsGrid reports whether the next line is a frame after whole grids, or after a grid of 4 to
// 11 lines instead of nine. The grids must not contain frames. After three or six lines, the frame
// may be between bands. A line of blanks is probably a damaged row, and not a frame.
func (s *gridSource) followsGrid() bool {
	isFrame := len(bytes.Trim(s.held.Row(s.seen), s.grids.blanks+" \r\n")) > 0
	isOne := s.inRun > 3 && s.inRun < 12 && s.inRun%3 != 0
	return isFrame && (isOne || s.inRun%9 == 0) && !slices.Contains(s.kinds[s.next:s.seen], frameLine)
}

// continuesRun reports whether the next line, which is a grid line, can be in the current run. A
// line without blanks can continue a grid, even if the grid's mark is not in solver.Blanks.
func (s *gridSource) continuesRun(kind lineKind) bool {
	if s.inRun == 0 {
		s.hasOtherMark = kind == otherMarkLine
	}
	isSame := s.hasOtherMark == (kind == otherMarkLine)
	return isSame || s.hasOtherMark && s.inRun%9 > 0 && !bytes.ContainsAny(s.held.Row(s.seen), solver.Blanks)
}

// runBytes returns the size of the current run, through the last examined line.
func (s *gridSource) runBytes() uint32 {
	return s.held.Rows[s.seen-1].End - s.held.Rows[s.next].Start
}

// pass skips the next line, which is not part of a puzzle. Unless the line is empty or a frame,
// pass counts it in LeftOut.
func (s *gridSource) pass(kind lineKind) {
	s.seen++
	s.next = s.seen
	s.endless = s.endless && kind == frameLine
	if kind >= frameLine {
		return
	}
	s.options.LeftOut.addLine(LinesBetween, s.path, s.line(s.seen-1))
	if line := bytes.TrimSpace(s.held.Row(s.seen - 1)); line[0] == '[' && line[len(line)-1] == ']' {
		s.skips = 9 * int(toNumber(slices.Contains(otherSections, strings.ToLower(string(line)))))
	}
}

// otherSections lists the titles of sections without puzzles. Such sections occur in .sdk files.
var otherSections = []string{"[state]", "[solution]", "[pencilmarks]", "[candidates]", "[colors]", "[colours]"}

// endRun decides whether a run is a sequence of grids or an invalid row. If reading must fail (see
// gridSource), endRun returns an error.
func (s *gridSource) endRun() error {
	if (s.inRun == 1 || s.inRun == 10) && !s.endless {
		s.passTitle()
	}
	extra := s.inRun % 9
	if extra == 0 {
		s.ready = s.inRun / 9
		return nil
	}
	if s.broken = !s.endless && (s.inRun <= 9 || !s.isWholeFile()); s.broken {
		return nil
	}
	suspect := ""
	if i := slices.Index(s.kinds[s.next:s.seen], damagedLine); i >= 0 {
		suspect = fmt.Sprintf(" (line %d is the first without nine cells)", s.line(s.next+i))
	}
	return files.InFile(s.path, fmt.Errorf("the number of grid lines up to line %d is not a multiple of nine: %d missing, or %d extra%s; repair the lines, or separate the grids with empty lines", s.line(s.seen-1), 9-extra, extra, suspect))
}

// passTitle skips the first line of a run of one or ten lines, unless the kind of this line is
// gridLine. The skipped line is a title, such as 11.1.24.
func (s *gridSource) passTitle() {
	isLine := func(kind lineKind) bool { return kind <= otherMarkLine }
	if first := s.next + slices.IndexFunc(s.kinds[s.next:], isLine); s.kinds[first] != gridLine {
		s.options.LeftOut.addLine(LinesBetween, s.path, s.line(first))
		s.next = first + 1
		s.inRun--
	}
}

// isWholeFile reports whether the current run is known to be the file's only row: no row precedes
// it, and only empty lines and frames follow it. Fewer than 2*heldLines lines are examined.
func (s *gridSource) isWholeFile() bool {
	for !s.begun && s.ended == nil && !s.paused && len(s.held.Rows)-s.seen < heldLines {
		s.ended = s.readLines()
	}
	isOther := func(kind lineKind) bool { return kind < frameLine }
	return !s.begun && files.IsEnd(s.ended) && !slices.ContainsFunc(s.kinds[s.seen:], isOther)
}

// readLines drops the lines before the current run and reads more lines.
func (s *gridSource) readLines() error {
	dropped := len(s.held.Bytes) - s.unused()
	s.held.Bytes = slices.Delete(s.held.Bytes, 0, dropped)
	s.held.Rows = slices.Delete(s.held.Rows, 0, s.next)
	s.kinds = slices.Delete(s.kinds, 0, s.next)
	for i := range s.held.Rows {
		s.held.Rows[i].Start -= uint32(dropped)
		s.held.Rows[i].End -= uint32(dropped)
	}
	s.base += int64(s.next)
	s.seen -= s.next
	s.next = 0
	err := s.lines.Fill(&s.held, len(s.held.Rows)+heldLines, math.MaxInt32)
	for i := len(s.kinds); i < len(s.held.Rows); i++ {
		s.kinds = append(s.kinds, s.grids.kindOf(s.held.Row(i)))
	}
	if s.paused = files.IsPause(err); s.paused {
		return nil
	}
	return files.InFile(s.path, err)
}

// unused returns the number of held bytes that are not part of a row yet.
func (s *gridSource) unused() int {
	if s.next == len(s.held.Rows) {
		return 0
	}
	return len(s.held.Bytes) - int(s.held.Rows[s.next].Start)
}

// position returns the position of the first line that was neither skipped nor added to a row.
func (s *gridSource) position() (offset, line int64) {
	if !s.lines.Started() {
		return 0, 1
	}
	return s.lines.Offset() - int64(s.unused()), s.line(s.next)
}

func (s *gridSource) seek(offset, line int64) (reached bool, err error) {
	if at, _ := s.position(); offset == at {
		return true, nil
	}
	reached, err = s.textSource.seek(offset, line)
	if reached && err == nil {
		s.held.Reset()
		*s = gridSource{textSource: s.textSource, grids: s.grids, held: s.held, base: line, begun: true}
	}
	return reached, err
}

func (s *gridSource) parse(b *Batch, seg *segment) error {
	var text lineSource // parses lines with puzzles
	text.info.Format = Text
rows:
	for i := seg.from; i < seg.to; i++ {
		lines, n, bad := 0, int32(0), int32(0)
		cells := b.scratch[:0]
		for line := range bytes.Lines(b.block.Row(i)) {
			n++
			switch s.grids.kindOf(line) {
			case gridLine:
				lines++
				for _, c := range line {
					if solver.IsCell(c) {
						cells = append(cells, c)
					}
				}
			case damagedLine, otherMarkLine:
				bad = cmp.Or(bad, n)
			case puzzleLine:
				text.parseLine(b, i)
				continue rows
			}
		}
		b.scratch = cells
		if bad == 0 && lines == 9 {
			solver.Parse(&b.Puzzles[i], cells)
			b.Reasons[i] = Reason{}
			continue
		}
		first := int32(min(s.lineOf(b, seg, i), math.MaxInt32-int64(n)))
		reason := Reason{Kind: gridtext.WrongLines, A: int32(lines), B: first, C: first + n - 1}
		if bad > 0 {
			reason = Reason{Kind: gridtext.BadLine, A: first + bad - 1}
		}
		b.reject(i, reason)
	}
	return nil
}

func (s *gridSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return append(dst, b.block.Row(i)...)
}
