package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// HoldsParts reports whether a path is a directory of parts, though some of what
// gridmill made in it may be missing.
func HoldsParts(path string) bool {
	return exists(filepath.Join(path, privateName)) || exists(filepath.Join(path, successName))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// CheckComplete refuses a directory of parts that is not complete: its rows are not
// all that there should be. What has no plan, such as a copy for others to read, is
// taken as it is.
func CheckComplete(path string) error {
	if !exists(filepath.Join(path, privateName)) {
		return nil
	}
	d := &Directory{path: path}
	p, err := FindPlan(path)
	if err != nil {
		return err
	}
	lacks := []string{d.successPath()}
	for i := range p.Parts {
		lacks = append(lacks, d.partPath(p, &p.Parts[i]))
	}
	for _, name := range lacks {
		if !exists(name) {
			return fmt.Errorf("%s is not complete, %s is missing; go on with the run that makes it, or merge its shards, first", path, filepath.Base(name))
		}
	}
	return nil
}

// Parts checks a directory of parts: that there are those of its plan and nothing
// else, that their bytes are those that were written, that their rows are without
// fault, and that everything adds up. The error is as that of File, or ErrInUse
// where a run is at work.
func (v *Verifier) Parts(ctx context.Context, path string) (err error) {
	d := &Directory{path: path}
	if err := d.lockToVerify(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	p, err := FindPlan(path)
	if errors.Is(err, ErrNotBegun) && !exists(d.private("")) {
		return v.copied(ctx, d)
	}
	if err != nil {
		v.fault(Fault{File: path, Problem: "only the rows of its parts can be checked: " + err.Error()})
		return v.rowsOfParts(ctx, path)
	}
	how, err := v.checkOf(&p.Recipe)
	if err != nil {
		return err
	}
	sum := success{Plan: p.identity(), Version: p.Version, Recipe: p.Recipe, Inputs: p.Inputs}
	complete := true
	for i := range p.Parts {
		r, err := v.part(ctx, d, p, &p.Parts[i], how)
		if err != nil {
			return err
		}
		if r == nil {
			complete = false
			continue
		}
		sum.Totals.Merge(&r.Totals)
		sum.Parts = append(sum.Parts, r.Made)
	}
	v.checkSuccess(d, &sum, complete)
	return v.strays(d.strays(p))
}

// lockToVerify keeps runs out while parts are read, and changes nothing: where there
// is no lock, or none that may be read, everybody may come.
func (d *Directory) lockToVerify() error {
	err := d.takeLock(Shared, lockToLook)
	switch {
	case errors.Is(err, ErrInUse):
		return fmt.Errorf("%s %w: a run is writing here; verify it after its end", d.path, err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return nil
	}
	return err
}

// rowsOfParts checks the parts that there are, when nothing says which there
// should be.
func (v *Verifier) rowsOfParts(ctx context.Context, path string) error {
	files, err := formats.Expand([]string{path})
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

// part checks a part and its record, which it returns if it can be believed.
func (v *Verifier) part(ctx context.Context, d *Directory, p *Plan, part *Part, how fileCheck) (*Record, error) {
	path := d.partPath(p, part)
	if v.reportMissing(path, part) {
		return nil, ctx.Err()
	}
	r, fault, err := d.record(p.identity(), part)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.fault(Fault{File: d.recordPath(part), Problem: "it is missing, so that its part does not count as done"})
	case err != nil:
		v.fault(Fault{File: d.recordPath(part), Problem: "it " + strings.TrimPrefix(err.Error(), d.recordPath(part)+" ")})
	case fault != "":
		v.fault(Fault{File: d.recordPath(part), Problem: "it " + fault})
	default:
		if how.changed, err = v.checkBytes(ctx, path, r); err != nil {
			return nil, err
		}
	}
	found, err := v.file(ctx, path, how)
	if found.Totals == nil {
		return nil, err
	}
	v.checkRowCount(path, found.Totals, part)
	if r != nil {
		for _, figure := range found.Differences(&r.Totals, found.columns, part.First) {
			v.fault(Fault{File: path, Problem: figure + " by its record"})
		}
	}
	return r, nil
}

// reportMissing reports whether a part is missing, or something else stands in its place.
func (v *Verifier) reportMissing(path string, part *Part) bool {
	f, _, fault, err := openMade(path)
	if f != nil {
		_ = f.Close()
	}
	rows := fmt.Sprintf("rows %d to %d", part.First+1, part.First+part.Rows)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fault = "is missing, and with it " + rows
	case fault == "":
		return false
	default:
		fault += "; it should hold " + rows
	}
	v.fault(Fault{File: path, Problem: "it " + fault})
	return true
}

// checkBytes wants the bytes of a part to be those that were written, and reports whether
// they are others.
func (v *Verifier) checkBytes(ctx context.Context, path string, r *Record) (changed bool, err error) {
	fault, err := checkFile(ctx, path, r, nil)
	switch {
	case ctx.Err() != nil:
		return false, err
	case err != nil:
		fault = strings.TrimPrefix(err.Error(), path+" ")
	}
	if fault != "" {
		v.fault(Fault{File: path, Problem: "it " + fault})
	}
	return fault != "", nil
}

// checkRowCount wants a part to have all its rows.
func (v *Verifier) checkRowCount(path string, found *Totals, part *Part) {
	if found.Rows != part.Rows {
		v.fault(Fault{File: path, Problem: fmt.Sprintf("it holds %d rows, expected %d", found.Rows, part.Rows)})
	}
}

// checkSuccess holds _SUCCESS.json against what the parts add up to, if all are there.
func (v *Verifier) checkSuccess(d *Directory, sum *success, complete bool) {
	fault := func(format string, args ...any) {
		v.fault(Fault{File: d.successPath(), Problem: fmt.Sprintf(format, args...)})
	}
	said, text, problem := d.readSuccess()
	if problem != "" {
		fault("%s", problem)
		return
	}
	figures := said.Totals.Differences(&sum.Totals, AllColumns, 0)
	switch {
	case said.Plan != sum.Plan:
		fault("it belongs to another plan")
	case !complete: // the parts at fault were named
	case said.Totals.Rows != sum.Totals.Rows:
		fault("it counts %d rows, expected %d", said.Totals.Rows, sum.Totals.Rows)
	case !slices.Equal(said.Parts, sum.Parts):
		fault("it does not list the parts as their records describe them")
	case len(figures) > 0:
		for _, figure := range figures {
			fault("%s by the records of the parts", figure)
		}
	case string(text) != string(exactjson.Encode(sum)):
		fault("it does not say what the plan and the records of the parts add up to")
	}
}

// readSuccess reads _SUCCESS.json, or says what is wrong with it.
func (d *Directory) readSuccess() (said *success, text []byte, problem string) {
	text, fault, err := readMade(d.successPath())
	switch {
	case fault != "":
		return nil, nil, "it " + fault
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, "it is missing, so that the directory does not count as complete; solve or merge again"
	case err != nil:
		return nil, nil, fmt.Sprintf("it cannot be read: %v", files.WithoutPath(err))
	}
	said = new(success)
	if err := exactjson.Decode(text, said); err != nil {
		return nil, nil, fmt.Sprintf("it is damaged: %v", err)
	}
	return said, text, ""
}

// strays notes files that do not belong where they are.
func (v *Verifier) strays(found []stray, err error) error {
	for _, s := range found {
		v.fault(s.Fault)
	}
	return err
}
