package datasets

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/keys"
)

// checkShared reports puzzles that are the same as an earlier puzzle, as one of another split, or
// as an excluded one.
func (c *checker) checkShared(ctx context.Context) error {
	if len(c.tables) == 0 {
		return nil // this was reported
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
	repeatedKeys = "repeated" // that no two puzzles share
	sharedKeys   = "shared"   // that no two splits share
	excludedKeys = "excluded" // of excluded puzzles
)

// mostReported is the maximum number of rows that are reported for one reason. All are counted.
const mostReported = 1000

// reportPairs reports the first rows and counts the others. relation says what a row is to the
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

// rowName names a row of the first layout or an excluded one in a message.
func (c *checker) rowName(r keys.Row) string {
	if r.Set() == excludedSet {
		return fmt.Sprintf("%s:%d, which should have been excluded", c.excluded[r.File()], r.Line())
	}
	file, number := c.placeOf(r)
	return fmt.Sprintf("%s: row %d", c.path(file), number)
}

// leak describes the leak of a row that shares a key with a row of another split.
func (c *checker) leak(p keys.Pair) string {
	if p.Other.Set() == excludedSet {
		return c.by.Relation()
	}
	return fmt.Sprintf("it leaks from %s to %s: %s", c.made.Splits[splitOf(p.Other)].Name, c.made.Splits[splitOf(p.Row)].Name, c.by.Relation())
}
