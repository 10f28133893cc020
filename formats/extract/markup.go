package extract

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/solver"
)

// backtick handles a fence of three or more backticks. It ignores other backticks.
func (s *scanner) backtick() {
	if s.at+1 >= len(s.text) || s.text[s.at] != '`' || s.text[s.at+1] != '`' {
		return
	}
	s.at = len(s.text) - len(bytes.TrimLeft(s.text[s.at:], "`"))
	s.hardBreak()
	s.inFence = !s.inFence
	if s.inFence && s.at < len(s.text) && classes[s.text[s.at]] == letter { // skip the language of the code
		for s.at < len(s.text) && classes[s.text[s.at]] <= blank {
			s.at++
		}
	}
}

func (s *scanner) brace(c byte) {
	switch {
	case s.braces == 0:
	case c == '{':
		s.braces++
	default:
		if s.braces--; s.braces == 0 {
			s.closeBox()
		}
	}
}

// openBox handles the start of a \boxed command. Each row of a grid can have its own command.
func (s *scanner) openBox() {
	if s.run.place == InBox && s.run.total() > 0 && s.cells() == 0 && !s.run.isWhole() {
		s.beginLine()
	} else {
		s.hardBreak()
	}
	if s.at < len(s.text) && s.text[s.at] == '{' {
		s.at++
		s.column, s.braces = s.at, 1
	}
}

func (s *scanner) closeBox() {
	s.braces = 1 // the last cells are still in the box
	if s.settle(); s.cells() == row {
		s.closeSegment(false)
		s.beginLine()
	} else {
		s.hardBreak()
	}
	s.braces = 0
}

// tag handles an HTML tag, or a tag such as <answer> that a prompt requests.
func (s *scanner) tag() {
	name, closing, length := readTag(s.text[s.at:])
	if len(name) == 0 {
		return
	}
	from := s.at - 1
	s.at += length
	switch {
	case is(name, "td"), is(name, "th"):
		s.signs.table = true
		if closing && name[1]|0x20 == 'h' {
			s.mayIndex()
			s.headings++
		} else if closing && isBlank(s.text[s.column:from]) {
			s.run.add(solver.Blank)
		}
		s.column = s.at
	case is(name, "b"), is(name, "strong"), is(name, "tbody"), is(name, "thead"):
	case is(name, "tr"), is(name, "br"), is(name, "row"), is(name, "li"), is(name, "div"):
		s.inRow = false
		s.endLine()
		s.inRow = !closing && is(name, "tr")
	default:
		s.hardBreak()
		if endsReasoning(name, closing, &s.inThought) {
			s.discard()
		}
		if isAnswerTag(name) && !s.inThought {
			s.inAnswer = !closing
		}
	}
}

// readTag reads the tag that follows a "<". It returns an empty name if the text is not a tag.
func readTag(text []byte) (name []byte, closing bool, length int) {
	const longest = 40
	length = bytes.IndexByte(text[:min(len(text), longest)], '>') + 1
	name, closing = bytes.CutPrefix(text[:length], []byte{'/'})
	return name[:nameLength(name)], closing, length
}

// nameLength returns the length of the name of a tag or a key at the start of text.
func nameLength(text []byte) (n int) {
	for n < len(text) && (text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' || text[n] == '_') {
		n++
	}
	return n
}

// endsReasoning updates inThought and reports whether the text before a tag was reasoning. The text
// was reasoning if the tag starts an answer outside <think>, or is a </think> without a <think>.
func endsReasoning(name []byte, closing bool, inThought *bool) bool {
	wasInThought := *inThought
	if is(name, "think") {
		*inThought = !closing
		return closing && !wasInThought
	}
	return !closing && !wasInThought && isAnswerTag(name)
}

// discard forgets the grids found so far, as they are in reasoning. In a question, it does nothing.
func (s *scanner) discard() {
	if !s.isQuestion {
		s.whole, s.partial, s.answered = Found{}, Found{}, false
	}
}

func isAnswerTag(name []byte) bool {
	return is(name, "answer") || is(name, "solution") || is(name, "final_answer")
}

// backslash handles a LaTeX command or a JSON escape.
func (s *scanner) backslash() {
	first := s.at - 1
	s.at = len(s.text) - len(bytes.TrimLeft(s.text[s.at:], `\`))
	from, slashes, content := s.at, s.at-first, s.content
	if slashes > 2 || slashes == 2 && !s.startsName() {
		s.content = true
		s.endLine() // end of an array row
		content = true
	}
	s.content = true
	for s.startsName() {
		s.at++
	}
	name := s.text[from:s.at]
	r, length := jsontext.CodeUnit(s.text[from-1:])
	switch {
	case len(name) == 0:
		s.skipSize()
	case is(name, "boxed"), is(name, "fbox"):
		s.openBox()
	case is(name, "hline"), is(name, "cline"):
		s.signs.table = true
	case is(name, "begin"), is(name, "end"):
		s.environment()
	case is(name, "cdot"), is(name, "square"):
		s.run.add(solver.Blank)
	case is(name, "text"), is(name, "textbf"), is(name, "mathbf"), is(name, "mathrm"), is(name, "quad"), is(name, "left"), is(name, "right"):
	case length > 0:
		s.at = from - 1 + length
		if r >= utf8.RuneSelf {
			s.actAs(meaning(r), first)
		}
	case slashes%2 == 1 && (name[0] == 'n' || name[0] == 'r'), is(name, "n"):
		s.at, s.content = from+1, content
		s.endLine()
	case slashes%2 == 1 && name[0] == 't':
		s.at, s.content = from+1, content
	default:
		s.word()
	}
}

func (s *scanner) startsName() bool {
	return s.at < len(s.text) && s.text[s.at]|0x20 >= 'a' && s.text[s.at]|0x20 <= 'z'
}

// skipSize skips a bracket that starts or ends a formula, or a size between rows, such as [0.5ex].
func (s *scanner) skipSize() {
	const longest = len("[0.5ex]")
	rest := s.text[s.at:]
	if len(rest) == 0 || rest[0] != '[' && rest[0] != ']' {
		return
	}
	s.at += 1 + max(bytes.IndexByte(rest[:min(len(rest), longest)], ']'), 0)
}

// environment skips the name and the column specification after \begin or \end.
func (s *scanner) environment() {
	const longest = 100
	for s.at < len(s.text) && s.text[s.at] == '{' {
		end := bytes.IndexByte(s.text[s.at:min(s.at+longest, len(s.text))], '}')
		if end < 0 {
			return
		}
		s.at += end + 1
	}
}

// is reports whether a name equals a lowercase word, ignoring case.
func is(name []byte, word string) bool {
	return len(name) == len(word) && strings.EqualFold(string(name), word)
}
