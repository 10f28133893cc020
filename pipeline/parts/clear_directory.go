package parts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
)

// CheckClear makes the same checks as Clear, but removes nothing.
func (d *Directory) CheckClear() error {
	_, err := d.ownParts()
	return err
}

// Clear removes _SUCCESS.json, the parts, the manifests, the rejects files, and the plan. If any
// other file looks like a part, Clear returns an error and removes nothing. Clear removes parts
// before their manifests, and the plan last, so that an interrupted Clear can be repeated.
func (d *Directory) Clear() error {
	parts, err := d.ownParts()
	if err != nil {
		return err
	}
	if err := d.revoke(); err != nil {
		return err
	}
	if err := RemoveFiles(d.path, parts...); err != nil {
		return err
	}
	if err := d.removeNamed(privateName, privateNames); err != nil {
		return err
	}
	if err := RemoveFiles(d.path, filepath.Join(privateName, planName)); err != nil {
		return err
	}
	return errors.Join(atomicfile.SyncDirectory(d.path), atomicfile.SyncDirectory(d.Private("")))
}

// ownParts returns the names of the parts that gridmill wrote to the directory. It returns an error
// if any other file looks like a part (see readable), or if a directory has the name of a manifest
// or a rejects file.
func (d *Directory) ownParts() (parts []string, err error) {
	entries, err := entriesOf(d.path)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	if p, err := d.StoredPlan(); err != nil {
		return nil, err
	} else if p != nil {
		known = d.partNamesOf(p)
	}
	for _, e := range entries {
		if known[e.Name()] && e.Type().IsRegular() { // gridmill does not create links or directories here
			parts = append(parts, e.Name())
		} else {
			delete(known, e.Name())
		}
	}
	private, err := entriesOf(d.Private(""))
	if err != nil {
		return nil, err
	}
	for _, e := range private {
		if e.IsDir() && privateNames.MatchString(e.Name()) {
			return nil, fmt.Errorf("%s is a directory, but must be a file, so nothing was removed; move the directory elsewhere and try again", d.Private(e.Name()))
		}
	}
	if found := unknownNames(entries, known, readable); len(found) > 0 {
		return nil, notOwn(filepath.Join(d.path, found[0]))
	}
	return parts, nil
}

// revoke removes _SUCCESS.json from a directory that is not complete or is about to change.
func (d *Directory) revoke() error {
	if err := RemoveFiles(d.path, successName); err != nil {
		return err
	}
	return atomicfile.SyncDirectory(d.path)
}

// RemoveLeftovers removes temporary files of killed runs, unless other runs may be using d.
func (d *Directory) RemoveLeftovers() error {
	if !d.exclusive {
		return nil
	}
	return errors.Join(d.removeNamed("", temporaryNames), d.removeNamed(privateName, temporaryNames))
}

// removeNamed removes each regular file in the given folder if its name matches the pattern.
func (d *Directory) removeNamed(folder string, names *regexp.Regexp) error {
	entries, err := entriesOf(filepath.Join(d.path, folder))
	if err != nil {
		return err
	}
	var found []string
	for _, e := range entries {
		if names.MatchString(e.Name()) && e.Type().IsRegular() {
			found = append(found, filepath.Join(folder, e.Name()))
		}
	}
	return RemoveFiles(d.path, found...)
}

// Remove removes the named files in dir, and the named folders with their contents. It ignores
// names that do not exist. If a name leads out of dir through a symbolic link, Remove returns an
// error and removes nothing.
func Remove(dir string, names ...string) error { return remove(dir, (*os.Root).RemoveAll, names) }

// RemoveFiles is like Remove but removes only files and empty folders.
func RemoveFiles(dir string, names ...string) error { return remove(dir, (*os.Root).Remove, names) }

func remove(dir string, with func(*os.Root, string) error, names []string) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return cannotRemove(dir, "", err)
	}
	defer func() { _ = root.Close() }()
	for _, name := range names { // check all names before removing anything
		if _, err := root.Lstat(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cannotRemove(dir, name, err)
		}
	}
	for _, name := range names {
		if err := with(root, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cannotRemove(dir, name, err)
		}
	}
	return nil
}

func cannotRemove(dir, name string, err error) error {
	return fmt.Errorf("%s cannot be removed: %w", filepath.Join(dir, name), files.WithoutPath(err))
}
