package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// A chooser assigns each row to a split or drops the row.
type chooser struct {
	*Config
	rows, excluded *solved // excluded may be nil
	partitions     int
	decisions      []decision
}

// choose returns the decisions about all rows. It also stores them for resumed runs.
func (c *Config) choose(ctx context.Context, rows, excluded *solved) ([]decision, error) {
	o := &chooser{Config: c, rows: rows, excluded: excluded}
	stored := c.path("keys", "all.decisions")
	if parts.Exists(stored) {
		return o.readBytes(stored)
	}
	count := rows.plan.Rows
	if excluded != nil {
		count += excluded.plan.Rows
	}
	if count > math.MaxUint32 {
		return nil, fmt.Errorf("the inputs (including excluded files) have %d rows, more than the limit of %d", count, uint32(math.MaxUint32))
	}
	if c.By.Rule().HasManyKeys {
		count *= 1 + usualClues
	}
	o.partitions = keysort.Partitions(count)
	k := &keyEncoder{Selection: &c.Selection, needsRows: c.Dedupe != keys.None || c.samples()}
	k.needsClasses = excluded != nil || c.counts() || c.By.Rule().HasManyKeys
	if !k.needsClasses {
		k.assign = newAssigner(c.Splits)
	}
	if err := c.findKeys(ctx, rows, k, o.partitions); err != nil {
		return nil, err
	}
	if excluded != nil {
		excludedKeys := &keyEncoder{Selection: &c.Selection, needsClasses: true, excluded: true, offset: uint64(rows.plan.Rows)}
		if err := c.findKeys(ctx, excluded, excludedKeys, o.partitions); err != nil {
			return nil, err
		}
	}
	if err := c.waitFor(append(c.partsWithoutKeys(rows), c.partsWithoutKeys(excluded)...), "solving"); err != nil {
		return nil, err
	}
	if err := o.decide(ctx, k); err != nil {
		return nil, err
	}
	return o.decisions, c.Directory.Publish(stored, o.decisions)
}

// usualClues is a typical number of clues in a puzzle. It affects only the number of partitions.
const usualClues = 24

// readBytes reads the files at paths. Together, they contain one byte per row, in row order.
func (o *chooser) readBytes(paths ...string) ([]byte, error) {
	values := make([]byte, o.rows.plan.Rows)
	left := values
	for _, path := range paths {
		err := keysort.ReadFile(path, func(f *os.File) error {
			n, err := io.ReadFull(f, left)
			left = left[n:]
			return err
		})
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, err
		}
	}
	if len(left) > 0 {
		return nil, fmt.Errorf("%s is incomplete (rows without a key: %d); remove it and run the same command again", o.path("keys"), len(left))
	}
	return values, nil
}

// decide reads the known decisions, and then sorts keys to make the remaining decisions.
func (o *chooser) decide(ctx context.Context, k *keyEncoder) (err error) {
	if o.decisions, err = o.readBytes(o.keyFiles(o.rows, decisionBytes)...); err != nil {
		return err
	}
	o.Enter(pipeline.Choose, new(files.Counter), pipeline.Unknown)
	if o.Dedupe != keys.None {
		if err := o.dedupe(ctx); err != nil {
			return err
		}
	}
	if k.needsClasses {
		if err := o.split(ctx); err != nil {
			return err
		}
	}
	if o.samples() {
		return o.sample(ctx)
	}
	return nil
}

// dedupe keeps only the first of the rows that share a key.
func (o *chooser) dedupe(ctx context.Context) error {
	return keysort.Repeats(ctx, o.keyFiles(o.rows, rowKeys), o.partitions, o.Workers, func(row uint64) {
		o.decisions[row] = duplicate
	})
}

// sample keeps, in each split, the rows that are first in key order, up to Split.Sample or
// Split.SampleShare. If Selection.Each names a property, this limit applies to each of its values.
func (o *chooser) sample(ctx context.Context) error {
	value := func(uint64) byte { return 0 }
	if o.Each != "" {
		values, err := o.readBytes(o.keyFiles(o.rows, valueBytes)...)
		if err != nil {
			return err
		}
		value = func(row uint64) byte { return values[row] }
	}
	left := o.sampleSizes(value)
	inSplit := func(row uint64) bool { return o.decisions[row] >= firstSplit }
	return keysort.Groups(ctx, o.keyFiles(o.rows, rowKeys), o.partitions, o.Workers, inSplit, func(group []keysort.Record) error {
		for _, r := range group {
			n := &left[o.decisions[r.Row]-firstSplit][value(r.Row)]
			if *n--; *n < 0 {
				o.decisions[r.Row] = unsampled
			}
		}
		return nil
	})
}

// sampleSizes returns the number of rows to keep for each split and each result of value.
func (o *chooser) sampleSizes(value func(row uint64) byte) [][math.MaxUint8 + 1]int64 {
	sizes := make([][math.MaxUint8 + 1]int64, len(o.Splits))
	for row, d := range o.decisions {
		if d >= firstSplit {
			sizes[d-firstSplit][value(uint64(row))]++
		}
	}
	for i := range sizes {
		for v, n := range sizes[i] {
			if s := &o.Splits[i]; s.Sample > 0 {
				sizes[i][v] = s.Sample
			} else if s.SampleShare > 0 {
				sizes[i][v] = int64(math.Round(s.SampleShare * float64(n)))
			}
		}
	}
	return sizes
}

// split divides classes of puzzles among the splits. It drops classes with excluded puzzles.
func (o *chooser) split(ctx context.Context) error {
	paths := append(o.keyFiles(o.rows, classKeys), o.keyFiles(o.excluded, classKeys)...)
	if o.By.Rule().HasManyKeys {
		path, err := o.joinNeighbors(ctx, paths)
		if err != nil {
			return err
		}
		paths = []string{path}
	}
	assign, byCount := newAssigner(o.Splits), o.counts()
	return keysort.Groups(ctx, paths, o.partitions, o.Workers, o.undecided, func(group []keysort.Record) error {
		hasExcluded := o.isExcluded(group[len(group)-1].Row) // excluded rows have the highest numbers
		split := assign.nextSplit()
		for _, r := range group {
			switch {
			case o.isExcluded(r.Row):
			case hasExcluded:
				o.decisions[r.Row] = excluded
			case byCount:
				o.decisions[r.Row] = assign.take(split)
			default:
				o.decisions[r.Row] = assign.share(r.High)
			}
		}
		return nil
	})
}

// isExcluded reports whether row is an excluded puzzle. Input rows have smaller numbers.
func (o *chooser) isExcluded(row uint64) bool { return row >= uint64(len(o.decisions)) }

// undecided reports whether row is an excluded puzzle, or an input row whose decision is pending.
func (o *chooser) undecided(row uint64) bool {
	return o.isExcluded(row) || o.decisions[row] == pending
}

// A decision assigns a row of the inputs to a split, or says why the row is dropped.
type decision = byte

// The values of a decision. The decision for split i is firstSplit+i.
const (
	pending decision = iota // not known yet
	notUnique
	filtered
	noValue // filtered because a value is missing
	duplicate
	excluded
	unassigned
	unsampled
	firstSplit
)

func (d *Dropped) count(decisions []byte) {
	n := func(reason decision) int64 { return int64(bytes.Count(decisions, []byte{reason})) }
	*d = Dropped{
		NotUnique: n(notUnique), Filtered: n(filtered) + n(noValue), Lacking: n(noValue), Duplicate: n(duplicate),
		Excluded: n(excluded), Unassigned: n(unassigned), Unsampled: n(unsampled),
	}
}

// An assigner divides classes of puzzles among the splits. It receives the classes in key order.
type assigner struct {
	splits []Split
	ends   []float64 // sum of the shares up to and including each split
	rest   decision  // the split for all remaining puzzles, or unassigned if no split takes the rest
	left   []int64   // number of puzzles that each split can still take
}

func newAssigner(splits []Split) *assigner {
	a := &assigner{splits: splits, rest: unassigned}
	sum := 0.0
	for i, s := range splits {
		if s.Share == 0 && s.Count == 0 {
			a.rest = firstSplit + decision(i)
		}
		if sum += s.Share; sum > 1-1e-9 {
			sum = 1
		}
		a.ends = append(a.ends, sum)
		a.left = append(a.left, s.Count)
	}
	return a
}

// share returns the decision about a class if the splits are given as shares. The decision depends
// only on the class's key. If rows are added to the inputs, earlier rows therefore stay in their
// splits, unless Selection.By is Neighbors.
func (a *assigner) share(high uint64) decision {
	at := float64(high>>11) / (1 << 53)
	for i, end := range a.ends {
		if at < end && a.splits[i].Share > 0 {
			return firstSplit + decision(i)
		}
	}
	return a.rest
}

// nextSplit returns the first split that can take another puzzle, or -1 if all are full. The result
// matters only if the splits are given as numbers of puzzles.
func (a *assigner) nextSplit() int {
	return slices.IndexFunc(a.left, func(n int64) bool { return n > 0 })
}

// take returns the decision about a puzzle whose class goes to split i. If i is -1, it returns
// a.rest. If the split is full, the puzzle is dropped, because a class must not go to two splits.
func (a *assigner) take(i int) decision {
	switch {
	case i < 0:
		return a.rest
	case a.left[i] == 0:
		return unassigned
	}
	a.left[i]--
	return firstSplit + decision(i)
}
