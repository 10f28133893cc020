// Package leaks finds puzzles that, by a given criterion, occur in more than one set. It sorts keys
// in files, so its memory use does not grow with the size of the sets.
package leaks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/solver"
)

// A Set is one of the sets of puzzles that Find compares. Find fills in the counts.
type Set struct {
	Name  string
	Files []string

	Rows     int64
	Unread   int64 // rows without a valid puzzle; see Finder.Reasons
	Compared int64 // rows that can be compared; see Finder.By
	Leaking  int64 // rows whose puzzle is the same as a puzzle in another set; see Leak
}

// A Place is the location of a row.
type Place struct {
	File string
	Line int64 // line or row number; see formats.Batch.Origin
}

// String returns the location as it appears in messages.
func (p Place) String() string { return fmt.Sprintf("%s:%d", files.InputName(p.File), p.Line) }

// A Leak is a pair of rows in different sets whose puzzles are the same according to Finder.By.
type Leak struct {
	Row, Other Place
	// Neighbor means that the solutions are not equivalent, but the puzzles become equivalent when
	// one clue is removed from each.
	Neighbor bool
}

// A Finder finds the leaks between sets. Find can be called only once.
type Finder struct {
	Read formats.ReadOptions // Read.Several must be set if the sets have several files
	// By is Solution, Puzzle or Neighbors. With Solution or Neighbors, Find compares only puzzles
	// with exactly one solution. With Puzzle, it skips puzzles in which a clue repeats in a house.
	By keys.Criterion
	// Sets holds the sets to compare. Find divides a single set by the values of its split column.
	Sets []Set
	// Splits specifies whether the sets are splits of one data set.
	Splits    bool
	Workers   int // as in pipeline.Config
	BatchRows int
	Counts    *pipeline.Progress // may be nil
	// Most is the maximum number of leaks that Find returns. If Splits is true, Find always omits
	// leaks whose Row is in the largest split. Otherwise, it always omits leaks whose Row is in the
	// last set. The Other row of each omitted leak is the Row of another leak. Set.Leaking counts
	// omitted leaks too.
	Most int
	// Rows counts the rows that were read. Reasons counts the rows without a valid puzzle.
	Rows    int64
	Reasons formats.ReasonCounts

	files              []string // the files and archive members that have rows, by number
	pipeline.FilesRead          // Find estimates the number of rows from FilesRead.Bytes, to limit memory use
}

// SplitColumn is the name of the column that specifies the set of each row.
const SplitColumn = "split"

// HasSplit reports whether file has a split column.
func HasSplit(file string, read formats.ReadOptions) (bool, error) {
	read.Results, read.Keep, read.FullGrids = formats.IgnoreResults, formats.ParseKeep("all"), true
	reader, err := formats.Open([]string{file}, read)
	if err != nil {
		return false, err
	}
	defer reader.Close()
	return slices.Contains(reader.Schema().Columns, SplitColumn), nil
}

// bytesOfRow is the approximate size of a row in a file. It is less than the size of a puzzle in
// text, because files can be compressed.
const bytesOfRow = 16

// unknownRows is the number of rows that Find assumes if the number is unknown.
const unknownRows = 1 << 30

// Find compares the sets. found holds the first leaks in row order, at most f.Most. total counts
// all leaks except those that Find always omits (see Most). Find writes a temporary file of keys.
// The file takes about 24 bytes per row, or per clue if By is Neighbors.
func (f *Finder) Find(ctx context.Context) (found []Leak, total int64, err error) {
	f.Splits = f.Splits || len(f.Sets) == 1
	store, err := keys.NewStore(cmp.Or(f.Bytes/bytesOfRow, unknownRows), f.By, f.Workers)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, store.Remove()) }()
	if err := f.writeKeys(ctx, store); err != nil {
		return nil, 0, err
	}
	first, onlyCounted := keys.FirstPairs{Most: f.Most}, f.onlyCounted()
	if err := store.Shared(ctx, []string{keyFile}, func(p keys.Pair) {
		set := p.Row.Set()
		if f.Sets[set].Leaking++; set != onlyCounted {
			first.Add(p)
		}
	}); err != nil {
		return nil, 0, err
	}
	for _, p := range first.First() {
		found = append(found, Leak{f.place(p.Row), f.place(p.Other), p.Other.IsNeighbor()})
	}
	return found, first.All, nil
}

// keyFile is the name of the temporary file that holds the keys.
const keyFile = "keys"

func (f *Finder) place(r keys.Row) Place { return Place{f.files[r.File()], r.Line()} }

// onlyCounted returns the index of the set whose leaking rows are counted but not returned.
func (f *Finder) onlyCounted() int {
	if !f.Splits {
		return len(f.Sets) - 1
	}
	largest := 0
	for i, s := range f.Sets {
		if s.Rows > f.Sets[largest].Rows {
			largest = i
		}
	}
	return largest
}

func (f *Finder) writeKeys(ctx context.Context, store *keys.Store) (err error) {
	to, err := store.Create(keyFile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	sets := f.Sets
	k := &keyer{By: f.By, to: to, names: &f.files}
	if len(sets) > 1 {
		k.counts = slices.Clone(sets)
	}
	for number, s := range sets {
		for _, file := range s.Files {
			if k.name, k.set = "", number; len(sets) == 1 {
				k.set = bySplit
			}
			if err := f.readFile(ctx, k, file); err != nil {
				return err
			}
		}
	}
	f.Sets = k.counts
	switch len(f.Sets) {
	case 0:
		return errors.New("there are no rows to compare")
	case 1:
		return option.Errorf(option.Against, "all rows belong to the split %q, so there is no other split to compare them with", f.Sets[0].Name)
	}
	return nil
}

// AddKeys reads file and writes the key of each puzzle with exactly one solution. With each key, it
// stores the numbers of the file and the set.
func (f *Finder) AddKeys(ctx context.Context, to *keys.File, file string, number, set int) error {
	return f.readFile(ctx, &keyer{By: f.By, unique: true, to: to, file: number, set: set, counts: make([]Set, set+1)}, file)
}

func (f *Finder) readFile(ctx context.Context, k *keyer, file string) error {
	keep := map[bool]string{true: SplitColumn, false: "none"}[k.set == bySplit]
	if !k.solves() {
		return f.run(ctx, file, keep, k, nil)
	}
	return f.run(ctx, file, keep, k, func() (solver.Solver, error) { return solver.New(solver.Default, solver.Config{MaxSolutions: 2}) })
}

// run passes the rows of file to a writer. keep selects the columns (see ParseKeep). If newSolver
// is nil, puzzles are not solved.
func (f *Finder) run(ctx context.Context, file, keep string, to formats.Writer, newSolver func() (solver.Solver, error)) error {
	read := f.Read
	read.Results, read.Keep, read.FullGrids = formats.IgnoreResults, formats.ParseKeep(keep), true
	reader, err := formats.Open([]string{file}, read)
	if err != nil {
		return err
	}
	defer reader.Close()
	defer f.Follow(reader)()
	totals, err := pipeline.Run(ctx, pipeline.Config{
		Reader: reader, Writers: []formats.Writer{to}, NewSolver: newSolver, Workers: f.Workers, BatchRows: f.BatchRows, Progress: f.Counts,
	})
	if err != nil {
		return err
	}
	noPuzzle, _ := totals.Reasons.Split()
	f.Rows += totals.Rows
	f.Reasons.Merge(noPuzzle)
	return nil
}
