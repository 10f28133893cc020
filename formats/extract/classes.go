package extract

// class says what a byte can be part of.
type class uint8

const (
	letter    class = iota // of a word; also bytes that nothing else is known about
	digit                  // 1 to 9
	blank                  // a cell without a digit
	space                  // between cells
	separator              // the same, but it shows that the cells are a list or a table
	lineEnd
	special // handled by scanner.special
)

var classes = func() (table [256]class) {
	set := func(c class, chars string) {
		for i := range len(chars) {
			table[chars[i]] = c
		}
	}
	set(digit, "123456789")
	set(blank, "0._*-xX?")
	set(space, " \t\v\f")
	set(separator, ",;'\"()/!+#&>$%@^~")
	set(lineEnd, "\n\r")
	set(special, "|:=[]{}<\\`\xc2\xe2\xef")
	return table
}()

// A mark is a character of UTF-8 that occurs in grids.
type mark struct {
	bytes string
	means byte // as ASCII
}

// marks are the characters with their meaning: a bar, a rule, a blank, or a space.
var marks = [...]mark{
	{"\u00a0", ' '}, {"\u00b7", '.'}, {"\u25a1", '.'}, {"\u25a2", '.'}, {"\u2b1c", '.'}, {"\u25fb", '.'}, {"\u2022", '.'},
	{"\u2502", '|'}, {"\u2551", '|'}, {"\u2503", '|'}, {"\u2500", '+'}, {"\u2550", '+'}, {"\u2501", '+'},
	{"\ufe0f", ' '}, {"\u20e3", ' '}, {"\u200b", ' '}, {"\ufeff", ' '}, {"\u2009", ' '}, {"\u202f", ' '},
	{"\uff0c", ','}, {"\uff1a", ':'}, {"\uff5c", '|'},
}

// markAt returns what the character at the start of a text means and its length, or 0 if it has no
// meaning in grids. All of Unicode's box drawing that is not a bar is part of a rule.
func markAt(text []byte) (means byte, length int) {
	for i := range marks {
		if m := &marks[i]; len(text) >= len(m.bytes) && string(text[:len(m.bytes)]) == m.bytes {
			return m.means, len(m.bytes)
		}
	}
	if len(text) >= 3 && text[0] == 0xe2 && (text[1] == 0x94 || text[1] == 0x95) {
		return '+', 3
	}
	return 0, 0
}
