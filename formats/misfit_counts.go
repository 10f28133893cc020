package formats

import (
	"cmp"
	"slices"
)

// MisfitCounts counts, for each column, the values that become null because they do not fit the
// type that an option gives the column. The counts are sorted by column name.
type MisfitCounts []MisfitCount

// A MisfitCount is the count for one column.
type MisfitCount struct {
	Column string
	Values int64
}

// Add counts the misfits in a batch.
func (c *MisfitCounts) Add(b *Batch) {
	for k := range b.kept {
		if f := &b.kept[k]; f.converted {
			n := int64(0)
			for i := range b.Len() {
				if !fitsNumber(f.values, b.keptText(f, i, k)) {
					n++
				}
			}
			c.add(f.Name, n)
		}
	}
}

// Merge adds other counts.
func (c *MisfitCounts) Merge(others MisfitCounts) {
	for _, other := range others {
		c.add(other.Column, other.Values)
	}
}

func (c *MisfitCounts) add(column string, n int64) {
	if n == 0 {
		return
	}
	at, found := slices.BinarySearchFunc(*c, column, func(m MisfitCount, column string) int { return cmp.Compare(m.Column, column) })
	if !found {
		*c = slices.Insert(*c, at, MisfitCount{Column: column})
	}
	(*c)[at].Values += n
}

// ByColumn returns the counts as a map from column names, or nil if there are none.
func (c MisfitCounts) ByColumn() map[string]int64 {
	if len(c) == 0 {
		return nil
	}
	counts := map[string]int64{}
	for _, m := range c {
		counts[m.Column] = m.Values
	}
	return counts
}

// MisfitsOf is the inverse of MisfitCounts.ByColumn.
func MisfitsOf(counts map[string]int64) (c MisfitCounts) {
	for column, n := range counts {
		c.add(column, n)
	}
	return c
}
