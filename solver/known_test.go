package solver

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"
)

// knownCap is the largest count in the table of known puzzles. A count of knownCap means that the
// puzzle has at least that many solutions.
const knownCap = 100

// known is a puzzle whose number of solutions is known, up to knownCap.
type known struct {
	puzzle   Grid
	count    int32
	solution Grid // if count is 1
}

// readKnown reads the table of known puzzles or, with -short, part of it.
func readKnown(tb testing.TB) []known {
	tb.Helper()
	text, err := os.ReadFile("testdata/known.txt")
	if err != nil {
		tb.Fatal(err)
	}
	var table []known
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, ":")
		if len(fields) != 3 {
			tb.Fatalf("want puzzle:count:solution, got %s", line)
		}
		count, err := strconv.Atoi(fields[1])
		if err != nil || (count == 1) != (fields[2] != "") {
			tb.Fatalf("a row must have a solution if and only if its count is 1: %s", line)
		}
		row := known{puzzle: grid(tb, fields[0]), count: int32(count)}
		if count == 1 {
			row.solution = grid(tb, fields[2])
		}
		table = append(table, row)
	}
	return fewer(table)
}

func puzzlesOf(table []known) []Grid {
	puzzles := make([]Grid, len(table))
	for i := range table {
		puzzles[i] = table[i].puzzle
	}
	return puzzles
}

// TestKnownTable checks the known puzzles with a search that shares no code with the solvers.
func TestKnownTable(t *testing.T) {
	if testing.Short() {
		t.Skip("this search is slow")
	}
	for i, row := range readKnown(t) {
		var first Grid
		count := 0
		if row.puzzle.wellFormed() {
			count = bruteForce(row.puzzle, knownCap, &first)
		}
		if count != int(row.count) {
			t.Errorf("row %d: %v has %d solutions, not %d", i, &row.puzzle, count, row.count)
		}
		if count == 1 && first != row.solution {
			t.Errorf("row %d: %v has the solution %v", i, &row.puzzle, &first)
		}
	}
}

// wellFormed reports whether no clue is repeated in a row, column or box.
func (g Grid) wellFormed() bool {
	for cell, c := range g {
		g[cell] = Blank
		if c != Blank && !bytes.Contains(g.fitting(cell), []byte{c}) {
			return false
		}
		g[cell] = c
	}
	return true
}

// fitting returns the digits that do not occur in the row, column or box of the cell.
func (g *Grid) fitting(cell int) (digits []byte) {
	var seen [256]bool
	for other, c := range g {
		row, col := other/9 == cell/9, other%9 == cell%9
		box := other/27 == cell/27 && other%9/3 == cell%9/3
		if row || col || box {
			seen[c] = true
		}
	}
	for digit := byte('1'); digit <= '9'; digit++ {
		if !seen[digit] {
			digits = append(digits, digit)
		}
	}
	return digits
}

// bruteForce counts the solutions of g up to limit, and sets first to the first solution. It
// branches on the blank that has the fewest fitting digits.
func bruteForce(g Grid, limit int, first *Grid) int {
	branch := -1
	var digits []byte
	for cell, c := range g {
		if c != Blank {
			continue
		}
		if fitting := g.fitting(cell); branch < 0 || len(fitting) < len(digits) {
			branch, digits = cell, fitting
		}
		if len(digits) == 0 {
			return 0
		}
	}
	if branch < 0 {
		if *first == (Grid{}) {
			*first = g
		}
		return 1
	}
	count := 0
	for _, digit := range digits {
		g[branch] = digit
		if count += bruteForce(g, limit-count, first); count >= limit {
			break
		}
	}
	return count
}

func TestVariantsSolveTheKnownPuzzles(t *testing.T) {
	table := readKnown(t)
	forEachVariant(t, func(t *testing.T, v Variant) {
		for _, limit := range []int32{1, 2, 10} {
			c := Config{MaxSolutions: limit, MaxGuesses: testBudget}
			results := solveAll(t, v, c, puzzlesOf(table))
			answered := 0
			for i := range table {
				r := &results[i]
				if !ended(c, r) {
					continue
				}
				answered++
				if want := min(table[i].count, limit); r.Count != want {
					t.Errorf("cap %d: found %d solutions of %v, want %d", limit, r.Count, &table[i].puzzle, want)
				}
				if table[i].count == 1 && r.Solution != table[i].solution {
					t.Errorf("cap %d: %v solved as %v", limit, &table[i].puzzle, &r.Solution)
				}
			}
			if least := leastAnswered(v, len(table)); answered < least {
				t.Errorf("cap %d: only %d of %d puzzles ended within %d guesses", limit, answered, len(table), testBudget)
			}
		}
	})
}
