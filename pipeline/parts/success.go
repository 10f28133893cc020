package parts

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// Success holds the contents of _SUCCESS.json, which marks all parts as complete and lists them.
type Success struct {
	Plan    string `json:"plan"` // identity of the plan
	Version string `json:"version"`
	Recipe
	Inputs []files.Fingerprint `json:"inputs"`
	Totals pipeline.Totals     `json:"totals"`
	Parts  []Made              `json:"parts"`
}

// NewSuccess returns a Success for p. The caller must add the totals and files of the parts.
func NewSuccess(p *Plan) *Success {
	return &Success{Plan: p.Identity(), Version: p.Version, Recipe: p.Recipe, Inputs: p.Inputs}
}

// Text returns the contents of _SUCCESS.json.
func (s *Success) Text() []byte {
	rest := *s
	rest.Inputs = []files.Fingerprint{}
	var text bytes.Buffer
	if err := exactjson.WriteList(&text, &rest, "inputs", s.Inputs); err != nil {
		panic(err) // only a bug can cause this error
	}
	return text.Bytes()
}

// ReadSuccess reads _SUCCESS.json. Every error is a DamageError.
func (d *Directory) ReadSuccess() (s *Success, text []byte, err error) {
	text, err = readMade(d.SuccessPath())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, damage("it is missing, so the directory is not complete; continue the run, or run gridmill merge")
	case errors.As(err, new(DamageError)):
		return nil, nil, err
	case err != nil:
		return nil, nil, unreadable(err)
	}
	s = new(Success)
	if err := exactjson.Decode(text, s); err != nil || s.Plan == "" {
		return nil, nil, damage("it is damaged: %w; restore it from a copy or, if the directory has parts, run gridmill merge", cmp.Or(err, errors.New("it does not name a plan")))
	}
	return s, text, nil
}

// finish publishes _SUCCESS.json, unless the file is already correct. It is called at the end of a
// run that has found all parts complete.
func (d *Directory) finish(p *Plan, there *inventory, outcome *Outcome) error {
	if err := d.rejectUnexpected(p); err != nil {
		return err
	}
	s := NewSuccess(p)
	s.Totals = there.Totals
	for i := range p.Parts {
		made := there.Made[i]
		s.Parts = append(s.Parts, made)
		if made.RejectsBytes > 0 {
			outcome.Rejects = append(outcome.Rejects, d.RejectsPath(&p.Parts[i]))
		}
	}
	text := s.Text()
	if stored, err := readMade(d.SuccessPath()); err == nil && bytes.Equal(stored, text) {
		return nil
	}
	return d.Publish(d.SuccessPath(), text)
}
