package extract

import "github.com/gridmill/gridmill/solver"

// word ends the current segment at a word.
func (s *scanner) word() {
	if s.cells() > 0 {
		s.closeSegment(true)
	}
	if !s.joined || s.run.total()%solver.Cells == 0 {
		s.ending = true
	}
	s.segment = afterWord
}

// label handles a colon or an equals sign: the words before it, and a number, name what follows.
func (s *scanner) label() {
	switch n := s.cells(); {
	case s.segment == afterNothing && n == 1:
		s.run.truncate(s.start)
	case s.segment == afterWord && n <= 2:
		s.run.truncate(s.start)
		s.segment = afterLabel
	case s.segment == afterWord:
		s.closeSegment(true)
	}
}

// hardBreak ends everything, because the following text has another place.
func (s *scanner) hardBreak() {
	s.closeSegment(true)
	s.end(s.run.total())
	s.beginLine()
	s.depth = 0
	s.content = true
}

// endLine ends a line.
func (s *scanner) endLine() {
	if !s.content {
		s.emptyLine()
	} else {
		s.wholeLine()
	}
	s.beginLine()
}

// emptyLine ends a grid unless it may continue with another band or row.
func (s *scanner) emptyLine() {
	n := s.run.total()
	if s.depth == 0 && (n%row != 0 || n%solver.Cells == 0) {
		s.end(n)
	}
}

// wholeLine ends a line that is not empty.
func (s *scanner) wholeLine() {
	n := s.cells()
	if n == 0 && s.segment == afterNothing && !s.joined { // a rule, or brackets
		if s.signs.rules || s.signs.bars {
			s.run.signs.table = s.run.signs.table || s.bars >= row && s.signs.rules && s.run.signs.lines <= 1
			s.run.signs.heading = s.run.signs.heading || s.run.signs.lines == 1 && s.signs.bars
			s.run.signs.rules = s.run.signs.rules || s.run.total() > 0 || s.signs.rules
		}
		return
	}
	s.closeSegment(false)
	if s.ending {
		s.end(s.run.total())
	}
	if s.segment == afterWord && !s.joined {
		s.depth = 0
	}
}

// closeSegment decides whether the cells since the last word or the start of the line belong to the
// run, start the next one, or are just digits in a sentence.
func (s *scanner) closeSegment(byWord bool) {
	if s.indexed && s.cells()%row == 1 {
		s.run.removeAt(s.start)
	}
	n := s.cells()
	isList := s.bracket || s.depth > 0 && !byWord && s.segment == afterNothing
	s.indexed = false
	switch {
	case n == 0:
		return
	case s.segment == afterLabel && n == row && !s.bracket, s.segment == afterLabel && n == row && s.depth > 1:
		s.join()
	case s.segment == afterNothing && !s.ending && (isList || n%row == 0 || !byWord && s.fits(n)):
		if n >= ownLine || s.run.total()-n > 0 && s.bracket && s.run.signs.lists && (s.run.total()-n)%solver.Cells == 0 {
			s.end(s.start)
		}
		s.join()
		if n >= ownLine && s.depth == 0 {
			s.end(s.run.total())
		}
	case s.segment != afterNothing && (isList || n%row == 0 || n >= fewest), n >= fewest:
		s.end(s.start)
		s.join()
		if n >= ownLine && s.depth == 0 {
			s.end(s.run.total())
		}
	default:
		s.run.truncate(s.start)
	}
	s.start, s.bracket = s.run.total(), false
}

// fits reports whether a line with nothing but n cells, which is not a whole row, can be part of
// the run: as a row with an error, or as one that was not finished.
func (s *scanner) fits(n int) bool {
	const half = row/2 + 1
	return n >= half || s.start%solver.Cells != 0
}

// join makes the segment part of the run.
func (s *scanner) join() {
	s.joined, s.ending = true, false
	r, l := &s.run.signs, &s.signs
	if s.run.total() == s.cells() && s.segment == afterNothing && r.lines > 0 {
		*r = signs{}
	}
	r.lines++
	r.rules, r.bars, r.table = r.rules || l.rules, r.bars || l.bars, r.table || l.table
	r.spaced, r.lists, r.nested = r.spaced || l.spaced, r.lists || l.lists || s.depth > 0, r.nested || l.nested || s.depth > 1
	s.run.place = s.place()
}

// place returns what surrounds the current character.
func (s *scanner) place() Place {
	switch {
	case s.inAnswer:
		return InAnswer
	case s.braces > 0:
		return InBox
	case s.inFence:
		return InFence
	}
	return InText
}
