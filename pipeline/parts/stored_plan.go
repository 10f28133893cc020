package parts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
)

// ErrNotStarted means that no run has stored a plan or parts in a directory.
var ErrNotStarted = errors.New("has no parts that gridmill made")

// FindPlan returns the plan of the directory at path. It returns an error if there is no plan.
func FindPlan(path string) (*Plan, error) {
	p, err := (&Directory{path: path}).StoredPlan()
	if p == nil && err == nil {
		return nil, fmt.Errorf("%s %w", path, ErrNotStarted)
	}
	return p, err
}

// StoredPlan returns the directory's plan, or nil if no run has stored a plan or parts.
func (d *Directory) StoredPlan() (*Plan, error) {
	path := d.Private(planName)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // opening a FIFO could block
		return nil, fmt.Errorf("%s is not a regular file; move it elsewhere and try again", path)
	}
	p, err := readPlan(path)
	switch {
	case err == nil:
		return p, nil
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
		return nil, d.lost(err)
	case !d.recordsParts():
		return nil, nil
	case Exists(path): // another shard has since stored the plan and then files of a part
		return d.StoredPlan()
	}
	return nil, d.lost(fmt.Errorf("%s is missing, but a run has written parts", path))
}

// lost adds advice to err, the error for a missing or damaged plan. Making the plan again can help,
// because existing parts remain valid if the new plan is the same (see Plan.Identity).
func (d *Directory) lost(err error) error {
	return fmt.Errorf("%w; restore this file from a copy, write it again with gridmill plan and the same inputs and options, or remove %s and start again", err, d.path)
}

// recordsParts reports whether the directory contains the manifest or the rejects file of a part.
// Both are written after the plan.
func (d *Directory) recordsParts() bool {
	entries, _ := os.ReadDir(d.Private(""))
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return privateNames.MatchString(e.Name()) && e.Type().IsRegular() })
}

// StorePlan stores p as the plan of the directory. If the directory already has a plan, the plans
// must have the same identity, and StorePlan returns the stored plan. A directory without a plan
// must not contain files that look like parts, because gridmill cannot have written them.
func (d *Directory) StorePlan(p *Plan) (*Plan, error) {
	// List the entries before reading the plan. In the opposite order, another shard could store a
	// plan and write parts in between, and these parts would be rejected.
	entries, err := entriesOf(d.path)
	if err != nil {
		return nil, err
	}
	stored, err := d.StoredPlan()
	if err != nil {
		return nil, err
	}
	if stored == nil {
		if err := d.rejectNames(unknownNames(entries, nil, readable)); err != nil {
			return nil, err
		}
		o, err := d.Create(d.Private(planName), false)
		if err == nil {
			err = p.Write(o)
		}
		if err == nil {
			err = d.Commit(o)
		}
		if err == nil {
			return p, nil
		}
		// Another shard may have stored the plan in the meantime.
		if stored, _ = d.StoredPlan(); stored == nil {
			return nil, err
		}
	}
	if stored.Identity() == p.Identity() {
		return stored, nil
	}
	if err := stored.CheckRecipe(d.path, p.Version, p.Recipe, p.Files()); err != nil {
		// Do not wrap err. The advice for a ClashError is to repeat an option of the stored plan,
		// but this option would contradict p.
		return nil, option.Misuse(option.StoredPlan, "%v", err)
	}
	return nil, option.Misuse(option.Directory, "the input files have changed since the run in %s started", d.path)
}

// RecipesOf returns the recipes of the given files. If several files are parts in one directory, it
// returns the recipe of the directory once. It skips files that record no recipe or cannot be read.
func RecipesOf(files []string) (recipes []Recipe) {
	ofDirectory := map[string][]Recipe{}
	for _, file := range files {
		if dir := filepath.Dir(file); partNames.MatchString(filepath.Base(file)) {
			if _, read := ofDirectory[dir]; !read {
				ofDirectory[dir] = recipeOf(dir)
				recipes = append(recipes, ofDirectory[dir]...)
			}
			if ofDirectory[dir] != nil {
				continue
			}
		}
		if !formats.RecordsRun(file) {
			continue
		}
		reader, err := formats.Open([]string{file}, formats.ReadOptions{Column: "1", AnswerColumn: "none"})
		if err != nil {
			continue
		}
		recipes = append(recipes, ProvenanceOf(reader.Schema()).Recipe)
		_ = reader.Close()
	}
	return recipes
}

// recipeOf returns the recipe of a directory of parts. It returns nil if the directory has neither
// a readable plan nor a readable _SUCCESS.json.
func recipeOf(dir string) []Recipe {
	if p, err := FindPlan(dir); err == nil {
		return []Recipe{p.Recipe}
	}
	if s, _, err := (&Directory{path: dir}).ReadSuccess(); err == nil {
		return []Recipe{s.Recipe}
	}
	return nil
}

// HoldsParts reports whether the directory at path has gridmill's private files or _SUCCESS.json.
func HoldsParts(path string) bool {
	return HasPrivate(path) || Exists(filepath.Join(path, successName))
}

// HasPrivate reports whether the directory at path contains gridmill's private files. A copy made
// for other programs may have only the parts and _SUCCESS.json.
func HasPrivate(path string) bool { return Exists(filepath.Join(path, privateName)) }

// Exists reports whether there is a file or directory at path.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// CheckSize returns an error if the file at path is missing or does not have the given size.
func CheckSize(path string, bytes int64) error {
	info, err := os.Stat(path)
	if err == nil && info.Size() != bytes {
		err = fmt.Errorf("it has %d bytes, expected %d", info.Size(), bytes)
	}
	return files.InFile(path, err)
}

// CompleteParts returns the paths of the parts in a complete directory, or nil if the directory has
// no parts. It returns an error if _SUCCESS.json is missing or damaged, if a part is missing or has
// the wrong size, or if readers would read other files too.
func CompleteParts(path string) ([]string, error) {
	if !HoldsParts(path) {
		return nil, nil
	}
	d := &Directory{path: path}
	s, _, err := d.ReadSuccess()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.SuccessPath(), err)
	}
	p := &Plan{Recipe: s.Recipe}
	for i, made := range s.Parts {
		p.Parts = append(p.Parts, Part{Number: made.Part})
		name := d.PartPath(p, &p.Parts[i])
		if err := CheckSize(name, made.Bytes); err != nil {
			return nil, fmt.Errorf("%w; to write the file again, repeat the command that wrote %s", err, path)
		}
	}
	return d.PartPaths(p), d.rejectUnexpected(p)
}
