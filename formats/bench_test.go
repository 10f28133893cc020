package formats

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"

	"github.com/gridmill/gridmill/solver"
)

// benchRows is the approximate number of rows that each iteration of a benchmark processes.
const benchRows = 100 * SectionRows

// measureReading measures reading a file in one goroutine. It calls use with each batch.
func measureReading(b *testing.B, path string, o ReadOptions, use func(*Batch) error) {
	b.Helper()
	batch := NewBatch(SectionRows)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rows := 0
	for b.Loop() {
		r, err := Open([]string{path}, o)
		if err != nil {
			b.Fatal(err)
		}
		for err = r.Read(batch); err == nil; err = r.Read(batch) {
			if err := use(batch); err != nil {
				b.Fatal(err)
			}
			rows += batch.Len()
		}
		if err != io.EOF {
			b.Fatal(err)
		}
		r.Close()
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds()/1e6, "Mrows/s")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(rows), "allocs/row")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(rows), "B/row")
}

// benchmarkText measures reading text of the given kinds. The kind "all quoted" has unnecessary
// quotes around all fields.
func benchmarkText(b *testing.B, use func(*Batch) error, kinds ...string) {
	for _, kind := range kinds {
		text, file := kind+"\n", "in.csv"
		switch kind {
		case "lines":
			text, file = "", "in.txt"
		case "all quoted":
			text = "\"puzzle\",\"solution\"\n"
		}
		var rows strings.Builder
		for i := range 97 {
			fields := []string{puzzle(i), solution(i)}[:1+strings.Count(text, ",")]
			row := strings.Join(fields, ",")
			if kind == "all quoted" {
				row = `"` + strings.Join(fields, `","`) + `"`
			}
			rows.WriteString(row + "\n")
		}
		b.Run(kind, func(b *testing.B) {
			measureReading(b, store(b, file, text+strings.Repeat(rows.String(), benchRows/97+1)), keepAll, use)
		})
	}
}

// BenchmarkRead measures cutting text into rows and parsing the rows, on one processor.
func BenchmarkRead(b *testing.B) {
	benchmarkText(b, (*Batch).Parse, "lines", "puzzle", "puzzle,solution", "all quoted")
}

// BenchmarkCut measures only cutting text into rows, which a single goroutine does for all workers.
func BenchmarkCut(b *testing.B) {
	benchmarkText(b, func(*Batch) error { return nil }, "lines", "puzzle,solution", "all quoted")
}

// randomPuzzles returns strings that look like puzzles.
func randomPuzzles(n int) []string {
	puzzles := make([]string, n)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range puzzles {
		// Random digits in random cells make all puzzles different.
		cells := bytes.Repeat([]byte("."), solver.Cells)
		for range 26 {
			cells[r.IntN(solver.Cells)] = byte('1' + r.IntN(9))
		}
		puzzles[i] = string(cells)
	}
	return puzzles
}

// BenchmarkReadParquet measures reading and parsing puzzles from Parquet: a column as most programs
// write it, with 120,000 rows per row group and pages of 1 MB; lists of numbers, which are
// dictionary-encoded; and results of gridmill with all statistics.
func BenchmarkReadParquet(b *testing.B) {
	read := func(name string, file func() []byte, o ReadOptions) {
		b.Run(name, func(b *testing.B) { measureReading(b, store(b, "in.parquet", string(file())), o, (*Batch).Parse) })
	}
	for name, c := range map[string]compress.Compression{"uncompressed": compress.Codecs.Uncompressed, "snappy": compress.Codecs.Snappy, "zstd": compress.Codecs.Zstd} {
		read(name, func() []byte {
			group := []column{texts("puzzle", randomPuzzles(120_000)...)}
			return parquetOf(b, slices.Repeat([][]column{group}, 4), parquet.WithDictionaryDefault(false), parquet.WithCompression(c))
		}, ReadOptions{})
	}
	read("lists", func() []byte {
		group := []column{gridList("puzzle", 1, randomPuzzles(SectionRows)...)} // the Arrow library is slow at writing larger row groups of lists
		return parquetOf(b, slices.Repeat([][]column{group}, 12))
	}, ReadOptions{})
	for _, compression := range PageCompressions {
		read("results, "+compression, func() []byte {
			var file bytes.Buffer
			batch, schema := solvedBatch(b)
			writeSections(b, &file, "out.parquet", batch, schema, compression)
			return file.Bytes()
		}, ReadOptions{AnswerColumn: "none"})
	}
}

// writeSections writes a full batch, with all statistics. It does this benchRows/SectionRows times.
func writeSections(b *testing.B, out io.Writer, name string, batch *Batch, schema *Schema, compression string) {
	stats, _ := ParseStatistics("all")
	w, err := Create(out, name, schema, WriteOptions{Stats: stats, Compression: compression})
	var encoded Encoded
	for i := range benchRows / SectionRows {
		batch.First = int64(i * SectionRows)
		if err == nil {
			err = writeBatch(w, batch, &encoded)
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkWrite measures encoding and writing all columns of solved batches on one processor.
func BenchmarkWrite(b *testing.B) {
	for _, name := range []string{"none.csv", "none.txt", "none.parquet", "snappy.parquet", "zstd.parquet"} {
		b.Run(name, func(b *testing.B) {
			compression, _, _ := strings.Cut(name, ".")
			batch, schema := solvedBatch(b)
			sink := &full{math.MaxInt}
			rows := 0
			b.ReportAllocs()
			for b.Loop() {
				writeSections(b, sink, name, batch, schema, compression)
				rows += benchRows
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds()/1e6, "Mrows/s")
			b.ReportMetric(float64(math.MaxInt-sink.room)/float64(rows), "bytes/row")
		})
	}
}

// solvedBatch returns a full batch with made-up results, and its schema. The grids of all rows
// differ, so that compression is realistic.
func solvedBatch(b *testing.B) (*Batch, *Schema) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var text, solutions []byte
	for range SectionRows {
		digits := random.Perm(9)
		for _, c := range []byte(solved) {
			digit := byte('1' + digits[c-'1'])
			solutions = append(solutions, digit)
			if random.IntN(81) >= 35 {
				digit = '.'
			}
			text = append(text, digit)
		}
		text = append(text, '\n')
	}
	batch, schema := solvedInput(b, store(b, "in.txt", string(text)), ReadOptions{})
	for i := range batch.Results {
		batch.Results[i].Solution = solver.Grid(solutions[i*solver.Cells:])
		batch.Results[i].Stats = solver.Stats{Guesses: int32(i % 3 / 2), Backtracks: int32(i % 5 / 4), MaxDepth: int32(i % 3 / 2), Passes: int32(4 + i%13)}
	}
	return batch, schema
}
