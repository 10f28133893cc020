package generate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/morph"
)

const (
	// PerLineage is the number of consecutive rows that one search finds.
	PerLineage = 16
	// Morphs is the number of morphs of a puzzle that are solved to compute its guesses_mean.
	Morphs = 10

	// These values were tuned together; see "Lineages" in ../EXPERIMENTS.md.
	startPuzzles  = 256 // random puzzles at the start of a search without origins
	parentsAtOnce = 4
	keptPerStep   = 32
	mostWaiting   = 64  // maximum length of lineage.waiting
	patience      = 150 // a search restarts if it finds no row in this many steps
	mostAdded     = 3   // maximum number of clues that a restart adds to an origin
)

// lineage searches for hard puzzles among the neighbors of hard puzzles. The puzzles that it finds
// depend only on the options and the number of the lineage.
type lineage struct {
	Options
	questions *questioner
	lanes     solver.Solver
	form      canon.Form
	ladder    *ladder.Ladder
	starts    *Generator // makes random puzzles
	known     Origins    // *Options.Origins, or empty if Options.Origins is nil
	run       *Run

	number        int64 // number of the current lineage, or -1 before the first
	random        stream
	restarts      int64
	stepsTaken    int64
	originGuesses int32 // total guesses for the origin's morphs; 0 without origins
	lastFound     int64 // stepsTaken when the latest row was found, or 0 before any row is found
	rows          []hardPuzzle
	waiting       []hardPuzzle         // possible parents, in ascending order of worth
	seen          map[solver.Grid]bool // canonical forms of all puzzles judged so far
	solutions     map[solver.Grid]bool // canonical forms of all solutions passed to newSolution so far

	// Scratch memory.
	least          solver.Grid  // canonical form
	found, parents []hardPuzzle // puzzles found in this step, and their parents
	grids          []solver.Grid
	minimal        [startPuzzles]bool
	results        []solver.Result
}

func newLineage(o Options, kernel string, run *Run) (*lineage, error) {
	questions, err := newQuestioner(kernel)
	if err != nil {
		return nil, err
	}
	lanes, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2, Kernel: kernel})
	if err != nil {
		return nil, fmt.Errorf("counting guesses: %w", err)
	}
	starts, err := New(Options{Seed: o.rowSeed(), PerGrid: 1}, kernel, new(Run))
	if err != nil {
		return nil, err
	}
	return &lineage{
		Options: o, known: *cmp.Or(o.Origins, new(Origins)), questions: questions, lanes: lanes, ladder: ladder.New(),
		starts: starts, number: -1, run: run, seen: map[solver.Grid]bool{}, solutions: map[solver.Grid]bool{},
	}, nil
}

func (l *lineage) fill(first int64, puzzles []solver.Grid, minimal []bool, steps []int32) error {
	for i := range puzzles {
		number, at := (first+int64(i))/PerLineage, int((first+int64(i))%PerLineage)
		if number != l.number {
			l.begin(number)
		}
		for len(l.rows) <= at {
			if err := l.step(); err != nil {
				return &RowError{first + int64(i), err}
			}
		}
		puzzles[i], minimal[i], steps[i] = l.rows[at].puzzle, true, int32(l.rows[at].steps)
	}
	return nil
}

// notFound returns the error for a row without a puzzle. To show how rare the puzzles are, the
// error states how many rows the lineage had already found, and in how many steps.
func (l *lineage) notFound() error {
	if len(l.rows) == 0 {
		return fmt.Errorf("%w in %d steps", ErrNoPuzzle, l.Steps)
	}
	return fmt.Errorf("%w in the last %d steps (puzzles found in the first %d steps: %d)", ErrNoPuzzle, l.Steps, l.lastFound, len(l.rows))
}

func (l *lineage) begin(number int64) {
	l.number, l.random = number, newStream(l.rowSeed(), forLineage, uint64(number), 0)
	l.restarts, l.stepsTaken, l.lastFound = 0, 0, 0
	l.rows, l.waiting = l.rows[:0], l.waiting[:0]
	clear(l.seen)
	clear(l.solutions)
}

// step takes the best waiting puzzles (at most parentsAtOnce), and makes their neighbors. It then
// minimizes and judges the neighbors that take the most guesses (at most keptPerStep).
func (l *lineage) step() error {
	switch {
	case l.run.Stop.Load():
		return ErrStopped
	case l.Steps > 0 && l.stepsTaken-l.lastFound >= l.Steps:
		return l.notFound()
	case len(l.waiting) == 0, l.stepsTaken-l.lastFound >= patience && (l.stepsTaken-l.lastFound)%patience == 0:
		if err := l.start(); err != nil {
			return err
		}
	}
	l.stepsTaken++
	l.run.Attempts.Add(1)
	rest := max(0, len(l.waiting)-parentsAtOnce)
	l.parents = append(l.parents[:0], l.waiting[rest:]...)
	l.waiting = l.waiting[:rest]
	l.found = l.questions.neighbors(l.parents)
	l.keepHardest()
	l.questions.minimize(l.found, &l.random)
	l.judge()
	return nil
}

// start discards the waiting puzzles. If there are origins, it calls startFrom for one of them.
// Otherwise, it makes random puzzles and judges the hardest ones (at most keptPerStep).
func (l *lineage) start() error {
	restart := l.restarts
	l.restarts++
	l.found, l.waiting = l.found[:0], l.waiting[:0]
	if l.Origins != nil {
		origin := (l.FirstOrigin + l.number) % int64(len(l.known.puzzles))
		l.startFrom(&l.known.puzzles[origin], int(restart%(mostAdded+1)))
		return nil
	}
	n := restart<<32 + l.number // there are fewer than 1<<32 lineages
	l.grids = slices.Grow(l.grids[:0], startPuzzles)[:startPuzzles]
	if err := l.starts.Fill(n*startPuzzles, l.grids, l.minimal[:], nil); err != nil {
		return err
	}
	for i := range l.grids {
		l.found = append(l.found, hardPuzzle{puzzle: l.grids[i], number: int32(i)})
	}
	l.keepHardest()
	l.judge()
	return nil
}

// startFrom adds an origin to the waiting puzzles, with the given number of additional clues in
// random cells. Without additional clues, some origins have no neighbors, because removing any one
// of their clues leaves more than mostSolutions solutions.
func (l *lineage) startFrom(origin *solver.Grid, more int) {
	l.grids = append(l.grids[:0], *origin)
	l.solve()
	l.found = append(l.found, hardPuzzle{puzzle: *origin, solution: l.results[0].Solution})
	l.countGuesses(l.found)
	start := &l.found[0]
	l.originGuesses = start.guesses
	for more = min(more, solver.Cells-start.puzzle.Clues()); more > 0; {
		if cell := l.random.below(solver.Cells); start.puzzle[cell] == solver.Blank {
			start.puzzle[cell] = start.solution[cell]
			more--
		}
	}
	l.waiting = append(l.waiting, *start)
}

// solve solves the puzzles in l.grids. It stores the results in l.results.
func (l *lineage) solve() {
	n := len(l.grids)
	l.results = slices.Grow(l.results[:0], n)[:n]
	l.lanes.Solve(l.grids, l.results)
}

// keepHardest solves the puzzles in l.found. It keeps at most keptPerStep puzzles, those that take
// the most guesses.
func (l *lineage) keepHardest() {
	l.grids = l.grids[:0]
	for i := range l.found {
		l.grids = append(l.grids, l.found[i].puzzle)
	}
	l.solve()
	for i := range l.found {
		l.found[i].solution, l.found[i].guesses = l.results[i].Solution, l.results[i].Guesses
	}
	slices.SortStableFunc(l.found, func(a, b hardPuzzle) int { return cmp.Compare(b.guesses, a.guesses) })
	l.found = l.found[:min(keptPerStep, len(l.found))]
}

// judge moves the new puzzles from l.found to l.waiting. A new puzzle also becomes a row if it
// satisfies the options and its solution is new.
func (l *lineage) judge() {
	fresh := l.found[:0]
	for i := range l.found {
		l.form.Minlex(&l.least, &l.found[i].puzzle)
		if !l.seen[l.least] && !l.known.forms[l.least] {
			l.seen[l.least] = true
			fresh = append(fresh, l.found[i])
		}
	}
	l.countGuesses(fresh)
	for i := range fresh {
		p := &fresh[i]
		p.steps = l.stepsTaken
		if l.rate(p) && l.newSolution(&p.solution) {
			l.rows = append(l.rows, *p)
			l.lastFound = l.stepsTaken
		}
	}
	l.waiting = append(l.waiting, fresh...)
	slices.SortStableFunc(l.waiting, func(a, b hardPuzzle) int { return cmp.Compare(a.worth, b.worth) })
	l.waiting = slices.Delete(l.waiting, 0, max(0, len(l.waiting)-mostWaiting))
}

// countGuesses sets the guesses of each puzzle to the total for ten of its morphs (see Morphs).
func (l *lineage) countGuesses(puzzles []hardPuzzle) {
	var m morph.Morph
	l.grids = slices.Grow(l.grids[:0], Morphs*len(puzzles))[:Morphs*len(puzzles)]
	for i := range puzzles {
		l.form.Minlex(&l.least, &puzzles[i].puzzle)
		for k := range Morphs {
			m.Sample(k)
			m.Apply(&l.grids[i*Morphs+k], &l.least)
		}
	}
	l.solve()
	for i := range puzzles {
		puzzles[i].guesses = 0
		for _, r := range l.results[i*Morphs:][:Morphs] {
			puzzles[i].guesses += r.Guesses
		}
	}
}

// newSolution records a solution and reports whether it is new: not equivalent to the solution of
// an origin or of an earlier row.
func (l *lineage) newSolution(solution *solver.Grid) bool {
	l.form.Solution(&l.least, solution)
	known := l.solutions[l.least] || l.known.solutions[l.least]
	l.solutions[l.least] = true
	return !known
}

// rate sets the worth of a puzzle, and reports whether it satisfies the options.
func (l *lineage) rate(p *hardPuzzle) (good bool) {
	p.worth = int64(p.guesses)
	if g := l.Guesses; g != nil {
		// For a puzzle above the range, fewer guesses are better.
		p.worth = min(p.worth, 2*Morphs*int64(g.To)-p.worth)
		good = Morphs*int64(g.From) <= int64(p.guesses) && int64(p.guesses) <= Morphs*int64(g.To)
	} else {
		good = l.Difficulty != nil || p.guesses >= l.originGuesses
	}
	const decisive = 1 << 32 // exceeds any difference in guesses
	switch d := l.Difficulty; {
	case d == nil:
	case d.From == ladder.ExtremelyHard:
		resistance := l.ladder.Resistance(&p.puzzle)
		p.worth += int64(resistance) * decisive
		good = good && resistance > 0 && l.hasDifficulty(l.ladder, &p.puzzle)
	case !l.hasDifficulty(l.ladder, &p.puzzle):
		p.worth -= decisive
		good = false
	}
	return good
}
