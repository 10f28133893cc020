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

// ErrNotStarted means that a directory has no plan or does not exist.
var ErrNotStarted = errors.New("has no parts that gridmill made")

// A PlanError says that a plan is missing or damaged.
type PlanError struct {
	File string
	// Stored says that the file belongs to a directory of parts. Storing the same plan there
	// again makes the existing parts valid.
	Stored  bool
	Missing bool // although there are parts
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

// StoredPlan returns the plan of the directory, or nil if it has neither a plan nor parts. If
// the plan is missing or damaged, the error is a *PlanError.
func (d *Directory) StoredPlan() (*Plan, error) {
	path := d.Private(planName)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // reading it could block
		return nil, &PlanError{File: path, Stored: true, Err: fmt.Errorf("%s is not a regular file, but a directory or the like; move it elsewhere", path)}
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
	if exists(path) { // another shard has stored it since, and then its first manifest
		return d.StoredPlan()
	}
	return nil, &PlanError{File: path, Stored: true, Missing: true, Err: fmt.Errorf("%s is missing, though there are manifests of parts", path)}
}

// hasManifests reports whether there are manifests of parts, which are written after the plan.
func (d *Directory) hasManifests() bool {
	entries, _ := os.ReadDir(d.Private(""))
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return privateNames.MatchString(e.Name()) && e.Type().IsRegular() })
}

// StorePlan stores a plan as that of the directory. If the directory has a plan already, it must
// be the same. If it has none, it has no parts either: a file that looks like a part is not
// gridmill's, and writing the part would replace it.
func (d *Directory) StorePlan(p *Plan) error {
	entries, err := entriesOf(d.path) // read before another shard stores the plan and makes parts
	if err != nil {
		return err
	}
	stored, err := d.StoredPlan()
	if err != nil {
		return err
	}
	if stored == nil {
		if err := d.rejectEarlier(unknown(entries, nil, readable)); err != nil {
			return err
		}
		err := d.publish(d.Private(planName), false, p.Write)
		if err == nil {
			return nil
		}
		// Another shard may have stored it first.
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

// RecipesBeside returns the recipes of the directories of parts that contain the files, as far
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
