package jsontext

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzUnescape checks that valid strings have the same values as in encoding/json, that damaged
// strings do not cause a panic, and that text without escapes does not change.
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
