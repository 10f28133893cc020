package parts

import (
	"errors"
	"os"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
)

// A replacing reader calls replace once, after the last row has been read.
type replacing struct {
	formats.Reader
	replace func()
}

func (r *replacing) Read(b *formats.Batch) error {
	err := r.Reader.Read(b)
	if files.IsEnd(err) && r.replace != nil {
		r.replace()
		r.replace = nil
	}
	return err
}

// TestPlanOfModifiedInputIsRefused replaces an input with a longer file after the rows of the old
// file have been counted. MakePlan must return an error. Otherwise, the plan could combine the old
// row count with the new hash.
func TestPlanOfModifiedInputIsRefused(t *testing.T) {
	s := partsSetup{input: puzzleFile(t, 10), extension: "csv", partRows: 100}
	text := testkit.Read(t, puzzleFile(t, 15))
	inputs := files.StatesOf([]string{s.input})
	reader := &replacing{s.open(t), func() {
		if err := os.WriteFile(s.input, text, 0o666); err != nil {
			t.Error(err)
		}
	}}
	recipe := Recipe{Extension: s.extension, PartRows: s.partRows}
	if p, err := MakePlan(t.Context(), "v1", recipe, inputs, reader, nil); !errors.Is(err, files.ErrModified) {
		t.Errorf("plan %+v, error %v, want files.ErrModified", p, err)
	}
}
