package formats

import (
	"strings"
	"testing"
)

// TestExcerptsEndBetweenCharacters checks that long text is cut between characters, and that
// invalid UTF-8 is replaced.
func TestExcerptsEndBetweenCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"short \xff":              "short \uFFFD",
		strings.Repeat("x", 100):  strings.Repeat("x", 100),
		strings.Repeat("x", 101):  strings.Repeat("x", 99) + "…",
		strings.Repeat("äö€", 30): strings.Repeat("äö€", 14) + "…",
	} {
		if got := excerptOf([]byte(text)); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
