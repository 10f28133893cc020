package jsontext

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzUnescape compares valid strings with encoding/json, and checks that damaged ones do not cause
// a panic and that text without escapes stays the same.
func FuzzUnescape(f *testing.F) {
	for _, seed := range []string{`plain`, `a\n\t\"b\\`, `\u00e9\ud83d\ude00`, `\ud83d`, `\ud83d\u0041`, `\`, `\u12`, `\x41\_`, `ends in \\`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := string(AppendUnescaped(nil, []byte(text)))
		if !strings.Contains(text, `\`) && got != text {
			t.Errorf("%q became %q", text, got)
		}
		var want string
		if utf8.ValidString(text) && json.Unmarshal([]byte(`"`+text+`"`), &want) == nil && got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	})
}
