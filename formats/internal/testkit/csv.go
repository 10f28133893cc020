package testkit

import (
	"strings"

	"pgregory.net/rapid"
)

// Field draws a well-formed CSV field.
func Field(t *rapid.T, delimiter byte) string {
	if rapid.Bool().Draw(t, "quoted") {
		text := rapid.StringMatching(`([ab.,;|\t "\n]|\r\n){0,12}`).Draw(t, "text")
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	text := rapid.StringMatching(`[ab.,;|\t é]{0,12}`).Draw(t, "text")
	return strings.ReplaceAll(text, string(delimiter), "")
}
