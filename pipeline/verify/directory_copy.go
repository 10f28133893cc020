package verify

import (
	"context"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// copied checks a directory of parts without private files of gridmill, such as a copy for
// other readers: it compares the parts with what _SUCCESS.json lists, and their rows with its
// totals.
func (v *Verifier) copied(ctx context.Context, d *parts.Directory) error {
	v.Copies = append(v.Copies, d.Path())
	stored, _, err := d.ReadSuccess()
	if err != nil {
		v.faultOf(d.SuccessPath(), "%w", err)
		return v.rowsOfParts(ctx, d.Path())
	}
	p, err := stored.RunPlan()
	if err != nil {
		v.faultOf(d.SuccessPath(), "it is damaged: %w", err)
		return v.rowsOfParts(ctx, d.Path())
	}
	how, err := v.checkOf(p)
	if err != nil {
		return err
	}
	sum := counted{new(pipeline.Totals), pipeline.AllColumns}
	complete := true
	for i := range p.Parts {
		part := &p.Parts[i]
		path := d.PartPath(p, part)
		if v.reportMissing(path, part) {
			complete = false
			continue
		}
		found, err := v.madeFile(ctx, path, part, &stored.Parts[i], how)
		if err != nil {
			return err
		}
		if found.Totals == nil {
			complete = false
			continue
		}
		for h := range found.Hardest {
			found.Hardest[h].Row += part.First
		}
		sum.Merge(found.Totals)
		sum.columns = sum.columns.And(found.columns)
	}
	if complete {
		for _, figure := range stored.Totals.Differences(sum.Totals, sum.columns, 0) {
			v.faultOf(d.SuccessPath(), "%s by the rows of the parts", figure)
		}
	}
	return v.unexpected(d.UnexpectedBeside(p, "run"))
}
