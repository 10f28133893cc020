package formats

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// solvedRows reads and parses up to a hundred rows of text. It makes up results for valid rows.
func solvedRows(t rapid.TB, text string, format Format, keep string) *Batch {
	t.Helper()
	b := unparsed(t, text, format, keep)
	if err := b.Parse(); err != nil {
		t.Fatal(err)
	}
	b.Results = b.Results[:b.Len()]
	for i := range b.Results {
		b.Results[i] = solver.Result{
			Solution: solver.Grid([]byte(solution(i))), Verdict: solver.Unique, Count: 1,
			Stats: solver.Stats{Guesses: int32(i), Passes: 999},
		}
		if b.Reasons[i].Kind != gridtext.NoReason {
			b.Results[i] = solver.Result{}
		}
	}
	return b
}

// rowsFor returns a formatter that writes the rows of a batch with all statistics.
func rowsFor(t rapid.TB, b *Batch, format Format) *csvRows {
	t.Helper()
	stats, err := ParseStatistics("all")
	if err != nil {
		t.Fatal(err)
	}
	_, rows, err := newCSVRows(format, b.segments[0].source.schema(), &WriteOptions{Stats: stats})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestRowsAreFormattedIndependently checks that formatting several rows at once gives the same text
// as formatting each row separately.
func TestRowsAreFormattedIndependently(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		odd := rapid.SampledFrom([]int{0, 2, 10, 60}).Draw(t, "percentage of odd rows")
		isOdd := func() bool { return rapid.IntRange(1, 100).Draw(t, "odd") <= odd }
		delimiter := rapid.SampledFrom([]string{",", ",", "\t", ";"}).Draw(t, "delimiter")
		text := strings.Join([]string{"id", "puzzle", "note", "solution"}, delimiter) + "\n"
		for n := range rapid.IntRange(1, 99).Draw(t, "rows") {
			note := rapid.SampledFrom([]string{"", "x", "a b", "\"a, \"\"b\"\"\"", strings.Repeat("z", 31), strings.Repeat("y", 99)}).Draw(t, "note")
			fields := []string{"17", puzzle(n), note, solution(n)}
			row := strings.Join(fields, delimiter)
			if n > 0 && isOdd() { // row 0 stays unchanged, because it shows which column has puzzles
				row = mutated(t, fields, delimiter)
			}
			text += row + "\n"
		}
		keep := rapid.SampledFrom([]string{"all", "none", "note,id", "puzzle"}).Draw(t, "keep")
		b := solvedRows(t, text, CSV, keep)
		for i := range b.Results {
			if r := &b.Results[i]; isOdd() {
				number := rapid.OneOf(rapid.Int32Range(0, 1100), rapid.Int32Range(math.MinInt32, math.MaxInt32))
				r.Count, r.Guesses, r.Passes = rapid.Int32Range(0, 300).Draw(t, "count"), number.Draw(t, "guesses"), number.Draw(t, "passes")
			}
		}
		b.CompleteResults()
		rows := rowsFor(t, b, rapid.SampledFrom([]Format{CSV, TSV}).Draw(t, "format"))
		from := rapid.IntRange(0, b.Len()).Draw(t, "from")
		to := rapid.IntRange(from, b.Len()).Draw(t, "to")
		want := []byte("before\n")
		for i := from; i < to; i++ {
			want = rows.append(want, b, i, i+1)
		}
		if got := rows.append([]byte("before\n"), b, from, to); string(got) != string(want) {
			t.Fatalf("rows %d to %d are\n%s\none by one\n%s", from, to, got, want)
		}
	})
}
