package datasets

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

type checkedRows struct {
	rows     []checkedRow
	shared   []keysort.Key // for all rows, the keys that no two splits may share
	proven   int64
	unproven int64 // number of puzzles for which the proof reached the limit on guesses

	buffer    []byte                 // rows of an array, as stored in its file
	text      [2 * solver.Cells]byte // memory for a value of a column
	messages  []byte                 // the expected messages
	whole     bool                   // whether every row of the batch is a puzzle with its solution
	positions []byte                 // the expected positions (see compareStates); nil if there is no file of positions, or if whole is false
	finder    keys.Finder
	rewriter  rewriter
	extra     verify.ExtrasCheck
	prover    solver.Solver // nil if Verifier.Proof is nil
	searcher  solver.Solver // solves originals again; nil if there are no statistics or property values to check (see hasValues)
	bases     []solver.Grid
	found     []solver.Result // the searcher's results for originals
	rated     formats.Batch   // the originals, with the columns that Selection.Each needs
}

type checkedRow struct {
	faults                  []error
	good                    bool // whether the row is a puzzle with its solution
	clues                   int
	base                    int64       // value of the base column
	sum                     uint64      // checksum of the puzzle and the solution
	puzzle, repeated        keysort.Key // keys for the criterion keys.Puzzle and for the dedupe criterion; set by findKeys
	firstShared, lastShared int         // the row's keys are checkedRows.shared[firstShared:lastShared]
	stats                   solver.Stats
}

// Encode implements formats.Writer. It checks each row of a batch independently, and sets the row's
// result to the solution that the row holds.
func (v *tableVerifier) Encode(b *formats.Batch, reuse formats.Encoded) (_ formats.Encoded, err error) {
	e, _ := reuse.(*checkedRows)
	if e == nil {
		e = &checkedRows{extra: v.extra, finder: keys.Finder{AnyOrder: true}}
		if v.search != nil || v.hasValues() {
			if e.searcher, err = solver.New(solver.Default, searchConfig); err != nil {
				return nil, err
			}
		}
		if v.Proof != nil {
			if e.prover, err = solver.New(v.proverName, solver.Config{MaxSolutions: 2, MaxGuesses: v.Proof.Config.MaxGuesses}); err != nil {
				return nil, err
			}
		}
	}
	e.rows, e.shared, e.proven, e.unproven = zeros(e.rows, b.Len()), e.shared[:0], 0, 0
	if err := v.readGrids(e, b); err != nil {
		return nil, err
	}
	for i := range e.rows {
		e.rows[i].checkSolution(&b.Puzzles[i], &b.Results[i])
	}
	if v.layout.reordered {
		if err := e.compare(v.layout, b); err != nil {
			return nil, err
		}
	}
	e.whole = true
	for i := range e.rows {
		e.whole = e.whole && e.rows[i].good
	}
	e.extra.Find(b.Puzzles, b.Results)
	if e.positions = nil; v.states != nil && e.whole {
		if e.positions, err = e.rewriter.rows(v.states, &e.extra.Found); err != nil {
			return nil, err
		}
	}
	for i := range e.rows {
		v.checkRow(e, b, i)
	}
	if e.searcher != nil {
		v.searchAgain(e, b)
	}
	b.Answers = b.Answers[:0] // data sets have no answers to classify
	return e, nil
}

// zeros returns a slice of n zero values. If memory is large enough, zeros reuses it.
func zeros[T any](memory []T, n int) []T {
	memory = slices.Grow(memory[:0], n)[:n]
	clear(memory)
	return memory
}

func (r *checkedRow) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf(format, args...))
}

func (v *tableVerifier) readGrids(e *checkedRows, b *formats.Batch) error {
	clear(b.Results)
	if v.arrays != nil {
		return v.arrays.read(v.layout, e, b)
	}
	for i := range b.Results {
		if b.Puzzles[i][0] == 0 {
			e.rows[i].fault("the puzzle cannot be read (%s)", b.Reasons[i])
		}
		if answer := b.AnswerGrid(i); answer != nil {
			b.Results[i].Solution = *answer
		}
	}
	return nil
}

// checkSolution checks that a row is a puzzle with its solution. If not, it removes the grids, so
// that nothing else is computed for the row.
func (r *checkedRow) checkSolution(puzzle *solver.Grid, result *solver.Result) {
	r.sum = morph.Mix(xxhash.Sum64(puzzle[:])) + xxhash.Sum64(result.Solution[:])
	r.clues = puzzle.Clues()
	if len(r.faults) == 0 { // the row can be read
		if err := verify.CheckSolution(&result.Solution, puzzle); err != nil {
			r.fault("%w", err)
		}
	}
	if r.good = len(r.faults) == 0; r.good {
		result.Verdict, result.Count = solver.Unique, 1
	} else {
		*puzzle, *result = solver.Grid{}, solver.Result{}
	}
}

func (v *tableVerifier) checkRow(e *checkedRows, b *formats.Batch, i int) {
	r := &e.rows[i]
	isBase := v.isBase(b.First + int64(i))
	if r.good && v.isFirst {
		v.findKeys(e, b, i, isBase)
	}
	v.checkColumns(e, b, i)
	if r.good && e.prover != nil && v.isFirst && isBase {
		v.prove(e, b, i)
	}
}

// findKeys computes the keys of row i. isBase specifies whether the row is an original.
func (v *tableVerifier) findKeys(e *checkedRows, b *formats.Batch, i int, isBase bool) {
	r := &e.rows[i]
	e.finder.Read(&b.Puzzles[i], &b.Results[i].Solution)
	r.puzzle, r.repeated = e.finder.Key(keys.Repeats, keys.Puzzle), e.finder.Key(keys.Repeats, v.dedupe)
	r.firstShared = len(e.shared)
	if isBase {
		e.finder.EachShared(v.by, func(key keysort.Key, _ bool) { e.shared = append(e.shared, key) })
	} else { // a morph has the same neighbors as its original
		e.shared = append(e.shared, e.finder.Key(keys.Shares, v.by))
	}
	r.lastShared = len(e.shared)
}

// checkColumns compares the columns of row i with their expected values.
func (v *tableVerifier) checkColumns(e *checkedRows, b *formats.Batch, i int) {
	r, at := &e.rows[i], b.First+int64(i)
	text := func(column string) []byte { return b.AppendKept(e.text[:0], i, v.columns[column]) } // valid until the next call
	want := func(column string, should []byte) {
		k, has := v.columns[column]
		if !has {
			return
		}
		if is := text(column); string(is) != string(should) {
			r.fault("%s is %.40q, expected %q", v.kept[k].Name, is, string(should))
		}
	}
	want("split", []byte(v.counts.Name))
	want("morph", []byte(strconv.FormatInt(at%(1+v.counts.Morphs), 10)))
	if _, has := v.columns["base"]; has {
		var err error
		if r.base, err = strconv.ParseInt(string(text("base")), 10, 64); err != nil || r.base < 1 || r.base > v.made.Rows.Read {
			r.fault("base is %.40q, expected a row number from 1 to %d", text("base"), v.made.Rows.Read)
		}
	}
	if v.sources != nil && !slices.Contains(v.sources, string(text("source"))) {
		r.fault("source is %.40q, but the inputs are %.80q", text("source"), v.sources)
	}
	if !r.good {
		return
	}
	if v.layout.name == "jsonl" || v.layout.messages {
		v.checkKinds(b, i, r)
	}
	want("puzzle", b.Puzzles[i][:])
	want("solution", b.Results[i].Solution[:])
	if v.layout.messages {
		v.checkMessages(e, b, i, text("messages"))
	}
	want("clues", []byte(strconv.Itoa(r.clues)))
	if v.search != nil {
		for _, column := range v.search.Columns {
			n, err := strconv.ParseInt(string(text(column.String())), 10, 32)
			if err != nil {
				r.fault("%s is not a number: %w", v.kept[v.columns[column.String()]].Name, err)
			}
			*verify.Statistic(&r.stats, column) = int32(n)
		}
	}
	e.extra.Compare(i, func(dst []byte, column formats.Column) []byte {
		return b.AppendKept(dst, i, v.columns[column.String()])
	}, r.fault)
}

// searchConfig is the solver configuration that gridmill uses to create data sets.
var searchConfig = solver.Config{MaxSolutions: 2}

// searchAgain solves the originals in a batch to find their statistics. If hasValues returns true,
// searchAgain also computes the columns that Selection.Each needs.
func (v *tableVerifier) searchAgain(e *checkedRows, b *formats.Batch) {
	e.bases, e.found = zeros(e.bases, b.Len()), zeros(e.found, b.Len())
	for i := range e.bases {
		if v.isBase(b.First + int64(i)) {
			e.bases[i] = b.Puzzles[i]
		}
	}
	e.searcher.Solve(e.bases, e.found)
	if v.hasValues() {
		e.rated.FindExtrasOf(e.bases, e.found, v.sampling.Each.Extras())
	}
}

// prove solves the puzzle of row i again. It checks that the row's solution is the only solution.
func (v *tableVerifier) prove(e *checkedRows, b *formats.Batch, i int) {
	var results [1]solver.Result
	e.prover.Solve(b.Puzzles[i:i+1], results[:])
	switch r := &results[0]; {
	case r.Verdict == solver.Unfinished:
		e.unproven++
	case r.Verdict != solver.Unique:
		e.rows[i].fault("solving the puzzle again with %s gives the verdict %s, expected %s", v.proverName, r.Verdict, solver.Unique)
	case r.Solution != b.Results[i].Solution:
		e.rows[i].fault("the solution differs from the solution that %s finds", v.proverName)
	default:
		e.proven++
	}
}
