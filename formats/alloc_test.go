//go:build !race

// Race builds exclude this file, because the race detector makes sync.Pool drop items at random.

package formats

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// TestNothingIsAllocatedPerRow checks that readers, writers and the readback of results do not
// allocate for each row. A few allocations are allowed for each file. For Parquet and Arrow files,
// more are allowed for every SectionRows rows.
func TestNothingIsAllocatedPerRow(t *testing.T) {
	const few, many = 2 * SectionRows, 3 * SectionRows
	const pageAllocations, batchAllocations = 6, 120
	inputs := map[string]func(n int) string{
		"in.txt":  func(n int) string { return strings.Repeat(puzzle(0)+"\n", n) },
		"bad.txt": func(n int) string { return puzzle(0) + "\n" + strings.Repeat(puzzle(0)[1:]+"\n", n-1) },
		"in.csv": func(n int) string {
			return "id,puzzle,solution\n" + strings.Repeat("7,\""+puzzle(0)+"\","+solution(0)+"\nx,"+puzzle(0)+",\"a \"\"b\"\"\"\n", n/2)
		},
		"in.jsonl": func(n int) string {
			return strings.Repeat(`{"id":7,"puzzle":"`+puzzle(0)+`","solution":"`+solution(0)+`","note":"a\n\u00e9","late":1}`+"\n{\"id\":\"x\",\"puzzle\":"+nested(puzzle(0))+"}\n", n/2)
		},
		"in.json": func(n int) string {
			return "[" + strings.Repeat(`{"id":7,"puzzle":"`+puzzle(0)+`","\u0061":null},`, n-1) + "{}]"
		},
		"in.npy": func(n int) string {
			return testkit.NPY("'<i2'", "False", fmt.Sprint(n, ", 81"), strings.Repeat("\x00\x00\x05\x00\x01\x00", 27*n))
		},
		"in.arrow": func(n int) string {
			in := store(t, "in.csv", "id,puzzle,solution\n"+strings.Repeat("7,"+puzzle(0)+","+solution(0)+"\n", n))
			return string(mustConvert(t, []string{in}, keepAll, "out.arrow", WriteOptions{}, SectionRows))
		},
		"in.parquet": func(n int) string {
			in := store(t, "in.csv", "id,puzzle,solution\n"+strings.Repeat("7,"+puzzle(0)+","+solution(0)+"\n", n))
			return string(mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: "zstd"}, SectionRows))
		},
		"lists.parquet": func(n int) string {
			// The Parquet library takes quadratic time to write lists. Have it write only a few
			// rows, and have gridmill repeat them.
			const rows = SectionRows / 16
			in := store(t, "in.parquet", string(parquetOf(t, [][]column{{
				gridList("puzzle", 1, slices.Repeat([]string{puzzle(0)}, rows)...),
				gridList("solution", 2, slices.Repeat([]string{solution(0)}, rows)...),
			}})))
			return string(mustConvert(t, slices.Repeat([]string{in}, n/rows), keepAll, "out.parquet", WriteOptions{Compression: "zstd"}, SectionRows))
		},
	}
	for _, name := range []string{"results.csv", "results.txt", "results.parquet"} {
		inputs[name] = func(n int) string {
			in := store(t, "in.csv", "puzzle,solution\n"+strings.Repeat(puzzle(1)+","+solution(1)+"\nshort,\n", n/2))
			stats, _ := ParseStatistics("all")
			return string(mustConvert(t, []string{in}, keepAll, name, WriteOptions{Stats: stats}, SectionRows))
		}
	}
	for name, text := range inputs {
		small, large := store(t, name, text(few)), store(t, name, text(many))
		outs := []string{"out.csv", "out.parquet"}
		if name == "in.csv" {
			outs = append(outs, "out.txt", "out.csv.gz", "out.csv.zst", "out.jsonl")
		} else if strings.HasPrefix(name, "results") {
			outs = []string{""}
		}
		for _, out := range outs {
			t.Run(name+" to "+out, func(t *testing.T) {
				base, columns := allocations(t, small, out)
				total, _ := allocations(t, large, out)
				allowed := int64(40)    // allocations by the runtime
				if name == "in.arrow" { // the Arrow library allocates for each batch
					allowed += batchAllocations * int64((many-few)/SectionRows)
				}
				if strings.HasSuffix(name, ".parquet") {
					allowed += pageAllocations * int64(columns*(many-few)/SectionRows)
				}
				if out == "out.parquet" {
					allowed += pageAllocations * int64(columns*(many-few)/SectionRows)
				}
				t.Logf("%d allocations for %d rows, %d for %d", base, few, total, many)
				if more := total - base; more > allowed {
					t.Errorf("%d more rows take %d more allocations, more than the limit of %d", many-few, more, allowed)
				}
			})
		}
	}
}

// keepPools makes pools keep their items until restore is called. Otherwise, garbage collection, or
// a switch to another processor, would cause allocations.
func keepPools() (restore func()) {
	percent, processors := debug.SetGCPercent(-1), runtime.GOMAXPROCS(1)
	return func() {
		runtime.GOMAXPROCS(processors)
		debug.SetGCPercent(percent)
	}
}

// allocations converts a file or, if out is empty, only reads back results. It gives all puzzles
// the same result instead of solving them. n is the number of allocations after the second batch.
// columns is the number of output columns.
func allocations(t *testing.T, file, out string) (n int64, columns int) {
	defer keepPools()()
	stats, err := ParseStatistics("all")
	if err != nil {
		t.Fatal(err)
	}
	if out == "" {
		return mallocsOf(t, mustOpenWith(t, file, ReadOptions{Results: CheckResults}), func(*Batch) {}), 12
	}
	r := mustOpenWith(t, file, keepAll)
	w, err := Create(io.Discard, out, r.Schema(), WriteOptions{Stats: stats})
	if err != nil {
		t.Fatal(err)
	}
	result := solver.Result{Verdict: solver.Unique, Count: 1}
	solver.Parse(&result.Solution, []byte(solution(0)))
	var encoded Encoded
	mallocs := mallocsOf(t, r, func(b *Batch) {
		for i := range b.Results {
			b.Results[i] = result
		}
		b.CompleteResults()
		if err := writeBatch(w, b, &encoded); err != nil {
			t.Fatal(err)
		}
	})
	return mallocs, len(r.Schema().Kept) + len(ownColumns(r.Schema(), &WriteOptions{Stats: stats}))
}

// mallocsOf reads all batches and calls the function do with each batch. It returns the number of
// allocations from the third batch on.
func mallocsOf(t *testing.T, r Reader, do func(b *Batch)) int64 {
	t.Helper()
	var before, after runtime.MemStats
	b := NewBatch(SectionRows)
	for batch := 0; ; batch++ {
		if batch == 2 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		if err := r.Read(b); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if err := b.Parse(); err != nil {
			t.Fatal(err)
		}
		do(b)
	}
	runtime.ReadMemStats(&after)
	return int64(after.Mallocs - before.Mallocs)
}

// TestPagesGrowOnce checks that filling pages with the same rows a second time does not allocate.
func TestPagesGrowOnce(t *testing.T) {
	defer keepPools()()
	inputs := map[string]string{
		"all answered":  puzzle(0) + "," + solution(0) + "\n",
		"some answered": puzzle(0) + "," + solution(0) + "\n" + puzzle(0) + ",\n",
		"no answers":    puzzle(0) + ",\n",
		"no puzzles":    ",\n",
	}
	for name, rows := range inputs {
		in := store(t, "in.csv", "puzzle,solution\n"+strings.Repeat(rows, SectionRows))
		b, input := solvedInput(t, in, ReadOptions{Keep: ParseKeep("all"), AnswerColumn: "solution"})
		w, err := newParquetWriter(io.Discard, input, &WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		fill := func() {
			pages := w.NewPages()
			defer pages.Release()
			if err := w.add(pages, b, 0, SectionRows); err != nil {
				t.Fatal(err)
			}
		}
		fill()
		if n := testing.AllocsPerRun(3, fill); n > 0 {
			t.Errorf("%s: refilling the pages takes %g allocations", name, n)
		}
	}
}
