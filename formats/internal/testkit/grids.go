package testkit

import "strings"

// Solved is the solution of Clued.
const (
	Solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	Clued  = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

// Solution returns Solved with its digits renamed. The results for n from 0 to 8 are all different.
func Solution(n int) string {
	return strings.Map(func(r rune) rune { return '1' + (r-'1'+rune(n))%9 }, Solved)
}

// Puzzle returns a puzzle whose only solution is Solution(n).
func Puzzle(n int) string {
	cells := []byte(Solution(n))
	for i := range cells {
		if Clued[i] == '.' && i != 7*n%81 {
			cells[i] = '.'
		}
	}
	return string(cells)
}

// Nested formats a grid as nested lists, such as [[5, 3, 0, 0, 7, 0, 0, 0, 0], ...].
func Nested(grid string) string {
	var rows []string
	for r := range 9 {
		cells := strings.Split(strings.ReplaceAll(grid[r*9:r*9+9], ".", "0"), "")
		rows = append(rows, "["+strings.Join(cells, ", ")+"]")
	}
	return "[" + strings.Join(rows, ", ") + "]"
}
