package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
)

// CheckClear refuses, as Clear does, a directory that holds more than Clear knows
// to be gridmill's. It changes nothing.
func (d *Directory) CheckClear() error {
	_, err := d.ownParts()
	return err
}

// Clear removes all that gridmill made in the directory, and nothing else. It looks
// at everything first, and removes nothing where a file is in the way. Parts go before
// their records and the plan last, so that what an interrupted Clear leaves is known
// for what it is.
func (d *Directory) Clear() error {
	parts, err := d.ownParts()
	if err != nil {
		return err
	}
	if err := d.revoke(); err != nil {
		return err
	}
	for _, name := range parts {
		if err := removeFile(filepath.Join(d.path, name)); err != nil {
			return err
		}
	}
	if err := removeNamed(d.private(""), recordNames); err != nil {
		return err
	}
	if err := removeFile(d.private(planName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return errors.Join(atomicfile.SyncDirectory(d.path), atomicfile.SyncDirectory(d.private("")))
}

// ownParts returns the names of the parts that gridmill made in the directory. The
// error names a file that readers would take for a part, but which is none of them, or a
// directory in the place of a file.
func (d *Directory) ownParts() (parts []string, err error) {
	if err := d.refuseDirectories(); err != nil {
		return nil, err
	}
	entries, err := entriesOf(d.path)
	if err != nil {
		return nil, err
	}
	known := d.knownParts(entries)
	for _, e := range entries {
		if known[e.Name()] && e.Type().IsRegular() { // runs make no links and no directories
			parts = append(parts, e.Name())
		} else {
			delete(known, e.Name())
		}
	}
	if found := unknown(entries, known, readable); len(found) > 0 {
		return nil, fmt.Errorf("%s is not known for one of the parts that gridmill made there, so --overwrite removes nothing; move it elsewhere and run again", filepath.Join(d.path, found[0]))
	}
	return parts, nil
}

// refuseDirectories refuses directories where gridmill makes files, which it neither
// removes nor replaces.
func (d *Directory) refuseDirectories() error {
	entries, err := entriesOf(d.private(""))
	if err != nil {
		return err
	}
	found := ""
	if info, err := os.Lstat(d.successPath()); err == nil && info.IsDir() {
		found = d.successPath()
	}
	own := func(e fs.DirEntry) bool {
		return e.IsDir() && (e.Name() == planName || recordNames.MatchString(e.Name()))
	}
	if i := slices.IndexFunc(entries, own); i >= 0 {
		found = d.private(entries[i].Name())
	}
	if found == "" {
		return nil
	}
	return fmt.Errorf("%s is a directory where a file is to be, so --overwrite removes nothing; move it elsewhere and run again", found)
}

// knownParts are the names that the parts have by the directory's plan. Where that is
// missing or damaged, those files are parts which are as large as their records say.
func (d *Directory) knownParts(entries []fs.DirEntry) map[string]bool {
	if p, _ := d.StoredPlan(); p != nil {
		return d.partNamesOf(p)
	}
	names := map[string]bool{}
	for _, e := range entries {
		if name := e.Name(); partNames.MatchString(name) {
			names[name] = d.recorded(e)
		}
	}
	return names
}

// recorded reports whether a file is as large as the record of the part says that it
// is called after.
func (d *Directory) recorded(file fs.DirEntry) bool {
	name := strings.TrimSuffix(file.Name(), filepath.Ext(file.Name()))
	text, fault, err := readMade(d.private(name + ".json"))
	if fault != "" || err != nil {
		return false
	}
	r := unseal(text)
	info, err := file.Info()
	return err == nil && r != nil && r.Bytes == info.Size()
}

// revoke says that the directory is not complete, or not any more.
func (d *Directory) revoke() error {
	if err := removeFile(d.successPath()); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return atomicfile.SyncDirectory(d.path)
}

// removeLeftovers removes the temporary files of runs that were killed. It leaves
// them where somebody else may be writing them.
func (d *Directory) removeLeftovers() error {
	if !d.alone {
		return nil
	}
	return errors.Join(removeNamed(d.path, temporaryNames), removeNamed(d.private(""), temporaryNames))
}

// removeNamed removes the files in a directory whose names match.
func removeNamed(dir string, names *regexp.Regexp) error {
	entries, err := entriesOf(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if names.MatchString(e.Name()) && e.Type().IsRegular() {
			if err := removeFile(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func removeFile(path string) error {
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("%s cannot be removed: %w", path, files.WithoutPath(err))
	}
	return nil
}
