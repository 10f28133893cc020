package pipeline

import (
	"bytes"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// success is what _SUCCESS.json holds: all parts are there and whole, and this is
// what they are.
type success struct {
	Plan    string `json:"plan"` // identity of the plan
	Version string `json:"version"`
	Recipe
	Inputs []files.Fingerprint `json:"inputs"`
	Totals Totals              `json:"totals"`
	Parts  []Made              `json:"parts"`
}

// finish ends a run that found all parts to be there. What does not belong beside them is
// told, unless others may work in the directory, whose it may be.
func (d *Directory) finish(p *Plan, there *inventory, outcome *Outcome) error {
	found, err := d.strays(p)
	if err != nil {
		return err
	}
	if err := refuseRead(found); err != nil {
		return err
	}
	if err := d.succeed(p, there); err != nil {
		return err
	}
	if d.alone {
		for _, f := range found {
			outcome.LeftAlone = append(outcome.LeftAlone, f.String())
		}
	}
	return nil
}

// succeed publishes what a directory holds, unless that is said there already.
// The inventory must have all parts.
func (d *Directory) succeed(p *Plan, there *inventory) error {
	s := success{Plan: p.identity(), Version: p.Version, Recipe: p.Recipe, Inputs: p.Inputs, Totals: there.Totals}
	for i := range p.Parts {
		s.Parts = append(s.Parts, there.Made[i])
	}
	text := exactjson.Encode(&s)
	if said, fault, err := readMade(d.successPath()); err == nil && fault == "" && bytes.Equal(said, text) {
		return nil
	}
	return d.publish(d.successPath(), text, true)
}
