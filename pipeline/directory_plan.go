package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// ErrNotBegun says that a directory has no plan, or is not there.
var ErrNotBegun = errors.New("holds no parts of gridmill's; begin them with gridmill solve")

// FindPlan returns the plan of a directory that must have one.
func FindPlan(path string) (*Plan, error) {
	p, err := (&Directory{path: path}).StoredPlan()
	if p == nil && err == nil {
		return nil, fmt.Errorf("%s %w", path, ErrNotBegun)
	}
	return p, err
}

// StoredPlan returns the plan that the directory was begun with, or nil where it was not
// begun. Records without a plan say that it was.
func (d *Directory) StoredPlan() (*Plan, error) {
	const orBegin = ", or begin again with solve --overwrite"
	path := d.private(planName)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // reading it might wait for ever
		return nil, fmt.Errorf("%s is no file, but a directory or the like; move it elsewhere, and make the plan anew %s%s", path, d.samePlan(), orBegin)
	}
	p, err := readPlan(path, "make it anew "+d.samePlan()+" --overwrite"+orBegin)
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		return p, err
	}
	if !d.hasRecords() {
		return nil, nil
	}
	if exists(path) { // by now: another shard stored it, and then its first record
		return d.StoredPlan()
	}
	return nil, fmt.Errorf("%s is missing, though there are records of parts; bring it back, or make it anew %s%s", path, d.samePlan(), orBegin)
}

// samePlan says how to make the directory's plan once more, which then takes the parts that
// are there for its own.
func (d *Directory) samePlan() string {
	return "with gridmill plan, of the same inputs with the same options, but for those that only solve has, and -o " + d.private(planName)
}

// hasRecords reports whether there are records of parts. A plan is there before them.
func (d *Directory) hasRecords() bool {
	entries, _ := os.ReadDir(d.private(""))
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return recordNames.MatchString(e.Name()) && e.Type().IsRegular() })
}

// StorePlan makes a plan the directory's own. If it has one already, that must be
// the same. If it has none, it has no parts either: a file that looks like one is
// somebody else's, and writing the part would replace it.
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
		err := d.publish(d.private(planName), p.text(), false)
		if err == nil {
			return nil
		}
		// Another shard may have been faster.
		if stored, _ = d.StoredPlan(); stored == nil {
			return err
		}
	}
	if stored.identity() == p.identity() {
		return nil
	}
	if err := stored.CheckRecipe(d.path, p.Version, p.Recipe, p.Files()); err != nil {
		return fmt.Errorf("%w; choose another directory", err)
	}
	return badPlan("%s was begun with another plan of the same files, which have changed since; choose another directory", d.path)
}

// recipesBeside returns the recipes of the directories of parts in which files lie. A
// plan that cannot be read tells nothing.
func recipesBeside(files []string) (recipes []Recipe) {
	var last string
	for _, file := range files {
		dir := filepath.Dir(file)
		if dir == last || !partNames.MatchString(filepath.Base(file)) {
			continue
		}
		last = dir
		if p, err := FindPlan(dir); err == nil {
			recipes = append(recipes, p.Recipe)
		} else if said, _, problem := (&Directory{path: dir}).readSuccess(); problem == "" {
			recipes = append(recipes, said.Recipe)
		}
	}
	return recipes
}
