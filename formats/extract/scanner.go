package extract

import (
	"sync"

	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/solver"
)

// A scanner reads a text once. Cells without words between them form a run. A run ends at a word,
// unless the word is in a label such as "Row 3:". A run also ends where a code fence, a tag or a
// box starts or ends.
//
// Consecutive cells on a line form a segment. At the end of a segment, the scanner decides whether
// asterisks, dashes and dots are cells or markup, and whether the first cells are a row number or a
// bullet. It prefers decisions that make the segment a row or a grid.
type scanner struct {
	text []byte
	at   int
	run  run

	// The following fields describe the current line and what encloses it.
	start      int      // number of the run's cells before the current segment
	position   position // what precedes the current segment on the line
	joined     bool     // some segment of the line belongs to the run
	ending     bool     // the run ends before the next segment, unless that segment is a labeled row
	bracket    bool     // the segment has brackets
	index      int      // how many of the segment's first cells can be a row number or a bullet
	across     bool     // a word on the line names a column or a box, so the cells are not a row
	content    bool     // the line is not empty
	belowWords bool     // the line above has words
	words      int      // number of words on the line
	namesRow   bool     // a word on the line is "row" or "band"
	dashes     int      // number of single dashes on the line
	doubtful   int      // how many of the segment's cells can be markup (see const doubtful)
	signs      signs
	columns    int  // number of columns; 0 if the line is not a table row (see columnsOf)
	column     int  // where the current column starts in the text
	bars       int  // number of bars or LaTeX column separators (&) on the line so far
	outer      int  // number of open brackets at the start of the line
	labels     bool // the first column of the table holds row names
	depth      int  // number of open brackets
	inAnswer   bool
	inThought  bool // the text is between <think> and </think>
	inFence    bool
	inRow      bool // the text is in an HTML table row, which can span several lines
	headings   int  // number of header cells in the current HTML row
	braces     int  // number of open braces, including \boxed{; 0 outside a box

	bold [solver.Cells + 2]byte // memory for the result of withoutBold

	isQuestion     bool // the text is a question, whose tags only tell the model how to answer
	answered       bool // whole.Grid was found between <answer> and </answer>
	whole, partial Found
	open           Found // the last whole grid with a blank
}

// A position describes what precedes a segment on its line.
type position uint8

const (
	afterNothing position = iota
	afterWord
	afterLabel
)

// scanContent finds the runs in a message's content.
func (s *scanner) scanContent(m *message) {
	unescaped := buffers.Get().(*[]byte)
	for part := range m.parts {
		*unescaped = jsontext.AppendUnescaped((*unescaped)[:0], part.text)
		s.read(*unescaped)
	}
	s.finish()
	buffers.Put(unescaped)
}

// buffers holds memory for the unescaped contents of messages.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

func (s *scanner) finish() {
	s.inRow = false
	s.endLine()
	s.end(s.run.total())
}

// read scans a text. The text can continue that of an earlier call.
func (s *scanner) read(text []byte) {
	s.text, s.at, s.column = withoutColors(text), 0, 0
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch classes[c] {
		case space:
			s.at++
		case separator:
			s.content = true
			if c == ')' {
				s.mayIndex()
			}
			s.at++
		case lineEnd:
			s.at++
			if c == '\n' || s.at == len(s.text) || s.text[s.at] != '\n' {
				s.endLine()
			}
		case special:
			s.content = s.content || c != '\\'
			s.special(c)
		default:
			s.content = true
			s.token()
		}
	}
}

func (s *scanner) beginLine() {
	s.start, s.position = s.run.total(), afterNothing
	s.outer, s.dashes, s.words, s.namesRow = s.depth, 0, 0, false
	s.joined, s.ending, s.bracket, s.across, s.content = false, false, false, false, false
	s.signs, s.index, s.doubtful, s.bars, s.columns, s.column, s.headings = signs{}, 0, 0, 0, 0, s.at, 0
}

// cells returns the number of cells in the current segment.
func (s *scanner) cells() int { return s.run.total() - s.start }

// sure returns how many cells of the current segment cannot be markup.
func (s *scanner) sure() int { return s.cells() - s.doubtful }

// forget removes the cells of the current segment.
func (s *scanner) forget() {
	s.run.truncate(s.start)
	s.doubtful, s.index = 0, 0
}

func (s *scanner) special(c byte) {
	s.at++
	switch c {
	case '|':
		s.bar(s.at - 1)
	case '&':
		s.signs.table = true
		s.nextColumn(s.at-1, s.bars+1)
	case ':', '=':
		s.label()
	case '[':
		s.depth++
		s.bracket, s.signs.lists = true, true
		s.signs.nested = s.signs.nested || s.depth > 1
	case ']':
		s.depth = max(s.depth-1, 0)
	case '{', '}':
		s.brace(c)
	case '<':
		s.tag()
	case '\\':
		s.backslash()
	case '`':
		s.backtick()
	default:
		s.nonASCII()
	}
}

// nonASCII handles a non-ASCII character.
func (s *scanner) nonASCII() {
	from := s.at - 1
	means, length := markAt(s.text[from:])
	for s.at = from + max(length, 1); length == 0 && s.at < len(s.text) && s.text[s.at] >= 0x80 && s.text[s.at] < 0xc0; {
		s.at++
	}
	s.actAs(means, from)
}

// actAs handles the character at s.text[from]. means is the result of the function meaning for it.
func (s *scanner) actAs(means byte, from int) {
	switch means {
	case ' ', ',':
	case '|':
		s.bar(from)
	case '+':
		s.signs.rules = true
	case ':':
		s.label()
	case '.', '*':
		s.run.add(solver.Blank)
		if means == '*' {
			s.mayIndex()
		}
	default:
		s.word()
	}
}
