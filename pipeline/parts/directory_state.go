package parts

import (
	"fmt"
	"os"
	"path/filepath"
)

// HoldsParts reports whether a path is a directory of parts, though some of what
// gridmill made in it may be missing.
func HoldsParts(path string) bool {
	return HasPrivate(path) || exists(filepath.Join(path, successName))
}

// HasPrivate reports whether a directory holds files of gridmill's own beside what it made there.
func HasPrivate(path string) bool { return exists(filepath.Join(path, privateName)) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// CheckComplete refuses a directory of parts that is not complete, as rows would be
// missing. What has no plan, such as a copy for others to read, is accepted as it is.
func CheckComplete(path string) error {
	if !exists(filepath.Join(path, privateName)) {
		return nil
	}
	d := &Directory{path: path}
	p, err := FindPlan(path)
	if err != nil {
		return err
	}
	lacks := []string{d.SuccessPath()}
	for i := range p.Parts {
		lacks = append(lacks, d.PartPath(p, &p.Parts[i]))
	}
	for _, name := range lacks {
		if !exists(name) {
			return fmt.Errorf("%s is not complete, %s is missing; go on with the run that makes it, or merge its shards, first", path, filepath.Base(name))
		}
	}
	return nil
}

// IsCopy reports whether the directory has no files of gridmill's own but _SUCCESS.json,
// as a copy for others to read may be.
func (d *Directory) IsCopy() bool { return !exists(d.private("")) }
