package extract

// Moves calls play for each move in a text, in order: lists of row, column and digit from 1, such as
// [1, 3, 4]; tool calls and other JSON with the keys row, col or column, and digit, value, number or
// num; and r1c3=4. Of chat messages, those of the assistant count. The digit is '1' to '9'.
func Moves(text []byte, play func(cell int, digit byte)) {
	at := firstMessage(text)
	if at >= 0 {
		if m, _ := nextMessage(text, at); m.role == nil {
			at = -1
		}
	}
	if at < 0 {
		readMoves(text, play)
		return
	}
	for at >= 0 {
		var m message
		if m, at = nextMessage(text, at); m.isFrom(assistant) {
			readMoves(m.all, play)
		}
	}
}

func readMoves(text []byte, play func(cell int, digit byte)) {
	m := mover{text: text, play: play}
	for m.at < len(m.text) {
		switch c := m.text[m.at]; {
		case c == '[':
			m.list()
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			m.name()
		default:
			m.at++
		}
	}
}

// A mover reads moves. Keys of an object can come in any order.
type mover struct {
	text []byte
	at   int
	play func(cell int, digit byte)
	// row, column and digit of the object, or 0 while they are unknown.
	values [3]byte
}

// list reads a list of three digits, if there is one at the current bracket.
func (m *mover) list() {
	m.at++
	at := m.at
	var values [3]byte
	for i := range values {
		at = skipSpace(m.text, at)
		if at >= len(m.text) || m.text[at] < '1' || m.text[at] > '9' {
			return
		}
		values[i] = m.text[at] - '0'
		at = skipSpace(m.text, at+1)
		end := byte(',')
		if i == len(values)-1 {
			end = ']'
		}
		if at >= len(m.text) || m.text[at] != end {
			return
		}
		at++
	}
	m.at = at
	m.make(values)
}

// keys are the names of values in tool calls.
var keys = []struct {
	name  string
	value int
}{{"row", 0}, {"r", 0}, {"col", 1}, {"column", 1}, {"c", 1}, {"digit", 2}, {"value", 2}, {"number", 2}, {"num", 2}, {"val", 2}}

// name reads a key and its value, or r1c3=4.
func (m *mover) name() {
	from := m.at
	for m.at < len(m.text) && (m.text[m.at]|0x20 >= 'a' && m.text[m.at]|0x20 <= 'z' || m.text[m.at] == '_') {
		m.at++
	}
	name := m.text[from:m.at]
	if is(name, "r") && m.cell() {
		return
	}
	for _, key := range keys {
		if is(name, key.name) {
			m.value(key.value)
			return
		}
	}
}

// cell reads the rest of r1c3=4 after the r, and reports whether it is there.
func (m *mover) cell() bool {
	rest := m.text[m.at:]
	isDigit := func(at int) bool { return at < len(rest) && rest[at] >= '1' && rest[at] <= '9' }
	if !isDigit(0) || len(rest) < 3 || rest[1]|0x20 != 'c' || !isDigit(2) {
		return false
	}
	at := skipSpace(rest, 3)
	if at >= len(rest) || rest[at] != '=' && rest[at] != ':' {
		m.at += 3
		return true // the name of a cell in a sentence
	}
	if at = skipSpace(rest, at+1); isDigit(at) && (at+1 >= len(rest) || rest[at+1] < '0' || rest[at+1] > '9') {
		m.make([3]byte{rest[0] - '0', rest[2] - '0', rest[at] - '0'})
		m.at++
	}
	m.at += at
	return true
}

// value reads the digit after a key. Once all are known, the move is made.
func (m *mover) value(which int) {
	at := m.at
	for at < len(m.text) && (m.text[at] == '\\' || m.text[at] == '"' || m.text[at] == '\'' || m.text[at] == ' ') {
		at++
	}
	if at >= len(m.text) || m.text[at] != ':' && m.text[at] != '=' {
		return
	}
	for at++; at < len(m.text) && (m.text[at] == '\\' || m.text[at] == '"' || m.text[at] == '\'' || m.text[at] == ' '); {
		at++
	}
	if at >= len(m.text) || m.text[at] < '1' || m.text[at] > '9' || at+1 < len(m.text) && m.text[at+1] >= '0' && m.text[at+1] <= '9' {
		return
	}
	m.values[which] = m.text[at] - '0'
	m.at = at + 1
	if m.values[0] > 0 && m.values[1] > 0 && m.values[2] > 0 {
		m.make(m.values)
		m.values = [3]byte{}
	}
}

// make makes a move.
func (m *mover) make(v [3]byte) { m.play(int(v[0]-1)*9+int(v[1]-1), '0'+v[2]) }
