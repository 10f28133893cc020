package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/option"
)

// The column names of the known data sets, the clearest first.
var (
	puzzleNames = []string{"puzzle", "puzzles", "quiz", "quizzes", "question", "puzzle_grid", "grid", "sudoku", "board", "starting_grid"}
	answerNames = []string{"solution", "solutions", "answer", "answers", "solution_grid", "solved", "solved_grid", "solution_board"}
)

// sampleRows is how many rows are looked at to find out which column is which.
const sampleRows = 100

// sample is the first rows of a file as text, field by field.
type sample [][][]byte

// Roles says which columns hold the puzzles and the answers, and why it is thought so.
type Roles struct {
	Puzzle, Answer       int // -1 for none
	PuzzleWhy, AnswerWhy string
}

// AskedFor is why a column has its role where an option said so.
const AskedFor = "asked for"

// chooseRoles finds the puzzle and the answer column. Names come from the
// header, or are numbers where there is none. Given names override.
func chooseRoles(columns []string, hasHeader bool, rows sample, o *ReadOptions) (Roles, error) {
	roles := Roles{Puzzle: -1, Answer: -1}
	seen := look(len(columns), rows)
	var err error
	switch {
	case o.Column != "":
		roles.PuzzleWhy = AskedFor
		if roles.Puzzle, err = findColumn(columns, o.Column); err != nil {
			return roles, err
		}
	case len(columns) > 0:
		if roles.Puzzle, roles.PuzzleWhy, err = puzzleColumn(columns, hasHeader, seen); err != nil {
			return roles, err
		}
	}
	switch {
	case o.AnswerColumn == "none":
	case o.AnswerColumn != "":
		roles.AnswerWhy = AskedFor
		if roles.Answer, err = findColumn(columns, o.AnswerColumn); err != nil {
			return roles, err
		}
	default:
		roles.Answer, roles.AnswerWhy = answerColumn(columns, hasHeader, len(rows) == 0, seen, roles.Puzzle)
	}
	if roles.Answer >= 0 && roles.Answer == roles.Puzzle {
		return roles, option.Misuse(option.AnswerColumn, "column %q cannot hold both puzzles and answers", columns[roles.Puzzle])
	}
	return roles, nil
}

// sight is what a column's first values look like.
type sight struct {
	values, grids, full int // non-empty values, grids among them, and those without a blank
	meant               int // values that are grids or were meant as such
}

func (s sight) mostlyGrids() bool { return s.grids > 0 && 2*s.grids >= s.values }
func (s sight) mostlyFull() bool  { return s.mostlyGrids() && 2*s.full > s.grids }

// look counts the grids in each column.
func look(columns int, rows sample) []sight {
	seen := make([]sight, columns)
	for _, row := range rows {
		for i, value := range row[:min(columns, len(row))] {
			if len(value) == 0 {
				continue
			}
			seen[i].values++
			grid, full := isGrid(value)
			if grid {
				seen[i].grids++
			}
			if full {
				seen[i].full++
			}
			if likeGrid(value) {
				seen[i].meant++
			}
		}
	}
	return seen
}

// puzzleColumn finds the puzzles by a known name; of several, it prefers one whose values
// are grids. It takes a column without such a name only if that holds puzzles and the named
// one holds nothing like a grid, so that a few bad rows do not change the choice.
func puzzleColumn(columns []string, hasHeader bool, seen []sight) (int, string, error) {
	named := byName(columns, puzzleNames, hasHeader)
	for _, i := range named {
		if seen[i].grids > 0 {
			return i, fmt.Sprintf("it is called %q and holds grids", columns[i]), nil
		}
	}
	for _, i := range named {
		if seen[i].meant > 0 {
			return i, fmt.Sprintf("it is called %q", columns[i]), nil
		}
	}
	var open, full []int
	for i, s := range seen {
		switch {
		case s.mostlyFull():
			full = append(full, i)
		case s.mostlyGrids():
			open = append(open, i)
		}
	}
	switch {
	case len(open) == 1:
		return open[0], "its values are the only grids with blanks", nil
	case len(open) > 1:
		return -1, "", option.Errorf(option.Column, "several columns hold grids (%s)", namesOf(columns, open))
	case len(named) > 0:
		return named[0], fmt.Sprintf("it is called %q", columns[named[0]]), nil
	case len(full) == 1:
		return full[0], "its values are the only grids", nil
	case len(full) > 1:
		return -1, "", option.Errorf(option.Column, "several columns hold full grids (%s) and none holds puzzles", namesOf(columns, full))
	}
	return -1, "", option.Errorf(option.Column, "no column looks like puzzles (the file has: %s)", nameList(columns))
}

// answerColumn finds the answers by a known name with a grid among its values,
// then, without a header, by values alone. In a file without
// rows the name is enough, so that it fits others of its kind.
func answerColumn(columns []string, hasHeader, noRows bool, seen []sight, puzzle int) (int, string) {
	for _, i := range byName(columns, answerNames, hasHeader) {
		switch {
		case i == puzzle:
		case noRows:
			return i, fmt.Sprintf("it is called %q", columns[i])
		case seen[i].grids > 0:
			return i, fmt.Sprintf("it is called %q and holds grids", columns[i])
		}
	}
	if hasHeader {
		return -1, ""
	}
	full := -1
	for i, s := range seen {
		if i == puzzle || !s.mostlyFull() {
			continue
		}
		if full >= 0 {
			return -1, ""
		}
		full = i
	}
	return full, "its values are the only full grids"
}

// byName returns the columns with one of the names, in the names' order.
func byName(columns, names []string, hasHeader bool) []int {
	var found []int
	if !hasHeader {
		return nil
	}
	for _, name := range names {
		i := slices.IndexFunc(columns, func(c string) bool { return strings.EqualFold(strings.TrimSpace(c), name) })
		if i >= 0 {
			found = append(found, i)
		}
	}
	return found
}

func namesOf(columns []string, indices []int) string {
	var names []string
	for _, i := range indices {
		names = append(names, columns[i])
	}
	return nameList(names)
}

// nameList lists names for a message, as far as one line holds them.
func nameList(names []string) string {
	const longest, most = 40, 20
	var list []string
	for i, name := range names {
		if i == most {
			list = append(list, fmt.Sprintf("and %d more", len(names)-most))
			break
		}
		if len(name) > longest {
			name = strings.ToValidUTF8(name[:longest], "") + "..."
		}
		list = append(list, ShownName(name))
	}
	return strings.Join(list, ", ")
}

// ShownName returns the name of a column as it can be shown: in quotes, with what would
// command a terminal escaped, if it holds any such thing.
func ShownName(name string) string {
	if utf8.ValidString(name) && strings.IndexFunc(name, unicode.IsControl) < 0 {
		return name
	}
	return strconv.Quote(name)
}

// maxColumns is how many columns a file may have: 4,096 and gridmill's own, so that what it
// wrote can be read back. Each takes memory.
const maxColumns = 4096 + int(numColumns)

func tooManyColumns(n int) error {
	return fmt.Errorf("it has %d columns, of which gridmill reads at most %d", n, maxColumns)
}
