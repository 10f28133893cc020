package jsontext

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTextsInJSON checks that the standard library reads any valid UTF-8 back unchanged from JSON.
func TestTextsInJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"a", "\"", "\\", "\n", "\r", "\t", "\x00", "\x1f", "\x7f", "é", "\u2028", "🧩", "\xff", "\xc3", "\xed\xa0\x80", "\ufffd"})).Draw(t, "parts")
		text := strings.Join(parts, "") + string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		got := AppendString([]byte("before"), []byte(text))
		want := string([]rune(text)) // replaces bytes that are not UTF-8
		var read string
		if err := json.Unmarshal(bytes.TrimPrefix(got, []byte("before")), &read); err != nil || read != want {
			t.Errorf("%q is %s, read as %q, error %v", text, got, read, err)
		}
	})
}
