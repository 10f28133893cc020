package extract

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// token reads a word or a group of cells. It stops before any other character.
func (s *scanner) token() {
	text, from, at, digits := s.text, s.at, s.at, 0
	for at < len(text) && (classes[text[at]] == digit || classes[text[at]] == blank) {
		digits += int(blank - classes[text[at]])
		at++
	}
	isWord := at < len(text) && classes[text[at]] == letter
	for isWord && at < len(text) && classes[text[at]] <= blank {
		at++
	}
	s.at = at
	token := text[from:at]
	if digits == 1 && len(token) == 1 { // most tokens are single digits
		s.addCells(token, 0, 0)
		return
	}
	if !isWord {
		token = s.sentence(s.withoutBold(token))
	}
	isText := from > 0 && (text[from-1] == '"' || text[from-1] == '\'')
	switch {
	case len(token) == 0:
	case isWord:
		s.wordOrNull(token)
	case digits == 0 && decimalPoint(token) == 0:
		s.blanks(token, isText || s.position != afterNothing)
	default:
		s.number(token, digits, s.depth > 0 && !isText)
	}
}

// withoutBold removes the asterisks from a token with bold cells, such as 5**3****4**6. It returns
// other tokens unchanged.
func (s *scanner) withoutBold(token []byte) []byte {
	const mark = "**"
	n, isBold, rest := 0, false, token
	if len(token) <= len("**5**") || s.inFence || isRowOrGrid(len(token)) {
		return token
	} else if head, tail := emphasis(token); head == len(mark) && isRowOrGrid(len(token)-head-tail) {
		return token
	}
	for {
		part, after, found := bytes.Cut(rest, []byte(mark))
		if isBold && (len(part) == 0 || !found) || bytes.IndexByte(part, '*') >= 0 || n+len(part) > len(s.bold) {
			return token
		}
		n += copy(s.bold[n:], part)
		if !found {
			return s.bold[:n]
		}
		rest, isBold = after, !isBold
	}
}

// sentence removes a final period or question mark from a token unless that character is a cell.
// For example, it removes the period in "5 3 4." and a period between a closing quote and a space.
func (s *scanner) sentence(token []byte) []byte {
	n := len(token) - 1
	if last := token[n]; last != '.' && last != '?' && (token[0] != '.' || last != '*' && last != '_') {
		return token
	}
	from := s.at - len(token)
	ends := s.at == len(s.text) || classes[s.text[s.at]] == space || classes[s.text[s.at]] == lineEnd ||
		s.text[s.at] == '\\' && !bytes.HasPrefix(s.text[s.at:], []byte(`\"`))
	isClosed := ends && from > 0 && bytes.IndexByte([]byte("`\"')]}$"), s.text[from-1]) >= 0 &&
		(s.cells() > 0 || s.start > 0 && s.run.isWhole()) // otherwise, the quote opens a row
	switch {
	case isClosed && token[0] == '.' && len(bytes.Trim(token[1:], "*_")) == 0:
		return token[:0]
	case token[n] != '.' && token[n] != '?':
		return token
	}
	body := bytes.TrimRight(token, ".?")
	endsSentence := func() bool {
		isInSentence := s.position != afterNothing || s.place() == InBox || bytes.ContainsAny(token, "0_*-")
		return isInSentence && s.text[max(from-1, 0)] != '"'
	}
	switch {
	case s.cells() > 0 && len(body) > 0 && (n == 1 && classes[token[0]] == digit || isOneOf(body, "*")):
		return body
	case n == 0 && isClosed,
		n == solver.Cells-1 && bytes.IndexByte(token, token[n]) == n && endsSentence():
		return token[:n]
	}
	return token
}

// wordOrNull handles a word. In lists, null is a blank.
func (s *scanner) wordOrNull(word []byte) {
	if s.depth > 0 && (is(word, "null") || is(word, "none")) {
		s.run.add(solver.Blank)
		return
	}
	s.word()
	s.words++
	s.namesRow = s.namesRow || is(word, "row") || is(word, "band")
	s.across = s.across || namesColumn(word)
}

// housesNotRows lists prefixes of words for a column or a box. The index is the first letter.
var housesNotRows = func() (names [256][]string) {
	for _, name := range []string{
		"bottom-", "block", "box", "center", "centre", "col", "middle-", "nonet", "quadrant", "region", "section", "sector", "square", "sub-", "subgrid", "top-",
	} {
		names[name[0]] = append(names[name[0]], name)
	}
	return names
}()

// namesColumn reports whether a word starts like the name of a column or a box, such as C1.
func namesColumn(word []byte) bool {
	if word = bytes.TrimLeft(word, "*_"); len(word) < 2 {
		return false
	}
	first := word[0] | 0x20
	if (first == 'b' || first == 'c') && classes[word[1]] == digit {
		return true
	}
	return slices.ContainsFunc(housesNotRows[first], func(name string) bool { return is(word[:min(len(word), len(name))], name) })
}

// blanks reads a token without digits. Its characters are blanks or markup. isRow is set in a
// quoted string or after a word, where the token cannot be a horizontal line between rows.
func (s *scanner) blanks(token []byte, isRow bool) {
	n := len(token)
	isRule := isOneOf(token, "-_") && (n > 1 || s.text[max(s.at-n-1, 0)] == ':' || s.at < len(s.text) && s.text[s.at] == ':')
	s.signs.rules = s.signs.rules || isRule
	if token[0] == '-' && n == 1 {
		s.dashes++
	}
	switch {
	case n == 2 && token[1] == '.':
		s.addCells(token, 0, 1)
	case isRule && (s.text[max(s.at-n-1, 0)] == '+' || s.at < len(s.text) && s.text[s.at] == '+'):
	case n > 1 && n <= 3 && (isRule || isOneOf(token, ".*")), isRule && n == row && !isRow:
		s.addCells(token, n, 0)
	case isRule && n != row:
	case n == 2:
		s.word()
	case n == 1 && s.closes(token[0]):
		s.addCells(token, 1, 0)
	default:
		head, tail := s.markup(token)
		s.addCells(token, head, tail)
	}
}

// closes reports whether the token c can be punctuation after a row or a grid. If the same
// character precedes c, even with spaces in between, both characters are blanks.
func (s *scanner) closes(c byte) bool {
	if n := s.run.total() - s.doubtful - s.index; n != solver.Cells && !isRowOrGrid(n-s.start) || bytes.IndexByte([]byte(".-?*"), c) < 0 {
		return false
	}
	before := bytes.TrimRight(s.text[:s.at-1], " ")
	return len(before) > 0 && before[len(before)-1] != c
}

// number reads a token with digits: cells with or without markup around them, or a number in a
// sentence or a list.
func (s *scanner) number(token []byte, digits int, inList bool) {
	head, tail, point := 0, 0, 0
	if digits < len(token) {
		head, tail = s.markup(token)
		point = decimalPoint(token[head : len(token)-tail])
	}
	body := token[head : len(token)-tail]
	if point > 0 {
		isInteger := len(bytes.Trim(body[point:], ".0")) == 0
		if isInteger && point == 1 {
			s.addCells(body[:1], 0, 0)
			return
		} else if isInteger || inList || s.position != afterNothing {
			s.word()
			return
		}
	}
	isQuantity := inList || s.depth == 0 && s.position != afterNothing
	switch n := len(body); {
	case n == 1 && head+n < len(token) && token[head+n] == '.' && s.cells() == 0 && s.depth == 0: // the number of a list item
		s.signs.numbered = true
	case s.isLaterNumber(bytes.TrimSuffix(body, []byte("."))):
	case n == 2 && !s.isInRow(n) && (isQuantity || s.depth == 0 && n == len(token) && (s.place() == InText && !s.isSurplus() || s.isComment())), (n == 4 || n == 5) && digits == n && isQuantity:
		s.word()
	default:
		s.addCells(token, head, tail)
	}
}

// isLaterNumber reports whether body is the number of the current row and has at least two digits.
func (s *scanner) isLaterNumber(body []byte) bool {
	r := &s.run.signs
	return len(body) > 1 && (r.numbered || r.named) && s.cells() == 0 && (is(body, strconv.Itoa(r.lines)) || is(body, strconv.Itoa(r.lines+1)))
}

// isInRow reports whether the n digits before s.at can be part of a row. Only cells, spaces and
// bars may follow on the line. The line must have more than half of the cells of a row.
func (s *scanner) isInRow(n int) bool {
	cells := s.cells() + n
	for _, c := range s.text[s.at:] {
		switch {
		case classes[c] == digit || classes[c] == blank:
			cells++
		case classes[c] == lineEnd || c == '\\':
			return cells > row/2
		case classes[c] != space && c != '|':
			return false
		}
	}
	return cells > row/2
}

// decimalPoint returns the position of the decimal point in a number that is shorter than a row.
// For other tokens, it returns 0.
func decimalPoint(token []byte) int {
	point := bytes.IndexByte(token, '.')
	if point <= 0 || point == len(token)-1 || len(token) >= row || len(bytes.Trim(token, "0123456789")) != 1 {
		return 0
	}
	return point
}

// markup returns how many characters at the start and the end of a token can be emphasis or the
// period of a sentence. Characters that complete a row or a grid remain blanks.
func (s *scanner) markup(token []byte) (head, tail int) {
	n := len(token)
	if isRowOrGrid(n) {
		return 0, 0
	}
	if !s.inFence && n > 1 {
		body := bytes.TrimRight(token, ".?")
		if head, tail = emphasis(token); head+tail == 0 && n-len(body) <= 3 && len(body) > 0 {
			if head, tail = emphasis(body); head+tail > 0 {
				tail += n - len(body)
			}
		}
	}
	return head, tail + fullStop(token[head:n-tail])
}

// fullStop returns how many characters at the end of a token can be punctuation: a dot after one or
// three cells, or up to three equal characters after a row or a grid.
func fullStop(token []byte) int {
	n := len(token)
	size := row
	if n > solver.Cells {
		size = solver.Cells
	}
	switch k := n - size; {
	case k > 0 && k <= 3 && isOneOf(token[size:], ".-?*"):
		return k
	case (n == 2 || n == 4) && token[n-1] == '.':
		return 1
	}
	return 0
}

// emphasis returns the numbers of asterisks or underscores at the start and the end of a token, at
// most three each. Around a cell, a row or a grid, head and tail are equal. In other tokens, head
// and tail are 0 if the same character also occurs in the middle of the token.
func emphasis(token []byte) (head, tail int) {
	const most = 3
	n := len(token)
	c := token[0]
	if c != '*' && (c != '_' || token[n-1] == '*') {
		c = token[n-1]
	}
	if c != '*' && c != '_' {
		return 0, 0
	}
	head = min(most, n-len(bytes.TrimLeft(token, string(c))))
	tail = min(most, n-len(bytes.TrimRight(token, string(c))))
	for k := min(head, tail); k > 0; k-- {
		if size := n - 2*k; size == 1 || isRowOrGrid(size) {
			return k, k
		}
	}
	if head+tail >= n || bytes.IndexByte(token[head:n-tail], c) >= 0 {
		return 0, 0
	}
	return head, tail
}

// isOneOf reports whether a token is a character of chars, possibly repeated.
func isOneOf(token []byte, chars string) bool {
	return bytes.IndexByte([]byte(chars), token[0]) >= 0 && bytes.Count(token, token[:1]) == len(token)
}

// addCells adds the cells of a token to the segment. head and tail say how many cells at the start
// and at the end can be markup.
func (s *scanner) addCells(token []byte, head, tail int) {
	sure := len(token) - head - tail
	if s.cells() == 1 && sure > row { // the first cell is a list number or a dash
		s.forget()
	}
	if s.sure() > 0 && sure > 0 {
		s.signs.spaced = true
	}
	isDash := len(token) == 1 && token[0] == '-'
	isBullet := s.position == afterNothing && (isDash || token[0] == '*')
	if s.cells() == 0 && sure == 1 && (isBullet || head > 0 || s.position == afterWord && !s.bracket) || // as in "-", "**1**" or "Row 1"
		s.cells() == 1 && isDash && s.position == afterWord { // as in "Row 1 -"
		s.index++
	}
	if s.depth > 0 && sure == row {
		s.signs.nested = true
	}
	if s.position == afterNothing && s.cells() == 1 && sure == row { // the first cell is the row number
		s.index = 1
	}
	for i, c := range token {
		if i < head || i >= len(token)-tail {
			s.run.add(doubtful)
			s.doubtful++
		} else {
			s.run.add(cell(c))
		}
	}
}

// mayIndex marks the first cell of a line as a possible row number if it is the only cell so far.
func (s *scanner) mayIndex() {
	if s.position == afterNothing && s.sure() == 1 {
		s.index = 1
	}
}
