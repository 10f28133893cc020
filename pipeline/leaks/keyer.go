package leaks

import (
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/solver"
)

// bySplit is used as the set number if the split column specifies the set of each row.
const bySplit = -1

// A keyer computes the keys of rows. It implements formats.Writer, so that workers compute the keys
// in parallel and Write receives them in row order.
type keyer struct {
	formats.Observer
	By     keys.Criterion
	unique bool // whether a puzzle must have exactly one solution, even if By does not require it
	to     *keys.File
	names  *[]string // names of the files and members, appended by Write; nil if file is fixed
	name   string    // name of the current file or member, or "" before its first row
	file   int       // its number
	set    int       // number of the current file's set, or bySplit
	counts []Set
}

type keyed struct {
	finder keys.Finder
	rows   []keyedRow
	keys   []keysort.Record // keys of all rows, in row order
	text   []byte           // split names of all rows, in row order
}

type keyedRow struct {
	keysEnd, textEnd int // where the row ends in keyed.keys and keyed.text
	unread           bool
	file             string // the file or the member of an archive
}

func (k *keyer) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	e := formats.Reused[keyed](reuse)
	e.finder.AnyOrder = true
	e.rows, e.keys, e.text = e.rows[:0], e.keys[:0], e.text[:0]
	for i := range b.Len() {
		file, line := b.Origin(i)
		if line > keys.MaxLine {
			return nil, fmt.Errorf("%s exceeds the limit of %d lines", files.InputName(file), int64(keys.MaxLine))
		}
		k.addKeys(e, b, i, line)
		if k.set == bySplit {
			e.text = b.AppendKept(e.text, i, 0)
		}
		e.rows = append(e.rows, keyedRow{len(e.keys), len(e.text), isUnread(b, i), file})
	}
	return e, nil
}

func isUnread(b *formats.Batch, i int) bool { return b.Puzzles[i][0] == 0 }

func (k *keyer) solves() bool { return k.unique || k.By.Rule().NeedsSolution }

// addKeys adds the keys of row i, unless the row cannot be compared.
func (k *keyer) addKeys(e *keyed, b *formats.Batch, i int, line int64) {
	puzzle, r := &b.Puzzles[i], &b.Results[i]
	switch {
	case isUnread(b, i),
		k.solves() && (r.Verdict != solver.Unique || !e.finder.Read(puzzle, &r.Solution)),
		!k.solves() && !e.finder.ReadPuzzle(puzzle):
		return
	}
	e.finder.EachShared(k.By, func(key keysort.Key, neighbor bool) {
		row := keys.NewRow(0, line, 0)
		if neighbor {
			row = row.OfNeighbor()
		}
		e.keys = append(e.keys, keysort.Record{Key: key, Row: uint64(row)})
	})
}

func (k *keyer) Write(_ *formats.Batch, encoded formats.Encoded) (err error) {
	e := encoded.(*keyed)
	var from keyedRow
	for _, to := range e.rows {
		set := k.set
		if set == bySplit {
			if set, err = k.setOf(e.text[from.textEnd:to.textEnd]); err != nil {
				return err
			}
		}
		if k.names != nil && to.file != k.name {
			if k.file = len(*k.names); k.file > keys.MaxFile {
				return fmt.Errorf("the number of files exceeds the limit of %d", keys.MaxFile+1)
			}
			k.name, *k.names = to.file, append(*k.names, to.file)
		}
		count := &k.counts[set]
		count.Rows++
		if to.unread {
			count.Unread++
		}
		if to.keysEnd > from.keysEnd {
			count.Compared++
		}
		for _, r := range e.keys[from.keysEnd:to.keysEnd] {
			if err := k.to.Add(r.Key, keys.Row(r.Row)|keys.NewRow(k.file, 0, set)); err != nil {
				return err
			}
		}
		from = to
	}
	return nil
}

// setOf returns the number of the named set, and adds the set if it is new.
func (k *keyer) setOf(name []byte) (int, error) {
	for i := range k.counts {
		if k.counts[i].Name == string(name) {
			return i, nil
		}
	}
	if len(k.counts) > keys.MaxSet {
		return 0, fmt.Errorf("the %s column exceeds the limit of %d different values", SplitColumn, keys.MaxSet+1)
	}
	k.counts = append(k.counts, Set{Name: string(name)})
	return len(k.counts) - 1, nil
}
