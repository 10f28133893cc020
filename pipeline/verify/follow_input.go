package verify

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// inputRows reads the rows of a result's input. The result must have the same rows in the same
// order.
type inputRows struct {
	reader formats.Reader
	batch  *formats.Batch
	next   int            // row of the batch to compare with the next row of the result
	ahead  *formats.Batch // next batch, if it has already been read
	peeked bool           // ahead was read
	ended  bool           // whether all rows have been read
	// open holds rows of the result that differ from the input at their position. Later rows show
	// whether they are additional rows or replace others.
	open   []pipeline.Fault
	kept   []formats.Field
	shared [][2]int // columns in both the result and the input, with their indices
	puzzle int      // index of the result's kept column with puzzles, or -1
	places *places  // nil unless the result has the origin of its rows
}

// mostOpen is the maximum number of open rows.
const mostOpen = 100

// An inputError is an error of a result's input, as opposed to a fault of the result.
type inputError struct{ error }

// Unwrap returns the error of the input.
func (e inputError) Unwrap() error { return e.error }

// openInput opens the input of a result with the given schema. It compares the columns that both
// have, by name. Columns that only the result has were added by gridmill.
func (v *Verifier) openInput(result *formats.Schema) (*inputRows, error) {
	read := v.Read
	read.Results, read.Keep, read.Types = formats.IgnoreResults, formats.ParseKeep("all"), v.Types
	reader, err := formats.Open(v.Input, read)
	if err != nil {
		return nil, inputError{err}
	}
	rows := &inputRows{
		reader: reader, puzzle: -1, kept: result.Kept,
		batch: formats.NewBatch(v.BatchRows), ahead: formats.NewBatch(v.BatchRows),
	}
	for k, column := range result.Kept {
		if at := result.Roles.Puzzle; at >= 0 && at < len(result.Columns) && result.Columns[at] == column.Name {
			rows.puzzle = k
		}
		for own, f := range reader.Schema().Kept {
			if f.Name == column.Name && f.HasText() && column.HasText() {
				rows.shared = append(rows.shared, [2]int{k, own})
			}
		}
	}
	rows.places = placesIn(result, reader.Schema())
	return rows, nil
}

// read fills a batch with the next rows.
func (r *inputRows) read(b *formats.Batch) error {
	err := r.reader.Read(b)
	if files.IsEnd(err) {
		r.ended = true
		return nil
	}
	if err == nil {
		err = b.Parse()
	}
	if err != nil {
		return inputError{err}
	}
	return nil
}

// more reports whether the input has another row.
func (r *inputRows) more() (bool, error) {
	for r.next == r.batch.Len() {
		switch {
		case r.peeked:
			r.batch, r.ahead = r.ahead, r.batch
			r.next, r.peeked = 0, false
		case r.ended:
			return false, nil
		default:
			r.next = 0
			if err := r.read(r.batch); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// pass skips rows of the input.
func (r *inputRows) pass(rows int) error {
	for range rows {
		if more, err := r.more(); err != nil || !more {
			return err
		}
		r.next++
	}
	return nil
}

// distance returns how many rows of the input come before the next row with the given puzzle. It
// returns -1 if there is no such row among the rows that it examines.
func (r *inputRows) distance(puzzle *solver.Grid) (int, error) {
	rest := r.batch.Puzzles[r.next:]
	if d := slices.Index(rest, *puzzle); d >= 0 {
		return d, nil
	}
	if !r.peeked && !r.ended {
		if err := r.read(r.ahead); err != nil {
			return -1, err
		}
		r.peeked = !r.ended
	}
	if r.peeked {
		if d := slices.Index(r.ahead.Puzzles, *puzzle); d >= 0 {
			return len(rest) + d, nil
		}
	}
	return -1, nil
}

// compare reports the rows in which a batch of the result differs from the input. After missing or
// additional rows, the comparison continues at the next matching row. The result does not depend on
// how rows are divided into batches.
func (r *inputRows) compare(b *formats.Batch, report func(pipeline.Fault)) error {
	for i := range b.Len() {
		more, err := r.more()
		switch {
		case err != nil:
			return err
		case !more:
			report(pipeline.RowFault(b, i, errors.New("this row is not in the input, which has already ended")))
			continue
		}
		if err := r.compareRow(b, i, report); err != nil {
			return err
		}
	}
	return nil
}

// compareRow compares row i of a batch of the result with the next row of the input.
func (r *inputRows) compareRow(b *formats.Batch, i int, report func(pipeline.Fault)) error {
	puzzle := puzzleOf(b, i)
	distance, err := r.distance(&puzzle)
	if err != nil {
		return err
	}
	if distance < 0 {
		if len(r.open) == mostOpen {
			err = r.replace(1, report)
		}
		r.open = append(r.open, pipeline.RowFault(b, i, nil))
		return err
	}
	// Open rows count as replacements for skipped rows, if there are any.
	replaced := min(len(r.open), distance)
	if err := r.replace(replaced, report); err != nil {
		return err
	}
	for _, fault := range r.open {
		fault.Err = fmt.Errorf("this row is not in the input, whose next row is %s", r.place())
		report(fault)
	}
	r.open = r.open[:0]
	if missing := distance - replaced; missing > 0 {
		report(pipeline.RowFault(b, i, fmt.Errorf("before this row, the input has %s more, starting at %s", english.Plural(missing, "row", ""), r.place())))
		if err := r.pass(missing); err != nil {
			return err
		}
		if _, err := r.more(); err != nil {
			return err
		}
	}
	if err := r.differs(b, i); err != nil {
		report(pipeline.RowFault(b, i, err))
	}
	r.next++
	return nil
}

// puzzleOf returns the puzzle of row i in the input of a result. A row that could not be split into
// fields had none, even if the result contains a field of it that is a grid.
func puzzleOf(b *formats.Batch, i int) solver.Grid {
	if b.Readback.Reasons[i].Malformed() {
		return solver.Grid{}
	}
	return b.Puzzles[i]
}

// replace reports that the first open rows replace rows of the input, and skips the latter.
func (r *inputRows) replace(rows int, report func(pipeline.Fault)) error {
	for _, fault := range r.open[:rows] {
		more, err := r.more()
		if err != nil {
			return err
		}
		fault.Err = errors.New("this row is not in the input, which has already ended")
		if more {
			fault.Err = fmt.Errorf("the puzzle differs from the one in %s", r.place())
			r.next++
		}
		report(fault)
	}
	r.open = slices.Delete(r.open, 0, rows)
	_, err := r.more() // so that place returns the next row
	return err
}

// place returns the location of the next row of the input.
func (r *inputRows) place() string {
	file, line := r.batch.Origin(r.next)
	return fmt.Sprintf("%s:%d", file, line)
}

// differs returns an error for the first column in which row i of a result differs from the next
// row of the input.
func (r *inputRows) differs(b *formats.Batch, i int) error {
	placed := false
	if r.places != nil {
		file, line := r.batch.Origin(r.next)
		err := r.places.differ(b, i, file, line)
		if err != nil && !r.places.perhapsKept {
			return err
		}
		placed = err == nil
	}
	var kept, original []byte
	for _, columns := range r.shared {
		if placed && (columns[0] == r.places.file || columns[0] == r.places.line) {
			continue
		}
		kept = b.AppendKept(kept[:0], i, columns[0])
		// Puzzles that gridmill wrote may have other characters for blanks, and are empty if there
		// is no puzzle. They have already been compared as grids.
		if columns[0] == r.puzzle && (len(kept) == 0 || puzzleOf(b, i) != (solver.Grid{})) {
			continue
		}
		original = r.batch.AppendKept(original[:0], r.next, columns[1])
		own := &r.reader.Schema().Kept[columns[1]]
		// Formats that allow only UTF-8 replace other bytes with U+FFFD, and --types converts text
		// to numbers.
		if string(kept) == string(original) || string(kept) == string([]rune(string(original))) ||
			r.kept[columns[0]].IsMadeOf(kept, original) || own.IsMadeOf(kept, original) {
			continue
		}
		err := fmt.Errorf("column %s is %s, but %s in %s", formats.ShownName(own.Name), quoted(string(kept)), quoted(string(original)), r.place())
		if formats.MayBeMadeOf(kept, original) {
			err = &option.Error{Options: []option.Name{option.MadeTypes}, Err: err}
		}
		return err
	}
	return nil
}

// rest reports the rows that are still open at the end of a result, and rows of the input that are
// missing.
func (r *inputRows) rest(name string, report func(pipeline.Fault)) error {
	if err := r.replace(len(r.open), report); err != nil {
		return err
	}
	first, missing := "", 0
	for {
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
		report(pipeline.FaultOf(name, "the input has %s more at its end, starting at %s", english.Plural(missing, "row", ""), first))
	}
	return nil
}
