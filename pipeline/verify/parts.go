package verify

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// Parts checks a directory of parts. The directory must contain exactly the parts of its plan,
// unchanged. Their rows must have no faults, and must agree with the manifests and _SUCCESS.json.
// Parts returns the same errors as File. During a parts.Exclusive run, it returns parts.ErrInUse.
func (v *Verifier) Parts(ctx context.Context, path string) (err error) {
	v.relatives = nil
	d, err := parts.OpenToRead(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	p, err := parts.FindPlan(path)
	switch {
	case errors.Is(err, parts.ErrNotStarted):
		v.faultOf(path, "it does not contain the plan of its parts; copy %s from the original directory, or verify the files one by one", files.PrivateDirectory)
		return nil
	case err != nil:
		v.faultOf(path, "its parts cannot be checked: %w", err)
		return nil
	}
	how, err := v.checkOf(p)
	if err != nil {
		return err
	}
	sum := parts.NewSuccess(p)
	for i := range p.Parts {
		m, err := v.part(ctx, d, p, sum.Plan, &p.Parts[i], how)
		if err != nil {
			return err
		}
		if m != nil {
			sum.Totals.Merge(&m.Totals)
			sum.Parts = append(sum.Parts, m.Made)
		}
	}
	v.checkSuccess(d, sum, len(sum.Parts) == len(p.Parts))
	found, err := d.Unexpected(p)
	for _, f := range found {
		v.Fault(f)
	}
	return err
}

// part checks a part and its manifest. The manifest must contain the identity of the plan. If the
// manifest is valid and the part's rows can be read, part returns the manifest.
func (v *Verifier) part(ctx context.Context, d *parts.Directory, p *parts.Plan, identity string, part *parts.Part, how fileCheck) (*parts.Manifest, error) {
	path, manifest := d.PartPath(p, part), d.ManifestPath(part)
	if v.reportMissing(path, part) {
		return nil, ctx.Err()
	}
	var made *parts.Made
	m, err := d.Manifest(identity, part)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.faultOf(manifest, "it is missing, so its part does not count as done")
	case err != nil:
		v.unusable(manifest, err)
	default:
		made = &m.Made
		if made.RejectsBytes > 0 {
			if err := parts.CheckFile(ctx, d.RejectsPath(part), made.Rejects(), nil); err != nil && ctx.Err() == nil {
				v.unusable(d.RejectsPath(part), err)
			}
		}
	}
	found, err := v.madeFile(ctx, path, part, made, how)
	if found.Totals == nil {
		return nil, err
	}
	// The manifest of a conversion does not count results, because they are only copied from the
	// input.
	if m != nil && p.Solver != parts.NoSolver {
		if figures := found.Differences(&m.Totals, found.columns, part.First); figures != nil {
			v.faultOf(path, "its rows and its manifest differ in %s", english.WordSeries(figures, "and"))
		}
	}
	return m, nil
}

// reportMissing reports a fault and returns true if a part is missing or is not a regular file.
func (v *Verifier) reportMissing(path string, part *parts.Part) bool {
	err := parts.CheckOpens(path)
	rows := fmt.Sprintf("rows %d to %d", part.First+1, part.First+part.Rows)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.faultOf(path, "it is missing (%s)", rows)
	case errors.As(err, new(parts.DamageError)):
		v.faultOf(path, "%w (%s)", err, rows)
	default:
		return false
	}
	return true
}

// unusable reports the fault that the file at path is damaged or cannot be examined. err says why.
func (v *Verifier) unusable(path string, err error) {
	text, named := strings.CutPrefix(err.Error(), path+" ")
	if named {
		text = "it " + text
	}
	v.faultOf(path, "%s", text)
}

// madeFile checks the rows of a part. If made is not nil, it also checks the part's checksum. It
// returns the totals of the rows, or nil totals if the rows cannot be read.
func (v *Verifier) madeFile(ctx context.Context, path string, part *parts.Part, made *parts.Made, how fileCheck) (found counted, err error) {
	if made != nil {
		err := parts.CheckFile(ctx, path, *made, nil)
		if ctx.Err() != nil {
			return counted{}, err
		}
		if how.changed = err != nil; how.changed {
			v.unusable(path, err)
		}
	}
	how.part = part
	found, err = v.file(ctx, path, how)
	if found.Totals != nil && found.Rows != part.Rows {
		v.faultOf(path, "it has %s, expected %d", english.Plural(int(found.Rows), "row", ""), part.Rows)
	}
	return found, err
}

// checkSuccess compares _SUCCESS.json with sum. If sum is not complete, it compares only the plans.
func (v *Verifier) checkSuccess(d *parts.Directory, sum *parts.Success, complete bool) {
	path := d.SuccessPath()
	stored, text, err := d.ReadSuccess()
	if err != nil {
		v.faultOf(path, "%w", err)
		return
	}
	switch {
	case stored.Plan != sum.Plan:
		v.faultOf(path, "it belongs to a different plan; run gridmill merge to write it again")
	case complete && !bytes.Equal(text, sum.Text()): // if not complete, a fault has already been reported
		v.faultOf(path, "it does not match the plan and the manifests of the parts; run gridmill merge to write it again")
	}
}

// checkOf returns the settings for checking the parts of a plan. The columns and limits come from
// the plan's recipe, so users do not have to specify these options again.
func (v *Verifier) checkOf(p *parts.Plan) (how fileCheck, err error) {
	r := &p.Recipe
	how.read, how.provenance = v.Read, &parts.Provenance{Version: p.Version, Recipe: p.Recipe}
	how.read.Column, how.read.AnswerColumn = cmp.Or(v.Read.Column, r.Puzzles), cmp.Or(v.Read.AnswerColumn, r.Answers)
	how.proof = v.Proof
	if v.Proof != nil && r.Solver != parts.NoSolver { // converted rows do not record how they were solved
		how.proof = v.Proof.For(r.Solver)
		how.proof.Config.MaxSolutions, how.proof.Config.MaxGuesses, err = r.Limits()
	}
	return how, err
}
