package ladder

import (
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// samePlain checks that l and a plain ladder give a puzzle the same rating and leave the same
// candidates.
func samePlain(t *testing.T, l *Ladder, puzzle *solver.Grid, last Technique) {
	t.Helper()
	p := newPlain(puzzle)
	want, got := p.rate(last), l.RateTo(puzzle, last)
	if got != want {
		t.Fatalf("%v: the rating is\n%+v, want\n%+v", puzzle, got, want)
	}
	for cell := range solver.Cells {
		for d := range 9 {
			if may := l.may[d].Has(cell); may != (p.may[cell][d+1] || p.solved[cell] == d+1) {
				t.Fatalf("%v: %d is a candidate of cell %d: %v, want %v", puzzle, d+1, cell, may, !may)
			}
		}
	}
}

// TestRateAgreesWithPlain compares ratings with those of plain, a simple ladder, for puzzles that
// cover all techniques.
func TestRateAgreesWithPlain(t *testing.T) {
	l := New()
	var needed [NumTechniques]int
	for _, p := range ownPuzzles(t) {
		samePlain(t, l, &p, TrialAndError)
		r := l.Rate(&p)
		needed[r.Hardest]++
		for technique := range needed {
			needed[technique] += int(r.Waves[technique])
		}
	}
	for technique := Singles; technique <= Extreme; technique++ {
		if needed[technique] == 0 {
			t.Errorf("no puzzle needs %v", technique)
		}
	}
}

// TestRateAgreesWithPlainOnCorpora compares ratings with those of plain, for samples of larger
// corpora.
func TestRateAgreesWithPlainOnCorpora(t *testing.T) {
	for name, step := range map[string]int{"minimal_20k.txt": 1000, "17_clue.txt": 4000, "magictour_top1465.txt": 200, "hardest_5000.txt": 1500} {
		t.Run(name, func(t *testing.T) {
			l := New()
			for i, p := range readCorpus(t, name) {
				if i%step == 0 {
					samePlain(t, l, &p, TrialAndError)
				}
			}
		})
	}
}

// TestMorphsHaveOneRating checks that morphing changes neither ratings nor backdoor sizes.
func TestMorphsHaveOneRating(t *testing.T) {
	l := New()
	var m morph.Morph
	for i, p := range ownPuzzles(t) {
		solution := solutionOf(t, &p)
		want, backdoor := l.Rate(&p), l.Backdoor(&p, &solution)
		for k := range uint64(20) {
			var morphed, solved solver.Grid
			m.Draw(1, uint64(i), k)
			m.Apply(&morphed, &p)
			m.Apply(&solved, &solution)
			if got := l.Rate(&morphed); got != want {
				t.Fatalf("%v: the rating of a morph, %v, is\n%+v, want\n%+v", &p, &morphed, got, want)
			}
			if got := l.Backdoor(&morphed, &solved); got != backdoor {
				t.Fatalf("%v: the backdoor of a morph, %v, is %d, want %d", &p, &morphed, got, backdoor)
			}
		}
	}
}

// TestMorphsOfCorporaHaveOneRating draws one morph of each puzzle in three corpora. It checks that
// the morph has the same rating as the puzzle.
func TestMorphsOfCorporaHaveOneRating(t *testing.T) {
	if testing.Short() {
		t.Skip("rates 140,000 puzzles")
	}
	for _, name := range []string{"minimal_20k.txt", "17_clue.txt", "magictour_top1465.txt"} {
		t.Run(name, func(t *testing.T) {
			l := New()
			var m morph.Morph
			for i, p := range readCorpus(t, name) {
				var morphed solver.Grid
				m.Draw(1, uint64(i), 0)
				m.Apply(&morphed, &p)
				if got, want := l.Rate(&morphed), l.Rate(&p); got != want {
					t.Fatalf("%v: the rating of a morph, %v, is\n%+v, want\n%+v", &p, &morphed, got, want)
				}
			}
		})
	}
}

// TestExplainAgreesWithRate checks that reporting steps does not change the rating, and that the
// steps remove as many candidates and place as many digits as the rating says.
func TestExplainAgreesWithRate(t *testing.T) {
	l := New()
	for _, p := range ownPuzzles(t) {
		solution := solutionOf(t, &p)
		got, want := explained(t, l, &p, &solution)
		if got.Solved = want.Solved; !got.Solved {
			got.Hardest = Extreme
		}
		if got != want {
			t.Fatalf("%v: the steps give the rating\n%+v, want\n%+v", &p, got, want)
		}
		if again := l.Rate(&p); again != want {
			t.Fatalf("%v: the rating is\n%+v, but with steps\n%+v", &p, again, want)
		}
	}
}

// explained returns the rating that results from the steps, and the rating that Explain returns. It
// fails the test if a step contradicts the solution.
func explained(t *testing.T, l *Ladder, p, solution *solver.Grid) (sum, r Rating) {
	wave, filled := 0, Cells{}
	gone := map[put]bool{}
	r = l.Explain(p, func(s *Step) {
		if s.Wave != wave {
			wave, filled = s.Wave, Cells{}
			clear(gone)
			sum.Waves[s.Technique]++
		}
		sum.Hardest = max(sum.Hardest, s.Technique)
		if s.Technique == Singles {
			if s.Digit != int(solution[s.Cell]-'0') || filled.Has(s.Cell) || !s.Open.Has(s.Cell) {
				t.Fatalf("%v: %+v", p, s)
			}
			filled = filled.or(cellBits[s.Cell])
			sum.Removed[Singles]++
			return
		}
		for d := range s.Removed {
			for left := s.Removed[d]; !left.empty(); left = left.Rest() {
				at := put{left.First(), d + 1}
				if solution[at.cell] == byte('0'+at.digit) {
					t.Fatalf("%v: %+v removes the digit of the solution", p, s)
				}
				if !gone[at] {
					gone[at] = true
					sum.Removed[s.Technique]++
				}
			}
		}
	})
	return sum, r
}

func TestBackdoor(t *testing.T) {
	l := New()
	sizes := map[int]int{}
	for _, p := range ownPuzzles(t) {
		solution := solutionOf(t, &p)
		got, want := l.Backdoor(&p, &solution), plainBackdoor(&p, &solution)
		if got != want {
			t.Errorf("%v has a backdoor of size %d, want %d", &p, got, want)
		}
		sizes[want]++
	}
	for _, size := range []int{0, 1, 2} {
		if sizes[size] == 0 {
			t.Errorf("no puzzle has a backdoor of size %d: %v", size, sizes)
		}
	}
}

// plainBackdoor finds the size of the smallest backdoor by trying all cells and pairs of cells.
func plainBackdoor(puzzle, solution *solver.Grid) int {
	l := New()
	solves := func(cells ...int) bool {
		more := *puzzle
		for _, cell := range cells {
			more[cell] = solution[cell]
		}
		return l.RateTo(&more, Singles).Solved
	}
	if solves() {
		return 0
	}
	for _, cell := range allCells {
		if solves(cell) {
			return 1
		}
	}
	for _, cell := range allCells {
		for _, other := range allCells {
			if solves(cell, other) {
				return 2
			}
		}
	}
	return NoBackdoor
}

func TestRateDoesNotAllocate(t *testing.T) {
	l := New()
	p := solver.Grid([]byte("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"))
	if n := testing.AllocsPerRun(10, func() { l.Rate(&p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestRateOfInvalidPuzzles(t *testing.T) {
	l := New()
	blank := solver.Grid([]byte("................................................................................."))
	for _, c := range []struct {
		name   string
		puzzle solver.Grid
		want   Technique
	}{
		{"zero Grid", solver.Grid{}, None},
		{"blank", blank, Extreme},
		{"repeated clue", solver.Grid(append([]byte("11"), blank[2:]...)), None},
		{"blank without candidates", solver.Grid(append([]byte("12345678.........9"), blank[18:]...)), None},
	} {
		if r := l.Rate(&c.puzzle); r.Hardest != c.want || r.Solved {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// TestGuessesLeadToTheSolution checks that ExplainAll leads to the solution, even if no technique
// solves the puzzle.
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

// TestSearchLeadsToTheSolution checks that the steps of ExplainSearch lead to the solution. Each
// backtrack undoes the steps since the last guess.
func TestSearchLeadsToTheSolution(t *testing.T) {
	l := New()
	guesses, backtracks := 0, 0
	for _, p := range ownPuzzles(t) {
		solution := solutionOf(t, &p)
		filled, before := p, []solver.Grid{}
		r := l.ExplainSearch(&p, func(s *Step) {
			switch s.Name {
			case "guess":
				before = append(before, filled)
				guesses++
			case "backtrack":
				backtracks++
				filled, before = before[len(before)-1], before[:len(before)-1]
				cell := s.Cells.First()
				if s.Digits != 1<<(s.Removed.digitAt(cell)) || filled[cell] != solver.Blank || solution[cell] == byte('1'+s.Removed.digitAt(cell)) {
					t.Fatalf("%v: %+v", &p, s)
				}
			}
			if s.Digit > 0 {
				filled[s.Cell] = byte('0' + s.Digit)
			}
		})
		if want := l.Rate(&p); r != want || filled != solution {
			t.Fatalf("%v: %+v, and the steps lead to %v", &p, r, &filled)
		}
	}
	if guesses <= backtracks || backtracks == 0 {
		t.Errorf("%d guesses and %d backtracks", guesses, backtracks)
	}
	repeated := grid(t, "55...............................................................................")
	if r := l.ExplainSearch(&repeated, func(*Step) {}); r.Solved {
		t.Errorf("%v: %+v", &repeated, r)
	}
}

// digitAt returns one less than the lowest candidate of cell, or -1 if cell has no candidates.
func (c *Candidates) digitAt(cell int) int {
	for d := range c {
		if c[d].Has(cell) {
			return d
		}
	}
	return -1
}

func grid(t *testing.T, text string) (g solver.Grid) {
	t.Helper()
	if solver.Parse(&g, []byte(text)) >= 0 {
		t.Fatalf("%s is not a grid", text)
	}
	return g
}
