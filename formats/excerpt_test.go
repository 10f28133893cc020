package formats

import (
	"strings"
	"testing"
)

func TestExcerptsEndBetweenCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"short \xff":              "short \uFFFD",
		strings.Repeat("x", 100):  strings.Repeat("x", 100),
		strings.Repeat("x", 101):  strings.Repeat("x", 99) + "…",
		strings.Repeat("äö€", 30): strings.Repeat("äö€", 14) + "…",
	} {
		got := ExcerptOf(text).String()
		if got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if again := ExcerptOf(got).String(); again != got {
			t.Errorf("%q becomes %q when it is read again", got, again)
		}
	}
}
