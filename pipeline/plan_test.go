package pipeline

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
)

func TestPlansWithLimitsThatNobodyHasAreRefused(t *testing.T) {
	s := partsSetup{input: storeInput(t, 10), extension: "csv", partRows: 4}
	for value, good := range map[any]bool{0: true, 500: true, "500": true, -1: false, 1 << 31: false, 1.5: false, "many": false, true: false} {
		p := s.plan(t)
		p.Options = map[string]any{"max_guesses": value}
		path := filepath.Join(t.TempDir(), "plan.json")
		if err := os.WriteFile(path, p.text(), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadPlan(path); (err == nil) != good || !good && !strings.Contains(err.Error(), "max_guesses") {
			t.Errorf("%v: error %v", value, err)
		}
	}
}

// singleRows yields rows of nothing, one a part.
type singleRows struct {
	formats.Reader
	rows int
	part bool // the part at hand has rows left
}

func (e *singleRows) Position() formats.Position { return formats.Position{Line: 1} }

func (e *singleRows) Seek(formats.Position, int64, int64) error {
	e.part = true
	return nil
}

func (e *singleRows) Read(b *formats.Batch) error {
	if !e.part || e.rows == 0 {
		return io.EOF
	}
	e.part = false
	e.rows--
	b.Puzzles = b.Puzzles[:1]
	return nil
}

// Beyond a million parts the names of parts would not sort as their rows do.
func TestPartsMustSortByName(t *testing.T) {
	for rows, good := range map[int]bool{maxParts: true, maxParts + 1: false} {
		p := &Plan{Format: planFormat, Recipe: Recipe{Extension: "csv", PartRows: 1}, Inputs: make([]formats.Input, 1)}
		err := p.cut(t.Context(), &singleRows{rows: rows})
		if (err == nil) != good || !good && !strings.Contains(err.Error(), "raise --part-rows") {
			t.Errorf("cutting %d rows: error %v", rows, err)
		}
		for len(p.Parts) < rows { // as another version may have gone on
			p.Parts = append(p.Parts, Part{Number: len(p.Parts), First: p.Rows, Rows: 1})
			p.Rows++
		}
		if err := p.check(); (err == nil) != good || !good && !strings.Contains(err.Error(), "raise --part-rows") {
			t.Errorf("a plan of %d parts: error %v", rows, err)
		}
	}
}

func FuzzPlan(f *testing.F) {
	f.Add([]byte(`{"gridmill_plan":1,"version":"v","solver":"s","options":{"n":1},"extension":"csv","part_rows":2,"inputs":[{"file":"a"}],"rows":3,"parts":[{"part":0,"first":0,"rows":2,"at":{"file":0,"offset":0,"line":0}},{"part":1,"first":2,"rows":1,"at":{"file":0,"offset":9,"line":3}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "plan")
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := ReadPlan(path)
		if err != nil {
			return
		}
		if err := os.WriteFile(path, p.text(), 0o666); err != nil {
			t.Fatal(err)
		}
		again, err := ReadPlan(path)
		if err != nil {
			t.Fatal(err)
		}
		if again.identity() != p.identity() {
			t.Error("a plan that is written and read is another")
		}
	})
}
