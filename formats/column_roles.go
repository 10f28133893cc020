package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// The column names of the known data sets, the clearest first.
var (
	puzzleNames = []string{"puzzle", "puzzles", "quiz", "quizzes", "question", "puzzle_grid", "grid", "sudoku", "board", "starting_grid"}
	answerNames = []string{"solution", "solutions", "answer", "answers", "solution_grid", "solved", "solved_grid", "solution_board"}
)

// otherOrders are names of columns of grids that are no lists of rows.
var otherOrders = []string{"columns", "cols", "boxes", "blocks", "by_column", "by_box", "grid_by_column", "grid_by_box"}

// sampleRows is how many rows are looked at to find out which column is which.
const sampleRows = 100

// sample is the first rows of a file as text, field by field.
type sample [][][]byte

// Roles says which columns hold the puzzles and the answers, and why it is thought so.
type Roles struct {
	Puzzle, Answer       int // -1 for none
	PuzzleWhy, AnswerWhy string
	// PuzzleNotable and AnswerNotable say that values decided and no name, or speak against
	// the name, so that people should look. Doubt says why no column of several is taken for
	// the answers, and Mend what must be done to a column first, if it is not enough to name one.
	PuzzleNotable, AnswerNotable bool
	Doubt, Mend                  string
}

func (r *Roles) takePuzzles(c choice) {
	r.Puzzle, r.PuzzleWhy, r.PuzzleNotable = c.column, c.why, c.notable
}

func (r *Roles) takeAnswers(c choice) {
	if r.Answer = c.column; c.column < 0 {
		r.Doubt = c.why
		return
	}
	r.AnswerWhy, r.AnswerNotable = c.why, c.notable
}

// noteTwins says that a column was taken of several that have the same name.
func (r *Roles) noteTwins(columns []string) {
	if why := firstOfTwins(columns, r.Puzzle); why != "" {
		r.PuzzleWhy, r.PuzzleNotable = why, true
	}
	if why := firstOfTwins(columns, r.Answer); why != "" {
		r.AnswerWhy, r.AnswerNotable = why, true
	}
}

// firstOfTwins says that a column is the first of several with its name, if it is.
func firstOfTwins(columns []string, column int) string {
	if column < 0 || slices.Index(columns, columns[column]) < column {
		return ""
	}
	twins := 0
	for _, name := range columns {
		if name == columns[column] {
			twins++
		}
	}
	if twins < 2 {
		return ""
	}
	return fmt.Sprintf("it is the first of %d columns called %q", twins, columns[column])
}

// AskedFor is why a column has its role where an option said so.
const AskedFor = "asked for"

// chooseRoles finds the puzzle and the answer column. Names come from the
// header, or are numbers where there is none. Given names override.
func chooseRoles(columns []string, hasHeader bool, rows sample, o *ReadOptions) (Roles, error) {
	roles := Roles{Puzzle: -1, Answer: -1}
	seen := gridtext.Look(len(columns), rows)
	var err error
	switch {
	case o.Column != "":
		roles.PuzzleWhy = AskedFor
		if roles.Puzzle, err = findColumn(columns, o.Column); err != nil {
			return roles, err
		}
	case len(columns) > 0:
		puzzles, err := puzzleColumn(columns, hasHeader, rows, seen)
		if err == nil && o.isOneOfSeveral() {
			err = refuseAnswers(columns, seen, puzzles.column)
		}
		if err != nil {
			return roles, err
		}
		if puzzles.notable && o.Results == IgnoreResults { // in a result, the choice was made before
			err = refuseDoubtful(columns[puzzles.column], hasHeader, seen[puzzles.column])
		}
		if err != nil {
			return roles, err
		}
		roles.takePuzzles(puzzles)
	}
	switch {
	case o.AnswerColumn == "none":
	case o.AnswerColumn != "":
		roles.AnswerWhy = AskedFor
		if roles.Answer, err = findColumn(columns, o.AnswerColumn); err != nil {
			return roles, err
		}
	default:
		roles.takeAnswers(answerColumn(columns, hasHeader, rows, seen, roles.Puzzle))
		if fromZero := columnsWhere(seen, gridtext.Sight.MostlyFromZero); roles.Answer < 0 && len(fromZero) > 0 && fromZero[0] != roles.Puzzle {
			roles.Doubt, roles.Mend = fmt.Sprintf("the grids in %s have digits from 0 to 8, as answers counted from 0 have", namesOf(columns, fromZero)), "add 1 to each digit first"
		}
	}
	roles.noteTwins(columns)
	if roles.Answer >= 0 && roles.Answer == roles.Puzzle {
		return roles, option.Misuse(option.AnswerColumn, "column %q cannot hold both puzzles and answers", columns[roles.Puzzle])
	}
	return roles, nil
}

// mixedFault is the error for a column, or a word of lines, in which puzzles and answers stand.
func mixedFault(s gridtext.Sight) error {
	return option.Errorf(option.AllGrids, "of its first %d grids %d are full, as answers are; write the puzzles alone, or each in a row with its answer", s.Grids, s.Full)
}

// choice is a column that was taken for a role, or column -1, and why.
type choice struct {
	column  int
	why     string
	notable bool
}

// puzzleColumn finds the puzzles by a known name, of several one whose values
// confirm it. Another column is taken only where the one with the name holds something
// else altogether and the other holds puzzles: bad rows must not make it guess. Full grids
// are answers rather than puzzles, unless the column is called so and no other holds
// grids with blanks.
func puzzleColumn(columns []string, hasHeader bool, rows sample, seen []gridtext.Sight) (choice, error) {
	named := byName(columns, puzzleNames, hasHeader)
	if i, found := firstOf(named, func(i int) bool { return seen[i].Grids > seen[i].Full }); found {
		return choice{i, fmt.Sprintf("it is called %q and holds grids", columns[i]), false}, nil
	}
	var open, full []int
	for i, s := range seen {
		switch {
		case s.MostlyFull():
			full = append(full, i)
		case s.MostlyGrids() && !s.OnlyMasks() && !s.MostlyFromZero():
			open = append(open, i)
		}
	}
	const onlyOpen = "its values are the only grids with blanks"
	if i, found := firstOf(named, func(i int) bool { return seen[i].Full > 0 }); found {
		if len(open) == 1 {
			return choice{open[0], onlyOpen, true}, nil
		}
		return choice{i, fmt.Sprintf("it is called %q, though its grids are full", columns[i]), true}, nil
	}
	if i, found := firstOf(named, func(i int) bool { return seen[i].Meant > 0 }); found {
		return choice{i, fmt.Sprintf("it is called %q", columns[i]), false}, nil
	}
	switch {
	case len(open) == 1:
		return choice{open[0], onlyOpen, true}, nil
	case len(open) == 0 && len(named) > 0:
		return choice{named[0], fmt.Sprintf("it is called %q", columns[named[0]]), false}, nil
	}
	return choice{column: -1}, noPuzzles(columns, rows, seen, open, full)
}

// refuseDoubtful refuses the puzzles of a column that no name made them if they may be answers, too, or
// no lists of rows.
func refuseDoubtful(name string, hasHeader bool, seen gridtext.Sight) error {
	switch {
	case hasHeader && slices.Contains(otherOrders, strings.ToLower(name)):
		return option.Errorf(option.Column, "its grids stand in %s, which promises another order of cells than by rows; put them in that order", ShownName(name))
	case seen.IsMixed():
		return mixedFault(seen)
	}
	return nil
}

// refuseAnswers refuses full grids as puzzles where no other column holds any grids.
func refuseAnswers(columns []string, seen []gridtext.Sight, puzzles int) error {
	for i, s := range seen {
		if i == puzzles && s.Full < s.Grids || i != puzzles && s.Grids > 0 {
			return nil
		}
	}
	if seen[puzzles].Full == 0 {
		return nil
	}
	return answersAlone("all its grids are full, as answers are (in %s)", namesOf(columns, []int{puzzles}))
}

// firstOf returns the first of some columns that is as wanted.
func firstOf(columns []int, wanted func(int) bool) (int, bool) {
	if i := slices.IndexFunc(columns, wanted); i >= 0 {
		return columns[i], true
	}
	return -1, false
}

// answerColumn finds the answers by a known name with a grid among its values, then by
// values: full grids that keep the clues of the puzzles, and without a header full grids of
// any kind. In a file without rows the name is enough, so that it fits others of its kind.
// Where several columns come into question it takes none, and says which in the reason, as it
// says which column is no answer although it is called so, or full of grids. A column with
// another name that is empty in the first rows looks like any other that is no answer.
func answerColumn(columns []string, hasHeader bool, rows sample, seen []gridtext.Sight, puzzle int) choice {
	named := slices.DeleteFunc(byName(columns, answerNames, hasHeader), func(i int) bool { return i == puzzle })
	for _, i := range named {
		switch {
		case len(rows) == 0:
			return choice{i, fmt.Sprintf("it is called %q", columns[i]), false}
		case seen[i].Grids > 0 && !seen[i].MostlyFromZero():
			return choice{i, fmt.Sprintf("it is called %q and holds grids", columns[i]), false}
		}
	}
	var full, fitting []int
	for i, s := range seen {
		if i == puzzle || puzzle < 0 || !s.MostlyFull() {
			continue
		}
		full = append(full, i)
		if keepsClues(rows, puzzle, i) {
			fitting = append(fitting, i)
		}
	}
	switch {
	case len(fitting) == 1:
		return choice{fitting[0], "its full grids keep the clues of the puzzles", true}
	case len(fitting) > 1:
		return choice{-1, fmt.Sprintf("the full grids of several columns keep the clues of the puzzles (%s)", namesOf(columns, fitting)), true}
	case !hasHeader && len(full) == 1:
		return choice{full[0], "its values are the only full grids", true}
	case len(full) > 0:
		return choice{-1, fmt.Sprintf("the full grids in %s do not keep the clues of the puzzles", namesOf(columns, full)), true}
	case len(named) > 0:
		return choice{-1, "the first rows hold no grid in " + namesOf(columns, named), true}
	}
	return choice{column: -1}
}

// keepsClues reports whether most full grids of a column have the clues of the puzzles
// beside them. Some may not: answers can be wrong.
func keepsClues(rows sample, puzzle, column int) bool {
	pairs, kept := 0, 0
	for _, row := range rows {
		if max(puzzle, column) >= len(row) {
			continue
		}
		var p, g solver.Grid
		if gridtext.Parse(&p, row[puzzle]).Kind != gridtext.NoReason || gridtext.Parse(&g, row[column]).Kind != gridtext.NoReason || !g.Full() {
			continue
		}
		pairs++
		differs := false
		for i, c := range p {
			differs = differs || c != solver.Blank && c != g[i]
		}
		if !differs {
			kept++
		}
	}
	return 2*kept > pairs
}

// byName returns the columns with one of the names, in the names' order. The name of an object in
// which a field stands may come before that of the field, with a dot.
func byName(columns, names []string, hasHeader bool) []int {
	var found []int
	if !hasHeader {
		return nil
	}
	for _, name := range names {
		i := slices.IndexFunc(columns, func(c string) bool { return strings.EqualFold(strings.TrimSpace(c), name) })
		if i < 0 {
			i = slices.IndexFunc(columns, func(c string) bool { return strings.HasSuffix(strings.ToLower(c), "."+name) })
		}
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
	if files.Printable(name) == name {
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
