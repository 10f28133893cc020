package folder

import (
	"archive/zip"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// elementsOf returns the rows of an int16 array with width elements per row.
func elementsOf(t *testing.T, file, shape string, width int) (rows [][]int16) {
	t.Helper()
	const header = 128
	if len(file) < header || !strings.Contains(file[:header], "'descr': '<i2', 'fortran_order': False, 'shape': "+shape) {
		t.Fatalf("the array starts with %.*q", header, file)
	}
	for data := file[header:]; len(data) > 0; data = data[2*width:] {
		row := make([]int16, width)
		for i := range row {
			row[i] = int16(binary.LittleEndian.Uint16([]byte(data[2*i:])))
		}
		rows = append(rows, row)
	}
	return rows
}

// TestTracesFillTheGrid checks that each trace layout lists every cell of a puzzle once, with its
// digit in the solution. The clues must come first, row by row. Both layouts must have the same
// order.
func TestTracesFillTheGrid(t *testing.T) {
	b, rows := rowsOf(t, puzzles+"hard,8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..,,\n", "all")
	shahRows := elementsOf(t, filesOf(t, shah{}, b, rows)["train_sudoku_puzzles.npy"], "(8, 325), }", 325)
	archive := filesOf(t, tokens{}, b, rows)["train_traces.npz"]
	z, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	member, err := z.Open("sequences.npy")
	if err != nil {
		t.Fatal(err)
	}
	array, err := io.ReadAll(member)
	if err != nil {
		t.Fatal(err)
	}
	tokenRows := elementsOf(t, string(array), "(8, 82), }", 82)
	for i, row := range shahRows {
		puzzle, solution := &b.Puzzles[i%b.Len()], &b.Results[i%b.Len()].Solution
		checkTrace(t, puzzle, solution, row)
		var want []int16
		for k := range solver.Cells {
			if k == int(row[0]) {
				want = append(want, separator)
			}
			cell := row[1+4*k:]
			want = append(want, 81*cell[0]+9*cell[1]+cell[2]-1)
		}
		for k := range want {
			if tokenRows[i][k] != want[k] {
				t.Fatalf("token %d of row %d is %d, want %d", k, i, tokenRows[i][k], want[k])
			}
		}
	}
	strategies := func(row []int16) (set map[int16]bool) {
		set = map[int16]bool{}
		for k := range solver.Cells {
			set[row[4+4*k]] = true
		}
		return set
	}
	if s := strategies(shahRows[0]); s[23] || !s[3] {
		t.Errorf("an easy puzzle has the strategies %v", s)
	}
	guesses := 0
	ladder.New().ExplainAll(&b.Puzzles[3], &b.Results[3].Solution, func(s *ladder.Step) {
		if s.Name == "guess" {
			guesses++
			if strategy := strategyOf(shahRows[3], s.Cell); strategy != 23 {
				t.Errorf("the guess in cell %d has strategy %d", s.Cell, strategy)
			}
		}
	})
	if guesses < 2 {
		t.Errorf("a puzzle that no technique solves takes %d guesses", guesses)
	}
}

// TestHardestEliminationIsTheStrategy checks that the strategy of a cell is that of the hardest
// elimination since the previous cell was filled, even if an easier elimination follows.
func TestHardestEliminationIsTheStrategy(t *testing.T) {
	tr := &tracer{}
	for _, s := range []ladder.Step{
		{Wave: 1, Technique: ladder.Extreme - 1}, {Wave: 2, Technique: ladder.LockedCandidates},
		{Wave: 3, Cell: 4, Digit: 5, Technique: ladder.Singles}, {Wave: 4, Cell: 5, Digit: 6, Technique: ladder.Singles},
	} {
		tr.add(&s)
	}
	if want := []placement{{4, 5, strategies[ladder.Extreme-1]}, {5, 6, nakedSingle}}; !slices.Equal(tr.trace, want) {
		t.Errorf("the trace is %v, want %v", tr.trace, want)
	}
}

// strategyOf returns the strategy of a cell in a row of the shah layout.
func strategyOf(row []int16, cell int) int16 {
	for placement := range slices.Chunk(row[1:], 4) {
		if int(9*placement[0]+placement[1]) == cell {
			return placement[3]
		}
	}
	return -1
}

func checkTrace(t *testing.T, puzzle, solution *solver.Grid, row []int16) {
	t.Helper()
	seen, last := map[int]bool{}, -1
	for k := range solver.Cells {
		r, c, digit, strategy := row[1+4*k], row[2+4*k], row[3+4*k], row[4+4*k]
		cell := int(9*r + c)
		clue := puzzle[cell] != solver.Blank
		if seen[cell] || solution[cell] != byte('0'+digit) || clue != (k < int(row[0])) || clue != (strategy == given) || strategy == 1 || clue && cell <= last {
			t.Fatalf("placement %d of %v has row %d, column %d, digit %d and strategy %d", k, puzzle, r, c, digit, strategy)
		}
		seen[cell], last = true, cell
	}
}

// TestStrategiesDiffer checks that all techniques except singles have different strategy numbers.
func TestStrategiesDiffer(t *testing.T) {
	seen := map[int16]ladder.Technique{}
	for technique := ladder.LockedCandidates; technique <= ladder.Extreme; technique++ {
		n := strategies[technique]
		if other, found := seen[n]; found || n <= hiddenSingle {
			t.Errorf("%s has strategy %d, like %s", technique, n, other)
		}
		seen[n] = technique
	}
}
