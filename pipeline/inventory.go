package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sync/errgroup"
)

// checksumText is how checksums are written.
func checksumText(sum uint64) string { return fmt.Sprintf("xxh64:%016x", sum) }

// tally counts the bytes that pass to an output, and sums them up.
type tally struct {
	to  io.Writer
	sum *xxhash.Digest
	n   int64
}

func newTally(to io.Writer) *tally { return &tally{to: to, sum: xxhash.New()} }

// Write implements io.Writer.
func (t *tally) Write(p []byte) (int, error) {
	n, err := t.to.Write(p)
	_, _ = t.sum.Write(p[:n]) // never fails
	t.n += int64(n)
	return n, err
}

// Inventory is what a directory holds of the parts of a plan. Of their totals it
// keeps the sum alone, so that many parts take little memory.
type Inventory struct {
	Made    map[int]Made // by the number of the part: there and whole
	Totals  Totals       // of these
	Missing []*Part      // not made yet, or to be made again
	Faults  []string     // what is wrong with parts that were made; these are missing
}

// add notes a part that is there.
func (i *Inventory) add(r *Record) {
	i.Made[r.Part] = r.Made
	i.Totals.merge(&r.Totals)
}

// Take looks at parts of a plan, several at once, and reads each to the end: only
// one whose bytes are those that were written counts.
func (d *Directory) Take(ctx context.Context, p *Plan, parts []*Part, workers int) (*Inventory, error) {
	inventory := &Inventory{Made: map[int]Made{}}
	faults := make([]string, len(parts))
	identity := p.Identity()
	var mutex sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, part := range parts {
		group.Go(func() error {
			r, fault, err := d.checkPart(ctx, p, identity, part)
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
func (d *Directory) checkPart(ctx context.Context, p *Plan, identity string, part *Part) (*Record, string, error) {
	path := d.recordPath(part)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s cannot be read: %w", path, withoutPath(err))
	}
	r, fault := readRecord(text, identity, part)
	if fault != "" {
		return nil, path + " " + fault, nil
	}
	fault, err = checkFile(ctx, d.partPath(p, part), r)
	if fault != "" || err != nil {
		return nil, fault, err
	}
	return r, "", nil
}

// readRecord reads the record of a part, or says what is wrong with it.
func readRecord(text []byte, identity string, part *Part) (r *Record, fault string) {
	r = new(Record)
	err := decodeExactly(text, r)
	switch {
	case err != nil:
		return nil, "is damaged"
	case r.Plan != identity:
		return nil, "belongs to another plan"
	case r.Part != part.Number || r.First != part.First || r.Rows != part.Rows || r.Totals.Rows != part.Rows:
		return nil, "does not describe its part"
	}
	return r, ""
}

// checkFile holds a part's file against its record, and returns what is wrong.
func checkFile(ctx context.Context, path string, r *Record) (fault string, err error) {
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
	sum := newTally(io.Discard)
	if _, err := io.Copy(sum, readerUntil{ctx, f}); err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", path, withoutPath(err))
	}
	if checksumText(sum.sum.Sum64()) != r.Checksum {
		return path + " has other bytes than were written", nil
	}
	return "", nil
}

// readerUntil gives up reading when a context ends.
type readerUntil struct {
	ctx context.Context
	io.Reader
}

// Read implements io.Reader.
func (r readerUntil) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.Reader.Read(p)
}
