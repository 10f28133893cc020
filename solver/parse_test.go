package solver

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Reading eight cells at a time says the same as reading one, for every byte in
// every place and for mixtures.
func TestParseWordsAgreeWithBytes(t *testing.T) {
	check := func(text []byte) {
		t.Helper()
		var fast, slow Grid
		if a, b := Parse(&fast, text), parseBytes(&slow, text[:Cells]); a != b || fast != slow {
			t.Fatalf("%q: %d and %q, one at a time %d and %q", text, a, fast[:], b, slow[:])
		}
	}
	for position := range Cells {
		for c := range 256 {
			text := []byte(wikipedia)
			text[position] = byte(c)
			check(text)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := make([]byte, Cells)
		for i := range text {
			text[i] = "0123456789..00*_-\x80\xb1/:"[r.IntN(17+r.IntN(5))]
		}
		check(text)
	}
}

func BenchmarkParse(b *testing.B) {
	for _, blank := range []string{".", "0", "-"} {
		text := []byte(strings.ReplaceAll(wikipedia, ".", blank))
		b.Run(fmt.Sprintf("blank=%s", blank), func(b *testing.B) {
			var g Grid
			for b.Loop() {
				Parse(&g, text)
			}
		})
	}
	b.Run("one at a time", func(b *testing.B) {
		var g Grid
		for b.Loop() {
			parseBytes(&g, []byte(wikipedia))
		}
	})
}
