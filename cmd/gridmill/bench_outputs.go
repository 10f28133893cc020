package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/benchmarks"
)

// benchFiles are the outputs of bench. The diff is a set of its own, as it is also kept when
// a disagreement ends the run.
type benchFiles struct {
	outputs, diffOutput    *outputSet
	to, record, page, diff io.Writer
}

// create creates all outputs before anything is measured, which would be in vain if one
// could not be written.
func (o *benchOptions) create(s *session) (*benchFiles, error) {
	f := &benchFiles{outputs: s.newOutputs(o.overwrite), diffOutput: s.newOutputs(o.overwrite)}
	for _, file := range []struct {
		set  *outputSet
		name string
		to   *io.Writer
	}{
		{f.outputs, o.output, &f.to}, {f.outputs, o.record, &f.record}, {f.outputs, o.report, &f.page}, {f.diffOutput, o.diff, &f.diff},
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

// conclude writes what was measured, compares it with an earlier result if there is one, and
// returns an error if programs failed or solvers became slower.
func (o *benchOptions) conclude(record, before *benchmarks.Record, f *benchFiles, s *session) error {
	if err := o.write(record, f); err != nil {
		return err
	}
	var slower error
	if before != nil {
		comparison := benchmarks.Compare(before, record, o.tolerance/100)
		if err := comparison.Write(o.forPeople(f, s)); err != nil {
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
func (o *benchOptions) write(r *benchmarks.Record, f *benchFiles) error {
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

// forPeople returns where to write text: below a table, but not into what programs read.
func (o *benchOptions) forPeople(f *benchFiles, s *session) io.Writer {
	if o.format == "table" {
		return f.to
	}
	return s.stderr
}
