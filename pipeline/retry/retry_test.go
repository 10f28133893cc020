package retry

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// TestMain halves the number of random checks per test.
func TestMain(m *testing.M) {
	flag.Set("rapid.checks", "50") // unless the command line sets this flag
	os.Exit(m.Run())
}

// A job is a run that reads text from memory and writes its output to memory.
type job struct {
	name           string // file name of the output; also determines the format of an input with results
	keep, stats    string
	config         solver.Config
	workers, batch int
}

func (j job) run(t testkit.TB, input string, use formats.ResultsUse) (string, *pipeline.Totals, error) {
	format := formats.CSV
	if use == formats.TakeResults {
		format = formats.FormatOf(j.name)
	}
	reader := testkit.Open(t, formats.ReadOptions{
		Format: format, Keep: formats.ParseKeep(j.keep), Results: use, Stdin: strings.NewReader(input),
	})
	stats, err := formats.ParseStatistics(j.stats)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := testkit.Create(t, &out, j.name, reader, formats.WriteOptions{Stats: stats})
	c := pipeline.Config{Reader: reader, Writers: []formats.Writer{w}, Workers: j.workers, BatchRows: j.batch}
	c.NewSolver = func() (solver.Solver, error) { return solver.New("mrv", j.config) }
	if use == formats.TakeResults {
		if _, err := Apply(&c, "mrv", j.config, nil); err != nil {
			return "", nil, err
		}
	}
	totals, err := pipeline.Run(context.Background(), c)
	if err != nil {
		return "", nil, err
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String(), totals, nil
}

// hostile holds CSV rows that a careless reader would lose or change.
const hostile = `a,"x, ""y""",
b,.................................................................................,"""
"c","
",
,,,,,
d
"e,12345678.........9...............................................................,
f,12345678.........9...............................................................,"1"
`

// TestRetryEqualsSolvingAgain solves puzzles with a small budget, and retries the result with an
// equal or larger budget. The output must equal that of a single run with the retry's budget.
func TestRetryEqualsSolvingAgain(t *testing.T) {
	var input strings.Builder
	for i, row := range strings.Split(strings.TrimSpace(testkit.Puzzles(t, 250)), "\n") {
		fmt.Fprintln(&input, row+","+[]string{"solution", "", "x", strings.Repeat("1", 81)}[min(i, 1+i%3)])
	}
	input.WriteString(hostile)
	tried := int64(0)
	rapid.Check(t, func(t *rapid.T) {
		j := job{
			name: rapid.SampledFrom([]string{"x.csv", "x.tsv", "x.parquet"}).Draw(t, "format"),
			// The retry reads the answers in the solution column, so the first run must keep that
			// column.
			keep:    rapid.SampledFrom([]string{"all", "solution", "solution,puzzle"}).Draw(t, "keep"),
			stats:   rapid.SampledFrom([]string{"all", "none", "guesses", "clues,passes"}).Draw(t, "stats"),
			config:  solver.Config{MaxSolutions: rapid.SampledFrom([]int32{1, 2, 5}).Draw(t, "solutions")},
			workers: rapid.IntRange(1, 3).Draw(t, "workers"),
			batch:   rapid.IntRange(1, 300).Draw(t, "batch"),
		}
		before, after := j, j
		before.config.MaxGuesses = rapid.Int32Range(1, 30).Draw(t, "budget")
		after.config.MaxGuesses = rapid.SampledFrom([]int32{before.config.MaxGuesses, 31, 200, 0}).Draw(t, "larger")
		first, _, err := before.run(t, input.String(), formats.IgnoreResults)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := after.run(t, input.String(), formats.IgnoreResults)
		if err != nil {
			t.Fatal(err)
		}
		after.keep = "all"
		got, totals, err := after.run(t, first, formats.TakeResults)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(j.name, ".parquet") {
			// Compare decoded rows, because copied columns are compressed differently.
			got, want = asText(t, got), asText(t, want)
		}
		if got != want {
			t.Fatalf("the retry returned\n%s\nbut solving again returns\n%s", got, want)
		}
		tried += totals.Retried
	})
	if tried == 0 {
		t.Fatal("no puzzle was solved again")
	}
}

// asText returns the rows and results of a Parquet file as CSV.
func asText(t testkit.TB, parquet string) string {
	reader := testkit.Open(t, formats.ReadOptions{
		Format: formats.Parquet, Keep: formats.ParseKeep("all"), Stdin: strings.NewReader(parquet),
	})
	var out bytes.Buffer
	w := testkit.Create(t, &out, "x.csv", reader, formats.WriteOptions{})
	_, err := pipeline.Run(context.Background(), pipeline.Config{
		Reader: reader, Writers: []formats.Writer{w}, Workers: 1, BatchRows: 100,
		NewSolver: func() (solver.Solver, error) {
			return solver.New("lanes", solver.Config{MaxSolutions: 1, MaxGuesses: 1})
		},
	})
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestRetryRejectsOtherOptions checks that a retry fails if its options contradict the result.
func TestRetryRejectsOtherOptions(t *testing.T) {
	// The input has a puzzle with many solutions and a puzzle with one solution.
	const input = "puzzle\n.................................................................................\n" +
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	config := func(solutions, guesses int32) solver.Config {
		return solver.Config{MaxSolutions: solutions, MaxGuesses: guesses}
	}
	for _, c := range []struct {
		made, again solver.Config
		says        string // text that the error contains; empty if the retry succeeds
	}{
		{config(1, 50), config(1, 50), ""},
		{config(2, 50), config(2, 0), ""},
		{config(2, 50), config(5, 60), ""}, // both limits are larger
		{config(1, 50), config(2, 50), `row 1: its verdict is "solved"`},
		{config(2, 50), config(1, 50), `row 1: its verdict is "multiple"`},
		{config(5, 0), config(2, 0), "its solution_count is 5"},
		{config(2, 50), config(2, 10), "more than the limit of 10"},
	} {
		j := job{"x.csv", "all", "all", c.made, 1, 10}
		result, _, err := j.run(t, input, formats.IgnoreResults)
		if err != nil {
			t.Fatal(err)
		}
		j.config = c.again
		_, _, err = j.run(t, result, formats.TakeResults)
		var setting *option.Error
		if (err == nil) != (c.says == "") || err != nil && (!errors.As(err, &setting) || !setting.Misused || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("made with %+v and continued with %+v: %v", c.made, c.again, err)
		}
	}
}

// TestRetryRejectsDamage checks that a retry of a damaged result fails and names the row.
func TestRetryRejectsDamage(t *testing.T) {
	j := job{"x.csv", "all", "none", solver.Config{MaxSolutions: 2}, 2, 100}
	result, _, err := j.run(t, "puzzle\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n", formats.IgnoreResults)
	if err != nil {
		t.Fatal(err)
	}
	const solution = ",534678912672195348198342567859761423426853791713924856961537284287419635345286179,"
	for name, change := range map[string][2]string{
		"two cells of the solution swapped": {",534", ",354"},
		"a cell is not a digit":             {",534", ",x34"},
		"the solution cut short":            {",534", ",34"},
		"no solution":                       {solution, ",,"},
		"a clue changed":                    {"\n53..", "\n54.."},
		"the puzzle damaged":                {"\n53..", "\n3.."},
		"multiple for unique":               {",unique,1", ",multiple,1"},
		"none for unique":                   {",unique,1", ",none,1"},
		"an unknown verdict":                {",unique,", ",uniqe,"},
		"no verdict":                        {",unique,", ",,"},
		"one solution more":                 {",unique,1", ",unique,2"},
		"no solution counted":               {",unique,1", ",unique,0"},
		"an additional field":               {",unique,", ",unique,,"},
		"a stray quote":                     {"\n53..", "\n\"53.."},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(result, change[0], change[1], 1)
			if changed == result {
				t.Fatalf("nothing was changed in %s", result)
			}
			_, _, err := j.run(t, changed, formats.TakeResults)
			var fault pipeline.Fault
			if !errors.As(err, &fault) || fault.Row != 1 {
				t.Fatalf("got error %v", err)
			}
		})
	}
}
