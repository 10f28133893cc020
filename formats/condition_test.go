package formats

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// FuzzCondition checks that a condition has the same meaning if all names and values are quoted,
// and that errors include a position.
func FuzzCondition(f *testing.F) {
	for _, text := range []string{
		"", "verdict=unique,guesses>=1,clues<=25", ` a b != "x,y""z" , c<-1.5e3`, "=", "a==b", `"a`, "a<b", `a="",b=1`, "a=1,", "rating>=nan", "a<1,000k,b=2M",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCondition(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "at character ") {
				t.Fatalf("%q: the error does not include a position: %v", text, err)
			}
			return
		}
		var quoted []string
		for _, one := range c.comparisons {
			quoted = append(quoted, quoteWord(one.name)+one.operator+quoteWord(one.value))
		}
		written := strings.Join(quoted, ",")
		again, err := ParseCondition(written)
		if err != nil || !slices.EqualFunc(c.comparisons, again.comparisons, sameComparison) {
			t.Fatalf("%q is written as %q, which is parsed as %+v, want %+v: %v", text, written, again, c, err)
		}
	})
}

func quoteWord(word string) string { return `"` + strings.ReplaceAll(word, `"`, `""`) + `"` }

func sameComparison(a, b comparison) bool {
	number := a.number == b.number || math.IsNaN(a.number) && math.IsNaN(b.number)
	return a.name == b.name && a.operator == b.operator && a.value == b.value && number
}

// TestConditions checks that a condition selects the rows that satisfy its comparisons.
func TestConditions(t *testing.T) {
	in := store(t, "in.csv", "rating,note,puzzle\n"+
		"5,a,"+puzzle(0)+"\n"+
		"12,\"b,c\","+puzzle(1)+"\n"+
		",a,"+puzzle(2)+"\n"+
		"5.0,x>y,"+strings.Repeat(".", 81)+"\n")
	zeros := strings.ReplaceAll(puzzle(0), ".", "0")
	for text, want := range map[string][]bool{
		"":                            {true, true, true, true},
		"rating=5":                    {true, false, false, true},
		"rating!=5":                   {false, true, true, false},
		"rating<12":                   {true, false, false, true},
		"rating<=12":                  {true, true, false, true},
		"rating>5":                    {false, true, false, false},
		"rating>=5,note=a":            {true, false, false, false},
		"rating<1,000,note=a":         {true, false, false, false},
		"rating<1k,rating!=0,012":     {true, false, false, true},
		`note="b,c"`:                  {false, true, false, false},
		`rating < 9, note = "x>y"`:    {false, false, false, true},
		`note=""`:                     {false, false, false, false},
		`rating=""`:                   {false, false, true, false},
		"verdict=unique":              {true, true, true, false},
		"verdict!=unique":             {false, false, false, true},
		"clues=0":                     {false, false, false, true},
		"clues>0,clues<81":            {true, true, true, false},
		"puzzle!=" + puzzle(0):        {false, true, true, true},
		"puzzle_found=" + zeros:       {true, false, false, false},
		"solution_found=" + puzzle(0): {false, false, false, false},
		`solution_found!=""`:          {true, true, true, true},
	} {
		if got := held(t, in, text); !slices.Equal(got, want) {
			t.Errorf("%q holds for %v, want %v", text, got, want)
		}
	}
}

// TestConditionsOnTruthValues checks that true and false can be written in several ways, in files and
// in conditions.
func TestConditionsOnTruthValues(t *testing.T) {
	lines := strings.Repeat(`{"puzzle": "`+puzzle(0)+`", "ok": true}`+"\n", 5)
	for _, value := range []string{"false", "null", `"True"`, `"yes"`} {
		lines = strings.Replace(lines, "true", value, 1)
	}
	in := store(t, "in.jsonl", lines)
	for text, want := range map[string][]bool{
		"ok=true":  {false, false, true, false, true},
		"ok=TRUE":  {false, false, true, false, true},
		"ok=1":     {false, false, true, false, true},
		"ok!=True": {true, true, false, true, false},
		"ok=0":     {true, false, false, false, false},
		"ok=False": {true, false, false, false, false},
		"ok>=1":    {false, false, false, false, false},
		"ok=yes":   {false, false, false, true, false},
		`ok=""`:    {false, true, false, false, false},
	} {
		if got := held(t, in, text); !slices.Equal(got, want) {
			t.Errorf("%q holds for %v, want %v", text, got, want)
		}
	}
}

// held reports, for each row of a file, whether the condition holds.
func held(t *testing.T, in, condition string) (holds []bool) {
	c, err := ParseCondition(condition)
	if err == nil {
		err = eachBatch([]string{in}, keepAll, 10, func(r Reader, b *Batch) error {
			if _, err := c.Bind(r.Schema()); err != nil {
				return err
			}
			holds = slices.Repeat([]bool{true}, b.Len())
			c.Filter(b, holds, make([]bool, b.Len()))
			return nil
		})
	}
	if err != nil {
		t.Errorf("%q: %v", condition, err)
	}
	return holds
}

// TestConditionsOnMissingValues checks that a missing value equals "" and differs from all other
// values. It can satisfy only comparisons with = or !=.
func TestConditionsOnMissingValues(t *testing.T) {
	for text, want := range map[string]bool{
		"explainer_rating=2": false, "explainer_rating!=2": true, "explainer_rating<2": false, "explainer_rating>=2": false,
		"difficulty=easy": false, "difficulty!=easy": true, "difficulty<hard": false, "difficulty>=easy": false,
		`explainer_rating=""`: true, `explainer_rating!=""`: false, `difficulty=""`: true, `difficulty!=""`: false, `minimal=""`: true,
	} {
		c, err := ParseCondition(text)
		if err == nil {
			_, err = c.Bind(new(Schema))
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := c.comparisons[0].holdsForNumber(0); got != want {
			t.Errorf("%s is %t for a missing value, want %t", text, got, want)
		}
	}
}

// TestWrongConditions checks that invalid conditions are rejected. Syntax errors have a position.
func TestWrongConditions(t *testing.T) {
	schema := &Schema{Kept: []Field{{Name: "rating"}}}
	for text, want := range map[string]string{
		"clues":                `at character 6 of "clues": an operator is missing; use one of: != <= >= = < >`,
		"clues==24":            `at character 6 of "clues==24": unknown operator ==; use one of: != <= >= = < >`,
		"clues=>24":            "unknown operator =>",
		"clues>":               "at character 7 of \"clues>\": a value after the operator > is missing",
		"=5":                   "at character 1 of \"=5\": a column name is missing",
		"clues=1,":             "at character 9 of \"clues=1,\": a column name is missing",
		"größe=1,":             "at character 9 of \"größe=1,\": a column name is missing",
		"rating=ß,colour=red":  `there is no column "colour"`,
		"clues>few":            `clues holds numbers, but "few" is not a number`,
		"clues>nan":            "clues holds numbers",
		"rating>few":           `the > operator compares numbers, but "few" is not a number`,
		"guesses_mean=few":     "guesses_mean holds numbers",
		"difficulty>=awful":    `difficulty cannot be "awful"; use one of: easy, medium, hard, unfair, extreme`,
		`note="a`:              "at character 6",
		`note="a"b`:            "at character 9",
		"clues=1<2":            "at character 8 of \"clues=1<2\": a comma is missing between two comparisons",
		"rating=1,colour=red":  `there is no column "colour"; the columns are: rating, puzzle, solution, verdict,`,
		"clues=few":            `clues holds numbers, but "few" is not a number`,
		`clues=""`:             `clues holds numbers, but "" is not a number`,
		`guesses_mean>""`:      `guesses_mean holds numbers, but "" is not a number`,
		`difficulty>=""`:       "the >= operator cannot compare difficulty with an empty value; use = or !=",
		"verdict>1":            "the > operator compares numbers, but verdict does not hold numbers",
		"verdict=nice":         `verdict cannot be "nice"; use one of: invalid, none, unique, multiple, solved, unfinished`,
		"minlex=abc":           `minlex holds grids, but "abc" is not a grid of 81 cells`,
		"reason=":              "a value after the operator = is missing",
		"base=1":               `there is no column "base"`,
		"rating=1, file=a.csv": `there is no column "file"`,
	} {
		c, err := ParseCondition(text)
		if err == nil {
			_, err = c.Bind(schema)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}
