package datasets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/leaks"
)

// checkShared reports puzzles that also occur in an earlier row, another split or an excluded file.
func (c *checker) checkShared(ctx context.Context) error {
	repeated := keys.FirstPairs{Most: mostReported}
	if err := c.store.Repeated(ctx, repeatedKeys, repeated.Add); err != nil {
		return err
	}
	c.reportPairs(&repeated, func(keys.Pair) string { return c.dedupe.Rule().Relation })
	if err := c.writeExcluded(ctx); err != nil {
		return err
	}
	shared := keys.FirstPairs{Most: mostReported}
	err := c.store.Shared(ctx, []string{sharedKeys, excludedKeys}, func(p keys.Pair) {
		// Report each leak only once, for the row in the later split.
		if p.Row.Set() > p.Other.Set() {
			shared.Add(p)
		}
	})
	c.reportPairs(&shared, c.leak)
	return err
}

// The names of the key files.
const (
	repeatedKeys = "repeated" // keys that no two puzzles may share
	sharedKeys   = "shared"   // keys that no two splits may share
	excludedKeys = "excluded" // keys of the excluded puzzles
)

// mostReported is the maximum number of rows reported for each reason. Other rows are only counted.
const mostReported = 1000

// reportPairs reports the first pairs of p and counts the others. relation(pair) says how
// pair.Row relates to pair.Other.
func (c *checker) reportPairs(p *keys.FirstPairs, relation func(keys.Pair) string) {
	first := p.First()
	for _, pair := range first {
		file, number := c.placeOf(pair.Row)
		err := fmt.Errorf("%s %s", relation(pair), c.rowName(pair.Other))
		c.Fault(pipeline.Fault{File: c.path(file), Line: number, Row: number, Err: err})
	}
	c.Tally.Faults += p.All - int64(len(first))
}

// rowName returns r's location for a message about another row. If r is an excluded puzzle, rowName
// adds that the other row should have been excluded.
func (c *checker) rowName(r keys.Row) string {
	if r.Set() == excludedSet {
		file := files.InputName(dataset.PathOf(c.dir, c.made.Exclude[r.File()].File))
		return fmt.Sprintf("%s:%d, so the row should have been excluded", file, r.Line())
	}
	file, number := c.placeOf(r)
	return fmt.Sprintf("%s: row %d", c.path(file), number)
}

// leak describes a row that shares a key with a row of another split or with an excluded puzzle.
func (c *checker) leak(p keys.Pair) string {
	if p.Other.Set() == excludedSet {
		return c.by.Rule().Relation
	}
	return fmt.Sprintf("it leaks from %s to %s: %s", c.made.Splits[splitOf(p.Other)].Name, c.made.Splits[splitOf(p.Row)].Name, c.by.Rule().Relation)
}

// writeExcluded writes the keys of the excluded puzzles. It adds a message to c.unchecked if a file
// is missing or has changed, or if the run that made the data set could not compare the puzzles.
func (c *checker) writeExcluded(ctx context.Context) (err error) {
	to, err := c.store.Create(excludedKeys)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	finder := &leaks.Finder{
		Read: c.readOptions(), By: c.by, Workers: c.Workers, BatchRows: c.BatchRows, Counts: c.Counts,
	}
	if missed := c.made.ExcludeRows.Missed(); missed != "" {
		c.unchecked = append(c.unchecked, missed)
	}
	for i, f := range c.made.Exclude {
		f.File = dataset.PathOf(c.dir, f.File)
		if err := f.Check(ctx, nil); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			why := err.Error()
			switch {
			case errors.Is(err, fs.ErrNotExist):
				why = "file not found"
			case errors.Is(err, files.ErrChanged):
				why = "the file has changed"
			}
			c.unchecked = append(c.unchecked, fmt.Sprintf("overlap with %s was not checked: %s", files.InputName(f.File), why))
			continue
		}
		if err := finder.AddKeys(ctx, to, f.File, i, excludedSet); err != nil {
			return err
		}
	}
	return nil
}

// readOptions returns the options with which the inputs of the data set were read.
func (c *checker) readOptions() formats.ReadOptions {
	read := formats.ReadOptions{Column: c.made.Option("column"), AnswerColumn: "none", LeftPad: c.made.Option("left_pad") == "true", FullGrids: true, Several: true}
	read.Format, _ = formats.ParseFormat(c.made.Option("from")) // Auto if the format is not known
	read.Header, _ = formats.ParseHeader(c.made.Option("header"))
	read.Fields, _ = strconv.Atoi(c.made.Option("fields"))
	read.Blanks, _ = formats.ParseBlanks(c.made.Option("blanks"))
	read.Delimiter, _ = formats.ParseDelimiter(c.made.Option("delimiter"))
	return read
}
