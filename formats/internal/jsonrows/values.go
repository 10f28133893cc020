package jsonrows

import "github.com/gridmill/gridmill/formats/internal/jsontext"

// The functions below scan JSON (RFC 8259). They also accept NaN, Infinity and -Infinity, which
// Python writes. A decoder would allocate memory for each value and take several times as long as
// solving the puzzles. Most functions skip a part of the text and return its end. For an error at
// position i, they return the complement ^i.

// maxDepth is the maximum nesting depth of values in a record.
const maxDepth = 100

// skipValue skips the value that starts at i, at the given nesting depth.
func skipValue(text []byte, i, depth int) int {
	if i >= len(text) {
		return ^i
	}
	switch c := text[i]; {
	case c == '"':
		return skipString(text, i)
	case c == '{' || c == '[':
		return skipNested(text, i, depth+1, nil)
	case c == '-' || c-'0' <= 9:
		return skipNumber(text, i)
	case words[c] != "":
		return skipWord(text, i, words[c])
	}
	return ^i
}

// words holds the values that are words, indexed by their first characters.
var words = [256]string{'t': "true", 'f': "false", 'n': "null", 'N': "NaN", 'I': "Infinity"}

// startsWithGrid reports whether the value at i is an array whose first element is a grid.
func startsWithGrid(text []byte, i int) bool {
	first := jsontext.SkipSpace(text, i+1)
	end := skipValue(text, first, 1)
	return text[i] == '[' && end > 0 && isGrid(text[first:end])
}

// eachMember skips the object at i and calls f for each of its members. The arguments of f are the
// key (as written, without quotes) and the start and the end of the value. The end is negative if
// the value is invalid.
func eachMember(text []byte, i int, f func(key []byte, value, end int)) int {
	if i = jsontext.SkipSpace(text, i); i >= len(text) || text[i] != '{' {
		return ^i
	}
	return skipNested(text, i, 1, f)
}

// skipNested skips the object or array that starts at i. depth is 1 for an outermost value. If f is
// not nil, skipNested calls f for each member of an object, as eachMember does.
func skipNested(text []byte, i, depth int, f func(key []byte, value, end int)) int {
	if depth > maxDepth {
		return ^i
	}
	isObject, last := text[i] == '{', text[i]+2 // in ASCII, } is two after {, and ] is two after [
	if i = jsontext.SkipSpace(text, i+1); i < len(text) && text[i] == last {
		return i + 1
	}
	for {
		key, value := i, i
		if isObject {
			if key, value = skipKey(text, i); value < 0 {
				return value
			}
		}
		end := skipValue(text, value, depth)
		if f != nil {
			f(text[i+1:key-1], value, end)
		}
		if end < 0 {
			return end
		}
		switch i = jsontext.SkipSpace(text, end); {
		case i >= len(text):
			return ^i
		case text[i] == last:
			return i + 1
		case text[i] != ',':
			return ^i
		}
		i = jsontext.SkipSpace(text, i+1)
	}
}

// skipKey returns the end of the key at i and the start of its value.
func skipKey(text []byte, i int) (key, value int) {
	if i >= len(text) || text[i] != '"' {
		return ^i, ^i
	}
	if key = skipString(text, i); key < 0 {
		return key, key
	}
	if i = jsontext.SkipSpace(text, key); i >= len(text) || text[i] != ':' {
		return key, ^i
	}
	if i = jsontext.SkipSpace(text, i+1); i >= len(text) {
		return key, ^i
	}
	return key, i
}

func skipString(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1
		case c == '\\':
			if i = skipEscape(text, i+1); i < 0 {
				return i
			}
		case c < ' ':
			return ^i
		}
	}
	return ^len(text)
}

// skipEscape returns the position of the last character of an escape. i is the position of the
// first character after the backslash.
func skipEscape(text []byte, i int) int {
	if i >= len(text) {
		return ^len(text)
	}
	switch text[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i
	case 'u':
		for n := 1; n <= 4; n++ {
			if i+n >= len(text) || !isHex(text[i+n]) {
				return ^min(i+n, len(text))
			}
		}
		return i + 4
	}
	return ^i
}

func isHex(c byte) bool { return c-'0' <= 9 || c|0x20-'a' <= 5 }

func skipNumber(text []byte, i int) int {
	if text[i] == '-' {
		if i++; i < len(text) && text[i] == 'I' {
			return skipWord(text, i, "Infinity")
		}
	}
	start := i
	if i = skipDigits(text, i); i > start+1 && text[start] == '0' {
		return ^(start + 1)
	}
	if i >= 0 && i < len(text) && text[i] == '.' {
		i = skipDigits(text, i+1)
	}
	if i >= 0 && i < len(text) && text[i]|0x20 == 'e' {
		if i++; i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		return skipDigits(text, i)
	}
	return i
}

// skipDigits skips one or more digits. Other text at i is an error.
func skipDigits(text []byte, i int) int {
	start := i
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	if i == start {
		return ^i
	}
	return i
}

func skipWord(text []byte, i int, word string) int {
	for n := range len(word) {
		if i+n >= len(text) || text[i+n] != word[n] {
			return ^min(i+n, len(text))
		}
	}
	return i + len(word)
}
