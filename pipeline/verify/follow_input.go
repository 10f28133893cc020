package verify

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// inputRows compares the rows of a result with the input's rows, which must be in the same order.
type inputRows struct {
	reader formats.Reader
	batch  *formats.Batch
	next   int  // index, in batch, of the next input row to compare
	lost   bool // whether rows are no longer compared (see compare)
	kept   []formats.Field
	shared []sharedColumn
	puzzle int // index of the puzzle column in kept; -1 if kept does not contain it
}

// A sharedColumn is a column of the result that may be a copy of an input column, or may record the
// origin of the rows.
type sharedColumn struct {
	kept       int   // index among the result's kept columns
	sources    []int // indices of the input columns from which the kept column may have been copied
	file, line bool  // whether the column may hold the file or the line that the row comes from
}

// An inputError reports that a result's input cannot be read. The result itself may be correct.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// openInput opens the input of a result and pairs the input's columns with the result's columns.
func (v *Verifier) openInput(result *formats.Schema) (*inputRows, error) {
	read := v.Read
	read.Results, read.Keep, read.Types = formats.IgnoreResults, formats.ParseKeep("all"), v.Types
	reader, err := formats.Open(v.Input, read)
	if err != nil {
		return nil, inputError{err}
	}
	rows := &inputRows{reader: reader, puzzle: -1, kept: result.Kept, batch: formats.NewBatch(v.BatchRows)}
	if result.Format != formats.Cells { // with Cells, Roles.Puzzle is not an index into Kept
		rows.puzzle = result.Roles.Puzzle
	}
	rows.shared = sharedColumns(result.Kept, reader.Schema().Kept)
	return rows, nil
}

// sharedColumns pairs the columns of the result with the input columns of the same name. If a name
// occurs equally often in the result and the input, the columns of that name are paired in order.
// Otherwise, each result column can be a copy of any input column of that name. The result's last
// adjacent pair of columns named file and line may record the rows' origin.
func sharedColumns(result, input []formats.Field) (shared []sharedColumn) {
	file, line := -1, -1
	for k := range len(result) - 1 {
		if result[k].IsOf(formats.FileColumn) && result[k+1].IsOf(formats.LineColumn) {
			file, line = k, k+1
		}
	}
	for k, column := range result {
		copies, sources := columnsLike(result, column), columnsLike(input, column)
		if len(copies) == len(sources) {
			n := slices.Index(copies, k)
			sources = sources[n : n+1]
		}
		sources = slices.DeleteFunc(sources, func(own int) bool { return !input[own].HasText() })
		switch of := (sharedColumn{k, sources, k == file, k == line}); {
		case !column.HasText():
		case of.line: // the line comes first, because inputRows.differs needs it to check the file
			shared = slices.Insert(shared, 0, of)
		case of.file || len(sources) > 0:
			shared = append(shared, of)
		}
	}
	return shared
}

func columnsLike(columns []formats.Field, column formats.Field) (found []int) {
	for i, c := range columns {
		if c.Name == column.Name {
			found = append(found, i)
		}
	}
	return found
}

func (r *inputRows) more() (bool, error) {
	for r.next == r.batch.Len() {
		r.next = 0
		err := r.reader.Read(r.batch)
		if files.IsEnd(err) {
			return false, nil
		}
		if err == nil {
			err = r.batch.Parse()
		}
		if err != nil {
			return false, inputError{err}
		}
	}
	return true, nil
}

// compare compares a batch of the result with the input, and reports the rows that differ. It stops
// at the first puzzle that differs, because missing or added rows may have shifted all later rows.
func (r *inputRows) compare(b *formats.Batch, report func(pipeline.Fault)) error {
	for i := range b.Len() {
		if r.lost {
			return nil
		}
		more, err := r.more()
		if err != nil {
			return err
		}
		puzzle := puzzleOf(b, i)
		switch {
		case !more:
			r.lost = true
			err = errors.New("the input ends before this row; later rows are not compared")
		case puzzle != r.batch.Puzzles[r.next]:
			r.lost = true
			err = fmt.Errorf("the puzzle differs from the puzzle in %s; later rows are not compared", r.place())
		default:
			err = r.differs(b, i)
			r.next++
		}
		if err != nil {
			report(pipeline.RowFault(b, i, err))
		}
	}
	return nil
}

// puzzleOf returns the puzzle that the input should have for row i of a result. An input row that
// could not be split into fields has no puzzle, even if a column of the result contains a grid.
func puzzleOf(b *formats.Batch, i int) solver.Grid {
	if b.Readback[i].Reason.Malformed() {
		return solver.Grid{}
	}
	return b.Puzzles[i]
}

func (r *inputRows) place() string {
	file, line := r.batch.Origin(r.next)
	return fmt.Sprintf("%s:%d", file, line)
}

// differs returns an error for the first column in which row i differs from the next input row.
func (r *inputRows) differs(b *formats.Batch, i int) error {
	file, line := r.batch.Origin(r.next)
	var kept, original []byte
	sameLine := false
	for _, column := range r.shared {
		kept = b.AppendKept(kept[:0], i, column.kept)
		sameLine = sameLine || column.line && string(kept) == strconv.FormatInt(line, 10)
		// mayReferTo is lenient, so if the column may be a copy, also require the same line.
		sameFile := column.file && mayReferTo(file, string(kept))
		if column.line && sameLine || sameFile && (sameLine || len(column.sources) == 0) {
			continue
		}
		// In the puzzle column, gridmill may write different characters for blanks, or an empty
		// field for a row without a puzzle. The puzzles have already been compared as grids.
		if column.kept == r.puzzle && (len(kept) == 0 || puzzleOf(b, i) != (solver.Grid{})) {
			continue
		}
		f := &r.kept[column.kept]
		isCopy := slices.ContainsFunc(column.sources, func(own int) bool {
			original = r.batch.AppendKept(original[:0], r.next, own)
			// Also accept U+FFFD in place of an invalid byte, and a number converted from text.
			return string(kept) == string(original) || string(kept) == string([]rune(string(original))) ||
				f.IsMadeOf(kept, original) || r.reader.Schema().Kept[own].IsMadeOf(kept, original)
		})
		if isCopy {
			continue
		}
		if len(column.sources) == 0 {
			return fmt.Errorf("the %s column holds %s, but the row comes from %s",
				formats.ShownName(f.Name), quoted(string(kept)), r.place())
		}
		err := fmt.Errorf("the %s column holds %s, but %s holds %s", formats.ShownName(f.Name), quoted(string(kept)), r.place(), quoted(string(original)))
		if formats.MayBeMadeOf(kept, original) {
			err = &option.Error{Options: []option.Name{option.MadeTypes}, Err: err}
		}
		return err
	}
	return nil
}

// rest reports the input rows that are missing at the end of a result.
func (r *inputRows) rest(name string, report func(pipeline.Fault)) error {
	first, missing := "", 0
	for !r.lost {
		more, err := r.more()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if missing == 0 {
			first = r.place()
		}
		missing += r.batch.Len() - r.next
		r.next = r.batch.Len()
	}
	if missing > 0 {
		report(pipeline.FaultOf(name, "the result ends too early; missing input rows: %d (first: %s)", missing, first))
	}
	return nil
}

// mayReferTo reports whether name, from the file column of a result, may refer to file. The
// directories can differ, and standard input can be any file.
func mayReferTo(file, name string) bool {
	stdin := files.InputName(files.StdStream)
	return filepath.Base(name) == filepath.Base(file) || name == stdin || file == stdin
}
