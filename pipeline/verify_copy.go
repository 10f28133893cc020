package pipeline

import (
	"context"
	"fmt"
)

// copied checks a directory of parts that has nothing of gridmill's own but
// _SUCCESS.json, as a copy for others to read may be: the parts are held against what
// that says of them, and their rows against its totals.
func (v *Verifier) copied(ctx context.Context, d *Directory) error {
	v.Copies = append(v.Copies, d.path)
	fault := func(format string, args ...any) {
		v.fault(Fault{File: d.successPath(), Problem: fmt.Sprintf(format, args...)})
	}
	said, _, problem := d.readSuccess()
	if problem != "" {
		fault("%s", problem)
		return v.rowsOfParts(ctx, d.path)
	}
	p := said.plan()
	if err := p.check(); err != nil {
		fault("it is damaged: %v", err)
		return v.rowsOfParts(ctx, d.path)
	}
	how, err := v.checkOf(&p.Recipe)
	if err != nil {
		return err
	}
	sum := counted{new(Totals), AllColumns}
	complete := true
	for i := range p.Parts {
		found, err := v.copiedPart(ctx, d, p, &said.Parts[i], how)
		if err != nil {
			return err
		}
		if found.Totals == nil {
			complete = false
			continue
		}
		for h := range found.Hardest {
			found.Hardest[h].Row += p.Parts[i].First
		}
		sum.Merge(found.Totals)
		sum.columns &= found.columns
	}
	if complete {
		for _, figure := range said.Totals.Differences(sum.Totals, sum.columns, 0) {
			fault("%s by the rows of the parts", figure)
		}
	}
	return v.strays(d.straysAmongParts(p, "run"))
}

// plan is the plan that a run had, as far as what it made tells.
func (s *success) plan() *Plan {
	p := &Plan{Format: planFormat, Version: s.Version, Recipe: s.Recipe, Inputs: s.Inputs, Rows: s.Totals.Rows}
	for _, m := range s.Parts {
		p.Parts = append(p.Parts, Part{m.Part, Segment{First: m.First, Rows: m.Rows}})
	}
	return p
}

// copiedPart checks a part against what _SUCCESS.json says of it, and returns what its
// rows add up to, or no totals where they cannot be read.
func (v *Verifier) copiedPart(ctx context.Context, d *Directory, p *Plan, made *Made, how fileCheck) (counted, error) {
	part := &p.Parts[made.Part]
	path := d.partPath(p, part)
	if v.reportMissing(path, part) {
		return counted{}, ctx.Err()
	}
	var err error
	if how.changed, err = v.checkBytes(ctx, path, &Record{Made: *made}); err != nil {
		return counted{}, err
	}
	found, err := v.file(ctx, path, how)
	if found.Totals != nil {
		v.checkRowCount(path, found.Totals, part)
	}
	return found, err
}
