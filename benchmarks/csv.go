package benchmarks

import (
	"encoding/csv"
	"io"
	"strconv"
)

// csvColumns lists the columns of the CSV output, named as in the JSON.
var csvColumns = []column{
	{head: "corpus", cell: func(r *Result) string { return r.Corpus }},
	{head: "solver", cell: func(r *Result) string { return r.Solver }},
	{head: "kernel", cell: func(r *Result) string { return r.Kernel }},
	{head: "puzzles", cell: func(r *Result) string { return strconv.Itoa(r.Puzzles) }},
	{head: "corpus_puzzles", cell: func(r *Result) string { return strconv.Itoa(r.CorpusPuzzles) }},
	{head: "images", cell: func(r *Result) string { return strconv.Itoa(r.Images) }},
	{head: "puzzles_per_second", cell: func(r *Result) string { return decimal(r.PuzzlesPerSecond) }},
	{head: "spread", cell: func(r *Result) string { return decimal(r.Spread) }},
	{head: "microseconds_per_puzzle", cell: func(r *Result) string { return decimal(r.MicrosecondsPerPuzzle) }},
	{head: "relative_speed", cell: func(r *Result) string { return decimal(r.RelativeSpeed) }},
	{head: "no_guess_fraction", cell: searched(func(r *Result) string { return decimal(r.NoGuessFraction) })},
	{head: "guesses_per_puzzle", cell: searched(func(r *Result) string { return decimal(r.GuessesPerPuzzle) })},
	{head: "guesses_median", cell: searched(func(r *Result) string { return strconv.Itoa(int(r.GuessesMedian)) })},
	{head: "guesses_p99", cell: searched(func(r *Result) string { return strconv.Itoa(int(r.GuessesP99)) })},
	{head: "backtracks_per_puzzle", cell: searched(func(r *Result) string { return decimal(r.BacktracksPerPuzzle) })},
	{head: "backtracks_median", cell: searched(func(r *Result) string { return strconv.Itoa(int(r.BacktracksMedian)) })},
	{head: "backtracks_p99", cell: searched(func(r *Result) string { return strconv.Itoa(int(r.BacktracksP99)) })},
	{head: "unfinished", cell: searched(func(r *Result) string { return strconv.Itoa(r.Unfinished) })},
	{head: "failure", cell: func(r *Result) string { return r.Failure }},
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// WriteCSV writes one row for each corpus and solver.
func (r *RunResult) WriteCSV(to io.Writer) error {
	w := csv.NewWriter(to)
	var row []string
	for _, col := range csvColumns {
		row = append(row, col.head)
	}
	_ = w.Write(row) // w.Error reports errors
	for i := range r.Results {
		row = row[:0]
		for _, col := range csvColumns {
			row = append(row, col.cell(&r.Results[i]))
		}
		_ = w.Write(row) // w.Error reports errors
	}
	w.Flush()
	return w.Error()
}
