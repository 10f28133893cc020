package files

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns text in a form that is safe to print. It uses Go's escapes for control
// characters, characters that change the text direction, and bytes that are not UTF-8.
func Printable(text string) string {
	if printable(text) {
		return text
	}
	var b strings.Builder
	for char := range strings.SplitSeq(text, "") {
		if !printable(char) {
			char = strings.Trim(strconv.QuoteToASCII(char), `"`)
		}
		b.WriteString(char)
	}
	return b.String()
}

func printable(text string) bool {
	return utf8.ValidString(text) && strings.IndexFunc(text, IsControl) < 0
}

// IsControl reports whether r controls a terminal or the direction of text.
func IsControl(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

// PrintableLines returns a writer that makes lines of text printable before writing them. The text
// passed to Write must not end in the middle of a character.
func PrintableLines(to io.Writer) io.Writer { return printableLines{to} }

type printableLines struct{ to io.Writer }

func (p printableLines) Write(text []byte) (int, error) {
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		lines[i] = Printable(line)
	}
	if _, err := io.WriteString(p.to, strings.Join(lines, "\n")); err != nil {
		return 0, err
	}
	return len(text), nil
}
