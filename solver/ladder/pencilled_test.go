package ladder

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// pencilled is a grid with the candidates of its blanks, as sets of bits (see bitOf).
type pencilled struct {
	may    [solver.Cells]uint16 // 0 if the cell is filled
	blanks int
}

// read sets g to puzzle.
func (g *pencilled) read(puzzle *solver.Grid) {
	g.blanks = solver.Cells
	for cell := range g.may {
		g.may[cell] = everyDigit
	}
	for cell, clue := range puzzle {
		if bit := bitOf[clue]; bit != 0 {
			g.fill(cell, bit)
		}
	}
}

func (g *pencilled) fill(cell int, bit uint16) {
	g.may[cell] = 0
	g.blanks--
	for other := range g.may {
		if sees(other, cell) {
			g.may[other] &^= bit
		}
	}
}

// findSingles returns the digit of each single as a bit, and 0 for all other cells.
func (g *pencilled) findSingles() (found [solver.Cells]uint16) {
	for cell, may := range g.may {
		if bits.OnesCount16(may) == 1 {
			found[cell] = may
		}
	}
	for h := range plainHouses {
		once, twice := uint16(0), uint16(0)
		for _, cell := range plainHouses[h] {
			twice |= once & g.may[cell]
			once |= g.may[cell]
		}
		for _, cell := range plainHouses[h] {
			if bit := g.may[cell] & once &^ twice; bit != 0 {
				found[cell] = bit
			}
		}
	}
	return found
}

// single is a naked or hidden single. The last blank of a house counts as a naked single.
type single struct {
	cell   int
	hidden bool
}

// appendSingles appends to dst the blanks that singles can fill, ordered by wave. The blanks of each
// wave are in row-major order.
func appendSingles(dst []single, puzzle *solver.Grid) []single {
	var g pencilled
	g.read(puzzle)
	for {
		found := g.findSingles()
		wave := len(dst)
		for cell, bit := range found {
			if bit != 0 && g.may[cell] != 0 {
				dst = append(dst, single{cell, g.isHidden(cell, bit)})
			}
		}
		if wave == len(dst) {
			return dst
		}
		for _, s := range dst[wave:] {
			g.fill(s.cell, found[s.cell])
		}
	}
}

// isHidden reports whether a blank is the only place for a digit in one of its houses. If one of
// its houses has no other blanks, isHidden returns false.
func (g *pencilled) isHidden(cell int, bit uint16) (hidden bool) {
	for h := range plainHouses {
		if !slices.Contains(plainHouses[h], cell) {
			continue
		}
		only, last := true, true
		for _, other := range plainHouses[h] {
			only = only && (other == cell || g.may[other]&bit == 0)
			last = last && (other == cell || g.may[other] == 0)
		}
		if last {
			return false
		}
		hidden = hidden || only
	}
	return hidden
}

// ratingOfHidden returns 1,000 times Sudoku Explainer's rating of a puzzle. It returns 0 if
// filling hidden singles and the last blanks of houses does not solve the puzzle.
func ratingOfHidden(puzzle *solver.Grid) int {
	const boxes, all = 18, 0
	for _, level := range []struct{ rating, from int }{{1000, len(plainHouses)}, {1200, boxes}, {1500, all}} {
		var g pencilled
		g.read(puzzle)
		for before := g.blanks + 1; g.blanks < before; {
			before = g.blanks
			for h := range plainHouses {
				g.fillHouse(h, h >= level.from)
			}
		}
		if g.blanks == 0 {
			return level.rating
		}
	}
	return 0
}

// fillHouse fills a blank if it is the only blank of the house. If hidden is set, fillHouse also
// fills all hidden singles of the house.
func (g *pencilled) fillHouse(house int, hidden bool) {
	once, twice, blanks := uint16(0), uint16(0), 0
	for _, cell := range plainHouses[house] {
		twice |= once & g.may[cell]
		once |= g.may[cell]
		if g.may[cell] != 0 {
			blanks++
		}
	}
	for _, cell := range plainHouses[house] {
		if bit := g.may[cell] & once &^ twice; bit != 0 && (hidden || blanks == 1) {
			g.fill(cell, bit)
		}
	}
}

// TestSinglesAgreeWithPencilled checks the order in which singles fill puzzles, and the Explainer
// ratings of puzzles that hidden singles solve. The plain code in this file computes the expected
// results.
func TestSinglesAgreeWithPencilled(t *testing.T) {
	l := New()
	rated := map[int]int{}
	puzzles := ownPuzzles(t)
	for _, p := range explainerPuzzles {
		if p.tenths > 0 {
			puzzles = append(puzzles, grid(t, p.puzzle))
		}
	}
	for _, p := range puzzles {
		var want, got []single
		want = appendSingles(nil, &p)
		wave := 0
		l.Explain(&p, func(s *Step) {
			if s.Technique == Singles && s.Wave <= wave+1 {
				wave = s.Wave
				got = append(got, single{s.Cell, s.Name == "hidden_single"})
			}
		})
		if !slices.Equal(got, want) {
			t.Errorf("%v: singles fill %v, want %v", &p, got, want)
		}
		rating := ratingOfHidden(&p)
		if rated[rating]++; rating > 0 && 100*l.ExplainerRating(&p) != rating {
			t.Errorf("%v is rated %d, want %d", &p, l.ExplainerRating(&p), rating/100)
		}
	}
	if len(rated) < 3 {
		t.Errorf("the puzzles have only these ratings: %v", rated)
	}
}
