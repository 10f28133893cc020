package formats

import (
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// Info is what gridmill sees in a file before it solves any of it.
type Info struct {
	File string
	Reading
	Types      []string // of the columns
	Bytes      int64    // of the file; 0 if it has no size
	RowGroups  int      // of Parquet
	Provenance string   // the run that wrote it, as JSON, where gridmill wrote Parquet

	// Rows is exact where the file was read to its end or has an index, else
	// estimated from its first rows, and where the file has no size, as many as
	// were read.
	Rows      int64
	RowsExact bool

	// What the first rows hold, Checked of them: the characters for blanks, the
	// first puzzles, and the rows at fault.
	Checked int
	Blanks  string
	First   []solver.Grid
	Faulty  []FaultyRow
	Reasons ReasonCounts // of those that are no puzzles
	LeftOut *LeftOut     // what is left out of JSON or lines, as far as the file was read
}

// FaultyRow is a row that is no puzzle, or one whose clues contradict each other.
type FaultyRow struct {
	Line   int64
	Reason Reason
	Text   string // what stands there for the puzzle
}

const (
	inspectRows  = 1000     // how many rows are looked at closely
	inspectFirst = 3        // how many puzzles are shown
	inspectBytes = 64 << 20 // how far a file is read to count its rows
)

// Inspect looks at a file as Open would read it, but for columns that only pass through.
func Inspect(file string, o ReadOptions) (*Info, error) {
	o.Keep, o.LeftOut = ParseKeep("none"), new(LeftOut)
	r, err := Open([]string{file}, o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	d := r.(*fileList)
	info := &Info{File: files.InputName(file), Bytes: d.total, LeftOut: o.LeftOut}
	d.current.describe(info)
	if err := info.check(d); err != nil {
		return nil, err
	}
	return info, nil
}

// check looks at the first rows, and reads on to count the rest where there is no
// index.
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
		if rows == 0 {
			err = info.look(b)
		} else if !info.RowsExact {
			err = b.Parse() // which notes what is left out
		}
		if err != nil {
			return err
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

// look fills in what the first rows hold.
func (info *Info) look(b *Batch) error {
	if err := b.Parse(); err != nil {
		return err
	}
	info.Checked = b.Len()
	var text []byte
	for i := range b.Len() {
		text = b.segmentOf(i).source.appendPuzzle(text[:0], b, i)
		reason := b.Reasons[i]
		if reason.Kind != gridtext.NoReason {
			info.Reasons.Add(b, i)
		}
		if repeat, found := b.Puzzles[i].FindRepeat(); reason.Kind == gridtext.NoReason && found {
			reason = gridtext.Repeats(repeat)
		}
		if reason.Kind != gridtext.NoReason {
			_, line := b.Origin(i)
			info.Faulty = append(info.Faulty, FaultyRow{line, reason, string(text)})
			continue
		}
		if len(info.First) < inspectFirst {
			info.First = append(info.First, b.Puzzles[i])
		}
		for _, c := range text {
			if solver.IsCell(c) && c-'1' >= 9 && !strings.ContainsRune(info.Blanks, rune(c)) {
				info.Blanks += string(c)
			}
		}
	}
	return nil
}
