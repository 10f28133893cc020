package datasets

import (
	"fmt"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
)

// checkedRows is what a worker found out about the rows of a batch.
type checkedRows struct {
	rows       []checkedRow
	faults     []rowFault // in the order of rows
	neighbours []keysort.Key
	proven     int64
	unproven   int64 // as the budget is too small

	puzzles, solutions []solver.Grid
	unread             []error // why a row cannot be read, or nil
	buffer             []byte  // of cells as they are stored
	both               []byte  // a puzzle and its solution
	keys               keyFinder
	prover             solver.Solver // nil without a proof
}

type rowFault struct {
	row int
	err error
}

// checkedRow is what is known of a row beside its faults.
type checkedRow struct {
	good                          bool // it is a puzzle with its solution
	clues                         int
	base                          int64 // as the column says
	sum                           uint64
	exact, class, puzzle          keysort.Key // if good, and keys are compared
	firstNeighbour, lastNeighbour int
}

// repeatKey returns the key that no other puzzle may have, and whether there is one. Images
// are equal to their base by all criteria but Exact.
func (r *checkedRow) repeatKey(by dataset.Criterion, isBase bool) (key keysort.Key, wanted bool) {
	switch by {
	case dataset.Exact:
		return r.exact, isBase
	case dataset.Puzzle:
		return r.puzzle, true
	case dataset.Solution:
		return r.class, true
	case dataset.None:
	default:
		by.Unknown()
	}
	return key, false
}

// Encode implements formats.Writer: it checks each row of a batch by itself.
func (v *tableVerifier) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	e, _ := reuse.(*checkedRows)
	if e == nil {
		e = new(checkedRows)
		if v.Proof != nil {
			var err error
			if e.prover, err = solver.New(v.prover, solver.Config{MaxSolutions: 2, MaxGuesses: v.Proof.Config.MaxGuesses}); err != nil {
				return nil, err
			}
		}
	}
	e.reset(b.Len())
	if err := v.readGrids(e, b); err != nil {
		return nil, err
	}
	for i := range e.rows {
		v.checkRow(e, b, i)
		b.Results[i] = solver.Result{} // for those who watch
		if e.rows[i].good {
			b.Results[i].Verdict = solver.Unique
		}
	}
	b.Answers = b.Answers[:0] // they are no answers to be judged
	return e, nil
}

func (e *checkedRows) reset(n int) {
	e.rows, e.faults, e.neighbours = e.rows[:0], e.faults[:0], e.neighbours[:0]
	e.proven, e.unproven = 0, 0
	e.puzzles, e.solutions, e.unread = e.puzzles[:0], e.solutions[:0], e.unread[:0]
	for range n {
		e.rows = append(e.rows, checkedRow{})
		e.puzzles = append(e.puzzles, solver.Grid{})
		e.solutions = append(e.solutions, solver.Grid{})
		e.unread = append(e.unread, nil)
	}
}

func (e *checkedRows) fault(i int, format string, args ...any) {
	e.faults = append(e.faults, rowFault{i, fmt.Errorf(format, args...)})
}

// readGrids reads the puzzles and solutions of a batch.
func (v *tableVerifier) readGrids(e *checkedRows, b *formats.Batch) error {
	if v.arrays == nil {
		copy(e.puzzles, b.Puzzles)
		for i := range e.solutions {
			if e.puzzles[i][0] == 0 {
				e.unread[i] = fmt.Errorf("the puzzle cannot be read (%s)", b.Reasons[i])
			}
			if a := b.Answers[i]; a != formats.NoAnswer && a != formats.Unreadable {
				e.solutions[i] = *b.AnswerGrid(i)
			}
		}
		return nil
	}
	return v.arrays.read(e, b.First)
}

// checkRow checks row i, and finds its keys.
func (v *tableVerifier) checkRow(e *checkedRows, b *formats.Batch, i int) {
	r, puzzle, solution := &e.rows[i], &e.puzzles[i], &e.solutions[i]
	e.both = append(append(e.both[:0], puzzle[:]...), solution[:]...)
	r.sum = xxhash.Sum64(e.both)
	if err := e.unread[i]; err != nil {
		e.fault(i, "%w", err)
	} else if err := verify.CheckSolution(solution, puzzle); err != nil {
		e.fault(i, "%w", err)
	} else {
		r.good = true
	}
	r.clues = puzzle.Clues()
	isBase := (b.First+int64(i))%(1+v.counts.Images) == 0
	if r.good && v.keys {
		v.findKeys(e, i, isBase)
	}
	if v.hasColumns {
		v.checkColumns(e, b, i)
	}
	if r.good && e.prover != nil && v.keys && isBase {
		v.prove(e, i)
	}
}

// findKeys finds the keys of row i.
func (v *tableVerifier) findKeys(e *checkedRows, i int, isBase bool) {
	r := &e.rows[i]
	r.class, r.puzzle = e.keys.of(&e.puzzles[i], &e.solutions[i])
	if isBase {
		r.exact = keysort.KeyOf(e.puzzles[i][:])
	}
	r.firstNeighbour = len(e.neighbours)
	if isBase && v.by.HasManyKeys() {
		e.neighbours = e.keys.addNeighbours(e.neighbours, &e.puzzles[i])
	}
	r.lastNeighbour = len(e.neighbours)
}

// checkColumns compares what columns say of row i with what it is.
func (v *tableVerifier) checkColumns(e *checkedRows, b *formats.Batch, i int) {
	r, at := &e.rows[i], b.First+int64(i)
	text := func(column int) string { return string(b.AppendKept(nil, i, v.columns[column])) }
	want := func(column int, should string) {
		if v.columns[column] < 0 {
			return
		}
		if is := text(column); is != should {
			e.fault(i, "%s is %.40q, expected %q", columnNames[column], is, should)
		}
	}
	want(splitColumn, v.counts.Name)
	want(morphColumn, strconv.FormatInt(at%(1+v.counts.Images), 10))
	var err error
	if r.base, err = strconv.ParseInt(text(baseColumn), 10, 64); err != nil || r.base < 1 || r.base > v.made.Rows.Read {
		e.fault(i, "base is %.40q, expected a row from 1 to %d", text(baseColumn), v.made.Rows.Read)
	}
	if !r.good {
		return
	}
	want(cluesColumn, strconv.Itoa(r.clues))
	if v.keys {
		class := formats.TextOfClass(e.keys.class)
		want(classColumn, string(class[:]))
		want(symmetriesColumn, strconv.Itoa(e.keys.symmetries))
	}
}

// prove solves row i again.
func (v *tableVerifier) prove(e *checkedRows, i int) {
	var results [1]solver.Result
	e.prover.Solve(e.puzzles[i:i+1], results[:])
	switch r := &results[0]; {
	case r.Verdict == solver.Unfinished:
		e.unproven++
	case r.Verdict != solver.Unique:
		e.fault(i, "the puzzle has more than one solution")
	case r.Solution != e.solutions[i]:
		e.fault(i, "the solution is not the one that is found again")
	default:
		e.proven++
	}
}
