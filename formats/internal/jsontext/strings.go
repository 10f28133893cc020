// Package jsontext reads and writes the escapes of JSON strings, and finds the ends of JSON values.
package jsontext

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// ValidUTF8 returns text with each byte that is not valid UTF-8 replaced by U+FFFD.
func ValidUTF8(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	return []byte(string([]rune(string(text))))
}

// AppendString appends text as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func AppendString(dst, text []byte) []byte {
	text = ValidUTF8(text)
	dst = append(dst, '"')
	done := 0 // text[:done] is already in dst
	for i, c := range text {
		if c < ' ' || c == '"' || c == '\\' {
			dst = append(append(dst, text[done:i]...), '\\')
			if done = i + 1; escapes[c] != 0 {
				dst = append(dst, escapes[c])
			} else {
				dst = fmt.Appendf(dst, "u%04x", c)
			}
		}
	}
	return append(append(dst, text[done:]...), '"')
}

// escapes maps a character to the character after the backslash in its escape. For example, it maps
// a newline to 'n'. Characters without such an escape map to 0.
var escapes = [256]byte{'\t': 't', '\n': 'n', '\r': 'r', '"': '"', '\\': '\\'}

// unescaped maps the character after a backslash to the character that the escape represents. For
// example, it maps 'n' to a newline. It maps 'u', and characters that do not form an escape, to 0.
var unescaped = [256]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', '"': '"', '\\': '\\', '/': '/'}

// AppendUnescaped appends the value of a JSON string. text is the string without its quotes.
// Unpaired surrogates become U+FFFD, and invalid escapes are left unchanged.
func AppendUnescaped(dst, text []byte) []byte {
	for {
		plain := bytes.IndexByte(text, '\\')
		if plain < 0 || plain+1 == len(text) {
			return append(dst, text...)
		}
		dst = append(dst, text[:plain]...)
		text = text[plain:]
		length := len(`\n`)
		if c := unescaped[text[1]]; c != 0 {
			dst = append(dst, c)
		} else if r, n := character(text); n > 0 {
			dst, length = utf8.AppendRune(dst, r), n
		} else {
			dst = append(dst, text[:length]...)
		}
		text = text[length:]
	}
}

// character decodes the \u escape, or the pair of surrogates, at the start of text. It returns the
// character and its length in text, or a length of 0 if the escape is invalid.
func character(text []byte) (r rune, length int) {
	r, length = CodeUnit(text)
	if utf16.IsSurrogate(r) {
		second, more := CodeUnit(text[length:])
		if r = utf16.DecodeRune(r, second); r != utf8.RuneError {
			length += more
		}
	}
	return r, length
}

// CodeUnit returns the UTF-16 code unit and the length of an escape such as \u2502 at the start of
// text. If text does not start with such an escape, it returns 0, 0.
func CodeUnit(text []byte) (r rune, length int) {
	const size = len(`\u2502`)
	if len(text) < size || text[0] != '\\' || text[1] != 'u' {
		return 0, 0
	}
	n, err := strconv.ParseUint(string(text[2:size]), 16, 16)
	if err != nil {
		return 0, 0
	}
	return rune(n), size
}

// SkipSpace returns the end of the white space at position i of text.
func SkipSpace(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	return i
}

// ValueEnd returns the end of the JSON value at position i of text. It examines only brackets and
// strings. At the start of a value, depth is 0. If text ends inside the value, whole is false. To
// continue with more text, set i to end and depth to open.
func ValueEnd(text []byte, i, depth int) (end, open int, whole bool) {
	if rest := text[i:]; depth == 0 && len(rest) > 0 && strings.IndexByte("{[\"", rest[0]) < 0 { // a number or a word
		if n := bytes.IndexAny(rest, ",]} \t\r\n"); n >= 0 {
			return i + n, 0, true
		}
		return len(text), 0, false
	}
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			end := stringEnd(text, i)
			if end < 0 { // continue at this quote
				return i, depth, false
			}
			if i = end; depth == 0 {
				return i + 1, 0, true
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1, 0, true
			}
		}
	}
	return i, depth, false
}

// stringEnd returns the position of the closing quote of the string at i, or -1 if it is missing.
// An odd number of backslashes before a quote escapes it.
func stringEnd(text []byte, i int) int {
	for end := i + 1; ; end++ {
		quote := bytes.IndexByte(text[end:], '"')
		if quote < 0 {
			return -1
		}
		end += quote
		before := text[i+1 : end]
		if slashes := len(before) - len(bytes.TrimRight(before, `\`)); slashes%2 == 0 {
			return end
		}
	}
}
