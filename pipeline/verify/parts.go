package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// Parts checks a directory of parts. It must have the parts of its plan and nothing else,
// with the bytes that were written and rows without faults, and everything must add up. Errors
// are those of File, or parts.ErrInUse if a run is writing.
func (v *Verifier) Parts(ctx context.Context, path string) (err error) {
	d, err := parts.OpenToRead(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	p, err := parts.FindPlan(path)
	if errors.Is(err, parts.ErrNotStarted) && !parts.HasPrivate(path) {
		return v.copied(ctx, d)
	}
	if err != nil {
		v.faultOf(path, "only the rows of its parts can be checked: %w", err)
		return v.rowsOfParts(ctx, path)
	}
	how, err := v.checkOf(p)
	if err != nil {
		return err
	}
	sum := parts.NewSuccess(p)
	complete := true
	for i := range p.Parts {
		m, err := v.part(ctx, d, p, sum.Plan, &p.Parts[i], how)
		if err != nil {
			return err
		}
		if m == nil {
			complete = false
			continue
		}
		sum.Totals.Merge(&m.Totals)
		sum.Parts = append(sum.Parts, m.Made)
	}
	v.checkSuccess(d, sum, complete)
	return v.unexpected(d.Unexpected(p))
}

// rowsOfParts checks the parts that exist, if it is not known which parts there should be.
func (v *Verifier) rowsOfParts(ctx context.Context, path string) error {
	files, err := formats.Expand([]string{path}, nil)
	if err != nil {
		return err
	}
	for _, file := range files {
		if _, err := v.File(ctx, file); err != nil {
			return err
		}
	}
	return nil
}

// part checks a part and its manifest, which names the identity of the plan, and returns the
// manifest if it is valid.
func (v *Verifier) part(ctx context.Context, d *parts.Directory, p *parts.Plan, identity string, part *parts.Part, how fileCheck) (*parts.Manifest, error) {
	path, manifest := d.PartPath(p, part), d.ManifestPath(part)
	if v.reportMissing(path, part) {
		return nil, ctx.Err()
	}
	var made *parts.Made
	m, fault, err := d.Manifest(identity, part)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.faultOf(manifest, "it is missing, so its part does not count as done")
	case err != nil:
		v.faultOf(manifest, "it %s", strings.TrimPrefix(err.Error(), manifest+" "))
	case fault != "":
		v.faultOf(manifest, "%s", fault)
	default:
		made = &m.Made
		if made.RejectsBytes > 0 {
			if _, err := v.checkBytes(ctx, d.RejectsPath(part), made.Rejects()); err != nil {
				return nil, err
			}
		}
	}
	found, err := v.madeFile(ctx, path, part, made, how)
	if found.Totals == nil {
		return nil, err
	}
	if m != nil {
		for _, figure := range found.Differences(&m.Totals, found.columns, part.First) {
			v.faultOf(path, "%s by its manifest", figure)
		}
	}
	return m, nil
}

// reportMissing reports a part that is missing or not a regular file, and returns whether it is.
func (v *Verifier) reportMissing(path string, part *parts.Part) bool {
	fault, err := parts.CheckOpens(path)
	rows := fmt.Sprintf("rows %d to %d", part.First+1, part.First+part.Rows)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.faultOf(path, "it is missing, with %s", rows)
	case fault != "":
		v.faultOf(path, "%s; it should hold %s", fault, rows)
	default:
		return false
	}
	return true
}

// checkBytes compares the bytes of a part with those that were written, and reports whether
// they have changed.
func (v *Verifier) checkBytes(ctx context.Context, path string, made parts.Made) (changed bool, err error) {
	fault, err := parts.CheckFile(ctx, path, made, nil)
	switch {
	case ctx.Err() != nil:
		return false, err
	case err != nil:
		fault = "it " + strings.TrimPrefix(err.Error(), path+" ")
	}
	if fault != "" {
		v.faultOf(path, "%s", fault)
	}
	return fault != "", nil
}

// madeFile checks the rows of a part, and its bytes if it is known what was made. It returns the
// totals of the rows, or none if they cannot be read.
func (v *Verifier) madeFile(ctx context.Context, path string, part *parts.Part, made *parts.Made, how fileCheck) (found counted, err error) {
	if made != nil {
		if how.changed, err = v.checkBytes(ctx, path, *made); err != nil {
			return counted{}, err
		}
	}
	found, err = v.file(ctx, path, how)
	if found.Totals != nil && found.Rows != part.Rows {
		v.faultOf(path, "it has %d rows, expected %d", found.Rows, part.Rows)
	}
	return found, err
}

// checkSuccess compares _SUCCESS.json with the sum of the parts if all of them exist.
func (v *Verifier) checkSuccess(d *parts.Directory, sum *parts.Success, complete bool) {
	path := d.SuccessPath()
	stored, text, fault := d.ReadSuccess()
	if fault != "" {
		v.faultOf(path, "%s", fault)
		return
	}
	figures := stored.Totals.Differences(&sum.Totals, pipeline.AllColumns, 0)
	switch {
	case stored.Plan != sum.Plan:
		v.faultOf(path, "it belongs to another plan")
	case !complete: // the faults of parts have been reported
	case stored.Totals.Rows != sum.Totals.Rows:
		v.faultOf(path, "it counts %d rows, expected %d", stored.Totals.Rows, sum.Totals.Rows)
	case !slices.Equal(stored.Parts, sum.Parts):
		v.faultOf(path, "it does not list the parts as their manifests describe them")
	case len(figures) > 0:
		for _, figure := range figures {
			v.faultOf(path, "%s by the manifests of the parts", figure)
		}
	case !bytes.Equal(text, sum.Text()):
		v.faultOf(path, "it does not say what the plan and the manifests of the parts add up to")
	}
}

// unexpected reports files that do not belong where they are.
func (v *Verifier) unexpected(found []parts.Unexpected, err error) error {
	for _, u := range found {
		v.fault(u.Fault)
	}
	return err
}

// checkOf says how to check the parts of a plan. The plan's recipe provides the columns and
// limits, so options need not repeat them.
func (v *Verifier) checkOf(p *parts.Plan) (how fileCheck, err error) {
	r := &p.Recipe
	how.read, how.provenance = v.Read, &provenance{p.Version, p.Recipe}
	if how.read.Column == "" {
		how.read.Column = r.KeptColumn("column")
	}
	if how.read.AnswerColumn == "" {
		how.read.AnswerColumn = r.KeptColumn("answer_column")
	}
	if v.Proof != nil {
		how.proof, err = v.Proof.ofRecipe(r)
	}
	return how, err
}
