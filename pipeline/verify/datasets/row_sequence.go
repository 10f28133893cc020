package datasets

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// A tableVerifier checks a table: the rows of one split in one layout. It implements
// formats.Writer. Workers check batches in Encode, and Write compares rows with each other in row
// order.
type tableVerifier struct {
	formats.Observer
	*checker
	layout     *layout
	split      int
	counts     *dataset.SplitCounts
	files      []string       // names of the table's files in the layout
	isFirst    bool           // set for tables in the first layout; only their row keys are stored
	arrays     gridArrays     // set if the rows are in arrays
	columns    map[string]int // indices of gridmill's columns among the kept columns
	kept       []formats.ColumnType
	sources    []string        // possible values of the source column; nil if they are not known
	leftOut    formats.LeftOut // JSON keys outside of rows
	extra      verify.ExtrasCheck
	search     *verify.Search // checks the statistics; nil if they cannot be checked
	states     *folder.Table  // table with the positions of the chat layout; nil if there is none
	sameStates *comparer      // set while the file of positions is compared; see compareStates

	starts []int64 // the number of the first row of each file read so far; rows are numbered from 0
	rows   int64
	clues  [solver.Cells + 1]int64
	values [math.MaxUint8 + 1]int64 // number of originals for each value of the property Selection.Each
	base   checkedRow               // the latest original, with which its morphs are compared
	puzzle solver.Grid              // the puzzle of base
	found  solver.Stats             // statistics from solving base again; set if search is not nil
	order  uint64                   // the place of base in the order of rows; see checkBase
	// For the first layout, sums writes the checksums of the rows to a temporary file. For other
	// layouts, sums compares the checksums with that file. After a difference, or if there is no
	// such file, sums is nil and nothing is compared.
	sums   io.Writer
	opened []*os.File // files to close at the end
}

func (v *tableVerifier) start() error {
	path := filepath.Join(v.store.Dir, "rows-"+v.counts.Name)
	if v.isFirst {
		f, err := os.Create(path)
		v.sums, v.opened = bufio.NewWriter(f), append(v.opened, f)
		return files.InTemporary(err)
	}
	f, err := v.openFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil // there are no checksums, because the rows of the first layout could not be read
	}
	v.sums = &comparer{in: bufio.NewReader(f)}
	return files.InTemporary(err)
}

// openFile opens a file for reading. The file remains open until close is called.
func (v *tableVerifier) openFile(path string) (*os.File, error) {
	f, err := os.Open(path)
	v.opened = append(v.opened, f)
	return f, err
}

func (v *tableVerifier) close() {
	if out, is := v.sums.(*bufio.Writer); is {
		_ = out.Flush() // if this fails, compareSum finds too few checksums and reports a difference
	}
	for _, f := range v.opened {
		_ = f.Close() // f can be nil; errors do not matter, because only temporary files are written
	}
}

// Write implements formats.Writer. It compares morphs with their originals and stores row keys.
func (v *tableVerifier) Write(b *formats.Batch, encoded formats.Encoded) error {
	e := encoded.(*checkedRows)
	v.Tally.Proven += e.proven
	v.Tally.Unproven += e.unproven
	v.compareStates(e)
	for i := range e.rows {
		r := &e.rows[i]
		v.addStart(b, i)
		for _, err := range r.faults {
			v.report(err)
		}
		if err := v.compareSum(r); err != nil {
			return err
		}
		if v.isBase(v.rows) {
			v.checkBase(r)
			v.base, v.puzzle = *r, b.Puzzles[i]
			v.clues[r.clues]++
			if v.search != nil {
				v.found = e.found[i].Stats
			}
			if v.hasValues() {
				v.values[v.sampling.Each.Of(&e.rated, i)]++
			}
		} else {
			v.checkMorph(r, &b.Puzzles[i])
		}
		if v.search != nil && r.good && v.base.good {
			if err := v.search.Compare(&r.stats, &v.found); err != nil { // morphs have the same statistics as their original
				if v.layout.name == "csv" {
					err = fmt.Errorf("rating is wrong: %w", err)
				}
				v.report(err)
			}
		}
		if err := v.addKeys(e, r); err != nil {
			return err
		}
		v.rows++
	}
	return nil
}

// isBase reports whether a row is an original, not a morph. Rows are numbered from 0.
func (v *tableVerifier) isBase(row int64) bool { return row%(1+v.counts.Morphs) == 0 }

func (v *tableVerifier) report(err error) {
	file, number := v.place(v.rows)
	v.Fault(pipeline.Fault{File: v.path(file), Line: number, Row: number, Err: err})
}

// addStart records the number of the current row if it is the first row of a file.
func (v *tableVerifier) addStart(b *formats.Batch, i int) {
	if v.arrays != nil {
		return
	}
	file, _ := b.Origin(i)
	for n := len(v.starts); n == 0 || v.path(v.files[n-1]) != file; n++ { // some files may be empty
		v.starts = append(v.starts, v.rows)
	}
}

// checkBase checks that the originals of a split are in the order in which gridmill writes them.
// This also ensures that no original occurs twice.
func (v *tableVerifier) checkBase(r *checkedRow) {
	if r.base < 1 || r.base > v.made.Rows.Read {
		return // there is no base column, or checkColumns has reported the value
	}
	order := uint64(r.base)
	if v.made.Option("shuffle") == "true" {
		order = formats.ShuffleKey(v.made.Seed, order-1)
	}
	if r.base == v.base.base || order < v.order {
		v.report(fmt.Errorf("base %d follows base %d, but gridmill writes rows in a different order", r.base, v.base.base))
	}
	v.order = order
}

// checkMorph checks that the current row is a morph of the preceding original.
func (v *tableVerifier) checkMorph(r *checkedRow, puzzle *solver.Grid) {
	_, hasBase := v.columns["base"]
	switch number := v.rows % (1 + v.counts.Morphs); {
	case !hasBase:
	case r.base != v.base.base:
		v.report(fmt.Errorf("base is %d, but the original before this row has base %d", r.base, v.base.base))
	case v.isSameVersion() && r.good && v.base.good:
		var m morph.Morph
		var morphed solver.Grid
		m.Draw(v.made.Seed, uint64(r.base), uint64(number))
		if m.Apply(&morphed, &v.puzzle); morphed != *puzzle {
			v.report(fmt.Errorf("it differs from morph %d of original %d", number, r.base))
		}
	}
	if v.isFirst && r.good && v.base.good && r.puzzle != v.base.puzzle {
		_, number := v.place(v.rows - v.rows%(1+v.counts.Morphs))
		v.report(fmt.Errorf("it is not a morph of its original (row %d)", number))
	}
}

// compareSum writes the current row's checksum to v.sums, which stores or compares the checksum.
func (v *tableVerifier) compareSum(r *checkedRow) error {
	if v.sums == nil {
		return nil
	}
	err := binary.Write(v.sums, binary.LittleEndian, r.sum)
	if v.isFirst || err == nil {
		return files.InTemporary(err)
	}
	v.sums = nil
	v.report(fmt.Errorf("it differs from the row in the %s layout; later rows are not compared", v.layouts[0].name))
	return nil
}

// addKeys stores the keys of the current row if r.good is set. It skips true morphs of the
// preceding original, because the original has the same keys, which are already stored.
func (v *tableVerifier) addKeys(e *checkedRows, r *checkedRow) error {
	isBase := v.isBase(v.rows)
	if !v.isFirst || !r.good || !isBase && v.base.good && r.puzzle == v.base.puzzle {
		return nil
	}
	at := keys.NewRow(len(v.made.Exclude)+v.split, v.rows, excludedSet+1+v.split)
	// Exact allows a morph to occur several times, so add only the keys of originals.
	if v.dedupe != keys.None && (isBase || v.dedupe != keys.Exact) {
		if err := v.repeated.Add(r.repeated, at); err != nil {
			return err
		}
	}
	for _, key := range e.shared[r.firstShared:r.lastShared] {
		if err := v.shared.Add(key, at); err != nil {
			return err
		}
	}
	return nil
}

// end compares the totals of all rows with the totals in _SUCCESS.json.
func (v *tableVerifier) end() {
	if v.rows != v.counts.Rows {
		v.faultOf(v.files[0], "it has %s, expected %d", english.Plural(int(v.rows), "row", ""), v.counts.Rows)
		return
	}
	for clues, has := range v.clues {
		if should := v.counts.Clues[clues]; has != should {
			v.faultOf(v.files[0], "it has %s with %d clues, but %s says %d", english.Plural(int(has), "puzzle", ""), clues, dataset.SuccessName, should)
		}
	}
	for _, of := range v.counts.By(v.sampling.Each) {
		if has := v.values[of.Number]; v.isFirst && has != of.Rows {
			v.faultOf(v.files[0], "it has %s with the value %s, but %s says %d", english.Plural(int(has), "puzzle", ""), of.Value, dataset.SuccessName, of.Rows)
		}
	}
}
