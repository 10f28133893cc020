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

// An Unexpected is a file that does not belong in a directory of parts. Verification reports it. A
// run fails if readers would take the file for a part. Otherwise the run reports it and leaves it
// unchanged, because its purpose is unknown.
type Unexpected struct {
	pipeline.Fault
	read bool // readers of the directory would read it
}

// Unexpected returns everything that does not belong in a directory of the parts of p.
func (d *Directory) Unexpected(p *Plan) ([]Unexpected, error) {
	found, err := d.UnexpectedBeside(p, "plan")
	if err != nil {
		return nil, err
	}
	own := map[string]bool{planName: true, lockName: true}
	for i := range p.Parts {
		own[manifestName(&p.Parts[i])], own[rejectsName(&p.Parts[i])] = true, true
	}
	private, err := unexpectedIn(d.Private(""), own, anything, Unexpected{pipeline.FaultOf("", "it is not part of the plan; remove it"), false})
	return append(found, private...), err
}

// UnexpectedBeside returns files that do not belong next to the parts of p. word is "plan", or
// "run" if the plan does not exist.
func (d *Directory) UnexpectedBeside(p *Plan, word string) ([]Unexpected, error) {
	wrong := fmt.Errorf("it is not part of the %s; readers of the directory may take it for a part", word)
	return unexpectedIn(d.path, d.partNamesOf(p), readable, Unexpected{pipeline.Fault{Err: wrong}, true})
}

// unexpectedIn returns the files in dir that killed runs left, and the unknown files that matter.
// For the latter, it returns copies of sample with the name of the file.
func unexpectedIn(dir string, known map[string]bool, matters func(fs.DirEntry) bool, sample Unexpected) (found []Unexpected, err error) {
	entries, err := entriesOf(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case !temporaryNames.MatchString(e.Name()):
		case e.Type().IsRegular():
			found = append(found, Unexpected{Fault: pipeline.FaultOf(path, "a killed run left it, or a shard is writing it now; if no shard is running, solve or merge again, or remove it")})
		default:
			found = append(found, Unexpected{Fault: pipeline.FaultOf(path, "it has the name of a file that runs write, but is not a regular file; remove it")})
		}
	}
	for _, name := range unknown(entries, known, matters) {
		sample.File = filepath.Join(dir, name)
		found = append(found, sample)
	}
	return found, nil
}

// unknown returns the names of entries that matter but are unknown. Names that start with a dot or
// an underscore never matter.
func unknown(entries []fs.DirEntry, known map[string]bool, matters func(fs.DirEntry) bool) (names []string) {
	for _, e := range entries {
		if name := e.Name(); !strings.ContainsAny(name[:1], "._") && !known[name] && matters(e) {
			names = append(names, name)
		}
	}
	return names
}

// partNamesOf returns the names of the files of all parts.
func (d *Directory) partNamesOf(p *Plan) map[string]bool {
	names := map[string]bool{}
	for i := range p.Parts {
		names[filepath.Base(d.PartPath(p, &p.Parts[i]))] = true
	}
	return names
}

// anything reports that every unknown file matters.
func anything(fs.DirEntry) bool { return true }

// readable reports whether readers would read e: they take data files for parts, and search
// directories for more.
func readable(e fs.DirEntry) bool { return e.IsDir() || formats.FormatOf(e.Name()) != formats.Auto }

// entriesOf lists a directory.
func entriesOf(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", dir, files.WithoutPath(err))
	}
	return entries, nil
}

// rejectUnexpected returns an error if there is a file that readers would take for a part although
// it is not part of the plan.
func (d *Directory) rejectUnexpected(p *Plan) error {
	found, err := d.UnexpectedBeside(p, "plan")
	if err != nil {
		return err
	}
	return rejectAmongParts(found)
}

func rejectAmongParts(found []Unexpected) error {
	if i := slices.IndexFunc(found, func(u Unexpected) bool { return u.read }); i >= 0 {
		return fmt.Errorf("%s is not part of the plan, but readers of the directory would read it too; move it elsewhere and run again", found[i].File)
	}
	return nil
}

// rejectForeign rejects a directory with anything that gridmill did not make.
func (d *Directory) rejectForeign() error {
	entries, err := os.ReadDir(d.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s cannot be used as a directory: %w", d.path, files.WithoutPath(err))
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == privateName && e.IsDir() }) {
		return nil
	}
	return d.rejectEarlier(unknown(entries, nil, anything))
}

// rejectEarlier returns an error if it is passed files that gridmill did not make.
func (d *Directory) rejectEarlier(found []string) error {
	if len(found) == 0 {
		return nil
	}
	return option.Misuse(option.Directory, "%s contains %s, which gridmill did not make there", d.path, found[0])
}
