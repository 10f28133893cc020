package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"strconv"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
)

// inventory is what a directory holds of the parts of a plan. Of their totals it
// keeps the sum alone, so that many parts take little memory.
type inventory struct {
	Made    map[int]Made // by the number of the part: there and whole
	Totals  Totals       // of these
	Missing []*Part      // not made yet, or to be made again
	Faults  []string     // what is wrong with parts that were made; these are missing
}

func newInventory() *inventory { return &inventory{Made: map[int]Made{}} }

// add notes a part that is there.
func (i *inventory) add(r *Record) {
	i.Made[r.Part] = r.Made
	i.Totals.merge(&r.Totals)
}

// addAll notes what another inventory found to be there.
func (i *inventory) addAll(o *inventory) {
	maps.Copy(i.Made, o.Made)
	i.Totals.merge(&o.Totals)
}

// count returns how many parts are there.
func (i *inventory) count() Count { return Count{len(i.Made), i.Totals.Rows} }

// survey tells the parts that have a record from those that are missing. It opens none.
func (d *Directory) survey(parts []*Part) (there, missing []*Part, err error) {
	entries, err := os.ReadDir(d.private(""))
	if err != nil {
		return nil, nil, fmt.Errorf("%s cannot be read: %w", d.private(""), withoutPath(err))
	}
	names := make(map[string]bool, len(entries))
	for _, e := range entries {
		names[e.Name()] = true
	}
	for _, part := range parts {
		if names[recordName(part)] {
			there = append(there, part)
		} else {
			missing = append(missing, part)
		}
	}
	return there, missing, nil
}

// take looks at parts of a plan, several at once, and reads each to the end: only
// one whose bytes are those that were written counts.
func (d *Directory) take(ctx context.Context, p *Plan, parts []*Part, workers int, read *formats.Meter) (*inventory, error) {
	for _, part := range parts {
		if info, err := os.Stat(d.partPath(p, part)); err == nil {
			read.Expect(info.Size())
		}
	}
	inventory := newInventory()
	faults := make([]string, len(parts))
	identity := p.identity()
	var mutex sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, part := range parts {
		group.Go(func() error {
			r, fault, err := d.checkPart(ctx, p, identity, part, read)
			if r != nil {
				mutex.Lock()
				defer mutex.Unlock()
				inventory.add(r)
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
		if faults[i] != "" {
			inventory.Faults = append(inventory.Faults, faults[i])
		}
	}
	return inventory, nil
}

// checkPart returns the record of a part that is whole. Otherwise it returns none,
// and the fault of a part that was made.
func (d *Directory) checkPart(ctx context.Context, p *Plan, identity string, part *Part, read *formats.Meter) (*Record, string, error) {
	r, fault, err := d.record(identity, part)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", nil
	case err != nil:
		return nil, "", err
	case fault != "":
		return nil, d.recordPath(part) + " " + fault, nil
	}
	fault, err = checkFile(ctx, d.partPath(p, part), r, read)
	if fault != "" || err != nil {
		return nil, fault, err
	}
	return r, "", nil
}

// record reads the record of a part of the plan with an identity, or says what is
// wrong with it. The error is one of reading it.
func (d *Directory) record(identity string, part *Part) (r *Record, fault string, err error) {
	path := d.recordPath(part)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, "", fmt.Errorf("%s cannot be read: %w", path, withoutPath(err))
	}
	r, fault = parseRecord(text, identity, part)
	return r, fault, nil
}

func parseRecord(text []byte, identity string, part *Part) (r *Record, fault string) {
	r = unseal(text)
	switch {
	case r == nil:
		return nil, "is damaged"
	case r.Plan != identity:
		return nil, "belongs to another plan"
	case r.Part != part.Number || r.First != part.First || r.Rows != part.Rows || r.Totals.Rows != part.Rows:
		return nil, "does not describe its part"
	}
	return r, ""
}

// checkFile holds a part's file against its record, and returns what is wrong.
func checkFile(ctx context.Context, path string, r *Record, read *formats.Meter) (fault string, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path + " is missing", nil
	}
	if err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", path, withoutPath(err))
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", path, withoutPath(err))
	}
	if info.Size() != r.Bytes {
		return path + " has " + strconv.FormatInt(info.Size(), 10) + " bytes, not " + strconv.FormatInt(r.Bytes, 10), nil
	}
	sum, err := formats.ChecksumOf(ctx, read.Reader(f))
	if err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", path, withoutPath(err))
	}
	if sum.String() != r.Checksum {
		return path + " has other bytes than were written", nil
	}
	return "", nil
}
