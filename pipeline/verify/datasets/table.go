package datasets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sort"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
)

// A table holds the rows of one split in one layout.
type table struct {
	layout *layout
	split  int // index of the split
	counts *dataset.SplitCounts
	files  []string // names of the table's files in the layout

	// starts holds the name of each file and the number of its first row. Rows are numbered from 0.
	starts []fileStart
	rows   int64 // number of rows that have been read
}

type fileStart struct {
	file  string
	first int64
}

// place returns the file that contains a row, and the number of the row in that file, counting
// from 1.
func (t *table) place(number int64) (file string, in int64) {
	i := sort.Search(len(t.starts), func(i int) bool { return t.starts[i].first > number }) - 1
	return t.starts[i].file, number - t.starts[i].first + 1
}

// checkTable checks the rows of t. If first is true, the layout of t must be c.layouts[0], and
// checkTable also writes the keys of the rows.
func (c *checker) checkTable(ctx context.Context, t *table, first bool) error {
	v := &tableVerifier{checker: c, table: t, keys: first, extra: c.extra, search: c.search}
	switch {
	case t.layout.decoders != nil || t.layout.header == formats.NoHeader: // there are only grids
		v.extra.Extras, v.search = formats.Extras{}, nil
	case t.layout.messages:
		v.extra.Extras, v.search = formats.ExtrasOf(formats.ClassColumn, formats.DifficultyColumn), nil
		if tables := t.layout.writer.Tables(t.counts.Name); len(tables) > 1 {
			t.files, v.states = t.files[:1], &tables[1]
			f := v.openStates()
			defer func() { _ = f.Close() }() // f may be nil; cannot lose data, because the file is only read
		}
	case t.layout.name == "csv":
		v.extra.Extras, v.search, v.sources = formats.Extras{}, nil, c.inputNames()
		if c.isSameVersion() && c.countInputs("rating") == 0 { // rating holds the number of guesses
			v.search = &verify.Search{Solver: solver.Default, Config: searchConfig, Columns: []formats.Column{formats.GuessesColumn}}
		}
	}
	reader, err := c.openTable(t, v)
	if err == nil && reader != nil {
		err = v.run(ctx, reader)
	}
	c.Tally.Rows += t.rows
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, new(*pipeline.DefectError)), errors.As(err, new(files.TemporaryError)):
		return err
	case errors.Is(err, fs.ErrNotExist): // checkFiles reports missing files
		return nil
	case err != nil:
		name := c.path(t.files[0])
		c.Fault(pipeline.Fault{File: name, Err: errors.New(strings.TrimPrefix(err.Error(), name+": "))})
		return nil
	}
	if v.sameStates != nil {
		if err := v.sameStates.end(); err != nil {
			v.faultOf(v.states.Path, "%w", err)
		}
	}
	if reader != nil {
		v.end()
	}
	return nil
}

// run checks the rows of a reader, and then closes the reader.
func (v *tableVerifier) run(ctx context.Context, reader formats.Reader) error {
	defer v.close()
	defer reader.Close()
	if err := v.start(); err != nil {
		return err
	}
	_, err := pipeline.Run(ctx, pipeline.Config{
		Reader: reader, Writers: []formats.Writer{v}, Workers: v.Workers, BatchRows: v.BatchRows, Progress: v.Counts,
	})
	keys, _ := v.leftOut.Keys()
	for _, key := range keys { // the first rows lack this key, so checkNames has not found it
		v.Fault(pipeline.Fault{File: key.File, Line: key.Row, Row: key.Row, Err: fmt.Errorf("unexpected key %q", key.Key)})
	}
	return err
}

// openTable returns a reader of the rows of a table, or nil if there is nothing to read.
func (c *checker) openTable(t *table, v *tableVerifier) (formats.Reader, error) {
	if t.layout.decoders != nil {
		return c.openArrays(t, v)
	}
	var names []string
	for _, name := range t.files {
		info, err := os.Stat(c.path(name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.path(name), files.WithoutPath(err))
		}
		if t.counts.Rows > 0 || info.Size() > 0 { // without rows, some formats write empty files, which have no columns
			names = append(names, c.path(name))
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	for _, name := range names {
		if err := t.layout.checkNames(name); err != nil {
			return nil, err
		}
	}
	read := formats.ReadOptions{Column: "1", AnswerColumn: "2", Results: formats.IgnoreResults, Header: formats.NoHeader}
	if t.layout.header != formats.NoHeader {
		var err error
		if read, err = v.chooseColumns(); err != nil {
			return nil, err
		}
	}
	read.Format = formats.FormatOf(names[0])
	return formats.Open(names, read)
}
