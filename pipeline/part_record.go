package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gridmill/gridmill/formats"
)

// A Record says that a part is there, and what it holds. It stands beside the
// part, and is published after it.
type Record struct {
	Plan string `json:"plan"` // identity of the plan
	Made
	Totals Totals `json:"totals"`
	// Seal is the checksum of the record's text with nothing in place of the seal.
	Seal string `json:"seal"`
}

// text seals the record and writes it, on one line because a run that goes on reads
// the records of all parts that are there.
func (r *Record) text() []byte {
	r.Seal = ""
	r.Seal = sealOf(r.line(), "")
	return r.line()
}

func (r *Record) line() []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // only a defect can make a record that is no JSON
	}
	return append(text, '\n')
}

// unseal reads a record, or returns nil where it is not what was written.
func unseal(text []byte) *Record {
	r := new(Record)
	if decodeExactly(text, r) != nil || r.Seal == "" || r.Seal != sealOf(text, r.Seal) {
		return nil
	}
	return r
}

// sealOf sums up the text of a record but for its seal, which comes last.
func sealOf(text []byte, seal string) string {
	before, after := text, []byte(nil)
	if at := bytes.LastIndex(text, []byte(seal)); at >= 0 {
		before, after = text[:at], text[at+len(seal):]
	}
	sum := formats.NewChecksum()
	_, _ = sum.Write(before)
	_, _ = sum.Write(after)
	return sum.String()
}

// Made is a part file.
type Made struct {
	Part     int    `json:"part"`
	First    int64  `json:"first"`
	Rows     int64  `json:"rows"`
	Bytes    int64  `json:"bytes"`
	Checksum string `json:"checksum"` // xxh64 of the file, in hexadecimal
}

// Success is what _SUCCESS.json holds: all parts are there and whole, and this is
// what they are.
type Success struct {
	Plan    string `json:"plan"` // identity of the plan
	Version string `json:"version"`
	Recipe
	Inputs []formats.Input `json:"inputs"`
	Totals Totals          `json:"totals"`
	Parts  []Made          `json:"parts"`
}

// succeed publishes what a directory holds, unless that is said there already.
// The inventory must have all parts.
func (d *Directory) succeed(p *Plan, there *Inventory) error {
	if err := d.refuseStrays(p); err != nil {
		return err
	}
	s := Success{Plan: p.Identity(), Version: p.Version, Recipe: p.Recipe, Inputs: p.Inputs, Totals: there.Totals}
	for i := range p.Parts {
		s.Parts = append(s.Parts, there.Made[i])
	}
	text := jsonText(&s)
	if said, err := os.ReadFile(d.success()); err == nil && bytes.Equal(said, text) {
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
	if found := strays(entries, d.partFiles(p), readable); len(found) > 0 {
		return fmt.Errorf("%s is no part of the plan, but who reads the directory would read it too; move it elsewhere and run again", filepath.Join(d.path, found[0]))
	}
	return nil
}

// partFiles are the names of the files of all parts.
func (d *Directory) partFiles(p *Plan) map[string]bool {
	names := map[string]bool{}
	for i := range p.Parts {
		names[filepath.Base(d.partPath(p, &p.Parts[i]))] = true
	}
	return names
}
