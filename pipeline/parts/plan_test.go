package parts

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
)

func TestPlansWithImpossibleLimitsAreRefused(t *testing.T) {
	s := partsSetup{input: puzzleFile(t, 10), extension: "csv", partRows: 4}
	for value, good := range map[any]bool{0: true, 500: true, "500": true, -1: false, int64(1) << 31: false, 1.5: false, "many": false, true: false} {
		p := s.plan(t)
		p.Options = map[string]any{"max_guesses": value}
		path := testkit.Store(t, "plan.json", planText(p))
		if _, err := ReadPlan(path); (err == nil) != good || !good && !strings.Contains(err.Error(), "max_guesses") {
			t.Errorf("%v: error %v", value, err)
		}
	}
}

// singleRows returns a reader of the given number of rows, which are as short as possible.
func singleRows(t *testing.T, rows int) formats.Reader {
	t.Helper()
	return testkit.Open(t, formats.ReadOptions{Stdin: strings.NewReader(strings.Repeat("1\n", rows)), Format: formats.Text})
}

// TestPartsMustSortByName checks that plans with more than a million parts are rejected, because the
// names of their parts would not sort in row order.
func TestPartsMustSortByName(t *testing.T) {
	for rows, good := range map[int]bool{maxParts: true, maxParts + 1: false} {
		p := &Plan{Format: planFormat, Recipe: Recipe{Extension: "csv", PartRows: 1}, Inputs: make([]files.Fingerprint, 1)}
		addParts := func(n int) {
			for len(p.Parts) < n {
				p.Parts = append(p.Parts, Part{len(p.Parts), pipeline.Range{First: p.Rows, Rows: 1}})
				p.Rows++
			}
		}
		const last = 10 // number of parts that p.cut makes; making all parts would take too long
		addParts(rows - last)
		err := p.cut(t.Context(), singleRows(t, last))
		if (err == nil) != good || !good && !concerns(err, option.PartRows) {
			t.Errorf("cutting %d rows: error %v", rows, err)
		}
		addParts(rows) // if p.cut failed, add the missing parts, so that p.check must reject the plan
		if err := p.check(); (err == nil) != good || !good && !concerns(err, option.PartRows) {
			t.Errorf("a plan of %d parts: error %v", rows, err)
		}
	}
}

func concerns(err error, name option.Name) bool {
	var setting *option.Error
	return errors.As(err, &setting) && slices.Contains(setting.Options, name)
}

func FuzzPlan(f *testing.F) {
	f.Add([]byte(`{"gridmill_plan":2,"version":"v","solver":"s","options":{"n":1},"extension":"csv","part_rows":2,"inputs":[{"file":"a"}],"rows":3,"parts":[{"part":0,"first":0,"rows":2,"at":{"file":0,"offset":0,"line":0}},{"part":1,"first":2,"rows":1,"at":{"file":0,"offset":9,"line":3}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := testkit.Store(t, "plan", text)
		p, err := ReadPlan(path)
		if err != nil {
			return
		}
		testkit.Write(t, path, planText(p))
		again, err := ReadPlan(path)
		if err != nil {
			t.Fatal(err)
		}
		if again.Identity() != p.Identity() {
			t.Error("a plan changes when it is written and read")
		}
	})
}

// TestPlanText checks that Write, which encodes one input at a time, writes the same text as
// exactjson.Encode.
func TestPlanText(t *testing.T) {
	for inputs := range 3 {
		p := &Plan{Recipe: Recipe{Options: map[string]any{"inputs": []string{}, "column": `"inputs": []`}}, Parts: []Part{{}, {}}}
		for i := range inputs {
			p.Inputs = append(p.Inputs, files.Fingerprint{File: "a<b" + strconv.Itoa(i), Bytes: int64(i)})
		}
		if got, want := string(planText(p)), string(exactjson.Encode(p)); inputs > 0 && got != want {
			t.Errorf("%d inputs: %s, want %s", inputs, got, want)
		}
	}
}

func planText(p *Plan) []byte {
	var text bytes.Buffer
	_ = p.Write(&text) // never fails
	return text.Bytes()
}
