package formats

import (
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// Beyond a start-up cost that does not grow with the data, reading, parsing,
// judging, encoding and writing allocate nothing for a row. Parquet allocates for
// each page of the first row group, which is held in memory: fewer than
// pageAllocations for 4,096 rows of one column. The memory of pages that are read
// is used again, and so are compressors of gzip, but under the race detector pools
// forget some of them on purpose, and a page or a member of gzip takes up to
// readAllocations pieces anew.
func TestNothingIsAllocatedPerRow(t *testing.T) {
	const few, pageAllocations, readAllocations = 3 * sectionRows, 6, 25
	inputs := map[string]func(n int) string{
		"in.txt": func(n int) string { return strings.Repeat(puzzle(0)+"\n", n) },
		"in.csv": func(n int) string {
			return "id,puzzle,solution\n" + strings.Repeat("7,\""+puzzle(0)+"\","+solution(0)+"\nx,"+puzzle(0)+",\"a \"\"b\"\"\"\n", n/2)
		},
		"in.parquet": func(n int) string {
			in := store(t, "in.csv", "id,puzzle,solution\n"+strings.Repeat("7,"+puzzle(0)+","+solution(0)+"\n", n))
			return string(mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: "zstd"}, sectionRows))
		},
		"lists.parquet": func(n int) string {
			// A row group of many lists takes the library's writer a minute.
			in := store(t, "in.parquet", string(parquetOf(t, [][]column{{
				gridList("puzzle", 1, slices.Repeat([]string{puzzle(0)}, sectionRows)...),
				gridList("solution", 2, slices.Repeat([]string{solution(0)}, sectionRows)...),
			}})))
			return string(mustConvert(t, slices.Repeat([]string{in}, n/sectionRows), keepAll, "out.parquet", WriteOptions{Compression: "zstd"}, sectionRows))
		},
	}
	for name, text := range inputs {
		many, pooled := 16*sectionRows, 3 // pages of a column chunk whose pieces may be forgotten
		if name == "lists.parquet" {
			many, pooled = 4*sectionRows, 6 // a list takes as long as 81 rows
		}
		small, large := store(t, name, text(few)), store(t, name, text(many))
		for _, out := range []string{"out.csv", "out.txt", "out.csv.gz", "out.csv.zst", "out.parquet"} {
			t.Run(name+" to "+out, func(t *testing.T) {
				base, columns := allocations(t, small, out)
				total, _ := allocations(t, large, out)
				allowed := int64(20) // what the runtime itself may do meanwhile
				if out == "out.csv.gz" {
					allowed += int64(readAllocations * (many - few) / sectionRows) // compressors come from a pool
				}
				if strings.HasSuffix(name, ".parquet") {
					allowed += int64(pooled * readAllocations * (many - few) / sectionRows)
				}
				if out == "out.parquet" {
					allowed += pageAllocations * int64(columns*(many-few)/sectionRows)
				}
				t.Logf("%d allocations for %d rows, %d for %d", base, few, total, many)
				if more := total - base; more > allowed {
					t.Errorf("%d more rows cost %d more allocations, of at most %d", many-few, more, allowed)
				}
			})
		}
	}
}

// allocations counts what a run over a file allocates from its second batch on.
// No puzzle is solved: each gets the same result. It also returns the number of
// columns that are written.
func allocations(t *testing.T, file, out string) (n int64, columns int) {
	// Pools forget what they hold when memory is collected, which is not a row's fault.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	stats, err := ParseStatistics("all")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open([]string{file}, ReadOptions{Keep: keepFor(file)})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w, err := Create(io.Discard, out, r.Schema(), WriteOptions{Stats: stats})
	if err != nil {
		t.Fatal(err)
	}
	result := solver.Result{Verdict: solver.Unique, Count: 1}
	solver.Parse(&result.Solution, []byte(solution(0)))
	b := NewBatch(sectionRows)
	var encoded Encoded
	var before, after runtime.MemStats
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
		for i := range b.Results {
			b.Results[i] = result
		}
		b.Conclude()
		if encoded, err = w.Encode(b, encoded); err != nil {
			t.Fatal(err)
		}
		if err := w.Write(b, encoded); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	return int64(after.Mallocs - before.Mallocs), len(r.Schema().Kept) + len(columnsFor(r.Schema(), stats))
}

// solvedInput returns the first rows of a file, all of one solution, and its schema.
func solvedInput(t *testing.T, file string, o ReadOptions) (*Batch, *Schema) {
	t.Helper()
	r, err := Open([]string{file}, o)
	if err != nil {
		t.Fatal(err)
	}
	b := NewBatch(sectionRows)
	if err := errors.Join(r.Read(b), b.Parse(), r.Close()); err != nil {
		t.Fatal(err)
	}
	for i := range b.Results {
		b.Results[i] = solver.Result{Solution: solver.Grid([]byte(solution(0))), Verdict: solver.Unique, Count: 1}
	}
	b.Conclude()
	return b, r.Schema()
}

// A page that is used again has the room that its rows need, whether all have a value,
// some or none.
func TestPagesGrowOnce(t *testing.T) {
	inputs := map[string]string{
		"all answered":  puzzle(0) + "," + solution(0) + "\n",
		"some answered": puzzle(0) + "," + solution(0) + "\n" + puzzle(0) + ",\n",
		"no answers":    puzzle(0) + ",\n",
		"no puzzles":    ",\n",
	}
	for name, rows := range inputs {
		in := store(t, "in.csv", "puzzle,solution\n"+strings.Repeat(rows, sectionRows))
		b, input := solvedInput(t, in, ReadOptions{Keep: ParseKeep("all"), AnswerColumn: "solution"})
		created, err := Create(io.Discard, "out.parquet", input, WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		w := created.(*parquetWriter)
		pages, sealed := w.takePages(), make([]sealedPage, w.schema.NumColumns())
		fill := func() {
			pages.begin(sealed)
			w.add(pages, b, 0, sectionRows)
		}
		fill()
		if n := testing.AllocsPerRun(3, fill); n > 0 {
			t.Errorf("%s: pages that are filled again allocate %g times", name, n)
		}
	}
}

// keepFor lets all columns pass where there are any.
func keepFor(file string) Keep {
	if strings.HasSuffix(file, ".txt") {
		return Keep{}
	}
	return ParseKeep("all")
}
