package formats

import (
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// unparsed reads up to a hundred rows of text without parsing them.
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

// parseAlone parses only row i of a batch of text.
func parseAlone(b *Batch, i int) {
	switch s := b.segments[0].source.(type) {
	case *lineSource:
		s.parseLine(b, i)
	case *csvSource:
		if reason := s.parseRow(b, i); reason.Kind != gridtext.NoReason {
			b.reject(i, reason)
		}
		b.Readback = b.Readback[:0]
		b.readResults(&segment{to: b.Len()}, s.readback, s.kept, s.resultsUse)
	}
}

// checkAlone calls parseAlone for each row of a parsed batch. The puzzle and the reason of the row
// must stay the same.
func checkAlone(t rapid.TB, b *Batch) {
	t.Helper()
	puzzles, reasons := slices.Clone(b.Puzzles), slices.Clone(b.Reasons)
	for i := range b.Len() {
		b.Puzzles[i], b.Reasons[i] = solver.Grid{'x'}, Reason{Kind: gridtext.Empty}
		parseAlone(b, i)
		if b.Puzzles[i] != puzzles[i] || b.Reasons[i] != reasons[i] {
			t.Fatalf("%q gives\n%v %v, separately\n%v %v", b.block.Row(i), &puzzles[i], reasons[i], &b.Puzzles[i], b.Reasons[i])
		}
	}
}

// TestLinesAreParsedIndependently checks that parsing lines together gives the same result as
// parsing each line separately, even if a line is invalid or has other text after its puzzle.
func TestLinesAreParsedIndependently(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		odd := rapid.SampledFrom([]int{0, 5, 50}).Draw(t, "percentage of odd rows")
		var text strings.Builder
		for n := range rapid.IntRange(1, 90).Draw(t, "lines") {
			line := puzzle(n) + rapid.SampledFrom([]string{"", "", "5", "- x", " x", "\r", "é", strings.Repeat("z", 99)}).Draw(t, "tail")
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

// TestRowsAfterLongComments checks that rows after comments longer than a batch are not lost.
func TestRowsAfterLongComments(t *testing.T) {
	comment := "#" + strings.Repeat("x", 99) + "\n"
	text := strings.Repeat(comment, 6*scan.MaxRow/len(comment)) + puzzle(0) + "\n" + "#" + strings.Repeat("y", 9*scan.MaxRow) + "\n" + puzzle(1)
	rows, err := outcomes([]string{store(t, "a.txt", text)}, ReadOptions{}, 10)
	if err != nil || len(rows) != 2 || rows[1].Puzzle != puzzle(1) {
		t.Fatalf("rows %v, error %v", rows, err)
	}
}

// TestWideRowsPass checks that no row is lost or read twice if long rows make batches end early.
func TestWideRowsPass(t *testing.T) {
	for _, width := range testkit.Some([]int{900, 1100, 1500, 2000, 3001, 10_000, 70_000}) {
		n := 10 << 20 / width
		text := "puzzle,note\n" + strings.Repeat(puzzle(0)+","+strings.Repeat("x", width)+"\n", n)
		r, err := Open([]string{store(t, "wide.csv", text)}, ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		b, rows := NewBatch(SectionRows), 0
		for err = r.Read(b); err == nil; err = r.Read(b) {
			rows += b.Len()
		}
		if err != io.EOF || rows != n {
			t.Errorf("rows of %d bytes: %d of %d, error %v", width, rows, n, err)
		}
		r.Close()
	}
}

// TestOffsetCountsTheHeader checks that the offset of the first row includes the bytes of the
// header and of a byte-order mark.
func TestOffsetCountsTheHeader(t *testing.T) {
	before := "\ufeff\r\nid,\"puz\nzle\"\r\n"
	r, err := Open([]string{store(t, "in.csv", before+"1,"+puzzle(0)+"\n")}, ReadOptions{Column: "2"})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	lines := r.(*dataSet).current.(*csvSource).lines
	if lines.Offset() != int64(len(before)) || lines.Line() != 4 {
		t.Errorf("the first row is at %d in line %d, not at %d in line 4", lines.Offset(), lines.Line(), len(before))
	}
}

// TestManyStrayQuotes reads many rows of five characters: a","x. The quote before x opens a field,
// and the first quote of the next row closes it, so all rows could be read as one long row. The
// test would take far too long if each row caused a search for the end of this long row.
func TestManyStrayQuotes(t *testing.T) {
	const rows = 100_000
	in := store(t, "in.csv", "id,note,puzzle\n"+strings.Repeat("a\",\"x\n", rows)+"1,\"two\nlines\","+puzzle(0)+"\n")
	n, valid := 0, 0
	err := eachBatch([]string{in}, ReadOptions{}, 1000, func(_ Reader, b *Batch) error {
		n += b.Len()
		for i := range b.Len() {
			if b.Reasons[i].Kind == gridtext.NoReason {
				valid++
			}
		}
		return nil
	})
	if err != nil || n != rows+1 || valid != 1 {
		t.Errorf("%d rows, %d of them valid, error %v; want %d rows, 1 of them valid", n, valid, err, rows+1)
	}
}
