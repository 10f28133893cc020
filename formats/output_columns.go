package formats

import (
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// outputColumn describes a column of an output: a kept column of the input, or a column that
// gridmill adds. Every format can write every column. The fields that are set say what the column
// holds:
//
//	kept                       the values of a column of the input
//	file, line                 the file or the line that each row comes from
//	grid, cells                grids, or names of cells
//	reasons, steps             reasons, or lists of steps
//	numbers                    integers
//	numbers, words             words: each number is an index into words
//	numbers, words, truth      booleans: 1 is false and 2 is true; if always is set, 0 and 1
//	numbers, words, values     fractional numbers: each number is an index into values
//	numbers, thousandths       fractional numbers: each number is 1,000 times the value, plus 1
//
// Unless always is set or the column holds integers, the number 0 means that the row has no value.
// Formats without booleans and fractional numbers write the words.
type outputColumn struct {
	name        string
	kept        *Field // nil for a column that gridmill adds
	keptIndex   int    // index of kept in Schema.Kept
	file, line  bool
	grid        gridKind
	cells       bool
	reasons     bool
	steps       bool
	numbers     numberSource
	words       []string
	literal     bool // the words are numbers or booleans, which JSON does not quote
	truth       bool
	values      []float64
	thousandths bool
	always      bool // every row has a value
	// When a result is read, numbers are stored where readback points. If readback is nil, parse
	// parses and stores the value.
	parse    func(b *Batch, i int, text []byte) bool
	readback func(b *Batch, i int) *int32

	statistic  bool   // Statistics can select the column
	extra      string // word that requests the column, if the column is one of the Extras
	fromSearch bool   // the column exists only for puzzles that a search found
	training   bool   // the column exists only in training data
	unsolved   bool   // the value is known without solving the puzzle
}

func (c *outputColumn) numeric() bool {
	return c.numbers != nil && c.words == nil && !c.thousandths
}

// fractional reports whether the column holds fractional numbers.
func (c *outputColumn) fractional() bool { return c.values != nil || c.thousandths }

// outputColumns is the table of the columns that gridmill writes, in the order of the output. The
// table defines the values of the columns. Each format decides how to write these values.
var outputColumns = append([]outputColumn{
	FileColumn: {name: "file", file: true, always: true, unsolved: true},
	LineColumn: {name: "line", line: true, always: true, unsolved: true},
	// Blanks in this column are always dots. A puzzle column of the input keeps its own characters.
	PuzzleColumn: {name: "puzzle", grid: ofPuzzle, unsolved: true},
	SolutionColumn: {
		name: "solution", grid: ofSolution,
		parse: gridParser(func(b *Batch, i int) *solver.Grid { return &b.Results[i].Solution }),
	},
	VerdictColumn: {
		name: "verdict", always: true, words: verdictNames,
		numbers: numbersIn((*Batch).results, func(r *solver.Result) int32 { return int32(r.Verdict) }),
		parse:   wordParser(verdictNames, func(b *Batch, i, word int) { b.Results[i].Verdict = solver.Verdict(word) }),
	},
	CountColumn: resultColumn("solution_count", func(r *solver.Result) *int32 { return &r.Count }),
	CluesColumn: {
		name: "clues", statistic: true, unsolved: true,
		numbers: func(dst []int32, b *Batch, from int) {
			for i := range dst {
				dst[i] = int32(b.Puzzles[from+i].Clues())
			}
		},
		readback: func(b *Batch, i int) *int32 { return &b.Readback.Clues[i] },
	},
	GuessesColumn:    resultColumn("guesses", func(r *solver.Result) *int32 { return &r.Guesses }),
	BacktracksColumn: resultColumn("backtracks", func(r *solver.Result) *int32 { return &r.Backtracks }),
	DepthColumn:      resultColumn("max_depth", func(r *solver.Result) *int32 { return &r.MaxDepth }),
	PassesColumn:     resultColumn("passes", func(r *solver.Result) *int32 { return &r.Passes }),
	WeightColumn: {
		name: "weight", words: weightTexts, literal: true, values: weights,
		numbers: weightsOf,
		parse:   parseWeight,
	},
	MinimalColumn: {
		name: "minimal", always: true, words: booleanWords, literal: true, truth: true,
		numbers: numbersIn(func(b *Batch) []bool { return b.minimal }, func(minimal *bool) int32 { return toNumber(*minimal) }),
		parse:   wordParser(booleanWords, func(b *Batch, i, word int) { b.Readback.Minimal[i] = word == 1 }),
	},
	SearchStepsColumn: numberColumn(outputColumn{name: "search_steps", fromSearch: true},
		func(b *Batch) []int32 { return b.searchSteps }, func(n *int32) *int32 { return n }),
	AnswerColumn: {
		name: "answer", words: answerClassNames,
		numbers: numbersIn(func(b *Batch) []AnswerClass { return b.Answers }, func(a *AnswerClass) int32 { return int32(*a) }),
		parse:   wordParser(answerClassNames, func(b *Batch, i, word int) { b.Readback.Answers[i] = AnswerClass(word) }),
	},
	ReasonColumn: {name: "reason", reasons: true, parse: parseReasonField, unsolved: true},
	MinlexColumn: {
		name: "minlex", grid: ofMinlex, extra: "minlex",
		parse: gridParser(func(b *Batch, i int) *solver.Grid { return &b.Minlex[i] }),
	},
	ClassColumn: {name: "solution_class", grid: ofClass, parse: parseClass, extra: "class"},
	SymmetriesColumn: numberColumn(outputColumn{name: "symmetries", extra: "symmetries"},
		func(b *Batch) []int32 { return b.Symmetries }, func(n *int32) *int32 { return n }),
	// In training data, a row comes from a split instead of a file, and its line is the row number
	// of its base puzzle.
	BaseColumn: {name: "base", line: true, always: true, training: true},
	MorphColumn: {
		name: "morph", always: true, training: true,
		numbers: func(dst []int32, b *Batch, from int) { copy(dst, b.morphIndex[from:]) },
	},
	SplitColumn: {name: "split", file: true, always: true, training: true},
	DifficultyColumn: ratingColumn(
		outputColumn{name: "difficulty", extra: "difficulty", words: append([]string{ladder.Unrated.String()}, ladder.DifficultyNames()...)},
		func(r *Rating) *ladder.Difficulty { return &r.Difficulty }),
	GuessesMeanColumn: ratingColumn(outputColumn{name: "guesses_mean", extra: "guesses_mean", thousandths: true},
		func(r *Rating) *int32 { return &r.GuessesMean }),
	BackdoorColumn: ratingColumn(outputColumn{name: "backdoor", extra: "backdoor", words: backdoorNames, literal: true},
		func(r *Rating) *int32 { return &r.Backdoor }),
	ExplainerRatingColumn: ratingColumn(outputColumn{name: "explainer_rating", extra: "explainer_rating", thousandths: true},
		func(r *Rating) *int32 { return &r.ExplainerRating }),
	StepsColumn: {name: "steps", extra: "steps", steps: true, parse: parseSteps},
	ComputedMinimalColumn: ratingColumn(outputColumn{name: "minimal", extra: "minimal", words: truthTexts, literal: true, truth: true},
		func(r *Rating) *int32 { return &r.Redundant.minimal }),
	RedundantColumn: {name: "redundant", extra: "redundant", cells: true, parse: parseRedundant},
	HardestColumn: ratingColumn(outputColumn{name: "hardest", extra: "techniques", words: hardestNames},
		func(r *Rating) *ladder.Technique { return &r.Hardest }),
}, techniqueColumns()...)
