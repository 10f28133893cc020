package benchmarks

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/solver"
)

// Stratum holds the time that a solver takes for puzzles that require a similar number of guesses.
type Stratum struct {
	Guesses               string  `json:"guesses"`                 // number of guesses that the reference makes, as a range such as "1-9"
	Puzzles               int     `json:"puzzles"`                 // number of morphs timed, not counting repetitions
	MicrosecondsPerPuzzle float64 `json:"microseconds_per_puzzle"` // the median of the rounds
	Spread                float64 `json:"spread"`                  // as in Result
}

// strataFrom[i] is the lowest number of guesses that the reference makes for a puzzle in stratum i.
var (
	strataFrom  = [...]int32{0, 1, 10, 100}
	strataNames = [...]string{"0", "1-9", "10-99", "100+"}
)

// stratumTimer times a trial on the puzzles of one stratum.
type stratumTimer struct {
	name    string
	puzzles []solver.Grid
	given   int       // number of puzzles in one round; a small stratum is repeated
	rounds  []float64 // in microseconds per puzzle
}

// timeStrata adds the strata to the results of the trials that succeeded. Each round times these
// trials in turn, as in timeAlternately.
func timeStrata(ctx context.Context, s *puzzleSet, trials []trial, results []*Result) error {
	timers := make([][]stratumTimer, len(trials))
	for round := range Rounds {
		for i, t := range trials {
			if results[i].Failure != "" || results[i].StrataFailure != "" {
				continue
			}
			if round == 0 {
				timers[i] = s.timers(results[i].Morphs)
			}
			for k := range timers[i] {
				err := timers[i][k].round(ctx, t)
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if err != nil {
					results[i].StrataFailure = err.Error()
					break
				}
			}
		}
	}
	for i, r := range results {
		if r.StrataFailure != "" {
			continue
		}
		for _, t := range timers[i] {
			r.Strata = append(r.Strata, Stratum{t.name, len(t.puzzles), median(t.rounds), spread(t.rounds)})
		}
	}
	return nil
}

// timers divides the first n puzzles of the set into strata, and returns a timer for each stratum.
func (s *puzzleSet) timers(n int) []stratumTimer {
	var all [len(strataFrom)]stratumTimer
	for i := range min(n, len(s.puzzles)) {
		at := len(strataFrom) - 1
		for s.truth(i).guesses < strataFrom[at] {
			at--
		}
		all[at].name, all[at].puzzles = strataNames[at], append(all[at].puzzles, s.puzzles[i])
		all[at].given++
	}
	return slices.DeleteFunc(all[:], func(t stratumTimer) bool { return t.given == 0 })
}

// round measures one round and appends its time to s.rounds. The first call also increases s.given,
// up to mostGiven, until two consecutive test rounds take long enough. A single test round is not
// sufficient, because other programs can slow it down.
func (s *stratumTimer) round(ctx context.Context, t trial) error {
	least := t.intendedTime() / time.Duration(len(strataFrom))
	for enough := 0; len(s.rounds) == 0 && enough < 2 && s.given < mostGiven; {
		spent, err := t.timeOf(ctx, s.puzzles, s.given)
		switch {
		case err != nil:
			return err
		case spent >= least:
			enough++
		default:
			growth := int(min(16, max(2, least/max(spent, 1))))
			s.given, enough = min(growth*s.given, mostGiven), 0
		}
	}
	spent, err := t.timeOf(ctx, s.puzzles, s.given)
	s.rounds = append(s.rounds, 1e6*spent.Seconds()/float64(s.given))
	return err
}

// timeOf implements trial. It solves the puzzles in batches on one core.
func (t *variantTrial) timeOf(ctx context.Context, puzzles []solver.Grid, n int) (time.Duration, error) {
	var batch []solver.Grid
	for len(batch) < min(n, batchSize) {
		batch = append(batch, puzzles[:min(len(puzzles), n-len(batch))]...)
	}
	results := make([]solver.Result, len(batch))
	start := time.Now()
	for left := n; left > 0; left -= len(batch) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		batch = batch[:min(left, len(batch))]
		t.solvers[0].Solve(batch, results[:len(batch)])
	}
	return time.Since(start), nil
}

// timeOf implements trial. It gives the puzzles to the program and returns the time that the
// program took, excluding its start-up time.
func (t *programTrial) timeOf(ctx context.Context, puzzles []solver.Grid, n int) (time.Duration, error) {
	some := puzzleSet{puzzles: puzzles}
	_, took, err := t.execute(ctx, some.lines(n))
	return t.busy(took).clock, err
}

// strataTable returns a table with the number of puzzles in each stratum and the times of all
// results. It returns nil if the results have no strata.
func strataTable(results []*Result) (rows [][]string) {
	for _, r := range results {
		if len(r.Strata) == 0 {
			continue
		}
		row := make([]string, 1+len(strataNames))
		row[0] = r.Label()
		for _, s := range r.Strata {
			if i := slices.Index(strataNames[:], s.Guesses); i >= 0 {
				row[1+i] = fmt.Sprintf("%s ±%.0f%% (%s)", significant(s.MicrosecondsPerPuzzle), 100*s.Spread, humanize.Comma(int64(s.Puzzles)))
			}
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil
	}
	return slices.Insert(rows, 0, append([]string{"µs/puzzle by " + reference + " guesses"}, strataNames[:]...))
}
