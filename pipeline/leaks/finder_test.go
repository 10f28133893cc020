package leaks

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/morph"
)

// newFinder returns a Finder for sets. Each set is a file that contains the given lines.
func newFinder(t *testing.T, by keys.Criterion, workers int, sets ...[]string) *Finder {
	t.Helper()
	f := &Finder{
		Read: formats.ReadOptions{AnswerColumn: "none"}, By: by,
		Workers: workers, BatchRows: 1 + workers*workers, FilesRead: pipeline.FilesRead{Bytes: 1}, Most: 1 << 20,
	}
	for i, lines := range sets {
		name := fmt.Sprintf("%d.txt", i)
		f.Sets = append(f.Sets, Set{Name: name, Files: []string{testkit.Store(t, name, strings.Join(lines, "\n")+"\n")}})
	}
	return f
}

// puzzles returns n lines with one puzzle each.
func puzzles(t *testing.T, n int) (lines []string) {
	t.Helper()
	for line := range strings.Lines(testkit.Puzzles(t, 2*n)) {
		if _, puzzle, _ := strings.Cut(strings.TrimSpace(line), ","); len(puzzle) == solver.Cells && len(lines) < n {
			lines = append(lines, puzzle)
		}
	}
	return lines
}

// neighbors holds two puzzles with different solutions. They become equivalent when one clue is
// removed from each.
var neighbors = [2]string{
	"..............1..2..3....4.....2.5...4...6...6.....3......5.......36...718......9",
	"..............1..2..3....4.....5.......36...712......8....9.5...4...6...6.....3..",
}

// drawSets returns two sets of morphs of the same few puzzles. Some morphs lack a clue.
func drawSets(t *testing.T, r *rand.Rand) (sets [2][]string) {
	t.Helper()
	lines := append(puzzles(t, 40), neighbors[:]...)
	for i := range 60 {
		puzzle, morphed := solver.Grid([]byte(lines[r.IntN(len(lines))])), solver.Grid{}
		if r.IntN(3) == 0 {
			puzzle[r.IntN(solver.Cells)] = solver.Blank
		}
		var m morph.Morph
		m.Draw(r.Uint64(), 0, 0)
		m.Apply(&morphed, &puzzle)
		sets[i%2] = append(sets[i%2], string(morphed[:]))
	}
	return sets
}

// classes holds the canonical forms that determine whether two puzzles count as the same.
type classes struct {
	puzzle    solver.Grid
	solution  solver.Grid // only if unique
	neighbors []solver.Grid
	unique    bool
}

func classesOf(t *testing.T, lines []string) (all []classes) {
	t.Helper()
	s, err := testkit.NewSolver()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		p, r := []solver.Grid{solver.Grid([]byte(line))}, make([]solver.Result, 1)
		s.Solve(p, r)
		c := classes{puzzle: minlexOf(p[0]), neighbors: without(p[0]), unique: r[0].Verdict == solver.Unique}
		if c.unique {
			c.solution = minlexOf(r[0].Solution)
		}
		all = append(all, c)
	}
	return all
}

// same reports whether two puzzles are the same according to a criterion. It compares the puzzles
// directly, without keys.
func same(by keys.Criterion, a, b *classes) bool {
	sameSolution := a.unique && b.unique && a.solution == b.solution
	switch by {
	case keys.Puzzle:
		return a.puzzle == b.puzzle
	case keys.Solution:
		return sameSolution
	case keys.Neighbors:
		return sameSolution || a.unique && b.unique && slices.ContainsFunc(a.neighbors, func(form solver.Grid) bool {
			return slices.Contains(b.neighbors, form)
		})
	}
	panic("this test needs a rule for the criterion " + by)
}

func minlexOf(g solver.Grid) (form solver.Grid) {
	var f canon.Form
	f.Minlex(&form, &g)
	return form
}

// without returns the canonical form of each grid that results from removing one clue from g.
func without(g solver.Grid) (forms []solver.Grid) {
	for i := range g {
		if less := g; g[i] != solver.Blank {
			less[i] = solver.Blank
			forms = append(forms, minlexOf(less))
		}
	}
	return forms
}

// TestLeaksMatchAllPairs checks that Find returns the leaks that a comparison of all pairs finds.
func TestLeaksMatchAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 1))
	for _, name := range keys.ByNames {
		by, _ := keys.Parse(name, keys.ByNames)
		sets := drawSets(t, r)
		var want []string
		leaking := [2]map[int]bool{{}, {}}
		of := [2][]classes{classesOf(t, sets[0]), classesOf(t, sets[1])}
		for i := range of[0] {
			for k := range of[1] {
				if same(by, &of[0][i], &of[1][k]) {
					if !leaking[0][i] {
						want = append(want, fmt.Sprintf("0.txt:%d", i+1))
					}
					leaking[0][i], leaking[1][k] = true, true
				}
			}
		}
		if len(want) == 0 || len(want) == len(sets[0]) {
			t.Fatalf("%d of %d rows leak by %s, which is too few or too many for a meaningful test", len(want), len(sets[0]), by)
		}
		for workers := 1; workers <= 3; workers++ {
			f := newFinder(t, by, workers, sets[0], sets[1])
			found, all, err := f.Find(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range found {
				got = append(got, filepath.Base(l.Row.String()))
				if !same(by, &of[0][l.Row.Line-1], &of[1][l.Other.Line-1]) {
					t.Errorf("%s: %v is not the same as %v", by, l.Row, l.Other)
				}
			}
			if !slices.Equal(got, want) || all != int64(len(want)) {
				t.Errorf("by %s: %d rows leak: %v, want %v", by, all, got, want)
			}
			for i, s := range f.Sets {
				compared := int64(0)
				for _, c := range of[i] {
					if c.unique || !by.Rule().NeedsSolution {
						compared++
					}
				}
				if s.Compared != compared {
					t.Errorf("by %s: %d rows of set %d are compared, want %d", by, s.Compared, i, compared)
				}
				if s.Leaking != int64(len(leaking[i])) || s.Rows != 30 {
					t.Errorf("by %s: set %d has %d rows and %d of them leak, want %d", by, i, s.Rows, s.Leaking, len(leaking[i]))
				}
			}
		}
	}
}

// TestMostLeaks checks that Find returns at most Finder.Most leaks but counts all leaks.
func TestMostLeaks(t *testing.T) {
	puzzle := puzzles(t, 1)
	f := newFinder(t, keys.Puzzle, 2, slices.Repeat(puzzle, 100), puzzle)
	f.Most = 3
	found, all, err := f.Find(t.Context())
	if err != nil || all != 100 || len(found) != 3 || found[2].Row.Line != 3 {
		t.Errorf("got %d leaks, the first of them %v (error %v)", all, found, err)
	}
}

// TestTemporaryFilesAreRemoved checks that Find leaves no temporary files, even if it fails.
func TestTemporaryFilesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	puzzle := puzzles(t, 1)
	for _, name := range []string{"1.txt", "gone.txt"} {
		f := newFinder(t, keys.Puzzle, 2, puzzle, puzzle)
		f.Sets[1].Files[0] = filepath.Join(filepath.Dir(f.Sets[1].Files[0]), name)
		if _, _, err := f.Find(t.Context()); (err == nil) != (name == "1.txt") {
			t.Error(err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v was left behind (error %v)", left, err)
		}
	}
}

// TestLeaksOfARandomSplit randomly divides half of the known 17-clue puzzles into two sets. No two
// puzzles are equivalent, but many have equivalent solutions. The test checks how many puzzles in
// the smaller set leak by each criterion.
func TestLeaksOfARandomSplit(t *testing.T) {
	text, err := os.ReadFile("../../../shared/corpora/17_clue.txt")
	if os.IsNotExist(err) {
		t.Skip("17_clue.txt does not exist; it belongs in the shared folder next to the checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range bytes.Lines(text) {
		if len(line) >= solver.Cells && line[0] != '#' {
			all = append(all, string(line[:solver.Cells]))
		}
	}
	rand.New(rand.NewPCG(17, 1)).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	all = all[:len(all)/2]
	tenth := len(all) / 10
	for by, want := range map[keys.Criterion][2]float64{keys.Puzzle: {}, keys.Solution: {0.067, 0.073}, keys.Neighbors: {0.29, 0.31}} {
		if by == keys.Neighbors && testing.Short() {
			continue // Neighbors is too slow, because it needs a canonical form for each clue
		}
		f := newFinder(t, by, 2, all[:tenth], all[tenth:])
		f.BatchRows = formats.SectionRows
		_, leaking, err := f.Find(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if share := float64(leaking) / float64(tenth); share < want[0] || share > want[1] {
			t.Errorf("by %s: %d of %d puzzles leak", by, leaking, tenth)
		}
	}
}
