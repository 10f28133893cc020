package main

import (
	"strings"
)

// shapeLayouts are arrays of NumPy with another shape than the usual ones.
func shapeLayouts() []layout {
	var puzzles []byte
	for _, p := range layoutPuzzles {
		puzzles = append(puzzles, numbersOf(p.puzzle)...)
	}
	return []layout{one("NumPy, nine rows for each grid", "p.npy", array2("|u1", "27, 9", puzzles))}
}

// moreRefusedArrays are arrays with other shapes or elements than those of grids.
func moreRefusedArrays() []layout {
	var both []byte
	for _, p := range layoutPuzzles {
		both = append(append(both, numbersOf(p.puzzle)...), numbersOf(p.solution)...)
	}
	records := strings.Replace(array2("|V162", "3,", both), "'|V162'", "[('puzzle', '|S81'), ('solution', '|S81')]", 1)
	return []layout{
		unread("NumPy, N x 162", "p.npy", array2("|u1", "3, 162", both), "puzzle=a[:, :81], solution=a[:, 81:])"),
		unread("NumPy, records", "p.npy", records, "numpy.savez('both.npz', **{n: a[n] for n in a.dtype.names})"),
	}
}

// numbersOf returns the cells of a grid as numbers, with 0 for blank.
func numbersOf(grid string) (numbers []byte) {
	for _, c := range []byte(strings.ReplaceAll(grid, ".", "0")) {
		numbers = append(numbers, c-'0')
	}
	return numbers
}
