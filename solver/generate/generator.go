package generate

import (
	"fmt"
	"sync/atomic"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// A Generator makes puzzles. It must not be used by several goroutines at the same time. Generators
// with the same Options make the same puzzle for the same row.
type Generator struct {
	Options
	seed     uint64 // seed of attempt.order and row.target
	orbits   [][]uint8
	orbitOf  [solver.Cells]uint8 // the orbit of each cell
	together int                 // number of orbits that removeMany tries to remove
	targets  []int               // numbers of clues, from which row.target is drawn
	sampler  sampler
	shared   base  // grid that each row of the current group tries first; a group has PerGrid rows
	group    int64 // number of the current group, or -1 before the first group
	ended    int64 // number of attempts that have ended
	counted  int64 // number of ended attempts that run.Attempts includes
	finished int64 // number of rows that are finished
	run      *Run
	lineage  *lineage // makes all rows if Options.Harder is set; otherwise nil

	checker   *solver.UniquenessChecker
	attempts  []attempt // attempts[i] asks questions[i]
	questions []solver.Question
	ask       func(place int) bool // the method value g.proceed, stored because creating it allocates
	ladder    *ladder.Ladder

	// The following fields are for the current call to Fill. rows is a ring buffer: row i is at
	// index i % len(rows).
	rows      []row
	oldest    int64 // the first unfinished row
	next, end int64 // the next row to start, and the row after the last row
	first     int64 // the row of puzzles[0]
	puzzles   []solver.Grid
	minimal   []bool
	failedRow *row // the first row whose attempts all failed, or nil; its index is g.end
}

// A row describes an output row whose puzzle is being made.
type row struct {
	base
	index    int64
	target   int
	started  int // number of attempts started
	running  int // number of attempts that have not ended
	best     int // if found is true, the lowest number of a successful attempt so far
	found    bool
	finished bool
}

const (
	// rowsAhead is the length of Generator.rows, divided by the number of questions asked in
	// parallel. While the oldest row is slow, the Generator starts later rows.
	rowsAhead = 4
	// gridAttempts is the number of failed attempts after which a row gets a different grid.
	gridAttempts = 1000
)

// A Run connects Generators with the program that runs them. Several Generators may share a Run.
type Run struct {
	Attempts atomic.Int64 // completed attempts; a search for hard puzzles counts steps instead
	Stop     atomic.Bool  // makes Fill return soon
}

// New returns a Generator that runs the named kernel of the lane solver. If kernel is empty, it
// runs the best kernel.
func New(o Options, kernel string, run *Run) (*Generator, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Harder {
		l, err := newLineage(o, kernel, run)
		return &Generator{Options: o, lineage: l}, err
	}
	checker, err := solver.NewUniquenessChecker(kernel, o.Guesses != nil)
	if err != nil {
		return nil, err
	}
	n := checker.Places()
	g := &Generator{
		Options: o, run: run, seed: o.rowSeed(), group: -1, checker: checker, ladder: ladder.New(),
		attempts: make([]attempt, n), questions: make([]solver.Question, n), rows: make([]row, rowsAhead*n),
	}
	g.ask = g.proceed
	g.orbits, g.orbitOf = o.Symmetry.orbits()
	// removeMany tries to remove about 46 of 81 clues at once. It usually succeeds with one or two
	// questions. For other numbers tried, see "Searches for another solution" in ../EXPERIMENTS.md.
	g.together = len(g.orbits) * 46 / solver.Cells
	if !o.Minimal {
		g.targets = o.targets()
	}
	return g, nil
}

// countedTogether is the number of attempts after which Fill updates Run.Attempts.
const countedTogether = 256

// Fill makes the puzzle of row first+i, stores it in puzzles[i], and stores in minimal[i] whether
// it is minimal. It sets steps[i] to the number of search steps from the start of the lineage to
// the row, or to 0 for a puzzle made at random. The slices must have equal lengths, but steps may
// be nil if Options.Harder is not set.
//
// If a row needs more attempts or steps than Options allows, Fill returns a RowError with
// ErrNoPuzzle for the first such row. The slices then hold the rows before that row. If the
// Generator was stopped, the error is or wraps ErrStopped.
func (g *Generator) Fill(first int64, puzzles []solver.Grid, minimal []bool, steps []int32) error {
	if g.lineage != nil {
		return g.lineage.fill(first, puzzles, minimal, steps)
	}
	clear(steps)
	g.oldest, g.next, g.first, g.end = first, first, first, first+int64(len(puzzles))
	g.puzzles, g.minimal, g.failedRow = puzzles, minimal, nil
	g.checker.Run(g.questions, g.ask)
	g.run.Attempts.Add(g.ended - g.counted)
	g.counted = g.ended
	if g.run.Stop.Load() {
		return ErrStopped
	}
	if r := g.failedRow; r != nil {
		return &RowError{r.index, fmt.Errorf("%w in %d attempts", ErrNoPuzzle, r.started)}
	}
	return nil
}

// proceed processes the answer to a question and stores the next question in the same place. If the
// attempt has ended, the next question is from another attempt. If there is no next question,
// proceed returns false.
func (g *Generator) proceed(place int) bool {
	a, q := &g.attempts[place], &g.questions[place]
	if a.row != nil {
		if !a.useless(g) && a.proceed(g, q) {
			return true
		}
		g.conclude(a, q)
	}
	r := g.choose(a.row)
	if r == nil {
		a.row = nil
		return false
	}
	g.start(a, r, q)
	return true
}

// useless reports whether the outcome of the attempt no longer matters: an earlier attempt for the
// row has succeeded, or the row or an earlier row has failed.
func (a *attempt) useless(g *Generator) bool {
	return a.found && a.best < a.number || a.index >= g.end
}

// conclude ends an attempt. The successful attempt with the lowest number provides the puzzle of a
// row, even if another attempt ends earlier.
func (g *Generator) conclude(a *attempt, q *solver.Question) {
	r := a.row
	r.running--
	if g.ended++; g.ended-g.counted == countedTogether {
		g.run.Attempts.Add(countedTogether)
		g.counted = g.ended
	}
	if a.good && !a.useless(g) {
		r.found, r.best = true, a.number
		g.puzzles[r.index-g.first], g.minimal[r.index-g.first] = q.Puzzle, a.minimal
	}
	switch {
	case r.running > 0:
	case r.found:
		r.finished = true
		g.finished++
	case g.exhausted(r) && r.index < g.end:
		g.failedRow, g.end = r, r.index
	}
	for g.oldest < g.next && g.row(g.oldest).finished {
		g.oldest++
	}
}

func (g *Generator) row(index int64) *row { return &g.rows[index%int64(len(g.rows))] }

// choose returns the row of the next attempt, or nil if no attempt can start. It tries the oldest
// row, then the row of the attempt that has ended, then the next row, and then any other row in
// progress. The more attempts the oldest row has had, the more of its attempts run in parallel.
func (g *Generator) choose(ended *row) *row {
	if g.run.Stop.Load() {
		return nil
	}
	if g.oldest < g.next {
		if r := g.row(g.oldest); r.running < 1+r.started/8 && g.canStart(r) {
			return r
		}
	}
	if ended != nil && !ended.finished && ended.running == 0 && g.canStart(ended) {
		return ended
	}
	if g.next < g.end && g.next < g.oldest+int64(len(g.rows)) {
		r := g.row(g.next)
		g.open(r, g.next)
		g.next++
		return r
	}
	// If rows need more attempts on average, run more attempts per row in parallel. If first
	// attempts always succeed, do not run second attempts, because they would be wasted.
	atOnce := 1 + int(g.ended/(2*g.finished+2))
	for index := g.oldest; index < g.next; index++ {
		if r := g.row(index); r.running < atOnce && g.canStart(r) {
			return r
		}
	}
	return nil
}

// canStart reports whether a row can start another attempt now. A new grid is drawn only after all
// attempts with the previous grid have ended.
func (g *Generator) canStart(r *row) bool {
	return !r.found && !g.exhausted(r) && r.index < g.end && (r.started%gridAttempts != 0 || r.running == 0)
}

func (g *Generator) exhausted(r *row) bool { return g.Attempts > 0 && int64(r.started) >= g.Attempts }

func (g *Generator) open(r *row, index int64) {
	*r = row{index: index}
	if len(g.targets) > 0 {
		random := newStream(g.seed, forTarget, uint64(index), 0)
		r.target = g.targets[random.below(uint64(len(g.targets)))]
	}
}

func (g *Generator) start(a *attempt, r *row, q *solver.Question) {
	if r.started%gridAttempts == 0 {
		g.drawGrid(r)
	}
	a.row, a.number, a.target = r, r.started, r.target
	r.started++
	r.running++
	a.start(g, q)
}

// drawGrid draws the grid of r. The rows of a group share their first grid. After many failed
// attempts, drawGrid draws another grid, which only r uses.
func (g *Generator) drawGrid(r *row) {
	if n := r.started / gridAttempts; n > 0 {
		g.sampler.draw(&r.grid, newStream(g.seed, forReplacement, uint64(r.index), uint64(n)))
		r.findSets(&g.orbitOf)
		return
	}
	if group := r.index / g.PerGrid; group != g.group {
		g.group = group
		g.sampler.draw(&g.shared.grid, newStream(g.gridSeed(), forGrid, uint64(group), 0))
		g.shared.findSets(&g.orbitOf)
	}
	r.base = g.shared
}
