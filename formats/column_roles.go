package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// Column names in known data sets, most specific name first.
var (
	puzzleNames = []string{"puzzle", "puzzles", "quiz", "quizzes", "question", "puzzle_grid", "starting_grid", "grid", "sudoku", "board"}
	answerNames = []string{"solution", "solutions", "answer", "answers", "solution_grid", "solved", "solved_grid", "solution_board"}
)

// Roles specifies which columns hold the puzzles and the answers, and why they were chosen.
type Roles struct {
	Puzzle, Answer       int // indices of columns, counting from 0; -1 if no column has the role
	PuzzleWhy, AnswerWhy string
	PuzzlePart           string // for chats, the words that name the grid in the prompt; otherwise empty
}

// Reasons why a column has its role.
const (
	byOption = "by an option"
	byName   = "by name"
	byValues = "by value"
)

// columnStats counts the values of each kind in the first rows of a column.
type columnStats struct {
	rows    int                    // number of valid rows, including those without a value
	values  int                    // number of values that are not empty
	open    int                    // number of grids with blanks
	full    int                    // number of full grids
	chats   int                    // number of chats with a puzzle in the prompt
	invalid [gridtext.NumKinds]int // number of other values, by the reason why they are not grids
}

// Stray records, such as titles, decide nothing if they are less than 1/strayShare of a sample.
const strayShare = 10

// isFilled reports whether at least half of the rows have a value.
func (c columnStats) isFilled() bool { return c.values > 0 && 2*c.values >= c.rows }

func (c columnStats) puzzles() int { return c.open + c.chats }
func (c columnStats) grids() int   { return c.puzzles() + c.full + c.invalid[gridtext.LostZeros] }

// holdsGrids reports whether at least a tenth of the values are grids. A single grid among three or
// more values does not count, because it may be part of a comment.
func (c columnStats) holdsGrids() bool {
	n := c.grids()
	return strayShare*n >= c.values && (n > 1 || n == 1 && c.values <= 2)
}

// holdsPuzzles reports whether the column holds grids and has puzzles, no fewer than full grids.
func (c columnStats) holdsPuzzles() bool {
	return c.holdsGrids() && c.puzzles() > 0 && c.puzzles() >= c.full
}

// holdsAnswers reports whether a column holds grids and has more full grids than puzzles.
func (c columnStats) holdsAnswers() bool { return c.holdsGrids() && c.puzzles() < c.full }

// statsOf counts the values of each kind in each column of rows. Invalid rows are nil.
func statsOf(columns int, rows sample, leftPad bool) []columnStats {
	isValid := func(row [][]byte) bool { return row != nil }
	stats := slices.Repeat([]columnStats{{rows: countWhere(rows, isValid)}}, columns)
	for _, row := range rows {
		for i, value := range row[:min(len(row), columns)] {
			var g solver.Grid
			switch reason := parseValue(&g, value, leftPad); {
			case reason.Kind == gridtext.Empty:
				continue
			case reason.Kind != gridtext.NoReason:
				stats[i].invalid[reason.Kind]++
			case extract.IsChat(value):
				stats[i].chats++
			case g.Full():
				stats[i].full++
			default:
				stats[i].open++
			}
			stats[i].values++
		}
	}
	return stats
}

// A role is the purpose of a column, such as holding the puzzles. Its conditions are tried in order
// until a column meets one. If several columns meet a condition on the name, only those with the
// most specific name remain. If several columns remain, choose fails.
type role struct {
	what       string   // word that messages use for the values of the column
	names      []string // known names of columns with this role, most specific first
	advice     option.Name
	conditions []roleCondition
}

// A roleCondition is a condition on a column's values and, if named is set, on its name. If full is
// set, the condition is tried only if options allow columns of full grids. Such a column may hold
// answers instead of puzzles, or model outputs instead of answers.
type roleCondition struct {
	named  bool
	full   bool
	except []string // known names of another role; columns with these names do not meet the condition
	fits   func(columnStats) bool
}

var (
	puzzleRole = role{"puzzles", puzzleNames, option.Column, []roleCondition{
		{named: true, fits: func(c columnStats) bool { return c.grids() > c.full }},
		{except: slices.Concat(answerNames, outputNames), fits: func(c columnStats) bool { return c.holdsPuzzles() && c.chats == 0 }},
		{except: slices.Concat(answerNames, outputNames), fits: columnStats.holdsPuzzles},
		{named: true, fits: func(c columnStats) bool { return !c.holdsAnswers() }},
		{named: true, full: true, fits: columnStats.holdsAnswers},
		{full: true, fits: columnStats.holdsAnswers},
	}}
	answerRole = role{"answers", answerNames, option.AnswerColumn, []roleCondition{
		{named: true, fits: func(c columnStats) bool { return c.values == 0 || c.grids() > 0 }},
		{full: true, fits: columnStats.holdsAnswers},
	}}
)

// candidates holds the columns that can have roles.
type candidates struct {
	columns   []string
	hasHeader bool
	stats     []columnStats
	taken     int // index of the column that already has a role, or -1
}

// chooseRoles finds the columns of puzzles and answers. If no option specifies the column of a
// role, names and values decide (see role). Only an option can choose a column in hidden.
func chooseRoles(columns []string, hasHeader bool, rows sample, hidden map[int]Column, o *ReadOptions) (roles Roles, err error) {
	c := candidates{columns, hasHeader, statsOf(len(columns), rows, o.LeftPad), -1}
	for i := range hidden {
		c.stats[i] = columnStats{values: 1, invalid: [gridtext.NumKinds]int{gridtext.ValueTooShort: 1}} // as if it held a word
	}
	if err := o.Outputs.hide(columns, c.stats); err != nil {
		return roles, err
	}
	roles.Puzzle, roles.PuzzleWhy, err = c.choose(&puzzleRole, o.Column, !o.rejectsFull(false, c.stats))
	switch {
	case err != nil && o.Column != "" && o.Several:
		err = &option.Error{Options: []option.Name{option.OtherColumn}, Misused: true, Err: err}
	case err != nil:
	case roles.Puzzle < 0:
		err = c.noPuzzles(o)
	case o.NeedsBlanks && c.stats[roles.Puzzle].full > 0 && c.stats[roles.Puzzle].puzzles() == 0:
		err = o.errorOnFull(option.AllGrids, " (in "+ShownName(columns[roles.Puzzle])+")")
	}
	if roles.Puzzle >= 0 && c.stats[roles.Puzzle].chats > 0 {
		roles.PuzzlePart = " (in chats, the user's last grid)"
	}
	if roles.Answer = -1; err != nil || o.AnswerColumn == "none" {
		return roles, err
	}
	c.taken = roles.Puzzle
	roles.Answer, roles.AnswerWhy, err = c.choose(&answerRole, o.AnswerColumn, o.Outputs == nil)
	if err == nil && roles.Answer == roles.Puzzle {
		err = option.Misuse(option.AnswerColumn, "column %q cannot hold both puzzles and answers", columns[roles.Puzzle])
	}
	return roles, err
}

// choose returns the column that has a role, and the reason for the choice. It returns -1 if no
// column has the role. requested is the column that an option names, or empty. full reports
// whether options allow columns of full grids (see roleCondition).
func (c *candidates) choose(r *role, requested string, full bool) (int, string, error) {
	if requested != "" {
		column, err := findColumn(c.columns, requested)
		return column, byOption, err
	}
	for _, condition := range r.conditions {
		found, why := c.fitting(r, condition), byValues
		if condition.named {
			found, why = c.withFirstName(r.names, found), byName
		}
		switch {
		case len(found) == 0, condition.full && !full:
		case len(found) == 1:
			return found[0], why, nil
		default:
			return -1, "", option.Errorf(r.advice, "several columns hold %s: %s", r.what, namesOf(c.columns, found))
		}
	}
	return -1, "", nil
}

// fitting returns the columns that meet a condition. It omits columns with at most half the grids,
// and at most half the values, of the column with the most grids. They may hold only stray records.
func (c *candidates) fitting(r *role, condition roleCondition) (found []int) {
	var most columnStats
	for column, s := range c.stats {
		hasName := func(name string) bool { return c.hasHeader && isNamed(c.columns[column], name) }
		isKnown, isExcluded := slices.ContainsFunc(r.names, hasName), slices.ContainsFunc(condition.except, hasName)
		if column != c.taken && condition.fits(s) && (isKnown || !condition.named) && !isExcluded {
			found = append(found, column)
			if s.grids() > most.grids() {
				most = s
			}
		}
	}
	isStray := func(i int) bool { return 2*c.stats[i].grids() <= most.grids() && 2*c.stats[i].values <= most.values }
	return slices.DeleteFunc(found, func(i int) bool { return most.grids() > 0 && isStray(i) })
}

// noPuzzles returns the error for a file in which no column holds puzzles.
func (c *candidates) noPuzzles(o *ReadOptions) error {
	with := func(fits func(columnStats) bool) []int { return c.fitting(&puzzleRole, roleCondition{fits: fits}) }
	badCells := with(func(c columnStats) bool { return 2*c.invalid[gridtext.BadCell] > c.values })
	switch open, full, lostZeros := with(columnStats.holdsPuzzles), with(columnStats.holdsAnswers), with(columnStats.holdsGrids); {
	case len(open) > 0:
		return option.Errorf(o.besideOutputs(option.Column), "the only columns with puzzles (%s) have names that suggest answers or model outputs", namesOf(c.columns, open))
	case len(badCells) > 0:
		return option.Errorf(o.besideOutputs(option.Column), "no column holds puzzles; lists in %s have 81 items, but not all items are digits or blanks (write 0 instead of null, and 4 instead of 4.0)", namesOf(c.columns, badCells))
	case len(full) > 0:
		return o.errorOnFull(option.AllGrids, " (in "+namesOf(c.columns, full)+")")
	case len(lostZeros) > 0:
		return option.Errorf(option.LostZeros, "no column holds whole puzzles; values in %s may have lost their leading zeros", namesOf(c.columns, lostZeros))
	case len(c.columns) == 9 && !c.hasHeader:
		return option.Errorf(option.Recognition, "none of its nine columns holds puzzles; if nine rows form a grid, fill the empty cells with 0")
	case !c.hasHeader, len(c.columns) == 0:
		return option.Errorf(option.Recognition, "none of its columns holds puzzles, which have 81 cells")
	}
	return option.Errorf(o.besideOutputs(option.Column), "no column holds puzzles, either as text or as lists of 81 cells; the columns are %s", NameList(c.columns))
}

// withFirstName returns the columns in found whose name is names[0]. If no column has this name, it
// returns the columns whose name is names[1], and so on.
func (c *candidates) withFirstName(names []string, found []int) []int {
	for _, name := range names {
		other := func(column int) bool { return !isNamed(c.columns[column], name) }
		if named := slices.DeleteFunc(slices.Clone(found), other); len(named) > 0 {
			return named
		}
	}
	return nil
}
