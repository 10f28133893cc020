package parts

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// inventory lists which parts of a plan a directory has. Of their totals it keeps only
// the sum, so that many parts take little memory.
type inventory struct {
	Made    map[int]Made    // complete parts, by number
	Totals  pipeline.Totals // of the complete parts
	Missing []*Part         // not made yet, or damaged
	Faults  pipeline.Faults // of damaged parts, which are in Missing too
}

func newInventory() *inventory { return &inventory{Made: map[int]Made{}} }

// add adds a part.
func (i *inventory) add(m *Manifest) {
	i.Made[m.Part] = m.Made
	i.Totals.Merge(&m.Totals)
}

// addAll adds the parts of another inventory.
func (i *inventory) addAll(o *inventory) {
	maps.Copy(i.Made, o.Made)
	i.Totals.Merge(&o.Totals)
}

// count returns how many parts are complete.
func (i *inventory) count() Count { return Count{len(i.Made), i.Totals.Rows} }

// findManifests divides parts into those that have a manifest and those that do not.
// It opens no file.
func (d *Directory) findManifests(parts []*Part) (there, missing []*Part, err error) {
	entries, err := entriesOf(d.Private(""))
	if err != nil {
		return nil, nil, err
	}
	names := make(map[string]bool, len(entries))
	for _, e := range entries {
		names[e.Name()] = true
	}
	for _, part := range parts {
		if names[manifestName(part)] {
			there = append(there, part)
		} else {
			missing = append(missing, part)
		}
	}
	return there, missing, nil
}

// check reads parts of a plan to their ends, several at a time. A part counts only if its
// bytes are those that were written.
func (d *Directory) check(ctx context.Context, p *Plan, parts []*Part, workers int, read *files.Counter) (*inventory, error) {
	for _, part := range parts {
		if info, err := os.Stat(d.PartPath(p, part)); err == nil {
			read.Expect(info.Size())
		}
	}
	inventory := newInventory()
	faults := make([]*pipeline.Fault, len(parts))
	identity := p.Identity()
	var mutex sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, part := range parts {
		group.Go(func() error {
			m, fault, err := d.checkPart(ctx, p, identity, part, read)
			if m != nil {
				mutex.Lock()
				defer mutex.Unlock()
				inventory.add(m)
			}
			faults[i] = fault
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i, part := range parts {
		if _, made := inventory.Made[part.Number]; !made {
			inventory.Missing = append(inventory.Missing, part)
		}
		if faults[i] != nil {
			inventory.Faults = append(inventory.Faults, *faults[i])
		}
	}
	return inventory, nil
}

// checkPart returns the manifest of a complete part, the fault of a damaged one, or neither
// if there is no manifest.
func (d *Directory) checkPart(ctx context.Context, p *Plan, identity string, part *Part, read *files.Counter) (*Manifest, *pipeline.Fault, error) {
	path := d.ManifestPath(part)
	m, fault, err := d.Manifest(identity, part)
	if m != nil {
		path = d.PartPath(p, part)
		fault, err = CheckFile(ctx, path, m.Made, read)
	}
	if m != nil && m.RejectsBytes > 0 && err == nil && fault == "" {
		path = d.RejectsPath(part)
		fault, err = CheckFile(ctx, path, m.Rejects(), read)
	}
	switch {
	case m == nil && errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case err != nil:
		return nil, nil, err
	case fault != "":
		f := pipeline.FaultOf(path, "%s", fault)
		return nil, &f, nil
	}
	return m, nil, nil
}
