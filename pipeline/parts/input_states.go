package parts

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/gridmill/gridmill/formats/files"
)

// ErrTouched says that an input was touched while it was read, though its content is the
// same as before. The run can be repeated.
var ErrTouched = errors.New("was touched during the run, though its content is as before")

// inputStates are the sizes and times of the inputs of a plan before a run checks and
// reads them. Comparing them again for each part is cheap.
type inputStates []os.FileInfo

// inputStates collects them. Errors are left to CheckInputs.
func (p *Plan) inputStates() inputStates {
	states := make(inputStates, len(p.Inputs))
	for i := range p.Inputs {
		states[i], _ = os.Stat(p.Inputs[i].File)
	}
	return states
}

// check refuses a part if one of the inputs that it was read from was touched since:
// its rows may be those of another file, even if the old one is back by now.
func (s inputStates) check(ctx context.Context, p *Plan, part *Part, read *files.Counter) error {
	last := len(p.Inputs) - 1
	if next := part.Number + 1; next < len(p.Parts) {
		last = min(last, p.Parts[next].At.File)
	}
	for i := part.At.File; i <= last; i++ {
		input, before := &p.Inputs[i], s[i]
		now, err := os.Stat(input.File)
		if err == nil && before != nil && now.Size() == before.Size() && now.ModTime().Equal(before.ModTime()) {
			continue
		}
		if err := input.Check(ctx, read); err != nil {
			return err
		}
		return fmt.Errorf("%s %w; run the same command again to go on", input.File, ErrTouched)
	}
	return nil
}
