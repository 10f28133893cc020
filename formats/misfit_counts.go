package formats

// MisfitCounts counts, for each column, the values that become null because they do not fit the
// type that an option gives the column.
type MisfitCounts map[string]int64

// Add counts the misfits in a batch.
func (c *MisfitCounts) Add(b *Batch) {
	for k := range b.kept {
		if f := &b.kept[k]; f.converted {
			for i := range b.Len() {
				if !fitsNumber(f.values, b.keptText(f, i, k)) {
					c.add(f.Name, 1)
				}
			}
		}
	}
}

// Merge adds the counts in others to c.
func (c *MisfitCounts) Merge(others MisfitCounts) {
	for column, n := range others {
		c.add(column, n)
	}
}

func (c *MisfitCounts) add(column string, n int64) {
	if *c == nil {
		*c = MisfitCounts{}
	}
	(*c)[column] += n
}
