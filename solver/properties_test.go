package solver

import (
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// A symmetry renames digits, permutes rows and columns without breaking up bands or stacks, and may
// transpose the grid.
type symmetry struct {
	digits     [9]byte
	rows, cols [9]int
	transpose  bool
}

func drawSymmetry(t *rapid.T) (s symmetry) {
	digits := rapid.Permutation([]byte("123456789")).Draw(t, "digits")
	copy(s.digits[:], digits)
	s.rows, s.cols = drawLines(t, "rows"), drawLines(t, "columns")
	s.transpose = rapid.Bool().Draw(t, "transpose")
	return s
}

// drawLines draws an order of the nine rows or columns. It permutes the groups of three lines, and
// the lines within each group.
func drawLines(t *rapid.T, name string) (order [9]int) {
	for i, three := range rapid.Permutation([]int{0, 1, 2}).Draw(t, name) {
		for j, line := range rapid.Permutation([]int{0, 1, 2}).Draw(t, name) {
			order[3*i+j] = 3*three + line
		}
	}
	return order
}

func (s *symmetry) apply(g *Grid) (changed Grid) {
	for cell := range changed {
		c := g[s.rows[cell/9]*9+s.cols[cell%9]]
		if c != Blank {
			c = s.digits[c-'1']
		}
		changed[cell] = c
	}
	if s.transpose {
		changed = transposed(&changed)
	}
	return changed
}

func transposed(g *Grid) (t Grid) {
	for cell, c := range g {
		t[cell%9*9+cell/9] = c
	}
	return t
}

// drawPuzzle draws a puzzle with any number of solutions. It keeps some cells of a solved grid, and
// sometimes changes a cell at random. Few clues often allow many solutions, and a random digit
// often allows none.
func drawPuzzle(t *rapid.T) Grid {
	var solved, puzzle Grid
	Parse(&solved, []byte(wikipediaSolution))
	s := drawSymmetry(t)
	solved = s.apply(&solved)
	for cell := range puzzle {
		puzzle[cell] = Blank
	}
	cells := make([]int, Cells)
	for cell := range cells {
		cells[cell] = cell
	}
	clues := rapid.IntRange(17, 60).Draw(t, "clues")
	for _, cell := range rapid.Permutation(cells).Draw(t, "cells")[:clues] {
		puzzle[cell] = solved[cell]
	}
	if rapid.Bool().Draw(t, "change one") {
		cell := rapid.IntRange(0, Cells-1).Draw(t, "cell")
		puzzle[cell] = byte(rapid.IntRange('1', '9').Draw(t, "digit"))
	}
	return puzzle
}

// disagreement describes how the results of two variants contradict each other, or returns "" if
// they do not. endedA and endedB report whether the searches ended within their budgets. A search
// that ran out of guesses may have missed solutions.
func disagreement(endedA, endedB bool, a, b *Result) string {
	switch {
	case endedA && endedB && (a.Verdict != b.Verdict || a.Count != b.Count):
		return "the verdicts or counts differ"
	case endedA && b.Count > a.Count, endedB && a.Count > b.Count:
		return "one found solutions that the other proved not to exist"
	case a.Verdict == Unique && b.Count == 1 && a.Solution != b.Solution,
		b.Verdict == Unique && a.Count == 1 && a.Solution != b.Solution:
		return "different solutions of a puzzle that has only one"
	}
	return ""
}

// agree stops the test if a variant contradicts the reference on any of the puzzles. It returns the
// results of the reference.
func agree(t fataler, c Config, puzzles []Grid) (want []Result) {
	t.Helper()
	want = solveAll(t, reference, c, puzzles)
	for _, v := range Variants() {
		own := capped(v, c)
		for i, r := range solveAll(t, v, own, puzzles) {
			if complaint := disagreement(ended(c, &want[i]), ended(own, &r), &want[i], &r); complaint != "" {
				t.Fatalf("%s: %v with %+v: %s %+v, mrv %+v", complaint, &puzzles[i], own, v.Name, r, want[i])
			}
		}
	}
	return want
}

func TestVariantsAgreeOnRandomPuzzles(t *testing.T) {
	seen := map[Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		puzzles := []Grid{drawPuzzle(t), drawPuzzle(t)}
		c := Config{
			MaxSolutions: rapid.Int32Range(1, 20).Draw(t, "solutions"),
			MaxGuesses:   rapid.Int32Range(1, testBudget).Draw(t, "guesses"),
		}
		agree(t, c, puzzles)
		seen[solveOne(t, reference, Config{MaxSolutions: 2}, puzzles[0]).Verdict]++
	})
	t.Logf("drawn: %d unique, %d multiple, %d none", seen[Unique], seen[Multiple], seen[None])
}

// TestEquivalentPuzzlesHaveEquivalentAnswers checks that a symmetry does not change the verdict or
// the number of solutions, unless a search runs out of guesses. The symmetry must also map a unique
// solution to the solution of the transformed puzzle.
func TestEquivalentPuzzlesHaveEquivalentAnswers(t *testing.T) {
	table := puzzlesOf(readKnown(t))
	forEachVariant(t, func(t *testing.T, v Variant) {
		c := capped(v, Config{MaxSolutions: 3, MaxGuesses: testBudget})
		rapid.Check(t, func(t *rapid.T) {
			puzzle := rapid.OneOf(rapid.SampledFrom(table), rapid.Custom(drawPuzzle)).Draw(t, "puzzle")
			s := drawSymmetry(t)
			r := solveOne(t, v, c, puzzle)
			changed := solveOne(t, v, c, s.apply(&puzzle))
			if r.Count > 0 {
				r.Solution = s.apply(&r.Solution)
			}
			if complaint := disagreement(ended(c, &r), ended(c, &changed), &r, &changed); complaint != "" {
				t.Fatalf("%s: %v %+v, transformed %+v", complaint, &puzzle, r, changed)
			}
		})
	})
}

// corpusConfig lets solvers count all solutions of the shipped puzzles. No shipped puzzle has more
// than 512 solutions.
var corpusConfig = Config{MaxSolutions: 600, MaxGuesses: 2000}

// agreeOnCorpus is like agree, but also requires mrv to finish every puzzle. Agreement with an
// unfinished search means little.
func agreeOnCorpus(t *testing.T, puzzles []Grid) {
	t.Helper()
	for i, r := range agree(t, corpusConfig, puzzles) {
		if !ended(corpusConfig, &r) {
			t.Errorf("%v is too hard for mrv: %+v", &puzzles[i], r)
		}
	}
}

func TestVariantsAgreeOnShippedCorpora(t *testing.T) {
	for _, name := range []string{"easy.csv", "minimal.txt", "sparse.txt", "hard.txt", "many-solutions.txt", "no-solution.txt"} {
		t.Run(name, func(t *testing.T) {
			agreeOnCorpus(t, fewer(sampleOf(readPuzzles(t, filepath.Join(shipped, name)), 60)))
		})
	}
}

func TestVariantsAgreeOnSharedCorpora(t *testing.T) {
	for _, name := range benchmarkCorpora {
		t.Run(name, func(t *testing.T) {
			agreeOnCorpus(t, fewer(sampleOf(readCorpus(t, name), 60)))
		})
	}
}

// FuzzSolve compares all variants on arbitrary grids. Most grids from a fuzzer contain invalid
// bytes, which FuzzSolve replaces with blanks unless raw is set.
func FuzzSolve(f *testing.F) {
	for _, row := range readKnown(f) {
		f.Add(row.puzzle[:], uint8(2), false)
		f.Add(row.puzzle[:], uint8(10), true)
	}
	f.Fuzz(func(t *testing.T, cells []byte, solutions uint8, raw bool) {
		var puzzle Grid
		for i := range puzzle {
			c := byte(Blank)
			if i < len(cells) && (raw || !isForeign(rune(cells[i]))) {
				c = cells[i]
			}
			puzzle[i] = c
		}
		c := Config{MaxSolutions: max(1, int32(solutions)), MaxGuesses: testBudget}
		agree(t, c, []Grid{puzzle})
	})
}
