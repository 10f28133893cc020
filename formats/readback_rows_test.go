package formats

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// TestParquetResultsAreReadBack reads back numbers and words from Parquet results of a different
// program, some with dictionaries and some without. A null number must count as damage.
func TestParquetResultsAreReadBack(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		const rows = 50
		nulls := func() []bool {
			return rapid.SliceOfN(rapid.SampledFrom([]bool{false, false, rapid.Bool().Draw(t, "nulls")}), rows, rows).Draw(t, "null")
		}
		var want [rows]readbackWords
		optional := parquet.Repetitions.Optional
		counts := nullable(column{node: primitive("solution_count", optional, parquet.Types.Int32, -1)}, nulls())
		reasons := nullable(column{node: stringNode("reason", optional)}, nulls())
		verdicts := nullable(column{node: stringNode("verdict", optional)}, nulls())
		var numbers []int32
		var why, said []parquet.ByteArray
		for i := range want {
			if counts.def[i] == 0 {
				want[i].damaged.add(CountColumn)
			} else {
				n := rapid.SampledFrom([]int32{1, 1, 0, 7, 1<<31 - 1, -1, -1 << 31}).Draw(t, "count")
				if numbers, want[i].countText = append(numbers, n), fmt.Sprint(n); n < 0 {
					want[i].damaged.add(CountColumn)
				} else {
					want[i].count = n
				}
			}
			if reasons.def[i] == 1 {
				want[i].reason = rapid.SampledFrom([]string{"", "empty", "bad_quotes"}).Draw(t, "reason")
				why = append(why, parquet.ByteArray(want[i].reason))
			}
			var verdict string
			if verdicts.def[i] == 1 {
				verdict = rapid.SampledFrom([]string{"unique", "unique", "none", "", "unknown"}).Draw(t, "verdict")
				said = append(said, parquet.ByteArray(verdict))
			}
			if at := slices.Index(verdictNames, verdict); at >= 0 {
				want[i].verdict = solver.Verdict(at)
			} else {
				want[i].damaged.add(VerdictColumn)
			}
		}
		counts.values, reasons.values, verdicts.values = numbers, why, said
		grids := slices.Repeat([]string{solution(1)}, rows)
		file := parquetOf(&testing.T{}, [][]column{{texts("puzzle", grids...), texts("solution", grids...), verdicts, counts, reasons}},
			parquet.WithDictionaryDefault(rapid.Bool().Draw(t, "dictionary")), parquet.WithDataPageSize(rapid.SampledFrom([]int64{50, 1 << 20}).Draw(t, "page")))
		r := mustOpenWith(t, storeIn(t, dir, "in.parquet", string(file)), ReadOptions{Results: CheckResults})
		b := NewBatch(rows)
		b.setLen(rows)
		b.makeReadback(&segment{to: rows})
		for i := range rows { // as if left over from other rows
			b.Results[i] = solver.Result{Solution: solver.Grid{'x'}, Verdict: solver.None, Count: 77, Stats: solver.Stats{Guesses: 7, Backtracks: 7, MaxDepth: 7, Passes: 7}}
			b.Readback[i] = Readback{Clues: 77, Answer: Other, Reason: Reason{Kind: gridtext.Empty}, Damaged: wholeRow}
		}
		if err := errors.Join(r.Read(b), b.Parse()); err != nil {
			t.Fatal(err)
		}
		for i, r := range b.Results {
			got := readbackWords{r.Count, b.ReadbackText(i, CountColumn), r.Verdict, b.Readback[i].Reason.Code(), b.Readback[i].Damaged}
			if got != want[i] {
				t.Fatalf("row %d is read as\n%+v, want\n%+v", i+1, got, want[i])
			}
		}
	})
}

// readbackWords holds the words and numbers that are read back from one row of a result.
type readbackWords struct {
	count     int32
	countText string
	verdict   solver.Verdict
	reason    string
	damaged   ColumnSet
}

// nullable returns column c with definition levels. Row i becomes null if nulls[i] is true.
func nullable(c column, nulls []bool) column {
	for _, null := range nulls {
		c.def = append(c.def, 1)
		if null {
			c.def[len(c.def)-1] = 0
		}
	}
	return c
}
