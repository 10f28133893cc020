package benchmarks

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/solver"
)

// Stratum holds the time for the puzzles in one range of difficulty, on one core.
type Stratum struct {
	Guesses               string  `json:"guesses"` // of the reference
	Puzzles               int     `json:"puzzles"` // number timed, including morphs
	MicrosecondsPerPuzzle float64 `json:"microseconds_per_puzzle"`
}

// strataFrom lists the minimum number of guesses of the reference in each stratum, and strataNames
// lists the names of the strata.
var (
	strataFrom  = [...]int32{0, 1, 10, 100}
	strataNames = [...]string{"0", "1-9", "10-99", "100+"}
)

// byDifficulty divides the first n puzzles of the set into strata.
func (s *puzzleSet) byDifficulty(n int) (strata [len(strataFrom)][]solver.Grid) {
	for i := range min(n, len(s.puzzles)) {
		at := len(strataFrom) - 1
		for s.truth(i).guesses < strataFrom[at] {
			at--
		}
		strata[at] = append(strata[at], s.puzzles[i])
	}
	return strata
}

// timeStrata adds strata to the results of the trials that succeeded. A program that fails here has
// none.
func timeStrata(ctx context.Context, trials []trial, results []Result) error {
	for i, t := range trials {
		if results[i].Failure != "" {
			continue
		}
		strata, err := t.strata(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil {
			results[i].Strata = strata
		}
	}
	return nil
}

// strata solves each stratum on one core until its part of the share is spent.
func (t *variantTrial) strata(ctx context.Context) (all []Stratum, err error) {
	first := &t.teams[0]
	for i, puzzles := range t.set.byDifficulty(len(t.puzzles)) {
		if len(puzzles) == 0 {
			continue
		}
		start, solved := time.Now(), 0
		for solved == 0 || time.Since(start) < t.share/time.Duration(len(strataFrom)) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			first.solver.Solve(puzzles, first.results[:len(puzzles)])
			solved += len(puzzles)
		}
		all = append(all, stratumOf(i, len(puzzles), time.Since(start), solved))
	}
	return all, nil
}

// strata gives the program each stratum, repeated often enough to keep it busy for its part of the
// share.
func (t *programTrial) strata(ctx context.Context) (all []Stratum, err error) {
	for i, puzzles := range t.set.byDifficulty(t.given) {
		if len(puzzles) == 0 {
			continue
		}
		stratum := puzzleSet{puzzles: puzzles}
		for given := len(puzzles); ; given = min(2*given, mostGiven) {
			_, spent, err := t.execute(ctx, stratum.lines(given))
			if err != nil {
				return nil, err
			}
			busy := max(spent-t.startup, spent/100)
			if busy >= t.options.share()/time.Duration(len(strataFrom)) || given == mostGiven {
				all = append(all, stratumOf(i, len(puzzles), busy, given))
				break
			}
		}
	}
	return all, nil
}

func stratumOf(i, puzzles int, spent time.Duration, solved int) Stratum {
	return Stratum{strataNames[i], puzzles, 1e6 * spent.Seconds() / float64(solved)}
}

// writeStrata writes a table of the times by difficulty on one corpus, with the number of puzzles
// in each stratum.
func writeStrata(b *strings.Builder, results []*Result) {
	rows := [][]string{{"µs/puzzle by guesses of " + reference}}
	rows[0] = append(rows[0], strataNames[:]...)
	for _, r := range results {
		if len(r.Strata) == 0 {
			continue
		}
		row := make([]string, 1+len(strataNames))
		row[0] = r.Label()
		for i, name := range strataNames {
			for _, s := range r.Strata {
				if s.Guesses == name {
					row[1+i] = fmt.Sprintf("%s (%s)", significant(s.MicrosecondsPerPuzzle), humanize.Comma(int64(s.Puzzles)))
				}
			}
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		writeAligned(b, rows)
	}
}
