package solver

import "fmt"

// Others finds out whether puzzles have solutions other than those that are known, many at
// once. It is the lane solver, stopping at the first of them. Like a Solver it must not be
// used by two goroutines at once.
type Others struct{ lanes *lanes }

// Known is what is known of a puzzle that Others takes.
type Known struct {
	Solution *Grid
	// Cell is one whose digit in Solution is ruled out. Every solution that is left is
	// another one then, which is found sooner. Cells rules out none.
	Cell uint8
}

// NewOthers returns an Others that runs a kernel of the solver lanes, by default the best.
func NewOthers(kernel string) (*Others, error) {
	s, err := New("lanes", Config{MaxSolutions: 1, Kernel: kernel})
	if err != nil {
		return nil, fmt.Errorf("looking for other solutions: %w", err)
	}
	return &Others{s.(*lanes)}, nil
}

// Start starts a batch, as Ahead says it. A result counts one solution if there is another
// than the known one, and holds the first that was found; otherwise it counts none, and its
// guesses and backtracks are those of a search for two solutions. The slices have equal
// lengths.
func (o *Others) Start(puzzles []Grid, known []Known, results []Result) {
	o.lanes.start(laneBatch{puzzles: puzzles, known: known[:len(puzzles)], results: results, left: len(puzzles)})
}

// Finish returns when the earliest unfinished batch is done; meanwhile the batches after it
// fill lanes that have no puzzle of it left.
func (o *Others) Finish() { o.lanes.Finish(nil) }

// exclude makes a lane look for solutions other than the known one.
func (s *lanes) exclude(l int, start *state, k *Known) {
	s.lanes[l].known = k.Solution
	if k.Cell < Cells {
		s.lanes[l].yesNo = true
		start[k.Cell] &^= 1 << (k.Solution[k.Cell] - '1')
	}
}
