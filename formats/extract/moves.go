package extract

import (
	"bytes"
	"strconv"

	"github.com/gridmill/gridmill/formats/internal/jsontext"
)

// A Move places a digit in a cell. Rows and columns are numbered from 1. Negative numbers and
// fractions become 0, and numbers above 99 become 99, so that the move is outside the grid.
type Move struct{ Row, Column, Digit int8 }

// InGrid reports whether all numbers of the move are between 1 and 9.
func (m Move) InGrid() bool {
	return min(m.Row, m.Column, m.Digit) >= 1 && max(m.Row, m.Column, m.Digit) <= 9
}

// Cell returns the index of the move's cell. The move must be in the grid.
func (m Move) Cell() int { return 9*int(m.Row-1) + int(m.Column-1) }

// Moves calls play for each move in text, in order. A move can have one of these forms:
//   - an array of a row, a column and a digit, such as [1, 3, 4]
//   - JSON, such as a tool call, with keys for the row, the column and the digit (see keys)
//   - r1c3=4
//
// In a chat, only the content of the assistant's messages counts. If a message calls tools, only
// its calls count. As in Last, text does not count within <think>, before the last <answer>, or before
// a lone </think>.
func Moves(text []byte, play func(Move)) {
	if !IsChat(text) {
		readMoves(text, play)
		return
	}
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	for m := range messages(text, assistant) {
		moves := (*buffer)[:0]
		moves = append(moves, m.calls...)
		for part := range m.parts {
			moves = append(moves, part.call...)
		}
		if len(moves) == 0 {
			for part := range m.parts {
				moves = append(jsontext.AppendUnescaped(moves, part.text), '\n')
			}
		}
		*buffer = moves
		readMoves(moves, play)
	}
}

// answerStart returns a position in the last tag that ends reasoning, or 0 if there is no such tag.
func answerStart(text []byte) (start int) {
	for m := (mover{text: text}); ; {
		next := bytes.IndexByte(text[m.at:], '<')
		if next < 0 {
			return start
		}
		if m.at += next; m.tag() {
			start = m.at
		}
	}
}

func readMoves(text []byte, play func(Move)) {
	m := mover{text: text[answerStart(text):], play: play}
	for m.at < len(m.text) {
		switch c := m.text[m.at]; {
		case c == '[':
			m.list()
		case c == '<':
			m.tag()
		case c == '\\':
			m.escape()
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			m.name()
		case c == '{' || c == '}':
			m.values = [3]int8{} // all keys of a move are in the same object
			m.at++
		default:
			m.at++
		}
	}
}

// A mover reads moves. The keys of an object can be in any order.
type mover struct {
	text []byte
	at   int
	play func(Move)
	// values holds the row, the column and the digit of the current object. Each element is the
	// number plus 1, or 0 if the number is unknown.
	values    [3]int8
	inThought bool // the text is within <think>
}

// tag reads the name of a tag, and reports whether to ignore the text before the tag.
func (m *mover) tag() bool {
	m.at++
	name, closing, _ := readTag(m.text[m.at:])
	return endsReasoning(name, closing, &m.inThought)
}

// add plays a move, unless the move is within <think>.
func (m *mover) add(row, column, digit int8) {
	if !m.inThought {
		m.play(Move{row, column, digit})
	}
}

// escape skips a JSON escape. Its letter, such as the n of \n, is not part of a name.
func (m *mover) escape() {
	m.at = len(m.text) - len(bytes.TrimLeft(m.text[m.at:], `\`))
	if m.at < len(m.text) && bytes.IndexByte([]byte("nrt"), m.text[m.at]) >= 0 {
		m.at++
	}
}

// list reads a list of three numbers if the current bracket starts such a list.
func (m *mover) list() {
	m.at++
	at := m.at
	var values [3]int8
	for i := range values {
		var n int
		at = m.skipQuotes(at)
		if values[i], n = number(m.text[at:]); n == 0 {
			return
		}
		at = m.skipQuotes(at + n)
		if at >= len(m.text) || m.text[at] != ",,]"[i] {
			return
		}
		at++
	}
	m.at = at
	m.add(values[0], values[1], values[2])
}

// keys lists the names that tool calls use for the row, the column and the digit.
var keys = [3][]string{{"row", "r"}, {"col", "column", "c"}, {"digit", "value", "number", "num", "val", "v"}}

// name reads a name. After a key, it also reads the value. After the r of a move such as r1c3=4, it
// reads the whole move.
func (m *mover) name() {
	from := m.at
	m.at += nameLength(m.text[from:])
	name := m.text[from:m.at]
	if is(name, "r") && m.cell() {
		return
	}
	for which, words := range keys {
		for _, word := range words {
			if is(name, word) {
				m.value(which)
				return
			}
		}
	}
}

// cell reads what follows the r of a move such as r1c3=4. It returns false if no cell follows.
func (m *mover) cell() bool {
	rest := m.text[m.at:]
	row, n := number(rest)
	if n == 0 || n >= len(rest) || rest[n]|0x20 != 'c' {
		return false
	}
	at := n + 1
	column, n := number(rest[at:])
	if n == 0 {
		return false
	}
	end := at + n
	if at = jsontext.SkipSpace(rest, end); at >= len(rest) || rest[at] != '=' && rest[at] != ':' {
		m.at += end
		return true // a cell without a digit, as in "r1c3 is empty"
	}
	at = jsontext.SkipSpace(rest, at+1)
	digit, n := number(rest[at:])
	if n > 0 {
		m.add(row, column, digit)
	}
	m.at += at + n
	return true
}

// number reads a number and returns its value and its length. If there is no number, the
// length is 0. The value of a negative number or a fraction is 0, which is outside the grid.
func number(text []byte) (value int8, n int) {
	const most = 99
	digits := bytes.TrimPrefix(text, []byte("-"))
	whole := countDigits(digits)
	if whole == 0 {
		return 0, 0
	}
	parsed, _ := strconv.Atoi(string(digits[:whole])) // a number that is too large becomes the largest int
	value = int8(min(parsed, most))
	n = len(text) - len(digits) + whole
	if n < len(text) && text[n] == '.' {
		if decimals := countDigits(text[n+1:]); decimals > 0 {
			if len(bytes.Trim(text[n+1:][:decimals], "0")) > 0 {
				value = 0
			}
			n += 1 + decimals
		}
	}
	if len(digits) < len(text) {
		value = 0
	}
	return value, n
}

func countDigits(text []byte) int { return len(text) - len(bytes.TrimLeft(text, "0123456789")) }

// skipQuotes returns the position after white space, quotes and escaped quotes.
func (m *mover) skipQuotes(at int) int {
	return len(m.text) - len(bytes.TrimLeft(m.text[at:], "\\\"' \n\t\r"))
}

// value reads the number after a key. Once all three numbers are known, it plays the move.
func (m *mover) value(which int) {
	at := m.skipQuotes(m.at)
	if at >= len(m.text) || m.text[at] != ':' && m.text[at] != '=' {
		return
	}
	at = m.skipQuotes(at + 1)
	value, n := number(m.text[at:])
	if n == 0 {
		return
	}
	m.values[which] = value + 1
	m.at = at + n
	if v := &m.values; v[0] > 0 && v[1] > 0 && v[2] > 0 {
		m.add(v[0]-1, v[1]-1, v[2]-1)
		*v = [3]int8{}
	}
}
