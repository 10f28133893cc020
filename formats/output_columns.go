package formats

import (
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// outputColumn describes a column of an output. The column is a kept column of the input or a
// column that gridmill adds. Its values are files, lines, numbers, words, cells, grids, reasons or
// steps. Every format can write all of these.
type outputColumn struct {
	name string
	// kept is the kept column of the input, or nil for a column that gridmill adds.
	kept      *Field
	keptIndex int
	// If file or line is set, the column holds the file or the line that each row comes from.
	file, line bool
	// numbers yields the values of the column. If words is set, each value is an index into words.
	numbers numberSource
	words   []string
	// literal is set if the words are numbers or booleans, which JSON does not quote.
	literal bool
	// If values is not nil, the column holds fractional values, and numbers yields indices into
	// values. Formats without fractional numbers use words.
	values []float64
	// thousandths is set if each number is 1 plus a thousand times the value. The number 0 means
	// that the row has no value.
	thousandths bool
	// truth is set if the numbers represent booleans. Formats without booleans write words instead.
	// If always is set, 1 is true and 0 is false. Otherwise, 2 is true, 1 is false, and 0 means
	// that the row has no value.
	truth   bool
	cells   bool     // the column holds names of cells
	grid    gridKind // grid that the column holds, if any
	reasons bool
	steps   bool // the column holds lists of steps
	// parse parses a value that is read back from a result. readback returns a pointer to the
	// number that is read back.
	parse    func(b *Batch, i int, text []byte) bool
	readback func(b *Batch, i int) *int32
	// always is set if every row has a value.
	always bool
	// statistic is set if Statistics can select the column.
	statistic bool
	// extra is the word that requests the column, if the column is one of the Extras.
	extra string
	// fromSearch is set if the column exists only for puzzles that a search found.
	fromSearch bool
	// training is set if the column exists only in training data.
	training bool
	// unsolved is set if the value is known without solving the puzzle.
	unsolved bool
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
