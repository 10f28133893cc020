package parts

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/formats/files"
)

// checkInputs rejects a part if one of the inputs that it was read from was modified after the
// run started: its rows may be those of another file, even if the old one has been restored.
func checkInputs(ctx context.Context, states files.States, p *Plan, part *Part, read *files.Counter) error {
	last := len(p.Inputs) - 1
	if next := part.Number + 1; next < len(p.Parts) {
		last = min(last, p.Parts[next].At.File)
	}
	for i := part.At.File; i <= last; i++ {
		if !states.Modified(i) {
			continue
		}
		input := &p.Inputs[i]
		if err := input.Check(ctx, read); err != nil {
			return err
		}
		return fmt.Errorf("%s %w, although its content is the same; run the same command again to continue", input.File, files.ErrModified)
	}
	return nil
}
