package datasets

import (
	"context"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/solver"
)

// writeExcluded writes the keys of the puzzles that are kept out. Of files that are not as they
// were it notes that they could not be checked.
func (c *checker) writeExcluded(ctx context.Context) (err error) {
	to, err := c.keyFiles.Create("excluded")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	for _, f := range c.made.Exclude {
		if err := f.Check(ctx, nil); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			c.unchecked = append(c.unchecked, fmt.Sprintf("that puzzles of %s are kept out, as the file is gone or has changed", f.File))
			continue
		}
		v := &excludedRows{checker: c, to: to, file: int64(len(c.excluded))}
		c.excluded = append(c.excluded, files.InputName(f.File))
		if err := v.read(ctx, f.File); err != nil {
			return err
		}
	}
	return nil
}

// excludedRows finds the keys of a file, in the place of a writer.
type excludedRows struct {
	formats.Observer
	*checker
	to   *keysort.TemporaryFile
	file int64
}

// read reads the file, and solves its puzzles.
func (v *excludedRows) read(ctx context.Context, file string) error {
	reader, err := formats.Open([]string{file}, v.readOptions())
	if err != nil {
		return err
	}
	defer reader.Close()
	_, err = pipeline.Run(ctx, pipeline.Config{
		Reader: reader, Writers: []formats.Writer{v}, Workers: v.Workers, BatchRows: v.BatchRows, Progress: v.Counts,
		NewSolver: func() (solver.Solver, error) { return solver.New(solver.Default, solver.Config{MaxSolutions: 2}) },
	})
	return err
}

// readOptions says how the inputs of the data set were read.
func (v *excludedRows) readOptions() formats.ReadOptions {
	read := formats.ReadOptions{Column: v.option("column"), AnswerColumn: "none", LeftPad: v.option("left_pad") == "true"}
	read.Format, _ = formats.ParseFormat(v.option("from")) // Auto where it is not known
	switch delimiter := v.option("delimiter"); {
	case delimiter == `\t`:
		read.Delimiter = '\t'
	case len(delimiter) == 1:
		read.Delimiter = delimiter[0]
	}
	return read
}

// excludedKeys are the keys of a batch.
type excludedKeys struct {
	keyFinder
	keys []keysort.Record
	both []keysort.Key
}

// Encode implements formats.Writer.
func (v *excludedRows) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	e := formats.Reused[excludedKeys](reuse)
	e.keys = e.keys[:0]
	for i := range b.Results {
		if b.Results[i].Verdict != solver.Unique {
			continue
		}
		_, line := b.Origin(i)
		class, puzzle := e.of(&b.Puzzles[i], &b.Results[i].Solution)
		e.both = append(e.both[:0], sharedKey(v.by, class, puzzle))
		if v.by.HasManyKeys() {
			e.both = e.addNeighbours(e.both, &b.Puzzles[i])
		}
		for _, key := range e.both {
			e.keys = append(e.keys, keysort.Record{Key: key, Row: uint64(newRow(excludedSplit, v.file<<lineBits|line))})
		}
	}
	return e, nil
}

// Write implements formats.Writer.
func (v *excludedRows) Write(_ *formats.Batch, encoded formats.Encoded) error {
	for _, r := range encoded.(*excludedKeys).keys {
		if err := v.to.Add(r); err != nil {
			return temporaryError{err}
		}
	}
	return nil
}
