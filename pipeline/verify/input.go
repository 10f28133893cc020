package verify

import (
	"errors"
	"fmt"
	"io"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// inputRows are the rows of the input of a result, which the rows of the result must follow.
type inputRows struct {
	reader formats.Reader
	batch  *formats.Batch
	next   int // the row of the batch that the result's next row must be
	ended  bool
	shared [][2]int // columns that both keep, in the result and in the input
	puzzle int      // which of the result's kept columns holds the puzzles, or -1
}

// openInput opens the input of a result with the given schema. Columns that both have by name
// are compared; those of the result that the input lacks are gridmill's.
func openInput(files []string, read formats.ReadOptions, result *formats.Schema) (*inputRows, error) {
	read.Results, read.Keep = formats.IgnoreResults, formats.ParseKeep("all")
	reader, err := formats.Open(files, read)
	if err != nil {
		return nil, err
	}
	rows := &inputRows{reader: reader, batch: formats.NewBatch(formats.SectionRows), puzzle: -1}
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
	return rows, nil
}

// more makes a row of the input the next one, and reports whether there is any.
func (r *inputRows) more() (bool, error) {
	for !r.ended && r.next == r.batch.Len() {
		err := r.reader.Read(r.batch)
		if r.next = 0; errors.Is(err, io.EOF) {
			r.ended = true
			break
		}
		if err == nil {
			err = r.batch.Parse()
		}
		if err != nil {
			return false, err
		}
	}
	return !r.ended, nil
}

// compare reports in which rows a batch of the result does not follow the input. Where rows are
// missing or are too many, the rows behind them are compared again.
func (r *inputRows) compare(b *formats.Batch, report func(i int, err error)) error {
	for i := range b.Len() {
		more, err := r.more()
		switch {
		case err != nil:
			return err
		case !more:
			report(i, errors.New("the input has no such row: it ends before"))
			continue
		}
		r.compareRow(b, i, func(err error) { report(i, err) })
	}
	return nil
}

// compareRow compares row i of a batch of the result with the next row of the input.
func (r *inputRows) compareRow(b *formats.Batch, i int, report func(error)) {
	same, last := b.Puzzles[i] == r.batch.Puzzles[r.next], i+1 == b.Len()
	missing := r.distance(&b.Puzzles[i])
	switch {
	case !same && !last && b.Puzzles[i+1] == r.batch.Puzzles[r.next]:
		report(fmt.Errorf("the input has no such row before %s", r.place()))
		return
	case missing > 0:
		report(fmt.Errorf("before it the input has %s more, from %s on", english.Plural(missing, "row", ""), r.place()))
		r.next += missing
	case !same:
		report(fmt.Errorf("the puzzle is not that of %s", r.place()))
		if !last { // otherwise the row behind it shows whether it is one too many
			r.next++
		}
		return
	}
	if err := r.differs(b, i); err != nil {
		report(err)
	}
	r.next++
}

// distance returns how far behind the next row of the input the row with a puzzle stands, or 0
// where it is none of those that were read.
func (r *inputRows) distance(puzzle *solver.Grid) int {
	for d, p := range r.batch.Puzzles[r.next:] {
		if p == *puzzle {
			return d
		}
	}
	return 0
}

// place names the next row of the input.
func (r *inputRows) place() string {
	file, line := r.batch.Origin(r.next)
	return fmt.Sprintf("%s:%d", file, line)
}

// differs says in which column row i of a result is not the next row of the input.
func (r *inputRows) differs(b *formats.Batch, i int) error {
	var kept, original []byte
	for _, columns := range r.shared {
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

// rest returns the fault of a result that ends before its input.
func (r *inputRows) rest(name string) (fault pipeline.Fault, found bool, err error) {
	first, missing := "", 0
	for {
		more, err := r.more()
		if err != nil || !more {
			return pipeline.FaultOf(name, "the input has %s more at its end, from %s on", english.Plural(missing, "row", ""), first), missing > 0, err
		}
		if missing == 0 {
			first = r.place()
		}
		missing += r.batch.Len() - r.next
		r.next = r.batch.Len()
	}
}
