package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// A Fault is something in a result that is not as it must be.
type Fault struct {
	File string
	// Line is where the row stands in the file, and Row its number, both from 1
	// on. A fault of a file as a whole has neither.
	Line, Row int64
	Problem   string // what is wrong, and what was expected
}

// String names the place and the problem in one line.
func (f Fault) String() string {
	switch f.Row {
	case 0:
		return f.File + ": " + f.Problem
	case f.Line:
		return fmt.Sprintf("%s: row %d: %s", f.File, f.Row, f.Problem)
	}
	return fmt.Sprintf("%s:%d: row %d: %s", f.File, f.Line, f.Row, f.Problem)
}

// A Verifier checks results, one file after the other, and adds up what it finds.
type Verifier struct {
	Read      formats.ReadOptions
	Proof     *Proof // solves all puzzles again; nil does not
	Workers   int    // as in Config
	BatchRows int
	Counts    *Progress // of all files; may be nil
	// Report is told of faults, file by file and row by row: of all, unless a batch
	// has more than a thousand. The tally counts them all.
	Report func(Fault)

	// What was found so far.
	Totals  Totals // of what is recorded
	Tally   Tally
	Provers []string // the solvers that proved
	Copies  []string // directories of parts that have _SUCCESS.json alone

	before  atomic.Int64 // bytes of the files that are done
	current atomic.Pointer[formats.Reader]
}

// A Tally counts files, rows, faults, and what a Proof made of rows.
type Tally struct {
	Files    int64
	Rows     int64 // that were checked, also of a file that cannot be read to its end
	Faults   int64
	Proven   int64 // rows of which solving them again gives the same
	Unproven int64 // rows for which the budget was too small
}

func (t *Tally) add(o Tally) {
	t.Files += o.Files
	t.Rows += o.Rows
	t.Faults += o.Faults
	t.Proven += o.Proven
	t.Unproven += o.Unproven
}

// Progress returns the bytes read so far, of all files. Any goroutine may call it.
func (v *Verifier) Progress() int64 {
	done := v.before.Load()
	if r := v.current.Load(); r != nil {
		now, _ := (*r).Progress()
		done += now
	}
	return done
}

// fault reports a fault.
func (v *Verifier) fault(f Fault) {
	v.Tally.Faults++
	v.Report(f)
}

// File checks a file of results. Its totals are those of the recorded verdicts,
// and none where the file cannot be read to its end, which is a fault too. The
// error is one of the options, the end of the context, or a defect.
func (v *Verifier) File(ctx context.Context, file string) (*Totals, error) {
	found, err := v.file(ctx, file, fileCheck{read: v.Read, proof: v.Proof})
	return found.Totals, err
}

// fileCheck is how a file is read and proven: as it was asked for, and as the plan of
// parts says.
type fileCheck struct {
	read  formats.ReadOptions
	proof *Proof // nil without one
	// changed says that its bytes are not those that were written. Then it is no fault of
	// the flags that no columns are found.
	changed bool
}

// file is File, and says what the totals could be counted from.
func (v *Verifier) file(ctx context.Context, file string, how fileCheck) (counted, error) {
	v.Tally.Files++
	found, err := v.rows(ctx, file, how)
	var setting *option.Error
	var defect *DefectError
	switch {
	case err == nil:
		v.Totals.merge(found.Totals)
		return found, nil
	case ctx.Err() != nil, errors.As(err, &setting) && setting.Misused && !how.changed, errors.As(err, &defect):
		return counted{}, err
	}
	name := files.InputName(file)
	v.fault(Fault{File: name, Problem: strings.TrimPrefix(err.Error(), name+": ")})
	return counted{}, nil
}

// open opens a result. Where its columns cannot be those that a plan names, since not
// all of the input's own were kept, they are found as ever.
func (v *Verifier) open(file string, read formats.ReadOptions) (formats.Reader, error) {
	read.Results = formats.CheckResults
	reader, err := formats.Open([]string{file}, read)
	asked := v.Read
	var setting *option.Error
	if errors.As(err, &setting) && setting.Misused && (read.Column != asked.Column || read.AnswerColumn != asked.AnswerColumn) {
		asked.Results = formats.CheckResults
		return formats.Open([]string{file}, asked)
	}
	return reader, err
}

// rows checks the rows of a file.
func (v *Verifier) rows(ctx context.Context, file string, how fileCheck) (found counted, err error) {
	reader, err := v.open(file, how.read)
	if err != nil {
		return counted{}, err
	}
	defer reader.Close()
	v.current.Store(&reader)
	defer func() {
		v.current.Store(nil)
		done, _ := reader.Progress()
		v.before.Add(done)
	}()
	columns := reader.Schema().Results
	if columns == 0 {
		return counted{}, errors.New("it is empty and no result of gridmill, which has a header at least")
	}
	check := &rowVerifier{columns: columns, report: v.Report}
	if how.proof != nil {
		check.proof = how.proof.of(makerOf(reader.Schema()))
		if !slices.Contains(v.Provers, check.proof.Solver) {
			v.Provers = append(v.Provers, check.proof.Solver)
		}
	}
	totals, err := Run(ctx, Config{
		Reader: reader, Writers: []formats.Writer{check}, Workers: v.Workers, BatchRows: v.BatchRows, Progress: v.Counts,
	})
	v.Tally.add(check.tally)
	if err != nil {
		return counted{}, err
	}
	if !columns.Has(formats.VerdictColumn) {
		totals.Verdicts = [solver.NumVerdicts]int64{} // nothing is recorded of them
	}
	return counted{totals, columns}, nil
}

// rowVerifier checks the rows of one file. It takes the place of a writer in a
// run: workers check batches, and faults are reported in the order of rows.
type rowVerifier struct {
	proof   *Proof
	columns formats.ColumnSet
	report  func(Fault)
	tally   Tally
}

// maxWorded is how many faults of one batch are put in words. All are counted.
const maxWorded = 1000

// checkedBatch is what a worker found in a batch.
type checkedBatch struct {
	faults []Fault
	tally  Tally
	row    rowCheck
	prover *prover // nil without a Proof
}

// Encode checks the rows of a batch, and lets it count answers as they are recorded.
func (v *rowVerifier) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	c, _ := reuse.(*checkedBatch)
	if c == nil {
		c = &checkedBatch{row: rowCheck{columns: v.columns}}
		if v.proof != nil {
			var err error
			if c.prover, err = v.proof.newProver(v.columns); err != nil {
				return nil, err
			}
		}
	}
	c.faults, c.tally = c.faults[:0], Tally{Rows: int64(b.Len())}
	for i := range b.Len() {
		faults := c.tally.Faults
		if c.prover != nil {
			c.prover.reread(&b.Results[i])
		}
		c.row.check(b, i, func(format string, args ...any) { c.add(b, i, format, args...) })
		if c.prover != nil && faults == c.tally.Faults {
			if problem := c.prover.impossible(b.Results[i].Verdict); problem != "" {
				c.add(b, i, "%s", problem)
				continue
			}
			c.prover.take(b, i)
		}
	}
	if c.prover != nil {
		c.prover.prove(b, c)
		slices.SortStableFunc(c.faults, func(a, b Fault) int { return cmp.Compare(a.Row, b.Row) })
	}
	b.Answers = append(b.Answers[:0], b.Readback.Answers...)
	return c, nil
}

// add notes a fault of row i.
func (c *checkedBatch) add(b *formats.Batch, i int, format string, args ...any) {
	c.tally.Faults++
	if len(c.faults) < maxWorded {
		c.faults = append(c.faults, faultAt(b, i, fmt.Sprintf(format, args...)))
	}
}

// faultAt is a fault of row i of a batch.
func faultAt(b *formats.Batch, i int, problem string) Fault {
	file, line := b.Origin(i)
	return Fault{file, line, b.First + int64(i) + 1, problem}
}

// Write reports the faults of a batch.
func (v *rowVerifier) Write(_ *formats.Batch, e formats.Encoded) error {
	c := e.(*checkedBatch)
	for _, f := range c.faults {
		v.report(f)
	}
	v.tally.add(c.tally)
	return nil
}

// Close does nothing, as nothing was written.
func (v *rowVerifier) Close() error { return nil }
