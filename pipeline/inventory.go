package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"sync"

	"github.com/gridmill/gridmill/formats/files"
	"golang.org/x/sync/errgroup"
)

// inventory is what a directory holds of the parts of a plan. Of their totals it
// keeps the sum alone, so that many parts take little memory.
type inventory struct {
	Made    map[int]Made // by the number of the part: there and whole
	Totals  Totals       // of these
	Missing []*Part      // not made yet, or to be made again
	Faults  Problems     // of parts that were made; these are missing
}

func newInventory() *inventory { return &inventory{Made: map[int]Made{}} }

// add notes a part that is there.
func (i *inventory) add(r *Record) {
	i.Made[r.Part] = r.Made
	i.Totals.Merge(&r.Totals)
}

// addAll notes what another inventory found to be there.
func (i *inventory) addAll(o *inventory) {
	maps.Copy(i.Made, o.Made)
	i.Totals.Merge(&o.Totals)
}

// count returns how many parts are there.
func (i *inventory) count() Count { return Count{len(i.Made), i.Totals.Rows} }

// survey tells the parts that have a record from those that are missing. It opens none.
func (d *Directory) survey(parts []*Part) (there, missing []*Part, err error) {
	entries, err := entriesOf(d.private(""))
	if err != nil {
		return nil, nil, err
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
func (d *Directory) take(ctx context.Context, p *Plan, parts []*Part, workers int, read *files.Counter) (*inventory, error) {
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
func (d *Directory) checkPart(ctx context.Context, p *Plan, identity string, part *Part, read *files.Counter) (*Record, string, error) {
	r, fault, err := d.record(identity, part)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", nil
	case err != nil:
		return nil, "", err
	case fault != "":
		return nil, d.recordPath(part) + " " + fault, nil
	}
	path := d.partPath(p, part)
	switch fault, err = checkFile(ctx, path, r, read); {
	case err != nil:
		return nil, "", err
	case fault != "":
		return nil, path + " " + fault, nil
	}
	return r, "", nil
}

// record reads the record of a part of the plan with an identity, or says what is
// wrong with it. The error is that there is none, or that it may not be read.
func (d *Directory) record(identity string, part *Part) (r *Record, fault string, err error) {
	text, fault, err := readMade(d.recordPath(part))
	if fault != "" || err != nil {
		return nil, fault, err
	}
	r, fault = parseRecord(text, identity, part)
	return r, fault, nil
}

// openMade opens a file that gridmill made. What is none is at fault, and never waited
// for. The error is that there is no file, or none that may be read: then it is not the
// file that is at fault.
func openMade(path string) (f *os.File, info fs.FileInfo, fault string, err error) {
	info, err = os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, nil, "is no file of its own, but a link, a directory or the like", nil
	}
	if err == nil {
		f, err = os.Open(path)
	}
	switch {
	case err == nil:
		return f, info, "", nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, "", err
	case errors.Is(err, fs.ErrPermission):
		return nil, nil, "", fmt.Errorf("%s cannot be read: %w; let this user read it, or remove it to have its part solved again", path, files.WithoutPath(err))
	}
	return nil, nil, unreadable(err), nil
}

// readMade reads a small file that gridmill made, as openMade opens it.
func readMade(path string) (text []byte, fault string, err error) {
	f, _, fault, err := openMade(path)
	if f == nil {
		return nil, fault, err
	}
	defer func() { _ = f.Close() }()
	if text, err = io.ReadAll(f); err != nil {
		return nil, unreadable(err), nil
	}
	return text, "", nil
}

// unreadable is the fault of a file that the disk does not give back.
func unreadable(err error) string { return fmt.Sprintf("cannot be read: %v", files.WithoutPath(err)) }

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
func checkFile(ctx context.Context, path string, r *Record, read *files.Counter) (fault string, err error) {
	f, info, fault, err := openMade(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "is missing", nil
	case f == nil:
		return fault, err
	}
	defer func() { _ = f.Close() }()
	if info.Size() != r.Bytes {
		return fmt.Sprintf("has %d bytes, not %d", info.Size(), r.Bytes), nil
	}
	sum, err := files.ChecksumOf(ctx, read.Reader(f))
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil:
		return unreadable(err), nil
	case sum.String() != r.Checksum:
		return "has other bytes than were written", nil
	}
	return "", nil
}
