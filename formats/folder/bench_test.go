package folder

import (
	"io"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

const (
	puzzleText   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solutionText = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// benchmarkArrays encodes and writes arrays of inputs and labels. It calls change for each batch.
func benchmarkArrays(b *testing.B, change func(*formats.Batch)) {
	const rows = formats.SectionRows
	batch := formats.NewBatch(rows)
	batch.Puzzles, batch.Results = batch.Puzzles[:rows], batch.Results[:rows]
	for i := range rows {
		batch.Puzzles[i] = solver.Grid([]byte(puzzleText))
		batch.Results[i].Solution = solver.Grid([]byte(solutionText))
	}
	var writers []formats.Writer
	for _, t := range cellTables("inputs.npy", "labels.npy", 1) {
		w, err := t.Create(io.Discard, nil)
		if err != nil {
			b.Fatal(err)
		}
		writers = append(writers, w)
	}
	var encoded [2]formats.Encoded
	for b.Loop() {
		change(batch)
		for k, w := range writers {
			var err error
			if encoded[k], err = w.Encode(batch, encoded[k]); err != nil {
				b.Fatal(err)
			}
			if err := w.Write(batch, encoded[k]); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)*rows/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkArrays(b *testing.B) { benchmarkArrays(b, func(*formats.Batch) {}) }

// BenchmarkAugmentedArrays measures arrays in which all rows are morphs of one puzzle.
func BenchmarkAugmentedArrays(b *testing.B) {
	row := uint64(0)
	puzzle, solution := solver.Grid([]byte(puzzleText)), solver.Grid([]byte(solutionText))
	benchmarkArrays(b, func(batch *formats.Batch) {
		var m morph.Morph
		for i := range batch.Puzzles {
			m.Draw(1, row, 1)
			m.Apply(&batch.Puzzles[i], &puzzle)
			m.Apply(&batch.Results[i].Solution, &solution)
			row++
		}
	})
}
