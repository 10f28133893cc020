package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// batchOf reads and parses the first rows of a result. Before parsing, it stores unrelated values
// in the batch, as if left over from other rows.
func batchOf(t rapid.TB, text string, o ReadOptions, size int) *Batch {
	t.Helper()
	o.Stdin = strings.NewReader(text)
	r, err := Open([]string{files.StdStream}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b := NewBatch(size)
	if err := r.Read(b); err != nil {
		t.Fatal(err)
	}
	b.makeReadback(&segment{to: b.Len()})
	for i := range b.Len() {
		b.Results[i] = solver.Result{Solution: solver.Grid{'x'}, Verdict: solver.None, Count: 77, Stats: solver.Stats{Guesses: 7, Backtracks: 7, MaxDepth: 7, Passes: 7}}
		b.Readback[i] = Readback{Clues: 77, Answer: Other, Reason: Reason{Kind: gridtext.Empty}, Damaged: wholeRow}
	}
	if err := b.Parse(); err != nil {
		t.Fatal(err)
	}
	return b
}

// readbackOf holds all values that are parsed from a row of a CSV result.
type readbackOf struct {
	parsedRow
	Result   solver.Result
	Readback Readback
}

func (b *Batch) readbackOf(i int) readbackOf {
	return readbackOf{asParsed(b, b.segments[0].source.(*csvSource), i), b.Results[i], b.Readback[i]}
}

// TestResultsAreReadIndependently checks that reading all rows of a result at once gives the same
// values as reading each row separately.
func TestResultsAreReadIndependently(t *testing.T) {
	numbers := []string{"0", "1", "1", "9", "35", "1000", "2147483647", "2147483648", "-1", "", "x", ":", "/", "\"1\"", "01"}
	verdicts := []string{"unique", "unique", "\"unique\"", "multiple", "unfinished", "invalid", "uniqu", ""}
	values := map[string][]string{
		"solution":       {solution(1), solution(2), "", solution(1)[1:], strings.Repeat("x", solver.Cells), "\"" + solution(1) + "\"", "\"" + solution(1)[2:] + "\""},
		"verdict":        verdicts,
		"solution_count": numbers, "clues": numbers, "guesses": numbers, "backtracks": numbers, "max_depth": numbers, "passes": numbers,
		"answer": {"", "match", "match", "\"match\"", "unreadable", "Match"},
		"reason": {"", "", "\"\"", "empty", "clue_repeats digit=5 house=row3", "none"},
	}
	rapid.Check(t, func(t *rapid.T) {
		odd := rapid.SampledFrom([]int{0, 2, 10, 60}).Draw(t, "percentage of odd rows")
		isOdd := func() bool { return rapid.IntRange(1, 100).Draw(t, "odd") <= odd }
		results := resultColumns(strings.Split("solution,verdict,solution_count,clues,guesses,backtracks,max_depth,passes,answer,reason", ","))
		results = slices.DeleteFunc(results, func(c Column) bool { return outputColumns[c].statistic && isOdd() })
		text := "id,puzzle,solved"
		for _, c := range results {
			text += "," + c.String()
		}
		for n := range rapid.IntRange(1, 192).Draw(t, "rows") {
			fields := []string{"17", puzzle(n), solution(n)}
			for _, c := range results {
				value := values[c.String()][0]
				if isOdd() {
					value = rapid.SampledFrom(values[c.String()]).Draw(t, "value")
				}
				fields = append(fields, value)
			}
			row := strings.Join(fields, ",")
			if isOdd() {
				row = mutated(t, fields, ",")
			}
			text += "\n" + row
		}
		b := batchOf(t, text+"\n", ReadOptions{
			Results: rapid.SampledFrom([]ResultsUse{CheckResults, TakeResults}).Draw(t, "use"), Column: "puzzle", AnswerColumn: "solved",
			Keep: ParseKeep(rapid.SampledFrom([]string{"all", "none", "solved,id"}).Draw(t, "keep")),
		}, 256)
		var together []readbackOf
		for i := range b.Len() {
			together = append(together, b.readbackOf(i))
		}
		for i, got := range together {
			parseAlone(b, i)
			if alone := b.readbackOf(i); got != alone {
				t.Fatalf("%q gives\n%+v, separately\n%+v", b.block.Row(i), got, alone)
			}
		}
	})
}

// TestParquetResultsAreReadBack reads back numbers and words from a Parquet result of a different
// program, with and without dictionaries. A null number must count as damage.
func TestParquetResultsAreReadBack(t *testing.T) {
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
		b := batchOf(t, string(file), ReadOptions{Results: CheckResults, Format: Parquet}, rows)
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
