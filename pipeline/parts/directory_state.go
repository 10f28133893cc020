package parts

import (
	"fmt"
	"os"
	"path/filepath"
)

// HoldsParts reports whether a path is a directory of parts, even if some of the files that
// gridmill made in it are missing.
func HoldsParts(path string) bool {
	return HasPrivate(path) || exists(filepath.Join(path, successName))
}

// HasPrivate reports whether a directory has gridmill's private files. A copy for other readers
// can have only _SUCCESS.json.
func HasPrivate(path string) bool { return exists(filepath.Join(path, privateName)) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// CheckComplete returns an error for a directory of parts that is not complete, as rows would be
// missing. A directory without a plan, such as a copy for other readers, is accepted.
func CheckComplete(path string) error {
	if !HasPrivate(path) {
		return nil
	}
	d := &Directory{path: path}
	p, err := FindPlan(path)
	if err != nil {
		return err
	}
	for _, name := range append(d.PartPaths(p), d.SuccessPath()) {
		if !exists(name) {
			return fmt.Errorf("%s is not complete, %s is missing; first finish the run that makes it, or merge its shards", path, filepath.Base(name))
		}
	}
	return nil
}
