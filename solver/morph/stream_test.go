package morph

import (
	"testing"
)

// TestPassesHaveEachRowOnce checks that a pass has every row, in another order than the pass before,
// and that the order depends on the seed.
func TestPassesHaveEachRowOnce(t *testing.T) {
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
					t.Fatalf("pass %d has row %d of %d twice", pass, row, rows)
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
			t.Errorf("%d of %d rows are in the same place in the next pass, and %d with another seed", same, rows, sameSeed)
		}
	}
}

// TestStreamsDoNotRepeat checks that a row has another Morph in each pass, also in passes far apart,
// and that rows have different ones.
func TestStreamsDoNotRepeat(t *testing.T) {
	const rows = 2
	s := NewStream(1, rows)
	seen := map[[rows]Morph]bool{}
	each := map[Morph]int{}
	for _, first := range []int64{0, Namings - 100, Symmetries - 100_000} {
		for pass := first; pass < first+100_000; pass++ {
			var both [rows]Morph
			for i := range int64(rows) {
				var m Morph
				both[s.At(pass*rows+i, &m)] = m
				each[m]++
			}
			if seen[both] {
				t.Fatalf("pass %d repeats the morphs of another one", pass)
			}
			seen[both] = true
		}
	}
	if repeated := rows*len(seen) - len(each); repeated > 10 {
		t.Errorf("%d morphs of one row are those of another", repeated)
	}
	// Within one row there are no repetitions at all.
	one, found := NewStream(1, 1), map[Morph]bool{}
	for i := range int64(300_000) {
		var m Morph
		if one.At(i, &m); found[m] {
			t.Fatalf("index %d repeats a morph", i)
		}
		found[m] = true
	}
}

// TestMorphsOfStreamsAreUniform counts where cells go and which names digits get.
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

func BenchmarkStream(b *testing.B) {
	s := NewStream(1, 1000)
	var m Morph
	for i := range int64(b.N) {
		s.At(i, &m)
	}
}
