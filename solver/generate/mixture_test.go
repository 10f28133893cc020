package generate

import (
	"errors"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// TestPlacesInMixtures checks that a mixture contains exactly the rows of each part, in order. For
// any n, the first n rows must contain about the right share of each part.
func TestPlacesInMixtures(t *testing.T) {
	for _, sizes := range [][]int64{{1}, {1, 1}, {250, 250, 250, 250}, {1000, 1, 7}, {3, 1 << 10, 999, 5, 5}} {
		var m Mixture
		for i, n := range sizes {
			m = append(m, Part{Options{Seed: 9, Guesses: &Range{i, i}}, n})
		}
		next, assignment := make([]int64, len(m)), NewAssignment(m)
		for row := range m.Rows() {
			part, index := assignment.Of(row)
			if index != next[part] {
				t.Fatalf("%v: row %d is number %d of part %d, want %d", sizes, row, index, part, next[part])
			}
			next[part]++
			for i := range m {
				if share := float64(sizes[i]) * float64(row+1) / float64(m.Rows()); float64(next[i]) > share+12 || float64(next[i]) < share-12 {
					t.Fatalf("%v: %d of the first %d rows are from part %d, want about %.1f", sizes, next[i], row+1, i, share)
				}
			}
		}
		for i, n := range next {
			if n != sizes[i] {
				t.Errorf("%v: part %d has %d rows", sizes, i, n)
			}
		}
	}
	big := Mixture{{Options{}, 1 << 60}, {Options{}, 1 << 60}}
	if _, index := NewAssignment(big).Of(1<<61 - 1); index != 1<<60-1 {
		t.Errorf("the last row is number %d of its part", index)
	}
}

// TestMixer generates the rows of a mixture all at once, seven at a time, and one at a time. It
// compares the rows of each part of the mixture with the rows that a Generator returns.
func TestMixer(t *testing.T) {
	easy, hard := Options{Seed: 2, PerGrid: 1, Difficulty: &DifficultyRange{ladder.Easy, ladder.Easy}}, harder(2, 5, 9)
	m := Mixture{{easy, 40}, {hard, 20}}
	rows := make([][]solver.Grid, len(m))
	for i := range m {
		g, err := New(m[i].Options, "", new(Run))
		if err != nil {
			t.Fatal(err)
		}
		rows[i] = make([]solver.Grid, m[i].Rows)
		if err := g.Fill(0, rows[i], make([]bool, m[i].Rows), make([]int32, m[i].Rows)); err != nil {
			t.Fatal(err)
		}
	}
	x, err := NewMixer(m, "", new(Run))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{60, 7, 1} {
		for first := int64(0); first < m.Rows(); first += n {
			size := min(n, m.Rows()-first)
			puzzles, minimal, steps := make([]solver.Grid, size), make([]bool, size), make([]int32, size)
			if err := x.Fill(first, puzzles, minimal, steps); err != nil {
				t.Fatal(err)
			}
			for i := range puzzles {
				part, index := NewAssignment(m).Of(first + int64(i))
				if puzzles[i] != rows[part][index] || !minimal[i] || part == 0 && steps[i] != 0 {
					t.Fatalf("row %d in a run of %d differs from row %d of part %d", first+int64(i), n, index, part)
				}
			}
		}
	}
}

// TestRowsBeforeAFailureOfAPart generates a mixture in which some parts fail. The error must report
// the first failed row. The earlier rows must be correct.
func TestRowsBeforeAFailureOfAPart(t *testing.T) {
	possible, impossible := Options{PerGrid: 1}, Options{PerGrid: 1, Guesses: &Range{1000, 2000}, Attempts: 1}
	rare := impossible
	rare.Guesses = &Range{2000, 3000}
	m := Mixture{{possible, 500}, {impossible, 2}, {rare, 3}}
	x, err := NewMixer(m, "", new(Run))
	if err != nil {
		t.Fatal(err)
	}
	rows, assignment := make([]solver.Grid, m.Rows()), NewAssignment(m)
	failed, is := errors.AsType[*RowError](x.Fill(0, rows, make([]bool, len(rows)), make([]int32, len(rows))))
	if !is || failed.Row < 1 {
		t.Fatalf("got %v, want the error of a row after the first", failed)
	}
	if part, _ := assignment.Of(failed.Row); part == 0 {
		t.Errorf("row %d fails, but is possible", failed.Row)
	}
	g, _ := New(possible, "", new(Run))
	want := make([]solver.Grid, failed.Row)
	if err := g.Fill(0, want, make([]bool, len(want)), make([]int32, len(want))); err != nil {
		t.Fatal(err)
	}
	for row := range failed.Row {
		if part, index := assignment.Of(row); part != 0 || rows[row] != want[index] {
			t.Errorf("row %d of part %d is %s, want %s", row, part, &rows[row], &want[index])
		}
	}
}

// TestMixerDoesNotAllocate checks that a Mixer does not allocate when it generates rows again.
func TestMixerDoesNotAllocate(t *testing.T) {
	m := Mixture{{Options{Seed: 2, PerGrid: 1, Difficulty: &DifficultyRange{ladder.Easy, ladder.Easy}}, 40}, {harder(2, 5, 9), 2 * PerLineage}}
	x, err := NewMixer(m, "", new(Run))
	if err != nil {
		t.Fatal(err)
	}
	puzzles, minimal, steps := make([]solver.Grid, m.Rows()), make([]bool, m.Rows()), make([]int32, m.Rows())
	fill := func() {
		if err := x.Fill(0, puzzles, minimal, steps); err != nil {
			t.Fatal(err)
		}
	}
	fill()
	if n := testing.AllocsPerRun(3, fill); n > 0 {
		t.Errorf("%d rows allocate %.0f times", m.Rows(), n)
	}
}
