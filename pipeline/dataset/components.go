package dataset

import (
	"context"
	"encoding/binary"

	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/keys"
)

// joinNeighbors puts rows that share a key into one component. It ignores dropped rows. It writes
// the key of each row's component to a file and returns the file's path.
func (o *chooser) joinNeighbors(ctx context.Context, paths []string) (path string, err error) {
	rows := len(o.decisions)
	if o.excluded != nil {
		rows += int(o.excluded.plan.Rows)
	}
	c := newComponents(rows)
	// A row can be in several groups, so the callback must not change what o.undecided returns.
	err = keysort.Groups(ctx, paths, o.partitions, o.Workers, o.undecided, func(group []keysort.Record) error {
		for _, r := range group[1:] {
			c.join(uint32(group[0].Row), uint32(r.Row))
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	path = o.path("keys", "components")
	out, err := o.Directory.Create(path, true)
	if err != nil {
		return "", err
	}
	w := keysort.NewWriter(out, o.partitions)
	finder := keys.Finder{Seed: o.Seed}
	for row := range rows {
		if !o.undecided(uint64(row)) {
			continue
		}
		root := binary.BigEndian.AppendUint64(nil, uint64(c.root(uint32(row))))
		if err := w.Add(keysort.Record{Key: finder.Hash(keys.Components, root), Row: uint64(row)}); err != nil {
			return "", err
		}
	}
	if err := w.Flush(); err != nil {
		return "", err
	}
	return path, o.Directory.Commit(out)
}

// components is a disjoint-set forest. It maps each row to itself or to an earlier row of its set.
type components []uint32

func newComponents(n int) components {
	c := make(components, n)
	for i := range c {
		c[i] = uint32(i)
	}
	return c
}

// root returns the first row of the set that contains row. It also shortens row's path to the root.
func (c components) root(row uint32) uint32 {
	for c[row] != row {
		c[row] = c[c[row]]
		row = c[row]
	}
	return row
}

func (c components) join(a, b uint32) {
	a, b = c.root(a), c.root(b)
	c[max(a, b)] = min(a, b)
}
