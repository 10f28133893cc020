package pipeline

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/gridmill/gridmill/formats"
)

// success is what _SUCCESS.json holds: all parts are there and whole, and this is
// what they are.
type success struct {
	Plan    string `json:"plan"` // identity of the plan
	Version string `json:"version"`
	Recipe
	Inputs []formats.Input `json:"inputs"`
	Totals Totals          `json:"totals"`
	Parts  []Made          `json:"parts"`
}

// finish ends a run that found all parts to be there.
func (d *Directory) finish(p *Plan, there *inventory, outcome *Outcome) (err error) {
	if err := d.succeed(p, there); err != nil {
		return err
	}
	outcome.LeftAlone, err = d.leftAlone(p)
	return err
}

// succeed publishes what a directory holds, unless that is said there already.
// The inventory must have all parts.
func (d *Directory) succeed(p *Plan, there *inventory) error {
	if err := d.refuseStrays(p); err != nil {
		return err
	}
	s := success{Plan: p.identity(), Version: p.Version, Recipe: p.Recipe, Inputs: p.Inputs, Totals: there.Totals}
	for i := range p.Parts {
		s.Parts = append(s.Parts, there.Made[i])
	}
	text := jsonText(&s)
	if said, fault, err := readMade(d.success()); err == nil && fault == "" && bytes.Equal(said, text) {
		return nil
	}
	return d.publish(d.success(), text, true)
}

// refuseStrays refuses a file that readers would take for a part, but which is
// none of the plan.
func (d *Directory) refuseStrays(p *Plan) error {
	entries, err := d.entries()
	if err != nil {
		return err
	}
	if found := strays(entries, d.partNamesOf(p), readable); len(found) > 0 {
		return fmt.Errorf("%s is no part of the plan, but who reads the directory would read it too; move it elsewhere and run again", filepath.Join(d.path, found[0]))
	}
	return nil
}

// partNamesOf returns the names of the files of all parts.
func (d *Directory) partNamesOf(p *Plan) map[string]bool {
	names := map[string]bool{}
	for i := range p.Parts {
		names[filepath.Base(d.partPath(p, &p.Parts[i]))] = true
	}
	return names
}
