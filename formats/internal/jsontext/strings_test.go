package jsontext

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestTextsInJSON checks that encoding/json decodes the strings that this package writes, and that
// only bytes that are not UTF-8 are changed.
func TestTextsInJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"a", "text of 19 letters.", "\"", "\\", "\n", "\r", "\t", "\x00", "\x1f", "\x7f", "é", "\u2028", "🧩", "\xff", "\xc3", "\xed\xa0\x80", "\ufffd"})).Draw(t, "parts")
		text := strings.Join(parts, "") + string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		got := AppendString([]byte("before"), []byte(text))
		want := string([]rune(text)) // the conversion replaces bytes that are not UTF-8
		var read string
		if err := json.Unmarshal(bytes.TrimPrefix(got, []byte("before")), &read); err != nil || read != want {
			t.Errorf("%q is %s, read as %q, error %v", text, got, read, err)
		}
	})
}

// FuzzUnescape checks that valid strings get the same values as in encoding/json, that invalid
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
