package datasets

import (
	"context"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/leaks"
	"github.com/gridmill/gridmill/solver"
)

// writeExcluded writes the keys of the excluded puzzles. If files have changed, it notes that
// they could not be checked.
func (c *checker) writeExcluded(ctx context.Context) (err error) {
	to, err := c.store.Create(excludedKeys)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	finder := &leaks.Finder{
		Read: c.readOptions(), By: c.by, Workers: c.Workers, BatchRows: c.BatchRows, Counts: c.Counts,
		NewSolver: func() (solver.Solver, error) { return solver.New(solver.Default, solver.Config{MaxSolutions: 2}) },
	}
	for i, f := range c.made.Exclude {
		f.File = dataset.PathOf(c.dir, f.File)
		c.excluded = append(c.excluded, files.InputName(f.File))
		if err := f.Check(ctx, nil); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			c.unchecked = append(c.unchecked, fmt.Sprintf("overlap with %s was not checked: the file does not exist or has changed", files.InputName(f.File)))
			continue
		}
		if err := finder.AddKeys(ctx, to, f.File, i, excludedSet); err != nil {
			return err
		}
	}
	return nil
}

// readOptions says how the inputs of the data set were read.
func (c *checker) readOptions() formats.ReadOptions {
	read := formats.ReadOptions{Column: c.option("column"), AnswerColumn: "none", LeftPad: c.option("left_pad") == "true", FullGrids: true}
	read.Format, _ = formats.ParseFormat(c.option("from")) // Auto if it is not known
	read.Header, _ = formats.ParseHeader(c.option("header"))
	switch delimiter := c.option("delimiter"); {
	case delimiter == `\t`:
		read.Delimiter = '\t'
	case len(delimiter) == 1:
		read.Delimiter = delimiter[0]
	}
	return read
}
