package verify

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// inputRows are the rows of the input of a result, which the rows of the result must follow.
type inputRows struct {
	reader formats.Reader
	batch  *formats.Batch
	next   int            // the row of the batch that the result's next row must be
	ahead  *formats.Batch // the batch behind it, if it was looked into
	peeked bool           // ahead was read
	ended  bool           // there are no rows behind those that were read
	// open are rows of the result that the input does not have where it should. Rows behind
	// them show whether they are too many or in the place of others.
	open   []pipeline.Fault
	shared [][2]int // columns that both keep, in the result and in the input
	puzzle int      // which of the result's kept columns holds the puzzles, or -1
	places *places  // nil unless the result says where its rows came from
}

// mostOpen is how many rows of the result stay open.
const mostOpen = 100

// An inputError is that of the input of a result, which is no fault of the result.
type inputError struct{ error }

// Unwrap returns the error.
func (e inputError) Unwrap() error { return e.error }

// openInput opens the input of a result with the given schema. Columns that both have by name
// are compared; those of the result that the input lacks are gridmill's.
func openInput(files []string, read formats.ReadOptions, result *formats.Schema, batchRows int) (*inputRows, error) {
	read.Results, read.Keep = formats.IgnoreResults, formats.ParseKeep("all")
	reader, err := formats.Open(files, read)
	if err != nil {
		return nil, inputError{err}
	}
	rows := &inputRows{
		reader: reader, puzzle: -1,
		batch: formats.NewBatch(batchRows), ahead: formats.NewBatch(batchRows),
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

// read fills a batch with the rows behind those that were read.
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

// more makes a row of the input the next one, and reports whether there is any.
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

// pass makes the row behind so many the next one.
func (r *inputRows) pass(rows int) error {
	for range rows {
		if more, err := r.more(); err != nil || !more {
			return err
		}
		r.next++
	}
	return nil
}

// distance returns how far behind the next row of the input the row with a puzzle stands, or
// -1 where it is none of those that are looked at.
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

// compare reports in which rows a batch of the result does not follow the input. Where rows are
// missing or are too many, the rows behind them are compared again, wherever batches end.
func (r *inputRows) compare(b *formats.Batch, report func(pipeline.Fault)) error {
	for i := range b.Len() {
		more, err := r.more()
		switch {
		case err != nil:
			return err
		case !more:
			report(pipeline.RowFault(b, i, errors.New("the input has no such row: it ends before")))
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
	distance, err := r.distance(&b.Puzzles[i])
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
	// The open rows stand in the place of those that are passed over, as far as these go.
	replaced := min(len(r.open), distance)
	if err := r.replace(replaced, report); err != nil {
		return err
	}
	for _, fault := range r.open {
		fault.Err = fmt.Errorf("the input has no such row before %s", r.place())
		report(fault)
	}
	r.open = r.open[:0]
	if missing := distance - replaced; missing > 0 {
		report(pipeline.RowFault(b, i, fmt.Errorf("before it the input has %s more, from %s on", english.Plural(missing, "row", ""), r.place())))
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

// replace reports of the first open rows that they stand in the place of rows of the input,
// which are passed over.
func (r *inputRows) replace(rows int, report func(pipeline.Fault)) error {
	for _, fault := range r.open[:rows] {
		more, err := r.more()
		if err != nil {
			return err
		}
		fault.Err = errors.New("the input has no such row: it ends before")
		if more {
			fault.Err = fmt.Errorf("the puzzle is not that of %s", r.place())
			r.next++
		}
		report(fault)
	}
	r.open = slices.Delete(r.open, 0, rows)
	_, err := r.more() // so that there is a next row to be named
	return err
}

// place names the next row of the input.
func (r *inputRows) place() string {
	file, line := r.batch.Origin(r.next)
	return fmt.Sprintf("%s:%d", file, line)
}

// differs says in which column row i of a result is not the next row of the input.
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
		// Puzzles that gridmill wrote have other blanks, and nothing where there is none; as
		// grids they were compared.
		if columns[0] == r.puzzle && (len(kept) == 0 || b.Puzzles[i] != (solver.Grid{})) {
			continue
		}
		original = r.batch.AppendKept(original[:0], r.next, columns[1])
		// Formats that have only UTF-8 hold other bytes as U+FFFD.
		if string(kept) != string(original) && string(kept) != string([]rune(string(original))) {
			name := formats.ShownName(r.reader.Schema().Kept[columns[1]].Name)
			return fmt.Errorf("column %s is %s, but %s in %s", name, quoted(string(kept)), quoted(string(original)), r.place())
		}
	}
	return nil
}

// rest reports the rows that are open at the end of a result, and those that it lacks.
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
		report(pipeline.FaultOf(name, "the input has %s more at its end, from %s on", english.Plural(missing, "row", ""), first))
	}
	return nil
}
