package formats

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"

	"github.com/gridmill/gridmill/solver"
)

const inputRows = 480_000

// benchFile writes a file of puzzles as most programs do, with 120,000 rows per row group. The page
// size is 1 MB unless o sets a different size.
func benchFile(b *testing.B, o ...parquet.WriterProperty) string {
	b.Helper()
	group := []column{texts("puzzle", randomPuzzles(inputRows/4)...)}
	return store(b, "in.parquet", string(parquetOf(b, [][]column{group, group, group, group}, o...)))
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

// BenchmarkReadLists measures reading and parsing puzzles that are lists of numbers. The numbers
// are dictionary-encoded, as in most programs' files.
func BenchmarkReadLists(b *testing.B) {
	const rows = 4096 // the Arrow library is slow at writing larger row groups of lists
	group := []column{gridList("puzzle", 1, randomPuzzles(rows)...)}
	file := parquetOf(b, slices.Repeat([][]column{group}, 12))
	measureReading(b, store(b, "in.parquet", string(file)), ReadOptions{})
}

// readAll reads and parses a file in one goroutine, and returns the number of rows.
func readAll(b *testing.B, path string, o ReadOptions, batch *Batch) int {
	r, err := Open([]string{path}, o)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	rows := 0
	for range batchesOf(b, r, batch) {
		rows += batch.Len()
	}
	return rows
}

// BenchmarkReadParquet measures reading and parsing a column of puzzles with one worker.
func BenchmarkReadParquet(b *testing.B) {
	plain := parquet.WithDictionaryDefault(false)
	compressed := parquet.WithCompression
	for _, c := range []struct {
		name  string
		write []parquet.WriterProperty
		read  ReadOptions
	}{
		{"uncompressed", []parquet.WriterProperty{plain}, ReadOptions{}},
		{"snappy", []parquet.WriterProperty{plain, compressed(compress.Codecs.Snappy)}, ReadOptions{}},
		{"zstd", []parquet.WriterProperty{plain, compressed(compress.Codecs.Zstd)}, ReadOptions{}},
	} {
		b.Run(c.name, func(b *testing.B) { measureReading(b, benchFile(b, c.write...), c.read) })
	}
}

func BenchmarkReadResults(b *testing.B) {
	for _, compression := range PageCompressions {
		b.Run(compression, func(b *testing.B) {
			measureReading(b, resultsFile(b, compression), ReadOptions{AnswerColumn: "none"})
		})
	}
}

// resultsFile writes a Parquet file of solved puzzles with all statistics.
func resultsFile(b *testing.B, compression string) string {
	b.Helper()
	check := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	stats, err := ParseStatistics("all")
	check(err)
	batch, schema := solvedBatch(b)
	var file bytes.Buffer
	w, err := Create(&file, "out.parquet", schema, WriteOptions{Stats: stats, Compression: compression})
	check(err)
	for range inputRows / SectionRows {
		encoded, err := w.Encode(batch, nil)
		check(err)
		check(w.Write(batch, encoded))
	}
	check(w.Close())
	return store(b, "results.parquet", file.String())
}

func measureReading(b *testing.B, path string, o ReadOptions) {
	b.Helper()
	batch := NewBatch(SectionRows)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rows := 0
	for b.Loop() {
		rows += readAll(b, path, o, batch)
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds()/1e6, "Mrows/s")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(rows), "allocs/row")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(rows), "B/row")
}
