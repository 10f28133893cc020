package files

import (
	"strings"
	"testing"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"Müller \U0001F600.csv": "Müller \U0001F600.csv",
		"it's \"so\" \\":        "it's \"so\" \\",
		"\x1b[31mred":           `\x1b[31mred`,
		"two\nlines\r\t\x7f":    `two\nlines\r\t\x7f`,
		"\u009b31m":             `\u009b31m`,
		"abc\u202efed":          `abc\u202efed`,
		"\x9b31m \xff":          `\x9b31m \xff`,
		"cut \xc3":              `cut \xc3`,
		"no mark \uFFFD":        "no mark \uFFFD",
		"\xef\x9b \uFFFD\x1b":   "\\xef\\x9b \uFFFD\\x1b",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
	}
	var b strings.Builder
	if n, err := PrintableLines(&b).Write([]byte("a\x1b\nb\r\n")); n != 6 || err != nil || b.String() != "a\\x1b\nb\\r\n" {
		t.Errorf("wrote %d, %v: %q", n, err, &b)
	}
}
