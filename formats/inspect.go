package formats

import (
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// Info describes a file, as far as possible without solving its puzzles.
type Info struct {
	File string
	Reading
	Types      []string // types of the columns, for JSON, Arrow, NumPy and Parquet
	Bytes      int64    // size of the file; 0 if unknown
	RowGroups  int      // number of row groups, for Parquet
	Provenance string   // JSON that describes the run that wrote the file, for Parquet

	// Rows is exact if RowsExact is set. Otherwise, Rows is estimated from the first rows or, if
	// the size of the file is unknown, Rows is the number of rows read.
	Rows      int64
	RowsExact bool

	// The following fields describe the checked rows.
	Checked int           // number of rows checked
	Blanks  string        // characters used for blanks
	First   []solver.Grid // first puzzles
	Faulty  []FaultyRow
	Reasons ReasonCounts // why rows are not puzzles
	LeftOut *LeftOut     // text outside rows, in the part of the file that was read
	Omitted LeftOutKeys  // JSON keys without a column, in the rows that were read
}

// A FaultyRow is a row without a puzzle, or with a puzzle whose clues contradict each other.
type FaultyRow struct {
	Line   int64
	Reason Reason
	Text   string // text of the puzzle field
}

const (
	inspectRows  = 1000     // number of rows checked
	inspectFirst = 3        // number of puzzles shown
	inspectBytes = 64 << 20 // number of bytes after which counting ends
)

// Inspect reports how Open would read a file. It ignores o.Keep and o.LeftOut.
func Inspect(file string, o ReadOptions) (*Info, error) {
	o.Keep, o.LeftOut = ParseKeep("none"), new(LeftOut)
	r, err := Open([]string{file}, o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	d := r.(*dataSet)
	info := &Info{File: files.InputName(file), Bytes: d.total, LeftOut: o.LeftOut}
	d.current.describe(info)
	return info, info.check(d)
}

// check checks the first rows. It also sets info.Rows unless a footer states the number of rows.
func (info *Info) check(r Reader) error {
	b := NewBatch(inspectRows)
	rows := int64(0)
	for {
		done, total := r.Progress()
		err := r.Read(b)
		switch {
		case files.IsEnd(err):
			info.Rows, info.RowsExact = rows, true
			return nil
		case err != nil:
			return err
		}
		if err := b.Parse(); err != nil {
			return err
		}
		info.Omitted.merge(b.Events.LeftOut)
		if rows == 0 {
			info.look(b)
		}
		rows += int64(b.Len())
		if info.RowsExact {
			return nil
		}
		if done > inspectBytes {
			info.Rows = rows
			if total > 0 {
				info.Rows = int64(float64(rows) * float64(total) / float64(done))
			}
			return nil
		}
	}
}

// look sets the fields of info that describe the first rows of the file.
func (info *Info) look(b *Batch) {
	info.Checked = b.Len()
	info.Blanks = info.Reading.Blanks
	var text []byte
	for i := range b.Len() {
		text = b.segmentOf(i).source.appendPuzzle(text[:0], b, i)
		reason := b.Reasons[i]
		info.Reasons.Add(b, i)
		if repeat, found := b.Puzzles[i].FindRepeat(); reason.Kind == gridtext.NoReason && found {
			reason = gridtext.Repeats(repeat)
		}
		if reason.Kind != gridtext.NoReason {
			_, line := b.Origin(i)
			info.Faulty = append(info.Faulty, FaultyRow{line, reason, excerptOf(text)})
			continue
		}
		if len(info.First) < inspectFirst {
			info.First = append(info.First, b.Puzzles[i])
		}
		for _, c := range text {
			if info.Reading.Blanks == "" && solver.IsCell(c) && c-'1' >= 9 && !strings.ContainsRune(info.Blanks, rune(c)) {
				info.Blanks += string(c)
			}
		}
	}
}
