package parts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/gridmill/gridmill/formats/option"
)

// ErrNotStarted says that a directory has no plan, or is not there.
var ErrNotStarted = errors.New("holds no parts that gridmill made")

// A PlanError says that a plan is missing or damaged.
type PlanError struct {
	File string
	// Stored says that the file belongs to a directory of parts. The same plan, stored
	// there again, matches the parts that are there.
	Stored  bool
	Missing bool // though there are parts
	Err     error
}

func (e *PlanError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *PlanError) Unwrap() error { return e.Err }

// FindPlan returns the plan of a directory that must have one.
func FindPlan(path string) (*Plan, error) {
	p, err := (&Directory{path: path}).StoredPlan()
	if p == nil && err == nil {
		return nil, fmt.Errorf("%s %w", path, ErrNotStarted)
	}
	return p, err
}

// StoredPlan returns the plan of the directory, or nil where it has none and no parts. A
// plan that is missing or damaged is a *PlanError.
func (d *Directory) StoredPlan() (*Plan, error) {
	path := d.private(planName)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // reading it might block
		return nil, &PlanError{File: path, Stored: true, Err: fmt.Errorf("%s is no file, but a directory or the like; move it elsewhere", path)}
	}
	p, err := ReadPlan(path)
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		var unusable *PlanError
		if errors.As(err, &unusable) {
			unusable.Stored = true
		}
		return p, err
	}
	if !d.hasManifests() {
		return nil, nil
	}
	if exists(path) { // by now: another shard stored it, and then its first manifest
		return d.StoredPlan()
	}
	return nil, &PlanError{File: path, Stored: true, Missing: true, Err: fmt.Errorf("%s is missing, though there are manifests of parts", path)}
}

// hasManifests reports whether there are manifests of parts. A plan is there before them.
func (d *Directory) hasManifests() bool {
	entries, _ := os.ReadDir(d.private(""))
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return manifestNames.MatchString(e.Name()) && e.Type().IsRegular() })
}

// StorePlan makes a plan the directory's own. If it has one already, that must be
// the same. If it has none, it has no parts either: a file that looks like one is not
// gridmill's, and writing the part would replace it.
func (d *Directory) StorePlan(p *Plan) error {
	entries, err := entriesOf(d.path) // before another shard stores the plan and makes parts
	if err != nil {
		return err
	}
	stored, err := d.StoredPlan()
	if err != nil {
		return err
	}
	if stored == nil {
		if err := d.refuseEarlier(unknown(entries, nil, readable)); err != nil {
			return err
		}
		err := d.publish(d.private(planName), p, false)
		if err == nil {
			return nil
		}
		// Another shard may have been faster.
		if stored, _ = d.StoredPlan(); stored == nil {
			return err
		}
	}
	if stored.Identity() == p.Identity() {
		return nil
	}
	if err := stored.CheckRecipe(d.path, p.Version, p.Recipe, p.Files()); err != nil {
		return option.Misuse(option.Directory, "%w", err)
	}
	return option.Misuse(option.Directory, "%s was started with another plan of the same files, which have changed since", d.path)
}

// RecipesBeside returns the recipes of the directories of parts in which files lie, as far
// as their plans can be read.
func RecipesBeside(files []string) (recipes []Recipe) {
	var last string
	for _, file := range files {
		dir := filepath.Dir(file)
		if dir == last || !partNames.MatchString(filepath.Base(file)) {
			continue
		}
		last = dir
		if p, err := FindPlan(dir); err == nil {
			recipes = append(recipes, p.Recipe)
		} else if s, _, fault := (&Directory{path: dir}).ReadSuccess(); fault == "" {
			recipes = append(recipes, s.Recipe)
		}
	}
	return recipes
}
