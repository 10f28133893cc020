package verify

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
)

// A Verifier checks results, one file at a time. It also sums up its findings.
type Verifier struct {
	Read      formats.ReadOptions
	Proof     *Proof         // solves puzzles again; may be nil
	Version   string         // version of the running gridmill; searches by other versions are not repeated
	With      formats.Extras // columns that the run added; used if the result does not record them; may be zero
	Input     []string       // inputs to compare the result's rows with; may be nil
	Types     formats.Types  // types of the input's columns; needed if the result's format does not record them
	Workers   int            // as in pipeline.Config
	BatchRows int
	Counts    *pipeline.Progress // total progress over all files; may be nil
	// Report is called for the faults of each batch. If a batch has very many faults, only some of
	// them are reported. Tally counts all faults.
	Report func(pipeline.Fault)

	// The following fields hold the findings so far.
	Totals      pipeline.Totals // totals that the rows claim
	Tally       Tally
	Provers     []string // names of the solvers that proved results
	FromPuzzles bool     // set if a result was generated from the puzzles of a file; results do not contain these puzzles

	NoOptions bool // set if a generated result does not record the options of the run

	relatives *generate.Relatives // compares rows of the same search, in one file or in all parts of a directory

	pipeline.FilesRead
}

// A Tally counts files, rows and faults, and the outcomes of a Proof.
type Tally struct {
	Files    int64
	Rows     int64 // number of rows checked, including rows of files that cannot be read to the end
	Faults   int64
	Proven   int64 // rows whose results a new search confirmed
	Unproven int64 // rows whose results could not be confirmed because of the limit on guesses
	// Unchecked is the number of columns, such as input columns, whose values could not be checked.
	// For a data set, it is the maximum over the files.
	Unchecked int
}

func (t *Tally) add(o Tally) {
	t.Rows += o.Rows
	t.Faults += o.Faults
	t.Proven += o.Proven
	t.Unproven += o.Unproven
}

// Fault reports a fault and counts it.
func (v *Verifier) Fault(f pipeline.Fault) {
	v.Tally.Faults++
	v.Report(f)
}

func (v *Verifier) faultOf(file, format string, args ...any) {
	v.Fault(pipeline.FaultOf(file, format, args...))
}

// AddProver adds a solver to the provers unless they already include it.
func (v *Verifier) AddProver(name string) {
	if !slices.Contains(v.Provers, name) {
		v.Provers = append(v.Provers, name)
	}
}

// File checks a file of results. It returns an error if options are wrong, if Input cannot be read,
// if the context is done, or if gridmill has a bug.
func (v *Verifier) File(ctx context.Context, file string) error {
	_, err := v.file(ctx, file, fileCheck{read: v.Read})
	return err
}

// A fileCheck specifies how to read a file and what is known about it. The settings come from the
// user or from a plan.
type fileCheck struct {
	read       formats.ReadOptions
	provenance *parts.Provenance // from the plan; may be nil
	part       *parts.Part       // nil if the file is not known to be a part
	manifest   *parts.Manifest   // manifest of the part; nil if the manifest cannot be used
	// changed is set if the file has changed since it was written. In that case, missing columns
	// are a fault in the file. Otherwise, they mean that the options are wrong.
	changed bool
}

// file is like File but also returns the totals that the rows claim. If the file cannot be read to
// its end, file reports a fault and returns nil.
func (v *Verifier) file(ctx context.Context, file string, how fileCheck) (*pipeline.Totals, error) {
	v.Tally.Files++
	found, columns, err := v.rows(ctx, file, how)
	var setting *option.Error
	switch {
	case err == nil:
		v.Totals.Merge(found)
		if how.part != nil {
			v.checkFigures(file, found, columns, &how)
		}
		return found, nil
	case ctx.Err() != nil, errors.As(err, &setting) && setting.Misused && !how.changed,
		errors.As(err, new(*pipeline.DefectError)), errors.As(err, new(inputError)):
		return nil, err
	}
	name := files.InputName(file)
	if text, named := strings.CutPrefix(err.Error(), name+": "); named {
		err = option.WithText(err, text)
	}
	v.Fault(pipeline.Fault{File: name, Err: err})
	return nil, nil
}

// open opens a file of results. For a part, read.Column and read.AnswerColumn can come from the
// plan, but the part may lack these columns. If opening fails because of an option, open tries
// again with v.Read.AnswerColumn, and then with both columns of v.Read.
func (v *Verifier) open(file string, read formats.ReadOptions) (reader formats.Reader, err error) {
	read.Results = formats.CheckResults
	for _, columns := range slices.Compact([][2]string{
		{read.Column, read.AnswerColumn}, {read.Column, v.Read.AnswerColumn}, {v.Read.Column, v.Read.AnswerColumn},
	}) {
		read.Column, read.AnswerColumn = columns[0], columns[1]
		reader, err = formats.Open([]string{file}, read)
		var setting *option.Error
		if !errors.As(err, &setting) || !setting.Misused {
			break
		}
	}
	return reader, err
}

// rows checks the rows of a file. It returns the totals that the rows claim, and the columns that
// the totals are based on.
func (v *Verifier) rows(ctx context.Context, file string, how fileCheck) (totals *pipeline.Totals, columns formats.ColumnSet, err error) {
	reader, err := v.open(file, how.read)
	if err != nil {
		return nil, columns, err
	}
	defer reader.Close()
	defer v.Follow(reader)()
	columns = reader.Schema().ResultColumns
	if columns == (formats.ColumnSet{}) && formats.FormatOf(file).IsDelimited() {
		return nil, columns, errors.New("it is empty, but a gridmill result has at least a header")
	}
	by := cmp.Or(how.provenance, new(parts.ProvenanceOf(reader.Schema())))
	mixture := mixtureOf(by)
	v.FromPuzzles = v.FromPuzzles || by.Options["from_puzzles"] != nil && mixture != nil
	v.NoOptions = v.NoOptions || mixture == nil && columns.Has(formats.MinimalColumn)
	if how.part == nil || v.relatives == nil {
		v.relatives = generate.NewRelatives(mixture)
	}
	limits, err := by.Limits()
	if err != nil || limits.MaxSolutions == 0 {
		limits = solver.Config{}
	}
	check := &rowVerifier{
		Verifier: v, search: searchOf(by, limits, v.Version, columns),
		rowCheck: rowCheck{columns: columns, limits: limits, kinds: mixture, extras: v.extrasOf(reader.Schema(), by)},
	}
	if how.part != nil {
		check.first = how.part.First
	}
	if len(v.Input) > 0 {
		if check.input, err = v.openInput(reader.Schema()); err != nil {
			return nil, columns, err
		}
		defer check.input.reader.Close()
	}
	if v.Proof != nil {
		if check.proof, err = v.Proof.of(files.InputName(file), by.Solver, limits); err != nil {
			return nil, columns, err
		}
		v.AddProver(check.proof.Solver)
	}
	totals, err = pipeline.Run(ctx, pipeline.Config{
		Reader: reader, Writers: []formats.Writer{check}, Workers: v.Workers, BatchRows: v.BatchRows, Progress: v.Counts,
	})
	if err == nil && check.input != nil {
		err = check.input.rest(files.InputName(file), v.Fault)
	}
	if err != nil {
		return nil, columns, err
	}
	fault := func(format string, args ...any) { v.faultOf(files.InputName(file), format, args...) }
	if how.part == nil && mixture != nil && totals.Rows != mixture.Rows() {
		fault("it has %d rows, but the options of the run require %d; if it is a part, verify its directory instead", totals.Rows, mixture.Rows())
	} else {
		if check.misplaced > 0 {
			fault("each row must hold the kind of puzzle that the options of the run require; rows with another kind: %d (first: row %d)", check.misplaced, check.firstMisplaced+1)
		}
		v.relatives.Report(fault)
	}
	return totals, columns, nil
}

// extrasOf returns the check for the extra columns of a result. The minimal column of generated
// puzzles is checked like the computed minimal column of other puzzles.
func (v *Verifier) extrasOf(s *formats.Schema, by *parts.Provenance) ExtrasCheck {
	columns := s.ReadbackExtras().Columns
	if s.ResultColumns.Has(formats.MinimalColumn) {
		columns = columns.Or(formats.ExtrasOf(formats.ComputedMinimalColumn).Columns)
	}
	with, _ := by.Options["with"].(string)
	requested, err := formats.ParseExtras(with)
	if with == "" || err != nil {
		requested = v.With
	}
	guessed := requested.Columns == (formats.ColumnSet{})
	if guessed {
		requested, _ = formats.ParseExtras("steps:search") // implies DefaultMorphs
	}
	requested.Columns = columns
	return ExtrasCheck{Extras: requested, Guessed: guessed}
}
