package extract

import "bytes"

// backtick handles one backtick, or a fence of three.
func (s *scanner) backtick() {
	if s.at+1 >= len(s.text) || s.text[s.at] != '`' || s.text[s.at+1] != '`' {
		return
	}
	for s.at < len(s.text) && s.text[s.at] == '`' {
		s.at++
	}
	s.hardBreak()
	s.inFence = !s.inFence
	if s.inFence && s.at < len(s.text) && classes[s.text[s.at]] == letter { // the language
		for s.at < len(s.text) && classes[s.text[s.at]] <= blank {
			s.at++
		}
	}
}

// brace handles a brace, which can end a box.
func (s *scanner) brace(c byte) {
	switch {
	case s.braces == 0:
	case c == '{':
		s.braces++
	default:
		if s.braces--; s.braces == 0 {
			s.braces = 1 // everything that is still open belongs to the box
			s.hardBreak()
			s.braces = 0
		}
	}
}

// tag handles a tag of HTML, or of the kind that prompts ask for.
func (s *scanner) tag() {
	const longest = 40
	rest := s.text[s.at:]
	end := bytes.IndexByte(rest[:min(len(rest), longest)], '>')
	if end < 0 {
		return
	}
	name := rest[:end]
	closing := len(name) > 0 && name[0] == '/'
	if closing {
		name = name[1:]
	}
	n := 0
	for n < len(name) && (name[n]|0x20 >= 'a' && name[n]|0x20 <= 'z' || name[n] == '_') {
		n++
	}
	if n == 0 {
		return
	}
	s.at += end + 1
	switch name = name[:n]; {
	case is(name, "td"), is(name, "th"), is(name, "b"), is(name, "strong"), is(name, "tbody"), is(name, "thead"):
		s.signs.table = s.signs.table || name[0]|0x20 == 't'
	case is(name, "tr"), is(name, "br"):
		s.endLine()
	case is(name, "answer"), is(name, "solution"), is(name, "final_answer"):
		s.hardBreak()
		s.inAnswer = !closing
	default:
		s.hardBreak()
	}
}

// backslash handles a command of LaTeX, or an escape of JSON.
func (s *scanner) backslash() {
	first := s.at
	for s.at < len(s.text) && s.text[s.at] == '\\' {
		s.at++
	}
	from := s.at
	for s.at < len(s.text) && s.text[s.at]|0x20 >= 'a' && s.text[s.at]|0x20 <= 'z' {
		s.at++
	}
	name := s.text[from:s.at]
	switch {
	case len(name) == 0:
	case is(name, "boxed"), is(name, "fbox"):
		s.hardBreak()
		if s.at < len(s.text) && s.text[s.at] == '{' {
			s.at++
			s.braces = 1
		}
	case is(name, "hline"), is(name, "cline"):
		s.signs.table = true
	case is(name, "begin"), is(name, "end"):
		s.environment()
	case is(name, "text"), is(name, "textbf"), is(name, "mathbf"), is(name, "mathrm"), is(name, "quad"), is(name, "left"), is(name, "right"):
	case first == from && (name[0] == 'n' || name[0] == 'r'):
		s.at = from + 1
		s.endLine()
	case first == from && name[0] == 't':
		s.at = from + 1
	default:
		s.word()
	}
}

// environment skips the names and columns that follow \begin and \end.
func (s *scanner) environment() {
	for s.at < len(s.text) && s.text[s.at] == '{' {
		end := bytes.IndexByte(s.text[s.at:], '}')
		if end < 0 {
			return
		}
		s.at += end + 1
	}
}

// is reports whether a name equals a word, ignoring case.
func is(name []byte, word string) bool {
	if len(name) != len(word) {
		return false
	}
	for i, c := range name {
		if c != word[i] && c|0x20 != word[i] {
			return false
		}
	}
	return true
}
