package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/morph"
)

// A kinRow is an input row, with the values that decide whether two rows are the same.
type kinRow struct {
	text   string
	unique bool
	puzzle solver.Grid
	minlex solver.Grid
	class  uint64
	less   map[solver.Grid]bool // canonical form of each grid that results from removing one clue
}

// kin returns rows that are related in various ways: repeated puzzles, morphs, neighbors, and
// other puzzles with the same solution. Some rows do not contain a puzzle.
func kin(t *testing.T, dir string, seed uint64) []kinRow {
	t.Helper()
	made := filepath.Join(dir, fmt.Sprintf("made%d.txt", seed))
	runProgram(t, dir, "generate", "--count", "30", "--per-grid", "2", "--seed", fmt.Sprint(seed), "-o", made, "--progress", "none")
	text := readFile(t, made)
	random := rand.New(rand.NewPCG(seed, 1))
	var rows []kinRow
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), ":")
		puzzle, solution := solver.Grid([]byte(fields[0])), solver.Grid([]byte(fields[2]))
		rows = append(rows, newKinRow(puzzle))
		for range random.IntN(4) {
			other := puzzle
			switch random.IntN(6) {
			case 0: // repeats the puzzle
			case 1:
				var m morph.Morph
				m.Draw(seed, uint64(len(rows)), 1)
				m.Apply(&other, &puzzle)
			case 2:
				i := strings.IndexByte(string(other[:]), solver.Blank)
				other[i] = solution[i]
			case 3: // moves one clue, so there may be several solutions
				i, k := strings.IndexByte(string(other[:]), solver.Blank), strings.IndexAny(string(other[:]), "123456789")
				other[i], other[k] = solution[i], solver.Blank
			case 4:
				rows = append(rows, kinRow{text: noPuzzle})
				continue
			case 5:
				other = neighbor(puzzle, &solution)
			}
			rows = append(rows, newKinRow(other))
		}
	}
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return rows
}

const noPuzzle = "no puzzle"

// neighbor replaces one clue of puzzle, possibly by a clue in another cell. The result has only one
// solution, which differs from solution. If no replacement leads to such a result, neighbor returns
// puzzle.
func neighbor(puzzle solver.Grid, solution *solver.Grid) solver.Grid {
	for i, clue := range puzzle {
		for k := range puzzle {
			other := puzzle
			for digit := byte('1'); digit <= '9'; digit++ {
				if other[i] = solver.Blank; clue == solver.Blank || k != i && puzzle[k] != solver.Blank || digit == solution[k] {
					continue
				}
				if other[k] = digit; uniqueSolution(other) != nil {
					return other
				}
			}
		}
	}
	return puzzle
}

// uniqueSolution returns the solution of puzzle, or nil if puzzle has no solution or several.
func uniqueSolution(puzzle solver.Grid) *solver.Grid {
	s, err := solver.New("mrv", solver.Config{MaxSolutions: 2})
	if err != nil {
		panic(err)
	}
	results := make([]solver.Result, 1)
	if s.Solve([]solver.Grid{puzzle}, results); results[0].Verdict != solver.Unique {
		return nil
	}
	return &results[0].Solution
}

func newKinRow(puzzle solver.Grid) kinRow {
	r := kinRow{text: puzzle.String(), puzzle: puzzle, less: map[solver.Grid]bool{}}
	solution := uniqueSolution(puzzle)
	if r.unique = solution != nil; !r.unique {
		return r
	}
	var f canon.Form
	f.Minlex(&r.minlex, &puzzle)
	var form solver.Grid
	f.Solution(&form, solution)
	r.class = canon.Class(&form)
	for i, c := range puzzle {
		if c != solver.Blank {
			less := puzzle
			less[i] = solver.Blank
			f.Minlex(&form, &less)
			r.less[form] = true
		}
	}
	return r
}

// same reports whether criterion c treats r and o as the same. It does not follow chains of
// neighbors.
func (r *kinRow) same(o *kinRow, c keys.Criterion) bool {
	switch c {
	case keys.None:
		return false
	case keys.Exact:
		return r.puzzle == o.puzzle
	case keys.Puzzle:
		return r.minlex == o.minlex
	case keys.Solution:
		return r.class == o.class
	case keys.Neighbors:
		for form := range r.less {
			if o.less[form] {
				return true
			}
		}
		return r.class == o.class
	}
	panic("this test needs a rule for the criterion " + c)
}

func runProgram(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.Command("gridmill", args...)
	c.Dir = dir
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%q: %v: %s", args, err, said)
	}
}

func storeRows(t *testing.T, dir, name string, rows []kinRow) {
	t.Helper()
	var text strings.Builder
	for _, r := range rows {
		fmt.Fprintln(&text, r.text)
	}
	writeFile(t, filepath.Join(dir, name), text.String())
}

// expected returns the numbers of the rows to keep, counting from 1. It compares all pairs of rows.
func expected(rows, out []kinRow, dedupe, by keys.Criterion) (kept []int) {
	for i := range rows {
		repeats := slices.ContainsFunc(rows[:i], func(o kinRow) bool { return o.unique && o.same(&rows[i], dedupe) })
		if rows[i].unique && !repeats {
			kept = append(kept, i)
		}
	}
	// Exclude rows that are the same as an excluded row. With keys.Neighbors, each row found in
	// this way can exclude further rows.
	var gone []*kinRow
	for i := range out {
		if out[i].unique {
			gone = append(gone, &out[i])
		}
	}
	for n := 0; n < len(gone); n++ {
		kept = slices.DeleteFunc(kept, func(i int) bool {
			same := rows[i].same(gone[n], by)
			if same {
				gone = append(gone, &rows[i])
			}
			return same
		})
	}
	for i := range kept {
		kept[i]++
	}
	return kept
}

// TestDatasetsAgainstAnOracle creates a data set from related rows for each combination of --dedupe
// and --by. gridmill must keep the rows that the oracle keeps, and splits must not share puzzles.
func TestDatasetsAgainstAnOracle(t *testing.T) {
	skipInShort(t)
	t.Parallel()
	dir := t.TempDir()
	rows, out := kin(t, dir, 11), kin(t, dir, 12)[:12]
	for i := range out { // replace every third excluded row with an input row
		if i%3 == 0 {
			out[i] = rows[7*i]
		}
	}
	// An excluded row that is not a puzzle would cause exit code 3.
	out = slices.DeleteFunc(out, func(row kinRow) bool { return row.text == noPuzzle })
	storeRows(t, dir, "rows.txt", rows)
	storeRows(t, dir, "out.txt", out)
	shared := 0
	for _, dedupeName := range keys.DedupeNames {
		for _, byName := range keys.ByNames {
			dedupe, _ := keys.Parse(dedupeName, keys.DedupeNames)
			by, _ := keys.Parse(byName, keys.ByNames)
			name := dedupeName + "-" + byName
			splits := []string{"a=0.4,b=0.3,c=0.3", "b=9,a"}[shared%2]
			shared++
			runProgram(t, dir, "dataset", "rows.txt", "-o", name, "--layout", "jsonl", "--dedupe", dedupeName, "--by", byName,
				"--exclude", "out.txt", "--split", splits, "--seed", fmt.Sprint(shared), "--progress", "none")
			split, lost := readSplits(t, filepath.Join(dir, name))
			want := expected(rows, out, dedupe, by)
			var got []int
			for row := range split {
				got = append(got, row)
			}
			if lost == 0 {
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Errorf("%s: rows %v are kept, want %v", name, got, want)
				}
			} else if len(got)+lost != len(want) {
				t.Errorf("%s: %d rows are kept and %d not assigned to a split, want %d in total", name, len(got), lost, len(want))
			}
			for a, in := range split {
				for b, other := range split {
					if in != other && rows[a-1].same(&rows[b-1], by) {
						t.Errorf("%s: row %d of %s and row %d of %s are the same", name, a, in, b, other)
					}
				}
			}
		}
	}
}

// readSplits returns the split of each kept row, keyed by row number, counting from 1. lost is the
// number of rows without a split.
func readSplits(t *testing.T, dir string) (split map[int]string, lost int) {
	t.Helper()
	split = map[int]string{}
	made, err := dataset.ReadSuccess(dir)
	if err != nil || made == nil {
		t.Fatalf("%s: %v", dir, err)
	}
	for _, s := range made.Splits {
		text := readFile(t, filepath.Join(dir, s.Name+".jsonl"))
		n := int64(0)
		for line := range strings.Lines(string(text)) {
			var row struct {
				Base  int
				Split string
			}
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			if split[row.Base] != "" || row.Split != s.Name {
				t.Errorf("%s: row %d is in %s and in %s", dir, row.Base, split[row.Base], row.Split)
			}
			split[row.Base] = row.Split
			n++
		}
		if n != s.Bases {
			t.Errorf("%s: %s has %d rows, and %d by _SUCCESS.json", dir, s.Name, n, s.Bases)
		}
		if s.Requested == "9" && n != 9 {
			t.Errorf("%s: %s has %d rows, want 9", dir, s.Name, n)
		}
	}
	return split, int(made.Rows.Dropped.Unassigned)
}
