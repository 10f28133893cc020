package layout

import (
	"bytes"
	"slices"
	"strconv"
	"unicode"

	"github.com/gridmill/gridmill/solver"
)

// orderOf returns the order in which the columns of a grid hold its cells, or its rows, by their
// names, or nil where they stand in it. A program that sorts names as text, or goes down the columns
// first, writes them in another. It returns false for names that show no order, and for those of nine
// columns that hold the columns or the boxes of a grid, and not its rows: such grids would be as good.
func orderOf(names [][]byte) (order []int, good bool) {
	words := wordsIn(names[0])
	if len(names) == 9 && len(words) > 0 && slices.Contains(otherHouses, words[len(words)-1]) {
		return nil, false
	}
	rowAndColumn, columnFirst := len(names) == solver.Cells && namesCells(words), false
	if rowAndColumn {
		columnFirst = slices.Contains(columnWords, words[len(words)-2])
	}
	numbers := make([][]int, len(names))
	rises, alike := true, true
	for i, name := range names {
		numbers[i] = numbersIn(name)
		if n := len(numbers[i]); rowAndColumn && n > 2 { // that of a box or a grid comes first
			numbers[i] = numbers[i][n-2:]
		}
		if columnFirst {
			slices.Reverse(numbers[i])
		}
		order = append(order, i)
		switch {
		case i == 0:
		case len(numbers[i]) != len(numbers[i-1]):
			alike = false
		case len(numbers[i]) > 0 && slices.Compare(numbers[i], numbers[i-1]) <= 0:
			rises = false
		}
	}
	if rises || !alike {
		return nil, rises
	}
	slices.SortFunc(order, func(a, b int) int { return slices.Compare(numbers[a], numbers[b]) })
	first := numbers[order[0]]
	for i, column := range order {
		now := numbers[column]
		switch {
		case len(now) == 1 && now[0] == first[0]+i:
		case len(now) == 2 && rowAndColumn && now[0] == first[0]+i/9 && now[1] == first[1]+i%9:
		default:
			return nil, false
		}
	}
	return order, true
}

// Words before the numbers in the names of columns.
var (
	rowWords    = []string{"r", "row"}
	columnWords = []string{"c", "col", "column"}
	otherHouses = append([]string{"columns", "cols", "box", "block"}, columnWords...)
)

// namesCells reports whether the last words of a name are those before the numbers of a row and a
// column, or of a column and a row.
func namesCells(words []string) bool {
	if len(words) < 2 {
		return false
	}
	first, second := words[len(words)-2], words[len(words)-1]
	return slices.Contains(rowWords, first) && slices.Contains(columnWords, second) ||
		slices.Contains(columnWords, first) && slices.Contains(rowWords, second)
}

// wordsIn returns the words in a name, in small letters.
func wordsIn(name []byte) (words []string) {
	for word := range bytes.FieldsFuncSeq(bytes.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) }) {
		words = append(words, string(word))
	}
	return words
}

// isNumbered reports whether the fields of a row are numbers, each by 1 larger than that before. The
// first may be empty, as the index of a data frame has no name.
func isNumbered(row [][]byte) bool {
	if len(row[0]) == 0 {
		row = row[1:]
	}
	first, err := strconv.Atoi(string(row[0]))
	for i, field := range row {
		if err != nil || string(field) != strconv.Itoa(first+i) {
			return false
		}
	}
	return true
}

// numbersIn returns the numbers in a name.
func numbersIn(name []byte) (numbers []int) {
	for digits := range bytes.FieldsFuncSeq(name, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.Atoi(string(digits))
		if err != nil {
			return nil
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// stem returns a name without the numbers in it.
func stem(name []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, name)
}
