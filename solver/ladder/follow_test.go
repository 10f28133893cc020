package ladder

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// stepsOf returns a puzzle, its solution, and the steps that the explain function reports.
func stepsOf(t *testing.T, text string, explain func(puzzle *solver.Grid, each func(*Step)) Rating) (puzzle, solution solver.Grid, steps []step) {
	t.Helper()
	puzzle = grid(t, text)
	explain(&puzzle, func(s *Step) { steps = append(steps, written(s)) })
	return puzzle, solutionOf(t, &puzzle), steps
}

// TestStepsFollow checks the steps for puzzles that cover all techniques, and for corpus samples.
func TestStepsFollow(t *testing.T) {
	l := New()
	follow := func(t *testing.T, puzzles []solver.Grid) {
		for _, p := range puzzles {
			solution := solutionOf(t, &p)
			var steps []step
			want := l.ExplainSearch(&p, func(s *Step) { steps = append(steps, written(s)) })
			got, err := followSteps(&p, &solution, steps)
			if got.Solved = want.Solved; err != nil || got != want {
				t.Fatalf("%v: the steps give the rating\n%+v, want\n%+v: %v", &p, got, want, err)
			}
		}
	}
	follow(t, ownPuzzles(t))
	for _, name := range []string{"17_clue.txt", "minimal_20k.txt", "hardest_5000.txt"} {
		t.Run(name, func(t *testing.T) {
			puzzles, few := readCorpus(t, name), []solver.Grid{}
			for i := 0; i < len(puzzles); i += len(puzzles) / 100 {
				few = append(few, puzzles[i])
			}
			follow(t, few)
		})
	}
}

// TestFollowStepsRejectsChangedSteps checks that followSteps notices a change to any step.
func TestFollowStepsRejectsChangedSteps(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range []string{
		".2...9...5...3...6.3....8...536...42...........4..79...6.38.....712...63.....5.8.",
		".2...6.944.7...8......1......4..7......19.3..21.......5...83.....3.7.562..2......",
		".2...61......172..8..........5.3.672....2.35...9........79...8....1..4..4...6....",
		".2...7.1..3.1....2........7....5.6....42.8....6.....735...3.9.....4..2.......6...",
	} {
		puzzle, solution, steps := stepsOf(t, text, New().Explain)
		follow := func(steps []step) error {
			_, err := followSteps(&puzzle, &solution, steps)
			return err
		}
		if err := follow(steps); err != nil || len(steps) == 0 {
			t.Errorf("%s has %d steps: %v", text, len(steps), err)
		}
		for i := range steps {
			changed := append([]step(nil), steps...)
			s := &changed[i]
			seen[s.Technique] = true
			if follow(slices.Insert(slices.Clone(steps), i, steps[i])) == nil {
				t.Errorf("%s: step %d (%s) is accepted twice", text, i+1, s.Technique)
			}
			if s.Cell != "" {
				s.Digit = s.Digit%9 + 1
				if follow(changed) == nil {
					t.Errorf("%s: step %d is accepted with %d in %s", text, i+1, s.Digit, s.Cell)
				}
				if follow(append(changed[:i:i], steps[i+1:]...)) == nil {
					t.Errorf("%s: the steps are accepted without step %d (%s)", text, i+1, s.Technique)
				}
				continue
			}
			for _, other := range []string{"xy_wing", "xyz_wing", "w_wing", "skyscraper", "two_string_kite", "hidden_pair", "pointing", "claiming", "guess", "backtrack"} {
				if s.Technique = other; other != steps[i].Technique && follow(changed) == nil {
					t.Errorf("%s: step %d (%s) is accepted as %s", text, i+1, steps[i].Technique, other)
				}
			}
			s.Technique = steps[i].Technique
			if s.House != "" {
				for _, other := range []string{"", "row 10"} {
					if s.House = other; follow(changed) == nil {
						t.Errorf("%s: step %d (%s) is accepted in house %q", text, i+1, s.Technique, other)
					}
				}
				s.House = steps[i].House
			}
			name, digit, _ := strings.Cut(s.Removed[0], "<>")
			cell, err := parseCell(name)
			if err != nil {
				t.Fatal(err)
			}
			s.Removed = append([]string{name + "<>" + string(solution[cell])}, s.Removed...)
			if follow(changed) == nil {
				t.Errorf("%s: step %d (%s) is accepted if it removes the solution's digit from %s, as well as %s", text, i+1, s.Technique, name, digit)
			}
		}
	}
	if len(seen) < 12 {
		t.Errorf("the puzzles have only these techniques: %v", seen)
	}
}

// TestFollowStepsRejectsChangedSearches checks that followSteps rejects wrong guesses and wrong
// backtracking. For example, no step may undo a guess that did not lead to a contradiction.
func TestFollowStepsRejectsChangedSearches(t *testing.T) {
	puzzle, solution, steps := stepsOf(t, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", New().ExplainSearch)
	follow := func(steps ...step) error {
		_, err := followSteps(&puzzle, &solution, steps)
		return err
	}
	if err := follow(steps...); err != nil {
		t.Fatal(err)
	}
	guess, back := steps[0], step{}
	for _, s := range steps {
		if s.Technique == "backtrack" {
			back = s
			break
		}
	}
	if guess.Technique != "guess" || back.Technique == "" {
		t.Fatalf("the steps start with %+v and undo %+v", guess, back)
	}
	wrong := guess
	wrong.Cell, wrong.Digit = "r1c2", 8 // the clue in r1c1 is 8
	other := back
	other.Wave, other.Removed = 2, []string{"r1c2<>1"}
	back.Wave = 2
	withoutGuess := back
	withoutGuess.Wave = 1
	notLeast, notFewest := guess, guess
	cell, err := parseCell(guess.Cell)
	if err != nil {
		t.Fatal(err)
	}
	notLeast.Digit = bits.Len16(newBoard(&puzzle).may[cell]) - 1
	notFewest.Cell, notFewest.Digit = "r1c2", 1
	firstSingle := slices.IndexFunc(steps, func(s step) bool { return s.Cell != "" && s.Technique != "guess" })
	early := steps[firstSingle]
	early.Technique, early.House = "guess", ""
	for want, changed := range map[string][]step{
		"8 cannot be in r1c2":         {wrong},
		"step 1 (guess): ":            {notLeast},
		"is not the lowest candidate": {notFewest},
		"there are singles":           append(slices.Clone(steps[:firstSingle]), early),
		"there is no contradiction":   {guess, back},
		"must undo the last guess":    {guess, other},
		"there is no guess to undo":   {withoutGuess},
	} {
		if err := follow(changed...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", changed, err, want)
		}
	}
}
