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

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// Parts checks a directory of parts. The directory must contain exactly the parts of its plan,
// unchanged. Their rows must be free of errors, and must agree with the manifests and
// _SUCCESS.json. Parts returns the same errors as File and parts.OpenToRead.
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
	how := v.checkOf(p)
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

// part checks a part and its manifest, which must contain the identity of the plan. If the manifest
// is valid and the part's rows can be read, part returns the manifest.
func (v *Verifier) part(ctx context.Context, d *parts.Directory, p *parts.Plan, identity string, part *parts.Part, how fileCheck) (*parts.Manifest, error) {
	path, manifest := d.PartPath(p, part), d.ManifestPath(part)
	rows := fmt.Sprintf("rows %d to %d", part.First+1, part.First+part.Rows)
	switch err := parts.CheckOpens(path); {
	case errors.Is(err, fs.ErrNotExist):
		v.faultOf(path, "it is missing (%s)", rows)
		return nil, ctx.Err()
	case errors.As(err, new(parts.DamageError)): // it is not a regular file
		v.faultOf(path, "%w (%s)", err, rows)
		return nil, ctx.Err()
	}
	m, err := d.Manifest(identity, part)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.faultOf(manifest, "it is missing, so its part does not count as done")
	case err != nil:
		v.unusable(manifest, err)
	default:
		if m.RejectsBytes > 0 {
			v.CheckFile(ctx, d.RejectsPath(part), m.Rejects())
		}
		how.changed = !v.CheckFile(ctx, path, m.Made)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	how.part, how.manifest = part, m
	if found, err := v.file(ctx, path, how); found == nil {
		return nil, err
	}
	return m, nil
}

// CheckFile checks the size and the checksum of a file. If it reports a fault, it returns false.
func (v *Verifier) CheckFile(ctx context.Context, path string, made parts.Made) bool {
	err := parts.CheckFile(ctx, path, made, nil)
	if err == nil || ctx.Err() != nil {
		return true
	}
	v.unusable(path, err)
	return false
}

// checkFigures compares the totals of a part's rows with the plan and with the manifest.
func (v *Verifier) checkFigures(path string, found *pipeline.Totals, columns formats.ColumnSet, how *fileCheck) {
	if found.Rows != how.part.Rows {
		v.faultOf(path, "it has %s, expected %d", english.Plural(int(found.Rows), "row", ""), how.part.Rows)
	}
	// The manifest of a conversion does not count results, because they are only copied from the
	// input.
	if how.manifest == nil || how.provenance.Solver == parts.NoSolver {
		return
	}
	if figures := found.Differences(&how.manifest.Totals, columns, how.part.First); figures != nil {
		v.faultOf(path, "its rows and its manifest differ in %s", english.WordSeries(figures, "and"))
	}
}

// unusable reports that the file at path is damaged or cannot be examined. err says why.
func (v *Verifier) unusable(path string, err error) {
	v.faultOf(path, "%s", strings.Replace(err.Error(), path+" ", "it ", 1))
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

// checkOf returns the settings for checking the parts of a plan. By default, the puzzle column and
// the answer column are those that the plan records. Kept columns are not read, because checksums
// reveal damage in them.
func (v *Verifier) checkOf(p *parts.Plan) fileCheck {
	read := v.Read
	read.Keep = formats.Keep{}
	read.Column, read.AnswerColumn = cmp.Or(read.Column, p.Puzzles), cmp.Or(read.AnswerColumn, p.Answers)
	return fileCheck{read: read, provenance: &parts.Provenance{Version: p.Version, Recipe: p.Recipe}}
}
