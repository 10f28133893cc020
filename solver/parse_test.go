package solver

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// parseSlowly is a simple implementation of Parse.
func parseSlowly(text []byte, blanks string) (g Grid, bad int) {
	for i, c := range text[:Cells] {
		switch {
		case strings.IndexByte("123456789", c) >= 0:
			g[i] = c
		case strings.IndexByte(blanks, c) >= 0:
			g[i] = '.'
		default:
			return Grid{}, i
		}
	}
	return g, -1
}

func checkParse(t *testing.T, text []byte) {
	t.Helper()
	slow, want := parseSlowly(text, "0._*-xX?")
	var around [3]Grid
	good := parseFast(&around[1], text[:Cells])
	isFast := parseFast(new(Grid), []byte(wikipedia))
	if good != (isFast && want < 0 && !bytes.ContainsAny(text[:Cells], "?xX")) || good && around[1] != slow {
		t.Fatalf("%q: %t and %q, want %d and %q", text, good, around[1][:], want, slow[:])
	}
	if around[0] != (Grid{}) || around[2] != (Grid{}) {
		t.Fatalf("%q: memory next to the grid was changed", text)
	}
	for name, read := range map[string]func(*Grid, []byte) int{"Parse": Parse, "ParseWord": ParseWord} {
		for _, text := range [][]byte{text[:Cells], append(slices.Clone(text), "4 .x"...)} {
			slow, want := slow, want
			if name == "Parse" && len(text) == Cells && !bytes.ContainsAny(text, Blanks) {
				slow, want = parseSlowly(text, "0._*-xX? ")
			}
			whole := Grid([]byte(wikipediaSolution))
			if got := read(&whole, text); got != want || whole != slow {
				t.Fatalf("%s of %q: %d and %q, want %d and %q", name, text, got, whole[:], want, slow[:])
			}
			inPlace := Grid(text)
			if got := read(&inPlace, inPlace[:]); len(text) == Cells && (got != want || inPlace != slow) {
				t.Fatalf("%s of %q in place: %d and %q, want %d and %q", name, text, got, inPlace[:], want, slow[:])
			}
		}
	}
}

// TestParseAgreesWithParseSlowly compares the parsers with parseSlowly for every byte at every
// position, and for random text.
func TestParseAgreesWithParseSlowly(t *testing.T) {
	for _, base := range []string{wikipedia, wikipediaSolution, strings.ReplaceAll(wikipedia, ".", " ")} {
		for position := range Cells {
			for c := range 256 {
				text := []byte(base)
				text[position] = byte(c)
				checkParse(t, text)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := make([]byte, Cells)
		for i := range text {
			text[i] = "0123456789..00*_-xX? \x80\xb1/:\x00\x18"[r.IntN(20+r.IntN(8))]
		}
		checkParse(t, text)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{wikipedia, wikipediaSolution, strings.ReplaceAll(wikipedia, ".", "_") + "tail"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for len(text) < Cells {
			text = append(text, '.')
		}
		checkParse(t, text)
	})
}

func TestParseWorksInPlace(t *testing.T) {
	g := Grid([]byte(strings.ReplaceAll(wikipedia, ".", "0")))
	if at := Parse(&g, g[:]); at != -1 || g.String() != wikipedia {
		t.Errorf("Parse returned %d and read %v", at, &g)
	}
}

func BenchmarkParse(b *testing.B) {
	for _, blank := range []string{".", "0", "-", "x"} {
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
			parseBytes(&g, []byte(wikipedia), &cellOf)
		}
	})
}
