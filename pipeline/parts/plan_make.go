package parts

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// MakePlan cuts the data set of files into parts. The reader, which must be at its start,
// reads all rows once and only counts them. At the same time another goroutine hashes the
// files and counts the bytes in hashed. That costs little compared with solving, and tells
// each shard where its parts start.
func MakePlan(ctx context.Context, version string, recipe Recipe, paths []string, reader formats.Reader, hashed *files.Counter) (*Plan, error) {
	recipe.NoColumns = reader.Schema().Columns == nil
	p := &Plan{Format: planFormat, Version: version, Recipe: recipe, Inputs: make([]files.Fingerprint, len(paths))}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		for i, file := range paths {
			var err error
			if p.Inputs[i], err = files.FingerprintOf(ctx, file, hashed); err != nil {
				return err
			}
		}
		return nil
	})
	group.Go(func() (err error) {
		defer pipeline.Recover(&err, "planning")
		return p.cut(ctx, reader)
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return p, nil
}

// countOption is the option of a Recipe for the number of generated rows. Their plan has no
// inputs.
const countOption = "count"

// PlanRows cuts generated rows into parts.
func PlanRows(version string, recipe Recipe, rows int64) (*Plan, error) {
	if (rows-1)/recipe.PartRows >= maxParts {
		return nil, tooManyParts(recipe.PartRows)
	}
	p := &Plan{Format: planFormat, Version: version, Recipe: recipe, Inputs: []files.Fingerprint{}, Rows: rows}
	for first := int64(0); first < rows || first == 0; first += recipe.PartRows {
		part := pipeline.Range{First: first, Rows: min(recipe.PartRows, rows-first), At: formats.NumberedAt(first)}
		p.Parts = append(p.Parts, Part{len(p.Parts), part})
	}
	return p, nil
}

// scanRows is how many rows are scanned at once.
const scanRows = 4096

// cut finds the parts. If there are no rows, there is one empty part, so that readers find
// the columns.
func (p *Plan) cut(ctx context.Context, reader formats.Reader) error {
	b := formats.NewCounter(scanRows)
	for {
		part := Part{len(p.Parts), pipeline.Range{First: p.Rows, At: reader.Position()}}
		if err := reader.Seek(part.At, part.First, p.PartRows); err != nil {
			return err
		}
		if err := part.count(ctx, reader, b); err != nil {
			return err
		}
		if part.Rows > 0 && part.Number == maxParts {
			return tooManyParts(p.PartRows)
		}
		if part.Rows > 0 || part.Number == 0 {
			p.Parts = append(p.Parts, part)
			p.Rows += part.Rows
		}
		if part.Rows < p.PartRows {
			return nil
		}
	}
}

// count reads to the end of the part.
func (part *Part) count(ctx context.Context, reader formats.Reader, b *formats.Batch) error {
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		switch err := reader.Read(b); {
		case files.IsEnd(err):
			return nil
		case err != nil:
			return err
		}
		part.Rows += int64(b.Len())
	}
}
