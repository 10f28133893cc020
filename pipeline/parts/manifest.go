package parts

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// A Manifest describes a complete part. It is written after the part.
type Manifest struct {
	Plan string `json:"plan"` // identity of the plan
	Made
	// The totals of all parts add up to the totals of an uninterrupted run.
	Totals pipeline.Totals `json:"totals"`
	// Seal is the checksum of the manifest's text before the seal is added.
	Seal string `json:"seal"`
}

// Made describes the file of a part.
type Made struct {
	Part     int    `json:"part"`
	First    int64  `json:"first"`
	Rows     int64  `json:"rows"`
	Bytes    int64  `json:"bytes"`
	Checksum string `json:"checksum"` // see files.Checksum
	// RejectsBytes and RejectsChecksum describe the rejects file, which holds the invalid rows.
	// The two fields are not set if there is no rejects file.
	RejectsBytes    int64  `json:"rejects_bytes,omitempty"`
	RejectsChecksum string `json:"rejects_checksum,omitempty"`
}

// text seals the manifest and encodes it as one line. Manifests must be small, because a resumed
// run reads the manifests of all existing parts.
func (m *Manifest) text() []byte {
	m.Seal = ""
	m.Seal = sealOf(m.line(), "")
	return m.line()
}

func (m *Manifest) line() []byte {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // only a bug can cause this error
	}
	return append(text, '\n')
}

// unseal decodes a manifest. It returns nil if the text has changed since it was sealed.
func unseal(text []byte) *Manifest {
	m := new(Manifest)
	if exactjson.Decode(text, m) != nil || m.Seal == "" || m.Seal != sealOf(text, m.Seal) {
		return nil
	}
	return m
}

// sealOf returns the checksum of a manifest's text without the seal.
func sealOf(text []byte, seal string) string {
	sum := files.NewChecksum()
	_, _ = sum.Write(bytes.Replace(text, []byte(seal), nil, 1)) // never fails
	return sum.String()
}

// Manifest reads the manifest of a part. identity is the identity of the part's plan. The error is
// fs.ErrNotExist if there is no manifest. It is a DamageError if the manifest is damaged or belongs
// to a different plan or part.
func (d *Directory) Manifest(identity string, part *Part) (*Manifest, error) {
	text, err := readMade(d.ManifestPath(part))
	if err != nil {
		return nil, err
	}
	m := unseal(text)
	switch {
	case m == nil:
		return nil, damage("it is damaged")
	case m.Plan != identity:
		return nil, damage("it belongs to a different plan")
	case m.Part != part.Number || m.First != part.First || m.Rows != part.Rows || m.Totals.Rows != part.Rows:
		return nil, damage("it does not describe this part of the plan")
	}
	return m, nil
}

// An inventory records which parts of a plan exist in a directory. To save memory, it keeps only
// the sum of the parts' totals.
type inventory struct {
	Made    map[int]Made    // complete parts, by number
	Totals  pipeline.Totals // sum of the totals of the complete parts
	Missing []*Part         // parts that do not exist yet or are damaged
	Faults  pipeline.Faults // errors in damaged parts
}

func (i *inventory) add(m *Manifest) {
	i.Made[m.Part] = m.Made
	i.Totals.Merge(&m.Totals)
}

func (i *inventory) count() Count { return Count{len(i.Made), i.Totals.Rows} }

// findManifests separates parts that have a manifest from all other parts. It opens no files.
func (d *Directory) findManifests(parts []*Part) (there, missing []*Part) {
	for _, part := range parts {
		if Exists(d.ManifestPath(part)) {
			there = append(there, part)
		} else {
			missing = append(missing, part)
		}
	}
	return there, missing
}

// check returns an inventory of the given parts. It reads their files in full, because a part is
// complete only if its files are unchanged. workers is the number of parts to read at a time.
func (d *Directory) check(ctx context.Context, p *Plan, parts []*Part, workers int, read *files.Counter) (*inventory, error) {
	for _, part := range parts {
		if info, err := os.Stat(d.PartPath(p, part)); err == nil {
			read.Expect(info.Size())
		}
	}
	inventory := &inventory{Made: map[int]Made{}}
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

// checkPart returns the manifest of a complete part, or the fault of a damaged part. If the
// manifest does not exist, checkPart returns neither.
func (d *Directory) checkPart(ctx context.Context, p *Plan, identity string, part *Part, read *files.Counter) (*Manifest, *pipeline.Fault, error) {
	path := d.ManifestPath(part)
	m, err := d.Manifest(identity, part)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err == nil {
		path = d.PartPath(p, part)
		err = CheckFile(ctx, path, m.Made, read)
	}
	if err == nil && m.RejectsBytes > 0 {
		path = d.RejectsPath(part)
		err = CheckFile(ctx, path, m.Rejects(), read)
	}
	if damaged, is := errors.AsType[DamageError](err); is {
		return nil, &pipeline.Fault{File: path, Err: damaged}, nil
	}
	return m, nil, err
}
