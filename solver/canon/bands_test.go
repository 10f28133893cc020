package canon

import "testing"

// TestBandClasses checks the numbers of classes and arrangements. All arrangements of a class must
// yield the same band, which must be greater than the band of the previous class.
func TestBandClasses(t *testing.T) {
	table := bands()
	least := map[uint32][3][9]uint8{}
	seen, arrangements := 0, uint32(0)
	eachNormalBand(func(normal *[3][9]uint8) {
		seen++
		arrangements += table.perBand[table.bands[indexOf(normal)].class()]
		checkArrangements(t, table, normal, least)
	})
	if seen != normalBands || len(least) != classes || arrangements != allArrangements {
		t.Errorf("%d normal bands have %d classes and %d arrangements", seen, len(least), arrangements)
	}
	for c := range uint32(classes - 1) {
		if a, b := least[c], least[c+1]; !lessBand(&a, &b) {
			t.Errorf("the smallest band of class %d, %v, is not greater than the previous one, %v", c+1, b, a)
		}
	}
}

func eachNormalBand(do func(*[3][9]uint8)) {
	var normal [3][9]uint8
	var fill func(row, column int)
	fill = func(row, column int) {
		if column == 9 {
			row, column = row+1, 0
		}
		if row == 3 {
			do(&normal)
			return
		}
		if column < 3 {
			normal[row][column] = uint8(3*row + column + 1)
			fill(row, column+1)
			return
		}
		used := uint16(0)
		for _, d := range normal[row][:column] {
			used |= 1 << d
		}
		for r := range row {
			for _, d := range normal[r][column/3*3:][:3] {
				used |= 1 << d
			}
		}
		for d := uint8(1); d <= 9; d++ {
			if used>>d&1 != 0 || row == 0 && column%3 > 0 && d < normal[0][column-1] || (int(d)-1)/3 == row {
				continue
			}
			normal[row][column] = d
			fill(row, column+1)
		}
	}
	fill(0, 0)
}

func lessBand(a, b *[3][9]uint8) bool {
	for r := range a {
		for c := range a[r] {
			if a[r][c] != b[r][c] {
				return a[r][c] < b[r][c]
			}
		}
	}
	return false
}

// checkArrangements checks that all arrangements of a band yield least[class]. If least[class] is
// not set, the first arrangement sets it.
func checkArrangements(t *testing.T, table *bandTable, normal *[3][9]uint8, least map[uint32][3][9]uint8) {
	t.Helper()
	n := indexOf(normal)
	class, first := table.bands[n].class(), table.bands[n].first()
	for _, a := range table.arrangements[first : first+table.perBand[class]] {
		var made [3][9]uint8
		var names [10]uint8
		for r, row := range permutations[a.rows()] {
			for k, stack := range permutations[a.stacks()] {
				for c, column := range permutations[a.columns(k)] {
					made[r][3*k+c] = normal[row][3*stack+column]
				}
			}
		}
		for c, d := range made[0] {
			names[d] = uint8(c + 1)
		}
		for r := range made {
			for c, d := range made[r] {
				made[r][c] = names[d]
			}
		}
		if before, found := least[class]; found && before != made {
			t.Fatalf("arrangements of class %d make %v and %v", class, before, made)
		}
		least[class] = made
	}
}

// indexOf returns the index of the normal band with the given digits.
func indexOf(digits *[3][9]uint8) int {
	var b band
	for i := range b {
		b[i] = '0' + digits[i/9][i%9]
	}
	var s shape
	s.set(&b)
	return s.index
}
