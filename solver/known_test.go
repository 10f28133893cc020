package solver

import (
	"fmt"
	"math/bits"
	"os"
	"strconv"
	"strings"
	"testing"
)

// knownCap is the largest count in the table of known puzzles. A count of knownCap means that the
// puzzle has at least that many solutions.
const knownCap = 100

// known is a puzzle with the number of its solutions, counted up to knownCap.
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
		count := bruteForce(row.puzzle, knownCap, &first)
		if count != int(row.count) {
			t.Errorf("row %d: %v has %d solutions, not %d", i, &row.puzzle, count, row.count)
		}
		if count == 1 && first != row.solution {
			t.Errorf("row %d: %v has the solution %v", i, &row.puzzle, &first)
		}
	}
}

// taken holds a bit set of the digits in each row, column and box.
type taken struct{ rows, columns, boxes [9]uint16 }

// of returns the digits in the row, column and box of the cell.
func (t *taken) of(cell int) uint16 {
	return t.rows[cell/9] | t.columns[cell%9] | t.boxes[cell/27*3+cell%9/3]
}

// flip adds a digit to the cell's row, column and box, or removes it. bit represents the digit.
func (t *taken) flip(cell int, bit uint16) {
	t.rows[cell/9] ^= bit
	t.columns[cell%9] ^= bit
	t.boxes[cell/27*3+cell%9/3] ^= bit
}

// bruteForce counts the solutions of g, up to limit, and stores the first one in *first.
func bruteForce(g Grid, limit int, first *Grid) int {
	var t taken
	for cell, c := range g {
		if c == Blank {
			continue
		}
		bit := uint16(1) << (c - '1')
		if t.of(cell)&bit != 0 {
			return 0
		}
		t.flip(cell, bit)
	}
	return t.count(&g, limit, first)
}

// count does the work of bruteForce. t holds the digits of g. count branches on the blank with the
// fewest candidates.
func (t *taken) count(g *Grid, limit int, first *Grid) (count int) {
	branch, fewest := -1, 10
	for cell, c := range g {
		if c == Blank {
			if fitting := 9 - bits.OnesCount16(t.of(cell)); fitting < fewest {
				branch, fewest = cell, fitting
			}
		}
	}
	if branch < 0 {
		if *first == (Grid{}) {
			*first = *g
		}
		return 1
	}
	fitting := ^t.of(branch)
	for digit := byte('1'); digit <= '9' && count < limit; digit++ {
		if bit := uint16(1) << (digit - '1'); fitting&bit != 0 {
			g[branch] = digit
			t.flip(branch, bit)
			count += t.count(g, limit-count, first)
			t.flip(branch, bit)
		}
	}
	g[branch] = Blank
	return count
}

// knownLimits lists the values of MaxSolutions for which tests call knownResults.
var knownLimits = []int32{1, 2, 10}

// knownConfig returns the Config that knownResults uses for a limit.
func knownConfig(limit int32) Config {
	return Config{MaxSolutions: limit, MaxGuesses: testBudget}
}

// knownCache stores the results of knownResults, so that tests do not repeat long searches.
var knownCache = map[string][]Result{}

// knownResults returns a variant's results for the known puzzles. limit must be in knownLimits.
func knownResults(t *testing.T, v Variant, limit int32) []Result {
	t.Helper()
	key := fmt.Sprintf("%s %d", v.Name, limit)
	if knownCache[key] == nil {
		knownCache[key] = solveAll(t, v, knownConfig(limit), puzzlesOf(readKnown(t)))
	}
	return knownCache[key]
}

func TestVariantsSolveTheKnownPuzzles(t *testing.T) {
	table := readKnown(t)
	forEachVariant(t, func(t *testing.T, v Variant) {
		for _, limit := range knownLimits {
			c := knownConfig(limit)
			results := knownResults(t, v, limit)
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
