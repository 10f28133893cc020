package pipeline

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
)

// A stray is what does not belong in a directory of parts. Verify calls it a fault. A run
// refuses it where readers would read it with the parts, and otherwise leaves it alone and
// tells of it, since gridmill cannot know whose it is.
type stray struct {
	Fault
	read bool // by whoever reads the directory
}

// strays finds all that does not belong in a directory of parts of a plan.
func (d *Directory) strays(p *Plan) ([]stray, error) {
	found, err := d.straysAmongParts(p, "plan")
	if err != nil {
		return nil, err
	}
	own := map[string]bool{planName: true, lockName: true}
	for i := range p.Parts {
		own[recordName(&p.Parts[i])] = true
	}
	private, err := straysIn(d.private(""), own, anything, stray{Fault{Problem: "it is not of the plan; remove it"}, false})
	return append(found, private...), err
}

// straysAmongParts finds what does not belong beside the parts of a plan. Whose parts they
// are is said in a word: the plan's, or a run's where only that is known.
func (d *Directory) straysAmongParts(p *Plan, whose string) ([]stray, error) {
	problem := "it is not of the " + whose + "; readers of the directory may take it for a part"
	return straysIn(d.path, d.partNamesOf(p), readable, stray{Fault{Problem: problem}, true})
}

// straysIn finds what a run that was killed left in a place, and what matters there and is
// none of the known files. The latter are like a sample, but for their names.
func straysIn(dir string, known map[string]bool, matters func(fs.DirEntry) bool, sample stray) (found []stray, err error) {
	entries, err := entriesOf(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case !temporaryNames.MatchString(e.Name()):
		case e.Type().IsRegular():
			found = append(found, stray{Fault{File: path, Problem: "it was left behind by a run that was killed, or a shard is writing it now; if none is, solve or merge again, or remove it"}, false})
		default:
			found = append(found, stray{Fault{File: path, Problem: "it has the name of a file that runs write, but is none; remove it"}, false})
		}
	}
	for _, name := range unknown(entries, known, matters) {
		sample.File = filepath.Join(dir, name)
		found = append(found, sample)
	}
	return found, nil
}

// unknown returns the names in a directory that matter and are none of the known.
// Those that begin with a dot or an underscore never matter.
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
		names[filepath.Base(d.partPath(p, &p.Parts[i]))] = true
	}
	return names
}

// anything matters where nothing was expected.
func anything(fs.DirEntry) bool { return true }

// readable matters among parts: readers take data files for parts, and look for
// more of them in directories.
func readable(e fs.DirEntry) bool { return e.IsDir() || formats.FormatOf(e.Name()) != formats.Auto }

// entriesOf lists a directory.
func entriesOf(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", dir, files.WithoutPath(err))
	}
	return entries, nil
}

// refuseStrays refuses what readers would take for a part, but which is none of the plan.
func (d *Directory) refuseStrays(p *Plan) error {
	found, err := d.straysAmongParts(p, "plan")
	if err != nil {
		return err
	}
	return refuseRead(found)
}

func refuseRead(found []stray) error {
	if i := slices.IndexFunc(found, func(s stray) bool { return s.read }); i >= 0 {
		return fmt.Errorf("%s is no part of the plan, but whoever reads the directory would read it too; move it elsewhere and run again", found[i].File)
	}
	return nil
}

// refuseForeign refuses a directory that holds something gridmill did not make.
func (d *Directory) refuseForeign() error {
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
	return d.refuseEarlier(unknown(entries, nil, anything))
}

// refuseEarlier refuses a directory with files that were there before gridmill.
func (d *Directory) refuseEarlier(found []string) error {
	if len(found) == 0 {
		return nil
	}
	return badPlan("%s holds %s, which gridmill did not make there; choose a new or empty directory", d.path, found[0])
}
