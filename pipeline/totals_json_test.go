package pipeline

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
	"github.com/gridmill/gridmill/solver"
)

func TestTotalsSurviveJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want, got Totals
		for row, guesses := range rapid.SliceOf(rapid.Int32Min(0)).Draw(t, "guesses") {
			want.Rows++
			verdict := solver.Verdict(rapid.IntRange(0, solver.NumVerdicts-1).Draw(t, "verdict"))
			want.Verdicts[verdict]++
			if verdict != solver.Invalid {
				want.Clues[rapid.IntRange(0, solver.Cells).Draw(t, "clues")]++
			}
			want.Answers[rapid.IntRange(0, formats.NumAnswers-1).Draw(t, "answer")]++
			want.Guesses.Add(guesses)
			h := Hard{Row: int64(row + 1), File: "a", Line: 7, Guesses: guesses}
			for i := range h.Puzzle {
				h.Puzzle[i] = solver.Blank
			}
			if int64(guesses) >= want.bar() {
				want.insert(h)
			}
		}
		if invalid := want.Verdicts[solver.Invalid]; invalid > 0 {
			var first formats.Reason
			if err := first.UnmarshalText([]byte("bad_character position=3 character=U+0022")); err != nil {
				t.Fatal(err)
			}
			want.Reasons = formats.ReasonCounts{{First: first, Rows: invalid, Row: 3, File: "a", Line: 5, Text: "a \"row\""}}
		}
		if err := json.Unmarshal(exactjson.Encode(&want), &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Guesses, want.Guesses) || got.Rows != want.Rows || got.Verdicts != want.Verdicts || got.Answers != want.Answers || got.Clues != want.Clues || !slices.Equal(got.Hardest, want.Hardest) || !slices.Equal(got.Reasons, want.Reasons) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	})
}

// TestUnknownTotalsAreRefused checks that invalid changes to encoded totals make decoding fail.
func TestUnknownTotalsAreRefused(t *testing.T) {
	var puzzle solver.Grid
	for i := range puzzle {
		puzzle[i] = solver.Blank
	}
	whole := Totals{Rows: 3, Hardest: []Hard{{Row: 7, File: "a", Line: 8, Guesses: 9, Puzzle: puzzle}}}
	whole.Verdicts[solver.Unique], whole.Verdicts[solver.Invalid] = 2, 1
	var first formats.Reason
	if err := first.UnmarshalText([]byte("too_short length=5")); err != nil {
		t.Fatal(err)
	}
	whole.Reasons = formats.ReasonCounts{{First: first, Rows: 1, Row: 3, File: "b", Line: 6}}
	whole.Answers[formats.NoAnswer] = 3
	whole.Guesses.Add(5)
	whole.Clues[30] = 2
	text := string(exactjson.Encode(&whole))
	for _, c := range []struct{ old, with string }{
		{`"30": 2`, `"82": 2`},
		{`"30": 2`, `"30": 3, "-1": 1`},
		{`"rows": 3`, `"rows": 3, "full_grids": 2`},
		{`"rows": 3`, `"rows": 3, "columns": 5`},
		{`"unique": 2`, `"unique": 2, "splendid": 0`},
		{`"no answer": 3`, `"no answer": 3, "maybe": 1`},
		{`"sum": 5`, `"sum": 5, "mean": 5`},
		{`"max": 5`, `"max": 4`},
		{`"line": 8`, `"line": 8, "column": 1`},
		{`"puzzle": "`, `"puzzle": "5`},
		{`too_short length=5`, `too_short length=05`},
		{`too_short length=5`, `5 characters`},
	} {
		changed := strings.Replace(text, c.old, c.with, 1)
		if changed == text {
			t.Fatalf("there is no %s in %s", c.old, text)
		}
		if err := json.Unmarshal([]byte(changed), new(Totals)); err == nil {
			t.Errorf("%s in place of %s is accepted", c.with, c.old)
		}
	}
	if err := json.Unmarshal([]byte(text), new(Totals)); err != nil {
		t.Errorf("%v: %s", err, text)
	}
}
