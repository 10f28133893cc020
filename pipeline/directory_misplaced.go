package pipeline

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gridmill/gridmill/formats"
)

// misplaced names what does not belong in a directory of parts of a plan. It is what
// verify calls faults. A run that finds all parts whole tells of it too, and leaves it
// alone, since gridmill cannot know whose it is. What readers would take for a part, a run
// has refused before (refuseStrays).
func (d *Directory) misplaced(p *Plan) ([]Fault, error) {
	found, err := misplacedIn(d.path, d.partNamesOf(p), readable, "it is not of the plan; readers of the directory may take it for a part")
	if err != nil {
		return nil, err
	}
	own := map[string]bool{planName: true, lockName: true}
	for i := range p.Parts {
		own[recordName(&p.Parts[i])] = true
	}
	private, err := misplacedIn(d.private(""), own, anything, "it is not of the plan; remove it")
	return append(found, private...), err
}

// misplacedIn names what is none of the known files of a place, and what a run that
// was killed left there.
func misplacedIn(dir string, known map[string]bool, matters func(fs.DirEntry) bool, problem string) (found []Fault, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", dir, formats.WithoutPath(err))
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case !temporaryNames.MatchString(e.Name()):
		case e.Type().IsRegular():
			found = append(found, Fault{File: path, Problem: "it was left behind by a run that was killed, or a shard is writing it now; if none is, solve or merge again, or remove it"})
		default:
			found = append(found, Fault{File: path, Problem: "it has the name of a file that runs write, but is none; remove it"})
		}
	}
	for _, name := range strays(entries, known, matters) {
		found = append(found, Fault{File: filepath.Join(dir, name), Problem: problem})
	}
	return found, nil
}

// leftAlone tells of what is misplaced, once all parts are there. Where others may work
// in the directory, it may be theirs.
func (d *Directory) leftAlone(p *Plan) (told Problems, err error) {
	if !d.alone {
		return nil, nil
	}
	found, err := d.misplaced(p)
	for _, f := range found {
		told = append(told, f.String())
	}
	return told, err
}
