package ladder

import (
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/morph"
)

// samePlain holds a rating, and the candidates that are left in the end, against the
// specification.
func samePlain(t *testing.T, l *Ladder, puzzle *solver.Grid, last Technique) {
	t.Helper()
	p := newPlain(puzzle)
	want, got := p.rate(last), l.RateTo(puzzle, last)
	if got != want {
		t.Fatalf("%v: the rating is\n%+v, expected\n%+v", puzzle, got, want)
	}
	for cell := range solver.Cells {
		for d := range 9 {
			if may := l.may[d].Has(cell); may != (p.may[cell][d+1] || p.solved[cell] == d+1) {
				t.Fatalf("%v: digit %d may stand in cell %d: %v", puzzle, d+1, cell, may)
			}
		}
	}
}

// TestPlain compares puzzles that need each of the techniques with the specification.
func TestPlain(t *testing.T) {
	const each = 8
	l := New()
	var compared [NumTechniques]int
	for _, name := range []string{"minimal_20k.txt", "17_clue.txt", "magictour_top1465.txt", "hardest_5000.txt"} {
		for _, p := range readCorpus(t, name) {
			r := l.Rate(&p)
			for technique, waves := range r.Waves {
				if waves > 0 && compared[technique] < each && (compared[technique] < 2 || !testing.Short()) {
					samePlain(t, l, &p, TrialAndError)
					for other, waves := range r.Waves {
						compared[other] += int(min(waves, 1))
					}
					break
				}
			}
		}
	}
	for technique := Singles; technique < Extreme; technique++ {
		t.Log(technique, compared[technique])
		if compared[technique] == 0 {
			t.Errorf("no puzzle needs %v", technique)
		}
	}
}

// TestPlainGenerated compares puzzles that are made here.
func TestPlainGenerated(t *testing.T) {
	g, err := generate.New(generate.Options{Seed: 21, PerGrid: 1}, "")
	if err != nil {
		t.Fatal(err)
	}
	puzzles, minimal := make([]solver.Grid, 60), make([]bool, 60)
	if err := g.Fill(0, puzzles, minimal); err != nil {
		t.Fatal(err)
	}
	l := New()
	for i := range puzzles {
		samePlain(t, l, &puzzles[i], TrialAndError)
	}
}

// TestMorphs checks that morphs of a puzzle have its rating.
func TestMorphs(t *testing.T) {
	for _, name := range []string{"minimal_20k.txt", "17_clue.txt", "magictour_top1465.txt"} {
		t.Run(name, func(t *testing.T) {
			l := New()
			var m morph.Morph
			for i, p := range readCorpus(t, name) {
				var image solver.Grid
				m.Draw(1, uint64(i), 0)
				m.Apply(&image, &p)
				if got, want := l.Rate(&image), l.Rate(&p); got != want {
					t.Fatalf("%v: the rating of a morph, %v, is\n%+v, expected\n%+v", &p, &image, got, want)
				}
			}
		})
	}
}

// TestExplain checks that watching changes nothing, and that steps remove and place exactly
// what the waves do.
func TestExplain(t *testing.T) {
	l := New()
	for i, p := range readCorpus(t, "minimal_20k.txt") {
		if i%10 != 0 {
			continue
		}
		var got Rating
		wave, filled := 0, Cells{}
		gone := map[[2]int]bool{}
		want := l.Explain(&p, func(s *Step) {
			if s.Wave != wave {
				wave = s.Wave
				filled, gone = Cells{}, map[[2]int]bool{}
				got.Waves[s.Technique]++
			}
			got.Hardest = max(got.Hardest, s.Technique)
			if s.Technique == Singles {
				if s.Digit == 0 || filled.Has(s.Cell) || !s.Before[s.Digit-1].Has(s.Cell) {
					t.Fatalf("%v: %+v", &p, s)
				}
				filled = filled.or(cellBits[s.Cell])
				got.Removed[Singles]++
				return
			}
			for d := range s.Removed {
				for left := s.Removed[d]; !left.empty(); left = left.Rest() {
					at := [2]int{left.First(), d}
					if !gone[at] {
						gone[at] = true
						got.Removed[s.Technique]++
					}
				}
			}
		})
		if got.Solved = want.Solved; !got.Solved {
			got.Hardest = Extreme
		}
		if got != want {
			t.Fatalf("%v: steps come to\n%+v, expected\n%+v", &p, got, want)
		}
		if again := l.Rate(&p); again != want {
			t.Fatalf("%v is rated\n%+v, and when watched\n%+v", &p, again, want)
		}
	}
}

func TestWithoutAllocation(t *testing.T) {
	l := New()
	p := solver.Grid([]byte("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"))
	if n := testing.AllocsPerRun(10, func() { l.Rate(&p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestNoPuzzles checks that what has no solution or many is no trouble.
func TestNoPuzzles(t *testing.T) {
	l := New()
	blank := solver.Grid([]byte("................................................................................."))
	for _, c := range []struct {
		name   string
		puzzle solver.Grid
		want   Technique
	}{
		{"no grid", solver.Grid{}, None},
		{"blank", blank, Extreme},
		{"repeated clue", solver.Grid(append([]byte("11"), blank[2:]...)), None},
		{"no place", solver.Grid(append([]byte("12345678.........9"), blank[18:]...)), None},
	} {
		if r := l.Rate(&c.puzzle); r.Hardest != c.want || r.Solved {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// TestGuessesLeadToTheSolution checks that with guesses the steps fill every open cell of
// puzzles that no technique solves, with the digits of the solution.
func TestGuessesLeadToTheSolution(t *testing.T) {
	puzzle := grid(t, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	solution := grid(t, "812753649943682175675491283154237896369845721287169534521974368438526917796318452")
	filled, guesses := puzzle, 0
	r := New().ExplainAll(&puzzle, &solution, func(s *Step) {
		if s.Digit > 0 {
			filled[s.Cell] = byte('0' + s.Digit)
		}
		if s.Name == "guess" {
			guesses++
		}
	})
	if !r.Solved || r.Hardest != Extreme || guesses == 0 || int(r.Waves[Extreme]) != guesses {
		t.Errorf("%d guesses, %+v", guesses, r)
	}
	if filled != solution {
		t.Errorf("the steps lead to %s", filled)
	}
}

// grid reads a grid.
func grid(t *testing.T, text string) (g solver.Grid) {
	t.Helper()
	if solver.Parse(&g, []byte(text)) >= 0 {
		t.Fatalf("%s is no grid", text)
	}
	return g
}
