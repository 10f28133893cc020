package datasets

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/keys"
)

// checkShared reports puzzles that are the same as an earlier one, those that are the same as
// one of another split, and those that were to be kept out.
func (c *checker) checkShared(ctx context.Context) error {
	if len(c.tables) == 0 {
		return nil // that was reported
	}
	repeated := keys.FirstPairs{Most: mostReported}
	if err := c.store.Repeated(ctx, repeatedKeys, repeated.Add); err != nil {
		return err
	}
	c.reportPairs(&repeated, func(keys.Pair) string { return c.dedupe.Relation() })
	if err := c.writeExcluded(ctx); err != nil {
		return err
	}
	shared := keys.FirstPairs{Most: mostReported}
	err := c.store.Shared(ctx, []string{sharedKeys, excludedKeys}, func(p keys.Pair) {
		if p.Row.Set() > p.Other.Set() { // each pair once
			shared.Add(p)
		}
	})
	c.reportPairs(&shared, c.leak)
	return err
}

// The files of keys.
const (
	repeatedKeys = "repeated" // that no two puzzles may share
	sharedKeys   = "shared"   // that no two splits may share
	excludedKeys = "excluded" // of the puzzles that are kept out
)

// mostReported is how many rows are reported for one reason. All are counted.
const mostReported = 1000

// reportPairs reports the first rows, and counts the others. relation says what a row is to the
// other.
func (c *checker) reportPairs(p *keys.FirstPairs, relation func(keys.Pair) string) {
	first := p.First()
	for _, pair := range first {
		file, number := c.placeOf(pair.Row)
		err := fmt.Errorf("%s %s", relation(pair), c.rowName(pair.Other))
		c.fault(pipeline.Fault{File: c.path(file), Line: number, Row: number, Err: err})
	}
	c.Tally.Faults += p.All - int64(len(first))
}

// rowName names a row of the first layout, or one that was to be kept out, in a message.
func (c *checker) rowName(r keys.Row) string {
	if r.Set() == excludedSet {
		return fmt.Sprintf("%s:%d, which was to be kept out", c.excluded[r.File()], r.Line())
	}
	file, number := c.placeOf(r)
	return fmt.Sprintf("%s: row %d", c.path(file), number)
}

// leak says what a row is to one of another split with which it shares a key.
func (c *checker) leak(p keys.Pair) string {
	if p.Other.Set() == excludedSet {
		return c.by.Relation()
	}
	return fmt.Sprintf("it leaks from %s to %s: %s", c.made.Splits[splitOf(p.Other)].Name, c.made.Splits[splitOf(p.Row)].Name, c.by.Relation())
}
