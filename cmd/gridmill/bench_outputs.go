package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/benchmarks"
)

// benchFiles are the outputs of bench. The diff is a set of its own, for it is kept
// also when a disagreement stops the run.
type benchFiles struct {
	outputs, diffOutput    outputSet
	to, record, page, diff io.Writer
}

// create begins all outputs, so that none is found impossible only when all is
// measured.
func (o *benchOptions) create(std streams) (*benchFiles, error) {
	f := &benchFiles{
		outputs:    outputSet{overwrite: o.overwrite, stdout: std.out},
		diffOutput: outputSet{overwrite: o.overwrite, stdout: std.out},
	}
	for _, file := range []struct {
		set  *outputSet
		name string
		to   *io.Writer
	}{
		{&f.outputs, o.output, &f.to}, {&f.outputs, o.record, &f.record}, {&f.outputs, o.report, &f.page}, {&f.diffOutput, o.diff, &f.diff},
	} {
		var err error
		if *file.to, err = file.set.create(file.name); err != nil {
			f.abort()
			return nil, err
		}
	}
	return f, nil
}

func (f *benchFiles) commit() error { return errors.Join(f.diffOutput.commit(), f.outputs.commit()) }

func (f *benchFiles) abort() {
	f.outputs.abort()
	f.diffOutput.abort()
}

// conclude writes what was measured, compares it with what was before, if anything,
// and returns an error if programs failed or solvers became slower.
func (o *benchOptions) conclude(record, before *benchmarks.RunResult, f *benchFiles, std streams) error {
	if err := o.write(record, f); err != nil {
		return err
	}
	var slower error
	if before != nil {
		comparison := benchmarks.Compare(before, record, o.tolerance/100)
		if err := comparison.Write(o.forPeople(f, std)); err != nil {
			return err
		}
		if len(comparison.Pairs) == 0 {
			return fmt.Errorf("%s has no result in common with this run; compare the same solvers on the same corpora", o.before)
		}
		if err := comparison.Err(); err != nil {
			slower = slowerError{err}
		}
	}
	if err := f.commit(); err != nil {
		return err
	}
	if err := record.Err(); err != nil {
		return err
	}
	return slower
}

// write writes the record in all the forms that were asked for.
func (o *benchOptions) write(r *benchmarks.RunResult, f *benchFiles) error {
	inFormat := map[string]func(io.Writer) error{"table": r.WriteTable, "csv": r.WriteCSV, "json": r.WriteJSON}[o.format]
	if err := inFormat(f.to); err != nil {
		return err
	}
	if f.record != nil {
		if err := r.WriteJSON(f.record); err != nil {
			return err
		}
	}
	if f.page == nil {
		return nil
	}
	return r.WriteReport(f.page)
}

// forPeople returns where words can go beside the record: below the table, and
// away from what programs read.
func (o *benchOptions) forPeople(f *benchFiles, std streams) io.Writer {
	if o.format == "table" {
		return f.to
	}
	return std.err
}
