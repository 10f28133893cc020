package parts

import (
	"context"

	"github.com/gridmill/gridmill/formats/files"
)

// Merge checks that a directory has every part of a plan, complete, and publishes
// _SUCCESS.json. If parts are missing, it returns an error of type *UnfinishedError
// that lists them, also by shard if shards is not 0. If read is not nil, it counts the bytes
// that are read.
func Merge(ctx context.Context, d *Directory, p *Plan, shards, workers int, read *files.Counter) (*Outcome, error) {
	if err := d.RemoveLeftovers(); err != nil {
		return nil, err
	}
	if err := d.rejectUnexpected(p); err != nil { // fail before much is read
		return nil, err
	}
	there, err := d.check(ctx, p, Shard{}.parts(p), workers, read)
	if err != nil {
		return nil, err
	}
	if len(there.Missing) > 0 {
		if err := d.revoke(); err != nil {
			return nil, err
		}
		return nil, newUnfinished(d.path, p, there, shards)
	}
	outcome := &Outcome{Totals: there.Totals, Taken: Count{len(p.Parts), p.Rows}}
	return outcome, d.finish(p, there, outcome)
}

// PartPaths returns the paths of all parts, in order.
func (d *Directory) PartPaths(p *Plan) []string {
	var files []string
	for i := range p.Parts {
		files = append(files, d.PartPath(p, &p.Parts[i]))
	}
	return files
}
