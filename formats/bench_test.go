package formats

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// benchRows is the approximate number of rows that each iteration of a benchmark processes.
const benchRows = 100 * SectionRows

// benchInput returns a file of the given kind. The kind "all quoted" has unnecessary quotes around
// all fields.
func benchInput(kind string) string {
	var rows strings.Builder
	for i := range 97 {
		switch kind {
		case "lines", "puzzle":
			rows.WriteString(puzzle(i) + "\n")
		case "puzzle,solution":
			rows.WriteString(puzzle(i) + "," + solution(i) + "\n")
		case "all quoted":
			rows.WriteString(`"` + puzzle(i) + `","` + solution(i) + "\"\n")
		}
	}
	header := map[string]string{"lines": "", "all quoted": "\"puzzle\",\"solution\"\n"}
	if _, found := header[kind]; !found {
		header[kind] = kind + "\n"
	}
	return header[kind] + strings.Repeat(rows.String(), benchRows/97+1)
}

// BenchmarkRead measures cutting text into rows and parsing the rows, on one processor.
func BenchmarkRead(b *testing.B) {
	for _, kind := range []string{"lines", "puzzle", "puzzle,solution", "all quoted"} {
		b.Run(kind, func(b *testing.B) { benchmarkRead(b, kind, (*Batch).Parse) })
	}
}

// BenchmarkCut measures only cutting text into rows, which a single goroutine does for all workers.
func BenchmarkCut(b *testing.B) {
	for _, kind := range []string{"lines", "puzzle,solution", "all quoted"} {
		b.Run(kind, func(b *testing.B) { benchmarkRead(b, kind, func(*Batch) error { return nil }) })
	}
}

func benchmarkRead(b *testing.B, kind string, use func(*Batch) error) {
	input, format := benchInput(kind), CSV
	if kind == "lines" {
		format = Text
	}
	batch := NewBatch(SectionRows)
	rows := 0
	b.ReportAllocs()
	for b.Loop() {
		o := ReadOptions{Stdin: strings.NewReader(input), Format: format, Keep: ParseKeep("all")}
		r, err := Open([]string{files.StdStream}, o)
		if err != nil {
			b.Fatal(err)
		}
		for err = r.Read(batch); err == nil; err = r.Read(batch) {
			if err := use(batch); err != nil {
				b.Fatal(err)
			}
			rows += batch.Len()
		}
		if !errors.Is(err, io.EOF) {
			b.Fatal(err)
		}
		r.Close()
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}

// BenchmarkWrite measures encoding and writing all columns of solved batches on one processor.
func BenchmarkWrite(b *testing.B) {
	for _, name := range []string{"none.csv", "none.txt", "none.parquet", "snappy.parquet", "zstd.parquet"} {
		b.Run(name, func(b *testing.B) {
			compression, _, _ := strings.Cut(name, ".")
			stats, _ := ParseStatistics("all")
			batch, schema := solvedBatch(b)
			sink := new(countingWriter)
			var encoded Encoded
			rows := 0
			b.ReportAllocs()
			for b.Loop() {
				w, err := Create(sink, name, schema, WriteOptions{Stats: stats, Compression: compression})
				if err != nil {
					b.Fatal(err)
				}
				for i := range benchRows / SectionRows {
					batch.First = int64(i * SectionRows)
					if encoded, err = w.Encode(batch, encoded); err != nil {
						b.Fatal(err)
					}
					if err := w.Write(batch, encoded); err != nil {
						b.Fatal(err)
					}
					rows += SectionRows
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds()/1e6, "Mrows/s")
			b.ReportMetric(float64(sink.n)/float64(rows), "bytes/row")
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
	r, err := Open([]string{files.StdStream}, ReadOptions{Stdin: bytes.NewReader(text)})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	batch := NewBatch(SectionRows)
	if err := r.Read(batch); err != nil {
		b.Fatal(err)
	}
	if err := batch.Parse(); err != nil {
		b.Fatal(err)
	}
	batch.Results = batch.Results[:SectionRows]
	for i := range batch.Results {
		batch.Results[i] = solver.Result{
			Solution: solver.Grid(solutions[i*solver.Cells:]), Verdict: solver.Unique, Count: 1,
			Stats: solver.Stats{Guesses: int32(i % 3 / 2), Backtracks: int32(i % 5 / 4), MaxDepth: int32(i % 3 / 2), Passes: int32(4 + i%13)},
		}
	}
	batch.CompleteResults()
	return batch, r.Schema()
}

type countingWriter struct{ n int64 }

func (w *countingWriter) Write(p []byte) (int, error) {
	w.n += int64(len(p))
	return len(p), nil
}
