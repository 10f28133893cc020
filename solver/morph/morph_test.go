package morph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

const (
	puzzle   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

func gridOf(text string) *solver.Grid {
	g := solver.Grid([]byte(text))
	return &g
}

func set(arrangement, naming int) (m Morph) {
	m.Set(arrangement, naming)
	return m
}

func drawn(seed, row, index uint64) (m Morph) {
	m.Draw(seed, row, index)
	return m
}

// cells returns the cell that moves to each position.
func (m *Morph) cells() (from [solver.Cells]uint8) {
	for i := range from {
		from[i] = m.Rows[i/9] + m.Columns[i%9]
	}
	return from
}

// TestArrangementsAreDifferent checks that all arrangements are different, and that the first one
// changes nothing.
func TestArrangementsAreDifferent(t *testing.T) {
	if testing.Short() {
		t.Skip("there are millions of arrangements")
	}
	seen := make([]uint64, 0, Arrangements)
	for i := range Arrangements {
		m := set(i, 0)
		var code uint64
		for _, lines := range [][9]uint8{m.Rows, m.Columns} {
			for _, line := range lines[:8] { // eight lines determine the ninth
				code = code*1_000_003 + uint64(line)
			}
		}
		seen = append(seen, code)
	}
	slices.Sort(seen)
	if n := len(slices.Compact(seen)); n != Arrangements {
		t.Errorf("only %d of %d arrangements are different", n, Arrangements)
	}
	same := set(0, 0)
	var morphed solver.Grid
	if same.Apply(&morphed, gridOf(puzzle)); morphed != *gridOf(puzzle) {
		t.Errorf("the first morph makes %v", &morphed)
	}
}

func TestNamingsAreDifferent(t *testing.T) {
	seen := map[[16]byte]bool{}
	for i := range Namings {
		m := set(0, i)
		seen[m.Names] = true
		digits := slices.Sorted(slices.Values(m.Names[1:10]))
		if string(digits) != "123456789" || m.Names[solver.Blank&15] != solver.Blank || m.Names[0] != 0 {
			t.Fatalf("naming %d is %q", i, m.Names)
		}
	}
	if len(seen) != Namings {
		t.Errorf("only %d of %d namings are different", len(seen), Namings)
	}
}

func isHouse(cells []uint8) bool {
	var rows, columns, boxes uint16
	for _, c := range cells {
		rows |= 1 << (c / 9)
		columns |= 1 << (c % 9)
		boxes |= 1 << (c/27*3 + c%9/3)
	}
	one := func(set uint16) bool { return set&(set-1) == 0 }
	return one(rows) || one(columns) || one(boxes)
}

// TestMorphsFormAGroup checks that morphs, their products and their inverses map houses to houses,
// so they are symmetries of Sudoku. There are as many different morphs as symmetries, so the
// products and the inverses are also morphs.
func TestMorphsFormAGroup(t *testing.T) {
	for i := range uint64(1000) {
		a, b := drawn(1, i, 0), drawn(1, i, 1)
		from, then := a.cells(), b.cells()
		var both, back [solver.Cells]uint8
		for place := range both {
			both[place] = from[then[place]]
			back[from[place]] = uint8(place)
		}
		for _, map81 := range [][solver.Cells]uint8{from, both, back} {
			if !keepsHouses(&map81) {
				t.Fatalf("%v does not map houses to houses", map81)
			}
		}
		var morphed, morphedTwice, direct solver.Grid
		a.Apply(&morphed, gridOf(puzzle))
		b.Apply(&morphedTwice, &morphed)
		for place := range direct {
			direct[place] = b.Names[a.Names[gridOf(puzzle)[both[place]]&15]&15]
		}
		if morphedTwice != direct {
			t.Fatalf("two morphs, one after the other, make %v, and their product %v", &morphedTwice, &direct)
		}
	}
}

func keepsHouses(from *[solver.Cells]uint8) bool {
	seen := [solver.Cells]bool{}
	for i := range 9 {
		var row, column, box []uint8
		for k := range 9 {
			row = append(row, from[9*i+k])
			column = append(column, from[9*k+i])
			box = append(box, from[27*(i/3)+3*(i%3)+9*(k/3)+k%3])
			seen[from[9*i+k]] = true
		}
		if !isHouse(row) || !isHouse(column) || !isHouse(box) {
			return false
		}
	}
	return !slices.Contains(seen[:], false)
}

// TestMorphsOfSolutionsAreSolutions checks that a Morph maps the solution of a puzzle to a solution
// of the transformed puzzle.
func TestMorphsOfSolutionsAreSolutions(t *testing.T) {
	for i := range uint64(1000) {
		m := drawn(7, i, i%5)
		var p, s solver.Grid
		m.Apply(&p, gridOf(puzzle))
		m.Apply(&s, gridOf(solution))
		if !s.SolutionOf(&p) || p.Clues() != 30 {
			t.Fatalf("%v does not solve %v", &s, &p)
		}
	}
	var zero, morphed solver.Grid
	m := drawn(1, 2, 3)
	if m.Apply(&morphed, &zero); morphed != zero {
		t.Errorf("the zero Grid becomes %q", morphed)
	}
}

// TestDrawsAreUniform draws morphs for many rows, indices and seeds. Each cell must move to each
// position about equally often. Each digit must become each digit about equally often.
func TestDrawsAreUniform(t *testing.T) {
	const draws = 50_000
	for name, draw := range map[string]func(i uint64) Morph{
		"rows":    func(i uint64) Morph { return drawn(1, i, 1) },
		"indices": func(i uint64) Morph { return drawn(1, 1, i) },
		"seeds":   func(i uint64) Morph { return drawn(i, 1, 1) },
		"blocks":  func(i uint64) Morph { return drawn(1, i>>8<<32, i&255<<40) },
	} {
		var cells [solver.Cells][solver.Cells]int
		var digits [9][9]int
		for i := range uint64(draws) {
			m := draw(i)
			for place, cell := range m.cells() {
				cells[place][cell]++
			}
			for d, to := range m.Names[1:10] {
				digits[d][to-'1']++
			}
		}
		for place := range cells {
			wantUniform(t, name, cells[place][:], draws)
		}
		for d := range digits {
			wantUniform(t, name, digits[d][:], draws)
		}
	}
}

// wantUniform checks that the chi-square of counts is at most five standard deviations above the
// expected value.
func wantUniform(t *testing.T, name string, counts []int, draws int) {
	t.Helper()
	want, sum := float64(draws)/float64(len(counts)), 0.0
	for _, n := range counts {
		sum += (float64(n) - want) * (float64(n) - want) / want
	}
	free := float64(len(counts) - 1)
	if sum > free+5*math.Sqrt(2*free) {
		t.Errorf("%s: the chi-square of %v is %.0f with %.0f degrees of freedom", name, counts, sum, free)
	}
}

// TestKernelsAgree compares the kernel of this processor with applyEach. It checks that the kernel
// does not change the memory next to the morphed grid.
func TestKernelsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range uint64(5000) {
		var grid solver.Grid
		for cell := range grid {
			grid[cell] = ".123456789"[random.IntN(10)]
		}
		m := drawn(5, i, 0)
		var morphs [3]solver.Grid
		var want solver.Grid
		m.Apply(&morphs[1], &grid)
		applyEach(&m, &want, &grid)
		if morphs != [3]solver.Grid{1: want} {
			t.Fatalf("%v becomes %v, want %v", &grid, morphs, &want)
		}
	}
}

func TestMorphingDoesNotAllocate(t *testing.T) {
	g, morphed := gridOf(puzzle), new(solver.Grid)
	row := uint64(0)
	if n := testing.AllocsPerRun(100, func() {
		m := drawn(1, row, 2)
		m.Apply(morphed, g)
		row++
	}); n != 0 {
		t.Errorf("drawing and applying a morph allocates %v times", n)
	}
}

// BenchmarkPairs measures drawing a morph and applying it to a puzzle and its solution.
func BenchmarkPairs(b *testing.B) {
	p, s := gridOf(puzzle), gridOf(solution)
	var morphs [2]solver.Grid
	var m Morph
	row := uint64(0)
	for b.Loop() {
		m.Draw(1, row, 1)
		m.Apply(&morphs[0], p)
		m.Apply(&morphs[1], s)
		row++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
}
