package jsontext

import "unicode/utf8"

// AppendString appends text as a JSON string. It replaces bytes that are not UTF-8, which JSON
// cannot hold.
func AppendString(dst, text []byte) []byte {
	dst, _ = AppendCounted(dst, text)
	return dst
}

// AppendCounted is like AppendString, but also returns 1 if it replaced bytes, and 0 otherwise.
func AppendCounted(dst, text []byte) (_ []byte, replaced int64) {
	dst = append(dst, '"')
	done := 0 // number of bytes appended or replaced
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		size := 1
		if c >= utf8.RuneSelf {
			var char rune
			if char, size = utf8.DecodeRune(text[i:]); char != utf8.RuneError || size > 1 {
				i += size
				continue
			}
			replaced = 1
		}
		dst = append(dst, text[done:i]...)
		dst = appendEscaped(dst, c)
		i += size
		done = i
	}
	return append(append(dst, text[done:]...), '"'), replaced
}

// appendEscaped appends a character that must be escaped in a JSON string, or U+FFFD for a
// byte that is not part of a character.
func appendEscaped(dst []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	switch {
	case c >= utf8.RuneSelf:
		return utf8.AppendRune(dst, utf8.RuneError)
	case c == '"' || c == '\\':
		return append(dst, '\\', c)
	case c == '\t':
		return append(dst, '\\', 't')
	case c == '\n':
		return append(dst, '\\', 'n')
	case c == '\r':
		return append(dst, '\\', 'r')
	}
	return append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xf])
}
