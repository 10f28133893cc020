package datasets

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
)

// checkShared reports puzzles that are the same as an earlier one, those that are the same as
// one of another split, and those that were to be kept out.
func (c *checker) checkShared(ctx context.Context) error {
	if len(c.tables) == 0 {
		return nil // that was reported
	}
	repeated := keysort.FirstPairs{Most: mostReported}
	if err := c.keyFiles.Pairs(ctx, []string{"repeated"}, false, eachRepeated, repeated.Add); err != nil {
		return err
	}
	c.reportPairs(&repeated, func(_, _ row) string { return c.dedupe.Relation() })
	names := []string{"shared"}
	if err := c.writeExcluded(ctx); err != nil {
		return err
	}
	if len(c.excluded) > 0 {
		names = append(names, "excluded")
	}
	shared := keysort.FirstPairs{Most: mostReported}
	if err := c.keyFiles.Pairs(ctx, names, c.by.HasManyKeys(), eachShared, shared.Add); err != nil {
		return err
	}
	c.reportPairs(&shared, c.leak)
	return nil
}

// mostReported is how many rows are reported for one reason. All are counted.
const mostReported = 1000

// eachRepeated adds all but the first row of a group, which no two may be of.
func eachRepeated(group []keysort.Record, add func(keysort.Pair) error) error {
	for _, r := range group[1:] {
		if err := add(keysort.Pair{Row: r.Row, Other: group[0].Row}); err != nil {
			return err
		}
	}
	return nil
}

// eachShared adds each row of a group that no two splits may have.
func eachShared(group []keysort.Record, add func(keysort.Pair) error) (err error) {
	first, last := row(group[0].Row), row(group[len(group)-1].Row)
	for _, r := range group {
		switch split := row(r.Row).split(); {
		case err != nil || split == excludedSplit:
			return err
		case last.split() == excludedSplit:
			err = add(keysort.Pair{Row: r.Row, Other: uint64(last)})
		case split != first.split():
			err = add(keysort.Pair{Row: r.Row, Other: uint64(first)})
		}
	}
	return err
}

// reportPairs reports the first rows, and counts the others. relation says what a row is to the
// other.
func (c *checker) reportPairs(p *keysort.FirstPairs, relation func(r, other row) string) {
	first := p.First()
	for _, pair := range first {
		r, other := row(pair.Row), row(pair.Other)
		file, number := c.placeOf(r)
		err := fmt.Errorf("%s %s", relation(r, other), c.rowName(other))
		c.fault(pipeline.Fault{File: c.path(file), Line: number, Row: number, Err: err})
	}
	c.Tally.Faults += p.All - int64(len(first))
}

// rowName names a row of the first layout, or one that was to be kept out, in a message.
func (c *checker) rowName(r row) string {
	if r.split() == excludedSplit {
		return fmt.Sprintf("%s:%d, which was to be kept out", c.excluded[r.number()>>lineBits], r.number()&(1<<lineBits-1))
	}
	file, number := c.placeOf(r)
	return fmt.Sprintf("%s: row %d", c.path(file), number)
}

// leak says what a row is to one of another split with which it shares a key.
func (c *checker) leak(r, other row) string {
	if other.split() == excludedSplit {
		return c.by.Relation()
	}
	return fmt.Sprintf("it leaks from %s to %s: %s", c.made.Splits[other.split()].Name, c.made.Splits[r.split()].Name, c.by.Relation())
}
