package datasets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
)

// place returns the file that contains a row, and the number of the row in that file, counting
// from 1.
func (v *tableVerifier) place(number int64) (file string, in int64) {
	next, _ := slices.BinarySearch(v.starts, number+1)
	return v.files[next-1], number - v.starts[next-1] + 1
}

func (v *tableVerifier) check(ctx context.Context) error {
	defer v.close()
	switch {
	case v.layout.decoders != nil || v.layout.header == formats.NoHeader: // there are only grids
		v.extra.Extras, v.search = formats.Extras{}, nil
	case v.layout.messages:
		v.extra.Extras, v.search = formats.ExtrasOf(formats.ClassColumn, formats.DifficultyColumn), nil
		if tables := v.layout.writer.Tables(v.counts.Name); len(tables) > 1 {
			v.files, v.states = v.files[:1], &tables[1]
			if f, err := v.openFile(v.path(v.states.Path)); err == nil { // checkFiles reports a file that cannot be opened
				v.sameStates = &comparer{in: f}
			}
		}
	case v.layout.name == "csv":
		v.extra.Extras, v.search, v.sources = formats.Extras{}, nil, v.inputNames()
		if v.isSameVersion() && v.countInputs("rating") == 0 { // a rating that does not come from the input is the number of guesses
			v.search = &verify.Search{Solver: solver.Default, Config: searchConfig, Columns: []formats.Column{formats.GuessesColumn}}
		}
	}
	reader, err := v.open()
	if err == nil && reader != nil {
		err = v.run(ctx, reader)
	}
	v.Tally.Rows += v.rows
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, new(*pipeline.DefectError)), errors.As(err, new(files.TemporaryError)):
		return err
	case errors.Is(err, fs.ErrNotExist): // checkFiles reports missing files
		return nil
	case err != nil:
		name := v.path(v.files[0])
		fault, is := errors.AsType[pipeline.Fault](err)
		if !is {
			fault = pipeline.Fault{File: name, Err: errors.New(strings.TrimPrefix(err.Error(), name+": "))}
		}
		v.Fault(fault)
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
	defer reader.Close()
	if err := v.start(); err != nil {
		return err
	}
	totals, err := pipeline.Run(ctx, pipeline.Config{
		Reader: reader, Writers: []formats.Writer{v}, Workers: v.Workers, BatchRows: v.BatchRows, Progress: v.Counts,
	})
	keys, _ := v.leftOut.Keys(totals.LeftOut)
	for _, key := range keys { // the first rows lack this key, so checkNames has not found it
		v.Fault(pipeline.Fault{File: key.File, Line: key.Row, Row: key.Row, Err: fmt.Errorf("unexpected key %q", key.Key)})
	}
	return err
}

// open returns a reader of the table's rows, or nil if there is nothing to read.
func (v *tableVerifier) open() (formats.Reader, error) {
	if v.layout.decoders != nil {
		return v.openArrays()
	}
	var names []string
	for _, name := range v.files {
		info, err := os.Stat(v.path(name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.path(name), files.WithoutPath(err))
		}
		if v.counts.Rows > 0 || info.Size() > 0 { // if there are no rows, some formats write empty files, which have no columns
			names = append(names, v.path(name))
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	for _, name := range names {
		if err := v.layout.checkNames(name); err != nil {
			return nil, err
		}
	}
	read := formats.ReadOptions{Column: "1", AnswerColumn: "2", Results: formats.IgnoreResults, Header: formats.NoHeader}
	if v.layout.header != formats.NoHeader {
		var err error
		if read, err = v.chooseColumns(); err != nil {
			return nil, err
		}
	}
	read.Format = formats.FormatOf(names[0])
	return formats.Open(names, read)
}
