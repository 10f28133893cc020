package formats

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// unparsed reads rows of text, up to a hundred, and does not parse them.
func unparsed(t rapid.TB, text string, format Format, keep string) *Batch {
	t.Helper()
	r, err := Open([]string{files.StdStream}, ReadOptions{Stdin: strings.NewReader(text), Format: format, Keep: ParseKeep(keep)})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b := NewBatch(100)
	if err := r.Read(b); err != nil {
		t.Fatal(err)
	}
	return b
}

// checkAlone holds the puzzles and reasons of a batch against what parsing each row
// alone makes of them.
func checkAlone(t rapid.TB, b *Batch) {
	t.Helper()
	puzzles, reasons := slices.Clone(b.Puzzles), slices.Clone(b.Reasons)
	for i := range b.Len() {
		b.Puzzles[i], b.Reasons[i] = solver.Grid{'x'}, Reason{kind: notAList}
		b.segments[0].source.(textParser).parseAlone(b, i)
		if b.Puzzles[i] != puzzles[i] || b.Reasons[i] != reasons[i] {
			t.Fatalf("%q gives\n%v %v, alone\n%v %v", b.text(b.rows[i].span), &puzzles[i], reasons[i], &b.Puzzles[i], b.Reasons[i])
		}
	}
}

// Lines are parsed together as they are parsed alone, with anything behind their
// puzzles.
func TestLinesAreParsedAsAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		odd := rapid.SampledFrom([]int{0, 5, 50}).Draw(t, "odd per cent")
		var text strings.Builder
		for n := range rapid.IntRange(1, 90).Draw(t, "lines") {
			line := puzzle(n) + rapid.SampledFrom([]string{"", "", "5", " x", "\r", "é", strings.Repeat("z", 99)}).Draw(t, "tail")
			if rapid.IntRange(1, 100).Draw(t, "odd") <= odd {
				line = rapid.SampledFrom([]string{" " + line, line[1:], "x" + line[1:], line[:80] + "é", line[:80] + ",", nested(puzzle(n)), "7"}).Draw(t, "line")
			}
			text.WriteString(line + "\n")
		}
		b := unparsed(t, puzzle(0)+"\n"+strings.TrimSuffix(text.String(), "\n"), Text, "")
		if err := b.Parse(); err != nil {
			t.Fatal(err)
		}
		checkAlone(t, b)
	})
}
