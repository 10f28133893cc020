package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// The column names of known data sets, most specific first.
var (
	puzzleNames = []string{"puzzle", "puzzles", "quiz", "quizzes", "question", "puzzle_grid", "grid", "sudoku", "board", "starting_grid"}
	answerNames = []string{"solution", "solutions", "answer", "answers", "solution_grid", "solved", "solved_grid", "solution_board"}
)

// sampleRows is the number of rows at the start of a file that determine how it is read.
const sampleRows = 100

// A sample holds the text of all fields in the first rows of a file.
type sample [][][]byte

// Roles specifies which columns hold the puzzles and the answers, and why they were chosen. Columns
// are counted from 0.
type Roles struct {
	Puzzle, Answer       int // -1 for none
	PuzzleWhy, AnswerWhy string
}

// Reasons why a column has its role.
const (
	byOption = "by an option"
	byName   = "by name"
	byValues = "by value"
)

// columnStats counts the kinds of values in a column of the first rows.
type columnStats struct {
	values int // number of values that are not empty
	open   int // number of grids with blanks
	lost   int // number of possible grids that lost leading zeros
	full   int // number of full grids
	chats  int // number of chats with a puzzle in the prompt
}

func (c columnStats) hasValues() bool { return c.values > 0 }

// holdsGrids reports whether at least half of the values are grids.
func (c columnStats) holdsGrids() bool { return c.values > 0 && 2*(c.open+c.full+c.lost) >= c.values }

// holdsPuzzles reports whether the values are grids, and at least half of them have blanks.
func (c columnStats) holdsPuzzles() bool { return c.holdsGrids() && c.open > 0 && c.open >= c.full }

// holdsAnswers reports whether the values are grids, and most of them are full.
func (c columnStats) holdsAnswers() bool { return c.holdsGrids() && c.open < c.full }

// holdsChats reports whether at least half of the values are chats with a puzzle.
func (c columnStats) holdsChats() bool { return c.chats > 0 && 2*c.chats >= c.values }

// statsOf counts the kinds of values in each column of rows.
func statsOf(columns int, rows sample, leftPad bool) []columnStats {
	stats := make([]columnStats, columns)
	for _, row := range rows {
		for i, value := range row[:min(len(row), columns)] {
			var g solver.Grid
			switch reason := parseValue(&g, value, leftPad); {
			case reason.Kind == gridtext.Empty:
				continue
			case reason.Kind == gridtext.LostZeros:
				stats[i].lost++
			case reason.Kind != gridtext.NoReason:
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

// chooseRoles finds the columns of puzzles and answers by an option or by a known name. Otherwise,
// the only column of grids with blanks holds the puzzles, and the only column of full grids holds
// the answers.
func chooseRoles(columns []string, hasHeader bool, rows sample, o *ReadOptions) (roles Roles, err error) {
	stats := statsOf(len(columns), rows, o.LeftPad)
	if err := o.Outputs.hide(columns, stats); err != nil {
		return roles, err
	}
	if roles.Puzzle, roles.PuzzleWhy, err = choosePuzzles(columns, hasHeader, stats, o); err != nil {
		return roles, err
	}
	roles.Answer, roles.AnswerWhy, err = chooseAnswers(columns, hasHeader, stats, roles.Puzzle, o)
	return roles, err
}

// puzzleRanks lists the criteria that determine which column holds the puzzles. The first criterion
// that any column meets decides. Among columns with known names, the most specific name wins. If
// several columns are then left, it is an error.
var puzzleRanks = []struct {
	named bool
	fits  func(columnStats) bool
}{
	{true, columnStats.holdsPuzzles},
	{true, columnStats.holdsGrids},
	{false, columnStats.holdsPuzzles},
	{true, func(columnStats) bool { return true }},
	{false, func(c columnStats) bool { return c.holdsGrids() && (c.open > 0 || c.full == 0) }},
	{false, columnStats.holdsChats},
}

// choosePuzzles finds the column of puzzles, and returns the reason for the choice.
func choosePuzzles(columns []string, hasHeader bool, stats []columnStats, o *ReadOptions) (int, string, error) {
	if o.Column != "" {
		column, err := findColumn(columns, o.Column)
		return column, byOption, err
	}
	for _, rank := range puzzleRanks {
		found, why := columnsWhere(stats, rank.fits), byValues
		if rank.named {
			found, why = withFirstName(columns, stats, hasHeader, puzzleNames, found), byName
		}
		if len(found) > 0 {
			return onlyOne(columns, found, why, option.Column, "several columns hold puzzles: %s")
		}
	}
	full := columnsWhere(stats, columnStats.holdsAnswers)
	switch {
	case len(full) == 1 && o.FullGrids:
		return full[0], byValues, nil
	case len(full) > 0:
		return -1, "", option.Errorf(option.AllGrids, "its grids (in %s) have no blanks, so they are probably answers", namesOf(columns, full))
	case len(columns) == 0:
		return -1, "", option.Errorf(option.Column, "it has no columns")
	case !hasHeader:
		return -1, "", option.Errorf(option.Recognition, "none of its columns holds puzzles")
	}
	return -1, "", option.Errorf(option.Column, "no column holds puzzles; the columns are %s", nameList(columns))
}

// chooseAnswers returns the column of answers, or -1 if there is none, and the reason for the
// choice. If options name columns of model outputs, other full grids can also be model outputs. The
// column of answers is then recognized only by its name.
func chooseAnswers(columns []string, hasHeader bool, stats []columnStats, puzzle int, o *ReadOptions) (int, string, error) {
	switch o.AnswerColumn {
	case "":
	case "none":
		return -1, "", nil
	default:
		column, err := findColumn(columns, o.AnswerColumn)
		if err == nil && column == puzzle {
			err = option.Misuse(option.AnswerColumn, "column %q cannot hold both puzzles and answers", columns[puzzle])
		}
		return column, byOption, err
	}
	mayHold := columnsWhere(stats, func(c columnStats) bool { return c.values == 0 || c.holdsGrids() })
	others := func(i int) bool { return i == puzzle }
	if named := withFirstName(columns, stats, hasHeader, answerNames, slices.DeleteFunc(mayHold, others)); len(named) > 0 {
		return onlyOne(columns, named, byName, option.AnswerColumn, "several columns hold answers: %s")
	}
	full := slices.DeleteFunc(columnsWhere(stats, columnStats.holdsAnswers), others)
	if len(full) == 0 || o.Outputs != nil {
		return -1, "", nil
	}
	return onlyOne(columns, full, byValues, option.AnswerColumn, "several columns hold full grids: %s")
}

// onlyOne returns the found column if there is only one. Otherwise, it returns an error that lists
// the columns.
func onlyOne(columns []string, found []int, why string, advice option.Name, several string) (int, string, error) {
	if len(found) > 1 {
		return -1, "", option.Errorf(advice, several, namesOf(columns, found))
	}
	return found[0], why, nil
}

// withFirstName returns the found columns with the most specific name. names starts with the most
// specific name. If several columns have that name, it returns those with the most values, because
// a damaged JSON key can create another column with the same name.
func withFirstName(columns []string, stats []columnStats, hasHeader bool, names []string, found []int) (named []int) {
	for _, name := range names {
		most := 0
		for _, i := range found {
			if !hasHeader || !isNamed(columns[i], name) || stats[i].values < most {
				continue
			}
			if stats[i].values > most {
				named, most = nil, stats[i].values
			}
			named = append(named, i)
		}
		if named != nil {
			break
		}
	}
	return named
}

// isNamed reports whether a column has the given name, ignoring case and surrounding spaces.
func isNamed(column, name string) bool { return strings.EqualFold(strings.TrimSpace(column), name) }

func columnsWhere(stats []columnStats, fit func(columnStats) bool) (found []int) {
	for i, s := range stats {
		if fit(s) {
			found = append(found, i)
		}
	}
	return found
}

// namedColumns returns the columns that have one of the names, in the order of the names.
func namedColumns(columns, names []string) (found []int) {
	for _, name := range names {
		i := slices.IndexFunc(columns, func(c string) bool { return isNamed(c, name) })
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

// nameList lists as many names as fit on a line of a message.
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

// ShownName returns the name of a column in a form that is safe to print. A name with characters
// that would control a terminal is quoted, and these characters are escaped.
func ShownName(name string) string {
	if files.Printable(name) == name {
		return name
	}
	return strconv.Quote(name)
}

// maxColumns is the maximum number of columns in a file. It is limited because each column takes
// memory. It is 4,096 plus the number of gridmill's columns, so that gridmill can read back its own
// output.
const maxColumns = 4096 + int(numColumns)

func tooManyColumns(n int) error {
	return fmt.Errorf("it has %d columns, more than the limit of %d", n, maxColumns)
}
