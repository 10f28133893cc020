package datasets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
)

// checkShared reports puzzles that are the same as an earlier one, those that are the same as
// one of another split, and those that were to be kept out.
func (c *checker) checkShared(ctx context.Context) error {
	if len(c.tables) == 0 {
		return nil // that was reported
	}
	again := pairs{c: c, same: c.repeats}
	if err := c.groups(ctx, []string{"repeated"}, again.addRepeated); err != nil {
		return err
	}
	again.report()
	excluded, err := c.writeExcluded(ctx)
	if err != nil {
		return err
	}
	apart := pairs{c: c, same: c.leaks, excluded: excluded}
	names := []string{"shared"}
	if len(excluded) > 0 {
		names = append(names, "excluded")
	}
	if err := c.findShared(ctx, names, &apart); err != nil {
		return err
	}
	apart.report()
	return nil
}

// findShared adds the rows that share a key with another split, once each.
func (c *checker) findShared(ctx context.Context, names []string, to *pairs) error {
	if c.made.By != dataset.Neighbours {
		return c.groups(ctx, names, func(group []keysort.Record) { eachShared(group, to.add) })
	}
	// A row has many keys, so that what they lead to is sorted by rows before it is counted.
	out, w, err := c.keyFile("pairs")
	if err != nil {
		return err
	}
	var full error
	err = c.groups(ctx, names, func(group []keysort.Record) {
		eachShared(group, func(r, other row) {
			// The product with an odd number spreads rows over the first bits, and differs for all.
			key := keysort.Key{High: uint64(r) * 0x9e3779b97f4a7c15, Low: uint64(r)}
			if full == nil {
				full = w.Add(keysort.Record{Key: key, Row: uint64(other)})
			}
		})
	})
	if err := errors.Join(err, full, w.Flush(), out.Close()); err != nil {
		return err
	}
	return c.groups(ctx, []string{"pairs"}, func(group []keysort.Record) {
		to.add(row(group[0].Low), row(group[0].Row))
	})
}

// groups calls f for the rows of each key in some key files.
func (c *checker) groups(ctx context.Context, names []string, f func([]keysort.Record)) error {
	var paths []string
	for _, name := range names {
		paths = append(paths, c.keyPath(name))
	}
	return keysort.Groups(ctx, paths, c.partitions, c.Workers, nil, func(group []keysort.Record) error {
		f(group)
		return nil
	})
}

// mostReported is how many rows are reported for one reason. All are counted.
const mostReported = 1000

// pairs are rows that are the same as others, of which the first are kept.
type pairs struct {
	c        *checker
	same     func(kept, other row) string
	excluded []string // the files of those that are kept out
	found    []pair
	all      int64
}

type pair struct{ row, other row }

// addRepeated takes rows that no two may be of.
func (p *pairs) addRepeated(group []keysort.Record) {
	for _, r := range group[1:] {
		p.add(row(r.Row), row(group[0].Row))
	}
}

// eachShared calls add for each row of a group that no two splits may have.
func eachShared(group []keysort.Record, add func(r, other row)) {
	first, last := row(group[0].Row), row(group[len(group)-1].Row)
	for _, g := range group {
		switch r := row(g.Row); {
		case r.split() == keptOut:
		case last.split() == keptOut:
			add(r, last)
		case r.split() != first.split():
			add(r, first)
		}
	}
}

func (p *pairs) add(r, other row) {
	p.all++
	if p.found = append(p.found, pair{r, other}); len(p.found) >= 2*mostReported {
		p.cut()
	}
}

// cut leaves the first rows.
func (p *pairs) cut() {
	slices.SortFunc(p.found, func(a, b pair) int { return cmp.Compare(a.row, b.row) })
	p.found = p.found[:min(len(p.found), mostReported)]
}

// report reports the first rows, and counts the others.
func (p *pairs) report() {
	p.cut()
	for _, found := range p.found {
		file, number := p.c.placeOf(found.row)
		err := fmt.Errorf("%s %s", p.same(found.row, found.other), p.nameOf(found.other))
		p.c.fault(pipeline.Fault{File: p.c.path(file), Line: number, Row: number, Err: err})
	}
	p.c.Tally.Faults += p.all - int64(len(p.found))
}

// nameOf names a row in a message.
func (p *pairs) nameOf(r row) string {
	if r.split() != keptOut {
		return p.c.rowName(r)
	}
	return fmt.Sprintf("%s:%d, which was to be kept out", p.excluded[r.number()>>lineBits], r.number()&(1<<lineBits-1))
}

// repeats says what a row is that has the key of another.
func (c *checker) repeats(_, _ row) string {
	switch c.made.Dedupe {
	case dataset.Exact:
		return "it is the same puzzle as"
	case dataset.Solution:
		return "its solution is an image of that of"
	}
	return "it is an image of"
}

// leaks says what a row is that shares a key with one of another split.
func (c *checker) leaks(r, other row) string {
	what := "its solution is an image of that of"
	switch c.made.By {
	case dataset.Puzzle:
		what = "it is an image of"
	case dataset.Neighbours:
		what = "its solution, or what it is without a clue, is an image of that of"
	}
	if other.split() == keptOut {
		return what
	}
	return fmt.Sprintf("it leaks from %s to %s: %s", c.made.Splits[other.split()].Name, c.made.Splits[r.split()].Name, what)
}
