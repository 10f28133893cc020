package benchmarks

import (
	"encoding/csv"
	"io"
	"strconv"
)

// csvColumns are the columns of the CSV form, named as in the JSON.
var csvColumns = []column{
	{"corpus", func(r *Result) string { return r.Corpus }},
	{"solver", func(r *Result) string { return r.Solver }},
	{"kernel", func(r *Result) string { return r.Kernel }},
	{"puzzles", func(r *Result) string { return strconv.Itoa(r.Puzzles) }},
	{"corpus_puzzles", func(r *Result) string { return strconv.Itoa(r.CorpusPuzzles) }},
	{"images", func(r *Result) string { return strconv.Itoa(r.Images) }},
	{"puzzles_per_second", func(r *Result) string { return decimal(r.PuzzlesPerSecond) }},
	{"spread", func(r *Result) string { return decimal(r.Spread) }},
	{"microseconds_per_puzzle", func(r *Result) string { return decimal(r.MicrosecondsPerPuzzle) }},
	{"relative_speed", func(r *Result) string { return decimal(r.RelativeSpeed) }},
	{"no_guess_fraction", searched(func(r *Result) string { return decimal(r.NoGuessFraction) })},
	{"guesses_per_puzzle", searched(func(r *Result) string { return decimal(r.GuessesPerPuzzle) })},
	{"guesses_median", searched(func(r *Result) string { return strconv.Itoa(int(r.GuessesMedian)) })},
	{"guesses_p99", searched(func(r *Result) string { return strconv.Itoa(int(r.GuessesP99)) })},
	{"backtracks_per_puzzle", searched(func(r *Result) string { return decimal(r.BacktracksPerPuzzle) })},
	{"backtracks_median", searched(func(r *Result) string { return strconv.Itoa(int(r.BacktracksMedian)) })},
	{"backtracks_p99", searched(func(r *Result) string { return strconv.Itoa(int(r.BacktracksP99)) })},
	{"unfinished", searched(func(r *Result) string { return strconv.Itoa(r.Unfinished) })},
	{"failure", func(r *Result) string { return r.Failure }},
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// WriteCSV writes one row for each corpus and solver.
func (r *Record) WriteCSV(to io.Writer) error {
	w := csv.NewWriter(to)
	var row []string
	for _, col := range csvColumns {
		row = append(row, col.head)
	}
	_ = w.Write(row) // Error returns what goes wrong
	for i := range r.Results {
		row = row[:0]
		for _, col := range csvColumns {
			row = append(row, col.cell(&r.Results[i]))
		}
		_ = w.Write(row) // Error returns what goes wrong
	}
	w.Flush()
	return w.Error()
}
