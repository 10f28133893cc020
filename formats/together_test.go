package formats

import (
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// TestBatchesParsedTogether parses batches of each format concurrently while later batches are
// being read. It is meant for the race detector.
func TestBatchesParsedTogether(t *testing.T) {
	const records, batchRows = 300, 7
	o := keepAll
	dictionary := sampleFormat{name: "parquet_dictionary", file: "in.parquet", encode: parquetTexts(true)}
	for _, f := range append(sampleFormats(), dictionary) {
		file := storeIn(t, t.TempDir(), f.file, f.encode(sampleRecords(records)))
		want, _, err := readSample([]string{file}, o, records)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			want[i].Out = "" // rowOf does not set Out
		}
		r := mustOpenWith(t, file, o)
		var rows [records/batchRows + 1][]sampleRow
		var workers sync.WaitGroup
		for i := 0; ; i++ {
			b := NewBatch(batchRows)
			if err := r.Read(b); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			workers.Go(func() {
				s, err := solver.New("mrv", solver.Config{MaxSolutions: 2})
				if err == nil {
					err = b.Parse()
				}
				if err != nil {
					t.Error(err)
					return
				}
				s.Solve(b.Puzzles, b.Results)
				b.CompleteResults()
				for k := range b.Len() {
					rows[i] = append(rows[i], rowOf(r.Schema(), b, k))
				}
			})
		}
		workers.Wait()
		if err := r.Close(); err != nil || !slices.Equal(slices.Concat(rows[:]...), want) {
			t.Errorf("%s: rows differ, error %v", f.name, err)
		}
	}
}
