package morph

import (
	"fmt"
	"testing"
)

// TestPassesContainEachRowOnce checks that each pass contains every row once, that consecutive
// passes have different orders, and that the order depends on the seed.
func TestPassesContainEachRowOnce(t *testing.T) {
	var m Morph
	for _, rows := range []int64{1, 2, 3, 10, 100, 101, 4096, 100_003} {
		s, other := NewStream(7, rows), NewStream(8, rows)
		same, sameSeed := 0, 0
		before := make([]int64, rows)
		for pass := range int64(3) {
			seen := make([]bool, rows)
			for i := range rows {
				row := s.At(pass*rows+i, &m)
				if seen[row] {
					t.Fatalf("pass %d contains row %d of %d twice", pass, row, rows)
				}
				seen[row] = true
				if row == before[i] && pass > 0 {
					same++
				}
				if row == other.At(pass*rows+i, &m) {
					sameSeed++
				}
				before[i] = row
			}
		}
		if rows >= 100 && (same > 20 || sameSeed > 20) {
			t.Errorf("%d of %d rows are at the same position in the next pass, and %d with another seed", same, rows, sameSeed)
		}
	}
}

// TestStreamsDoNotRepeat checks that a row has a different Morph in each pass, even if the passes
// are far apart, and that two rows have hardly any Morphs in common.
func TestStreamsDoNotRepeat(t *testing.T) {
	const rows = 2
	s := NewStream(1, rows)
	seen := [rows]map[Morph]bool{{}, {}}
	each := map[Morph]bool{}
	for _, first := range []int64{0, Namings - 100, Symmetries - 100_000} {
		for pass := first; pass < first+100_000; pass++ {
			for i := range int64(rows) {
				var m Morph
				row := s.At(pass*rows+i, &m)
				if seen[row][m] {
					t.Fatalf("pass %d repeats a morph of row %d", pass, row)
				}
				seen[row][m], each[m] = true, true
			}
		}
	}
	if repeated := len(seen[0]) + len(seen[1]) - len(each); repeated > 10 {
		t.Errorf("%d morphs of one row also occur in another", repeated)
	}
	// A Stream of a single row must not repeat a Morph.
	one, found := NewStream(1, 1), map[Morph]bool{}
	for i := range int64(300_000) {
		var m Morph
		if one.At(i, &m); found[m] {
			t.Fatalf("index %d repeats a morph", i)
		}
		found[m] = true
	}
}

// TestMorphsOfStreamsAreUniform checks that the first cell comes from each row and each column
// about equally often, that 5 becomes each digit about equally often, and that half of the grids
// are transposed.
func TestMorphsOfStreamsAreUniform(t *testing.T) {
	const n = 90_000
	s := NewStream(3, 5)
	var m Morph
	var rows, columns, names [9]int
	transposed := 0
	for i := range int64(n) {
		s.At(i, &m)
		first := m.Rows[0] + m.Columns[0]
		rows[first/9]++
		columns[first%9]++
		names[m.Names[5]-'1']++
		if m.Columns[0] >= 9 || m.Columns[1] >= 9 {
			transposed++
		}
	}
	for i := range 9 {
		for _, count := range []int{rows[i], columns[i], names[i]} {
			if count < n/9-500 || count > n/9+500 { // five standard deviations
				t.Errorf("%d of %d, want about %d", count, n, n/9)
			}
		}
	}
	if transposed < n/2-800 || transposed > n/2+800 {
		t.Errorf("%d of %d are transposed", transposed, n)
	}
}

// TestStreamsAreStable checks that the training data for a seed has not changed.
func TestStreamsAreStable(t *testing.T) {
	s := NewStream(1, 1000)
	var got string
	for _, index := range []int64{0, 1, 999, 1000, 123_456_789} {
		var m Morph
		row := s.At(index, &m)
		got += fmt.Sprintf("%d %v %v %s\n", row, m.Rows, m.Columns, m.Names[1:10])
	}
	const want = `421 [27 36 45 72 63 54 18 0 9] [6 7 8 2 1 0 3 4 5] 695124783
192 [6 7 8 1 0 2 4 5 3] [54 63 72 27 45 36 0 9 18] 471358629
681 [6 7 8 2 0 1 3 4 5] [9 18 0 72 54 63 27 36 45] 587912643
815 [5 3 4 8 6 7 1 0 2] [9 0 18 72 54 63 45 27 36] 238647915
763 [7 8 6 0 1 2 5 3 4] [9 18 0 45 36 27 54 63 72] 594187326
`
	if got != want {
		t.Errorf("%s", got)
	}
}

func BenchmarkStream(b *testing.B) {
	s := NewStream(1, 1000)
	var m Morph
	for i := range int64(b.N) {
		s.At(i, &m)
	}
}
