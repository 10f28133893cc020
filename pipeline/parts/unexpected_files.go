package parts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
)

// Unexpected returns faults for temporary files, for unknown private files, and for other files
// that readers may mistake for parts of p. Only files of the last kind make a run fail.
func (d *Directory) Unexpected(p *Plan) ([]pipeline.Fault, error) {
	found, err := unexpectedIn(d.path, d.partNamesOf(p), readable, errors.New("it is not in the plan, but readers of the directory may mistake it for a part; move it elsewhere"))
	if err != nil {
		return nil, err
	}
	own := map[string]bool{planName: true, lockName: true}
	for i := range p.Parts {
		own[manifestName(&p.Parts[i])], own[rejectsName(&p.Parts[i])] = true, true
	}
	private, err := unexpectedIn(d.Private(""), own, anything, errors.New("it is not in the plan; remove it"))
	return append(found, private...), err
}

// unexpectedIn returns a fault for each entry of dir that is named like a temporary file. It also
// returns a fault with the given reason for each name that unknownNames returns.
func unexpectedIn(dir string, known map[string]bool, filter func(fs.DirEntry) bool, reason error) (found []pipeline.Fault, err error) {
	entries, err := entriesOf(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case !temporaryNames.MatchString(e.Name()):
		case e.Type().IsRegular():
			found = append(found, pipeline.FaultOf(path, "a killed run left it behind, or a shard is writing to it; if no shard is running, remove it"))
		default:
			found = append(found, pipeline.FaultOf(path, "it has the name of a temporary file, but is not a regular file; remove it"))
		}
	}
	for _, name := range unknownNames(entries, known, filter) {
		found = append(found, pipeline.Fault{File: filepath.Join(dir, name), Err: reason})
	}
	return found, nil
}

// unknownNames returns the names of the entries for which filter returns true. It omits known names,
// and names that start with a dot or an underscore.
func unknownNames(entries []fs.DirEntry, known map[string]bool, filter func(fs.DirEntry) bool) (names []string) {
	for _, e := range entries {
		if !isHidden(e) && !known[e.Name()] && filter(e) {
			names = append(names, e.Name())
		}
	}
	return names
}

func isHidden(e fs.DirEntry) bool { return strings.ContainsAny(e.Name()[:1], "._") }

func (d *Directory) partNamesOf(p *Plan) map[string]bool {
	names := map[string]bool{}
	for i := range p.Parts {
		names[filepath.Base(d.PartPath(p, &p.Parts[i]))] = true
	}
	return names
}

func anything(fs.DirEntry) bool { return true }

// readable reports whether readers would read e. Readers read data files as parts, and search
// directories for more parts.
func readable(e fs.DirEntry) bool { return e.IsDir() || formats.FormatOf(e.Name()) != formats.Auto }

func entriesOf(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", dir, files.WithoutPath(err))
	}
	return entries, nil
}

// rejectUnexpected returns an error if readers would read a file that is not in the plan.
func (d *Directory) rejectUnexpected(p *Plan) error {
	entries, err := entriesOf(d.path)
	if err != nil {
		return err
	}
	if found := unknownNames(entries, d.partNamesOf(p), readable); len(found) > 0 {
		return fmt.Errorf("%s is not in the plan, but readers of the directory would read it too; move it elsewhere and try again", filepath.Join(d.path, found[0]))
	}
	return nil
}

// rejectForeign returns an error if there are files but no private directory; see OpenDirectory.
func (d *Directory) rejectForeign() error {
	entries, err := os.ReadDir(d.path)
	isPrivate := func(e fs.DirEntry) bool { return e.Name() == privateName && e.IsDir() }
	switch {
	case errors.Is(err, fs.ErrNotExist), slices.ContainsFunc(entries, isPrivate):
		return nil
	case err != nil:
		return fmt.Errorf("%s cannot be used as a directory: %w", d.path, files.WithoutPath(err))
	}
	return d.rejectNames(unknownNames(entries, nil, anything))
}

// rejectNames returns an error that names the first of the given files, or nil if there are none.
func (d *Directory) rejectNames(names []string) error {
	if len(names) == 0 {
		return nil
	}
	return option.Misuse(option.Directory, "%s contains %s, which gridmill did not create", d.path, names[0])
}

// RejectOthers returns an error if dir contains a file or directory that is not in own. It also
// checks the contents of directories in own. It ignores names that start with an underscore or a
// dot. The names in own are relative to dir and include ".".
func RejectOthers(dir string, own map[string]bool) error {
	return fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("%s cannot be read: %w", filepath.Join(dir, name), files.WithoutPath(err))
		case own[name], isHidden(e) && !e.IsDir():
			return nil
		case isHidden(e):
			return fs.SkipDir
		}
		return notOwn(filepath.Join(dir, name))
	})
}

func notOwn(path string) error {
	return fmt.Errorf("%s is not recorded as a file that gridmill wrote, so nothing was removed; move it elsewhere and try again", path)
}
