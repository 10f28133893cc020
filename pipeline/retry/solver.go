package retry

import "github.com/gridmill/gridmill/solver"

// retrySolver solves only puzzles whose search was cut off. It collects them, so that a
// solver of many puzzles at once gets many. It does not implement solver.Ahead: batches are
// solved one after the other.
type retrySolver struct {
	solver     solver.Solver
	limit      int32 // solutions to count
	tried      int64
	unfinished int64 // of the tried ones, afterwards
	rows       []int
	puzzles    []solver.Grid
	results    []solver.Result
}

// Solve expects results that contain what was read back for the puzzles.
func (s *retrySolver) Solve(puzzles []solver.Grid, results []solver.Result) {
	s.rows, s.puzzles, s.results = s.rows[:0], s.puzzles[:0], s.results[:0]
	for i := range results {
		if s.cutOff(&results[i]) && puzzles[i][0] != 0 {
			s.rows = append(s.rows, i)
			s.puzzles = append(s.puzzles, puzzles[i])
			s.results = append(s.results, solver.Result{})
		}
	}
	s.solver.Solve(s.puzzles, s.results)
	for k, i := range s.rows {
		results[i] = s.results[k]
		if results[i].Verdict == solver.Unfinished {
			s.unfinished++
		}
	}
	s.tried += int64(len(s.rows))
}

// cutOff reports whether a search may have ended because it ran out of guesses. A second
// solution proves a verdict of multiple, but not the count.
func (s *retrySolver) cutOff(r *solver.Result) bool {
	return r.Verdict == solver.Unfinished || r.Verdict == solver.Multiple && r.Count > 1 && r.Count < s.limit
}
