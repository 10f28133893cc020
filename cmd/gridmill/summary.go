package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

// A summary describes a run and its results. Users can repeat the run with the options in the
// summary.
type summary struct {
	Version string         `json:"version"`
	Options map[string]any `json:"options"`
	Solver  string         `json:"solver"`
	Kernel  string         `json:"kernel,omitempty"`
	Inputs  files.States   `json:"inputs"` // without hashes, because these would require reading the files again
	Output  string         `json:"output"`

	Parts    *partsSummary    `json:"parts,omitempty"` // nil unless the output is in parts
	Rows     int64            `json:"rows"`
	Verdicts map[string]int64 `json:"verdicts"`
	Answers  map[string]int64 `json:"answers,omitempty"`
	// Scores summarizes the scores of model outputs. With --by, Groups does so for each group.
	Scores  []scoreSummary  `json:"scores,omitempty"`
	Groups  []scoreGroup    `json:"groups,omitempty"`
	Guesses *guessSummary   `json:"guesses,omitempty"` // nil if the guesses are not known
	Hardest []pipeline.Hard `json:"hardest"`
	Reasons []reasonCount   `json:"reasons"`         // reasons why rows have no puzzle, most common first, followed by clue_repeats
	Retry   *retrySummary   `json:"retry,omitempty"` // nil without --only
	// Replaced is the number of values in which U+FFFD replaced bytes that are not UTF-8.
	Replaced int64 `json:"replaced_values,omitempty"`
	// Misfits counts, by column, the values that became null because their type was wrong.
	Misfits map[string]int64 `json:"misfit_values,omitempty"`
	// WithoutGrid is the number of rows without a grid. It is 0 unless the output format stores one
	// grid per row.
	WithoutGrid int64 `json:"rows_without_grid,omitempty"`
	// ReplacedColumns lists the columns that an earlier run added and that this run replaces.
	ReplacedColumns []string `json:"replaced_columns,omitempty"`
	// Skipped lists the names of up to 1,000 files and arrays that were not read. SkippedCount is
	// the total number of such files and arrays.
	Skipped      []string `json:"skipped_files,omitempty"`
	SkippedCount int64    `json:"skipped_count,omitempty"`
	// LeftOut lists up to 20 JSON keys whose values are not in any column. It lists a key outside
	// the array of rows only if this run read the key. LeftOutLines counts, by kind, the lines that
	// this run left out entirely or in part, such as comments.
	LeftOut      formats.LeftOutKeys    `json:"left_out_keys,omitempty"`
	LeftOutLines []formats.LeftOutLines `json:"left_out_lines,omitempty"`
	// Reading describes how the first nonempty input was read.
	Reading string `json:"reading,omitempty"`

	Seconds          float64 `json:"seconds"`
	PuzzlesPerSecond float64 `json:"puzzles_per_second"`
	Workers          int     `json:"workers"`
	Machine          string  `json:"machine"`

	format  formats.Format // format of the output
	spent   time.Duration
	totals  *pipeline.Totals
	rejects string
	reading []string // lines of text that describe how the inputs are read
	leftOut []string // lines of text that describe LeftOut and LeftOutLines
	skipped []string // lines of text that say which inputs were not read, and why
	others  []string // see unreadOutputs
}

// runFacts holds what the summary and the log say about a run, except its results.
type runFacts struct {
	inputs          []string
	options         map[string]any
	solver, kernel  string
	output, rejects string
	workers         int
	skipped         *formats.Skipped
	leftOut         *formats.LeftOut
	format          formats.Format // format of the output
}

func (o *solveOptions) facts(s *settings, inputs []string) runFacts {
	return runFacts{inputs, o.recordedOptions(), o.solver, s.kernel, o.output, o.rejects, o.workers, s.read.Skipped, s.read.LeftOut, s.write.Format}
}

type partsSummary struct {
	All      int         `json:"all"` // number of parts in the plan
	PartRows int64       `json:"part_rows"`
	Shard    string      `json:"shard,omitempty"`
	Taken    parts.Count `json:"taken_over"`     // finished by earlier runs
	Solved   parts.Count `json:"solved"`         // finished by this run
	Plan     string      `json:"plan,omitempty"` // see parts.Plan.Identity; empty for gridmill merge
}

// A retrySummary counts the rows of a run with --only: rows copied from the earlier result, rows
// solved again, and rows that are still unfinished.
type retrySummary struct {
	TakenOver  int64 `json:"taken_over"`
	TriedAgain int64 `json:"tried_again"`
	Unfinished int64 `json:"still_unfinished"`
}

type guessSummary struct {
	Mean         float64 `json:"mean"`
	Median       int32   `json:"median"`
	P90          int32   `json:"p90"`
	P99          int32   `json:"p99"`
	Max          int32   `json:"max"`
	NoGuessShare float64 `json:"no_guess_fraction"`
	Puzzles      int64   `json:"puzzles"`
}

// newSummary returns the summary of a run. solved is the number of rows that this run solved,
// excluding rows from earlier runs.
func newSummary(r runFacts, t *pipeline.Totals, solved int64, spent time.Duration) *summary {
	s := &summary{
		Version: version(), Options: r.options, Solver: r.solver, Kernel: r.kernel, Inputs: files.StatesOf(r.inputs), Output: r.output,
		Rows: t.Rows, Verdicts: progress.VerdictCounts(t.Verdicts, r.solver), Hardest: append([]pipeline.Hard{}, t.Hardest...), Reasons: []reasonCount{},
		Seconds: spent.Seconds(), PuzzlesPerSecond: float64(solved) / max(spent, 1).Seconds(), Workers: r.workers,
		Machine: fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, countOf(int64(runtime.NumCPU()), "processor")),
		Answers: t.AnswerCounts(), Misfits: t.Misfits, totals: t, spent: spent, rejects: r.rejects, skipped: skippedLines(r.skipped),
		Replaced: t.Replaced, WithoutGrid: t.WithoutGrid, LeftOutLines: r.leftOut.Lines(), format: r.format,
	}
	if g := &t.Guesses; s.Solver != parts.NoSolver {
		s.Guesses = &guessSummary{g.Mean(), g.Percentile(50), g.Percentile(90), g.Percentile(99), g.Max(), g.Share(0), g.Count()}
	}
	skipped, count := r.skipped.Inputs()
	for _, input := range skipped {
		s.Skipped = append(s.Skipped, input.Name)
	}
	s.SkippedCount = count
	s.LeftOut, _ = r.leftOut.Keys(t.LeftOut)
	s.leftOut = append(leftOutLines(r.leftOut, t.LeftOut), s.gridFormatLines()...)
	if r.options["only"] == solver.Unfinished.String() {
		s.Retry = &retrySummary{t.Rows - t.Retried, t.Retried, t.Verdicts[solver.Unfinished]}
	}
	noPuzzle, repeats := t.Reasons.Split()
	for _, r := range slices.Concat(noPuzzle.MostCommon(mostReasons), repeats) {
		s.Reasons = append(s.Reasons, reasonCount{r.First.Code(), r.Rows, r.File, r.Line})
	}
	return s
}

// provenance returns, as JSON, what Parquet and Arrow files record about a run. The JSON does not
// depend on the machine.
func (o *solveOptions) provenance(inputs []string) string {
	text, err := json.Marshal(struct {
		Version string         `json:"version"`
		Solver  string         `json:"solver"`
		Options map[string]any `json:"options"`
		Inputs  []string       `json:"inputs,omitempty"`
	}{version(), o.solver, o.recordedOptions(), inputs})
	must(err)
	return string(text)
}

// isOwnSummary reports whether text is the summary of a run with the given plan and, if o has a
// shard, that shard. It ignores the output's name, which changes if a user moves the directory.
func (o *solveOptions) isOwnSummary(plan *parts.Plan, text []byte) bool {
	var s summary
	return json.Unmarshal(text, &s) == nil && s.Parts != nil && s.Parts.Plan == plan.Identity() && (o.shard == "" || o.shard == s.Parts.Shard)
}

func (s *summary) writeJSON(to io.Writer) error {
	e := json.NewEncoder(to)
	e.SetIndent("", "  ")
	return e.Encode(s)
}
