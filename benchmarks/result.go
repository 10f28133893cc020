package benchmarks

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// Result holds the measurements of one solver on one corpus.
type Result struct {
	Corpus        string `json:"corpus"`
	Solver        string `json:"solver"`
	Kernel        string `json:"kernel"`
	Puzzles       int    `json:"puzzles"`        // number of corpus puzzles that the solver received
	CorpusPuzzles int    `json:"corpus_puzzles"` // number of corpus puzzles that were available to the solver
	Morphs        int    `json:"morphs"`         // number of morphs that the solver received, not counting repetitions
	CorpusMorphs  int    `json:"corpus_morphs"`  // number of morphs that were available to the solver

	PuzzlesPerSecond float64   `json:"puzzles_per_second"` // the median of the rounds
	Spread           float64   `json:"spread"`             // largest deviation of a round from the median, as a fraction of the median
	Rounds           []float64 `json:"rounds"`             // puzzles per second
	// ProcessorRounds holds the speeds of the rounds, in puzzles per second of processor time. For
	// gridmill's solvers, the processor time is the total of all cores divided by the number of
	// cores. For an external program, it is the total of the program and its children.
	ProcessorRounds []float64 `json:"processor_rounds,omitempty"`
	// MachineRounds holds the machine's tasks per second in each round (see machineSpeed).
	MachineRounds         []float64 `json:"machine_rounds,omitempty"`
	MicrosecondsPerPuzzle float64   `json:"microseconds_per_puzzle"`
	RelativeSpeed         float64   `json:"relative_speed"` // relative to mrv or, if mrv has no speed, to the first solver with a speed

	Strata        []Stratum `json:"strata,omitempty"`         // times by number of guesses, if requested
	StrataFailure string    `json:"strata_failure,omitempty"` // why no strata are reported

	*Search  // nil for external programs
	*Process // nil for gridmill's solvers

	Failure string `json:"failure,omitempty"` // why no speed is reported
}

// Search summarizes the searches of one of gridmill's solvers on one corpus, including unfinished
// searches.
type Search struct {
	NoGuessFraction     float64 `json:"no_guess_fraction"`
	GuessesPerPuzzle    float64 `json:"guesses_per_puzzle"`
	GuessesMedian       int32   `json:"guesses_median"`
	GuessesP99          int32   `json:"guesses_p99"`
	BacktracksPerPuzzle float64 `json:"backtracks_per_puzzle"`
	BacktracksMedian    int32   `json:"backtracks_median"`
	BacktracksP99       int32   `json:"backtracks_p99"`
	Unfinished          int     `json:"unfinished"` // number of morphs whose verdict is unfinished
	// GuessPercentiles[i] is the smallest number of guesses that was enough for at least
	// Percents[i] percent of the morphs.
	GuessPercentiles []int32 `json:"guess_percentiles"`
}

// Percents lists the percentages for Search.GuessPercentiles.
var Percents = [...]float64{1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100}

// Process summarizes the runs of an external program on one corpus.
type Process struct {
	StartupSeconds float64 `json:"startup_seconds"` // median start-up time, which is subtracted from the time of each run
	Given          int     `json:"given"`           // number of puzzles in one run, including repetitions
	Answers        int     `json:"answers"`         // number of the Given puzzles that the program answered correctly
	Repeated       int     `json:"repeated"`        // number of additional correct answers to puzzles that were already answered
	CountsOnly     int     `json:"counts_only"`     // number of Answers that consist only of a positive solution count
}

// searchOf summarizes results.
func searchOf(results []solver.Result) *Search {
	s := &Search{}
	guesses, backtracks := make([]int32, len(results)), make([]int32, len(results))
	for i := range results {
		guesses[i], backtracks[i] = results[i].Guesses, results[i].Backtracks
		if results[i].Verdict == solver.Unfinished {
			s.Unfinished++
		}
	}
	slices.Sort(guesses)
	slices.Sort(backtracks)
	unguessed, _ := slices.BinarySearch(guesses, 1)
	s.NoGuessFraction = float64(unguessed) / float64(len(results))
	s.GuessesPerPuzzle, s.GuessesMedian, s.GuessesP99 = mean(guesses), percentile(guesses, 50), percentile(guesses, 99)
	s.BacktracksPerPuzzle, s.BacktracksMedian, s.BacktracksP99 = mean(backtracks), percentile(backtracks, 50), percentile(backtracks, 99)
	for _, p := range Percents {
		s.GuessPercentiles = append(s.GuessPercentiles, percentile(guesses, p))
	}
	return s
}

func mean(numbers []int32) float64 {
	sum := int64(0)
	for _, n := range numbers {
		sum += int64(n)
	}
	return float64(sum) / float64(len(numbers))
}

// percentile returns the smallest n in sorted for which at least p percent of the numbers are at
// most n.
func percentile(sorted []int32, p float64) int32 {
	return sorted[max(0, int(math.Ceil(p/100*float64(len(sorted))))-1)]
}

// Sampled reports whether the solver received fewer corpus puzzles than were available to it.
func (r *Result) Sampled() bool { return r.Puzzles < r.CorpusPuzzles }

// CutOff reports whether puzzles were left unfinished. If so, the solver appears faster than it is.
func (r *Result) CutOff() bool { return r.Search != nil && r.Unfinished > 0 }

// Unvouched reports whether the result belongs to a program that has not shown that it solved any
// puzzle: it gave no answers, or each answer was only a positive solution count.
func (r *Result) Unvouched() bool {
	return r.Process != nil && r.Failure == "" && r.Answers == r.CountsOnly
}

func (r *Result) setSpeed(rounds []speed) {
	r.Rounds, r.ProcessorRounds, r.MachineRounds = nil, nil, nil
	for _, s := range rounds {
		r.Rounds = append(r.Rounds, s.clock)
		if s.processor > 0 {
			r.ProcessorRounds = append(r.ProcessorRounds, s.processor)
		}
		r.MachineRounds = append(r.MachineRounds, s.machine)
	}
	r.sumUpRounds()
}

func (r *Result) sumUpRounds() {
	r.PuzzlesPerSecond, r.Spread = median(r.Rounds), spread(r.Rounds)
	r.MicrosecondsPerPuzzle = 1e6 / r.PuzzlesPerSecond
}

// add adds the rounds of another result for the same solver and corpus.
func (r *Result) add(more *Result) {
	r.Rounds = append(r.Rounds, more.Rounds...)
	r.ProcessorRounds = append(r.ProcessorRounds, more.ProcessorRounds...)
	r.MachineRounds = append(r.MachineRounds, more.MachineRounds...)
	r.sumUpRounds()
}

// setRelative sets the RelativeSpeed of each result on one corpus. The reference has the value 1.
// If the reference has no speed, the first result with a speed has the value 1.
func setRelative(results []*Result) {
	base := 0.0
	for _, r := range results {
		if base == 0 || r.Solver == reference && r.Process == nil && r.Failure == "" {
			base = r.PuzzlesPerSecond
		}
	}
	for _, r := range results {
		if base > 0 {
			r.RelativeSpeed = r.PuzzlesPerSecond / base
		}
	}
}

// RunResult describes a run and holds its measurements.
type RunResult struct {
	Machine Machine          `json:"machine"`
	Options Options          `json:"options"`
	Corpora []MeasuredCorpus `json:"corpora"`
	Results []*Result        `json:"results"` // ordered by corpus, then by solver
}

// Machine describes the machine on which a run took place, and the version of the program.
type Machine struct {
	Processor string    `json:"processor"`
	Cores     int       `json:"cores"` // number of cores that the program can use
	OS        string    `json:"os"`
	Arch      string    `json:"arch"`
	Go        string    `json:"go"`
	Version   string    `json:"version"` // version of gridmill
	Time      time.Time `json:"time"`    // start of the run, in UTC
}

// thisMachine describes the machine on which the program runs. The caller must set the version.
func thisMachine() Machine {
	return Machine{
		Processor: cmp.Or(cpuid.CPU.BrandName, "unknown "+runtime.GOARCH), Cores: runtime.GOMAXPROCS(0),
		OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(), Time: time.Now().UTC().Truncate(time.Second),
	}
}

// MeasuredCorpus describes a corpus that was measured.
type MeasuredCorpus struct {
	Corpus   string `json:"corpus"` // name of the corpus
	SHA256   string `json:"sha256"` // see Corpus.SHA256
	Puzzles  int    `json:"puzzles"`
	Morphs   int    `json:"morphs"`   // number of morphs in the puzzleSet
	Skipped  int    `json:"skipped"`  // number of rows that are not puzzles
	Unproven int    `json:"unproven"` // number of puzzles omitted because the reference could not decide them
}

// WriteJSON writes the result in the form that ReadRunResult reads.
func (r *RunResult) WriteJSON(to io.Writer) error {
	e := json.NewEncoder(to)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// ReadRunResult reads a result from a file that WriteJSON wrote.
func ReadRunResult(path string) (*RunResult, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		if err := files.RejectRemoteInput(path); err != nil {
			return nil, err
		}
		return nil, option.Errorf(option.BenchResult, "%s: the earlier result cannot be read: %w", path, files.WithoutPath(err))
	}
	r := &RunResult{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, option.Errorf(option.BenchResult, "%s is not a result of gridmill bench: %w", path, err)
	}
	if len(r.Results) == 0 || slices.Contains(r.Results, nil) {
		return nil, option.Errorf(option.BenchResult, "%s is not a result of gridmill bench: it does not contain measurements", path)
	}
	return r, nil
}

// failures returns the errors of the external programs that failed.
func (r *RunResult) failures() (all []string) {
	for _, res := range r.Results {
		if res.Failure != "" {
			all = append(all, fmt.Sprintf("%s on %s: %s", res.Solver, res.Corpus, res.Failure))
		}
	}
	return all
}

// Err returns an error that lists the external programs that failed, or nil if none failed. The
// error contains only the first line of each failure. WriteTable writes all lines.
func (r *RunResult) Err() error {
	all := r.failures()
	if len(all) == 0 {
		return nil
	}
	for i, failure := range all {
		failure, _, _ = strings.Cut(failure, "\n")
		all[i] = strings.TrimSuffix(failure, ":")
	}
	return fmt.Errorf("external programs failed: %s", strings.Join(all, "; "))
}
