package corpora

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// A row is a puzzle and its label. In the file, a single character separates them.
type row struct {
	puzzle solver.Grid
	label  string
}

func read(t *testing.T, name string) []row {
	t.Helper()
	for _, c := range All() {
		if c.Name == name {
			return parse(t, c)
		}
	}
	t.Fatalf("there is no corpus %q", name)
	return nil
}

// parse parses a corpus. It accepts only the CSV header, puzzles, and comments at the top.
func parse(t *testing.T, c Corpus) []row {
	t.Helper()
	var rows []row
	text := string(c.Bytes())
	text = strings.TrimPrefix(text, "puzzle,solution\n")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") && rows == nil {
			continue
		}
		var r row
		line = strings.TrimSuffix(line, "\n")
		if len(line) < solver.Cells || solver.Parse(&r.puzzle, []byte(line)) >= 0 {
			t.Fatalf("%s: not a puzzle: %q", c.File, line)
		}
		if len(line) > solver.Cells {
			r.label = line[solver.Cells+1:]
		}
		rows = append(rows, r)
	}
	return rows
}

func solve(t *testing.T, p *solver.Grid, c solver.Config) solver.Result {
	t.Helper()
	s, err := solver.New("mrv", c)
	if err != nil {
		t.Fatal(err)
	}
	var results [1]solver.Result
	s.Solve([]solver.Grid{*p}, results[:])
	return results[0]
}

// withoutEach calls check for each clue of p, with a copy of p that lacks this clue.
func withoutEach(p solver.Grid, check func(less *solver.Grid)) {
	for cell, clue := range p {
		if clue != solver.Blank {
			p[cell] = solver.Blank
			check(&p)
			p[cell] = clue
		}
	}
}

var two = solver.Config{MaxSolutions: 2}

func TestCountsAreAsDeclared(t *testing.T) {
	for _, c := range All() {
		if n := len(parse(t, c)); n != c.Puzzles {
			t.Errorf("%s holds %d puzzles, not %d", c.File, n, c.Puzzles)
		}
	}
}

func TestEveryFileIsListed(t *testing.T) {
	entries, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(All()) {
		t.Errorf("%d files are embedded, %d listed", len(entries), len(All()))
	}
}

func TestNoPuzzleOccursTwice(t *testing.T) {
	seen := make(map[solver.Grid]string)
	for _, c := range All() {
		for _, r := range parse(t, c) {
			if file, found := seen[r.puzzle]; found {
				t.Errorf("%s is in both %s and %s", &r.puzzle, file, c.File)
			}
			seen[r.puzzle] = c.File
		}
	}
}

func TestBytesReturnsACopy(t *testing.T) {
	c := All()[0]
	want := bytes.Clone(c.Bytes())
	clear(c.Bytes())
	if !bytes.Equal(c.Bytes(), want) {
		t.Error("modifying the result of Bytes changed the corpus")
	}
}

func TestEasyIsSolvedBySingles(t *testing.T) {
	for _, r := range read(t, "easy") {
		var answer solver.Grid
		if len(r.label) != solver.Cells || solver.Parse(&answer, []byte(r.label)) >= 0 {
			t.Fatalf("%s: not a solution: %q", &r.puzzle, r.label)
		}
		if !answer.SolutionOf(&r.puzzle) {
			t.Errorf("%s: wrong solution %s", &r.puzzle, &answer)
		}
		if n := r.puzzle.Clues(); n < 30 || n > 40 {
			t.Errorf("%s has %d clues", &r.puzzle, n)
		}
		// mrv fills in singles before it guesses.
		if got := solve(t, &r.puzzle, two); got.Verdict != solver.Unique || got.Guesses != 0 {
			t.Errorf("%s: %v with %d guesses", &r.puzzle, got.Verdict, got.Guesses)
		}
	}
}

func TestMinimalPuzzlesNeedEveryClue(t *testing.T) {
	s, err := solver.New(solver.Default, two) // solves many puzzles much faster than mrv
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"minimal", "sparse", "hard"} {
		var less []solver.Grid
		var from []*solver.Grid
		for _, r := range read(t, name) {
			if got := solve(t, &r.puzzle, two); got.Verdict != solver.Unique {
				t.Errorf("%s: %s is %v", name, &r.puzzle, got.Verdict)
			}
			withoutEach(r.puzzle, func(without *solver.Grid) {
				less, from = append(less, *without), append(from, &r.puzzle)
			})
		}
		results := make([]solver.Result, len(less))
		s.Solve(less, results)
		for i := range results {
			if got := results[i].Verdict; got != solver.Multiple {
				t.Errorf("%s: %s has an unnecessary clue: without it, %s is %v", name, from[i], &less[i], got)
			}
		}
	}
}

func TestSparseHasFewClues(t *testing.T) {
	for _, r := range read(t, "sparse") {
		if n := r.puzzle.Clues(); n < 19 || n > 22 {
			t.Errorf("%s has %d clues", &r.puzzle, n)
		}
	}
}

// TestHardTakesManyGuesses checks that each hard puzzle takes at least one guess. On average, hard
// puzzles must take at least ten times as many guesses as random minimal puzzles.
func TestHardTakesManyGuesses(t *testing.T) {
	mean := func(name string) float64 {
		rows, total := read(t, name), 0
		for _, r := range rows {
			guesses := int(solve(t, &r.puzzle, two).Guesses)
			if name == "hard" && guesses == 0 {
				t.Errorf("%s is solved by singles", &r.puzzle)
			}
			total += guesses
		}
		return float64(total) / float64(len(rows))
	}
	if hard, minimal := mean("hard"), mean("minimal"); hard < 10*minimal {
		t.Errorf("hard takes %.1f guesses per puzzle, minimal %.1f", hard, minimal)
	}
}

func TestManySolutionsAreAsLabelled(t *testing.T) {
	for _, r := range read(t, "many-solutions") {
		want, err := strconv.Atoi(r.label)
		if err != nil || want < 2 || want > 512 {
			t.Errorf("%s has the label %q", &r.puzzle, r.label)
		}
		if got := solve(t, &r.puzzle, solver.Config{MaxSolutions: 1000}); int(got.Count) != want {
			t.Errorf("%s has %d solutions, not %d", &r.puzzle, got.Count, want)
		}
	}
}

func TestNoSolutionIsAsLabelled(t *testing.T) {
	kinds := make(map[string]int)
	for _, r := range read(t, "no-solution") {
		kinds[r.label]++
		got := solve(t, &r.puzzle, two)
		if got.Verdict != solver.None {
			t.Errorf("%s is %v", &r.puzzle, got.Verdict)
		}
		if _, found := r.puzzle.FindRepeat(); found != (r.label == "repeat") {
			t.Errorf("%s is labeled %s, but a clue repeats: %t", &r.puzzle, r.label, found)
		}
		if bySearch := r.label == "late" || r.label == "irreducible"; bySearch != (got.Guesses > 0) {
			t.Errorf("%s is labeled %s, but took %d guesses", &r.puzzle, r.label, got.Guesses)
		}
		if r.label == "irreducible" {
			withoutEach(r.puzzle, func(less *solver.Grid) {
				if solve(t, less, two).Verdict == solver.None {
					t.Errorf("%s has an unnecessary clue: %s has no solution either", &r.puzzle, less)
				}
			})
		}
	}
	if len(kinds) != 4 || kinds["repeat"] != 25 {
		t.Errorf("the kinds are %v", kinds)
	}
}
