package formats

import (
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// outputColumn describes an output column that gridmill adds, or keeps from the input.
type outputColumn struct {
	name      string
	kind      columnKind
	kept      *Field // nil for a column that gridmill adds
	keptIndex int    // index of the kept column in Schema.Kept
	grid      gridKind
	numbers   numberSource
	words     []string
	literal   bool // the words are numbers or booleans, which JSON does not quote
	values    []float64
	always    bool // every row has a value
	// In results, columns of kindInteger are read with readback, which returns the address of row
	// i's number. Other columns are read with parse, which stores the value of row i.
	readback func(b *Batch, i int) *int32
	parse    func(b *Batch, i int, text []byte) bool

	statistic  bool   // the column is one of the statistics (see ParseStatistics)
	extra      string // word that requests the column, if the column is one of the Extras
	fromSearch bool   // the column exists only if some puzzles come from the search for hard puzzles
	training   bool   // the column exists only in training data
	unsolved   bool   // the value is known without solving the puzzle
}

// A columnKind specifies what a column holds. Columns of kindInteger, and columns for which
// outputColumn.always is set, have a value in every row. In other columns with
// outputColumn.numbers, 0 means that the value is missing.
type columnKind uint8

const (
	kindKept        columnKind = iota // values of an input column
	kindFile                          // names of files or splits
	kindLine                          // line numbers, or row numbers of original puzzles
	kindGrid                          // grids, or solution classes
	kindCells                         // names of cells
	kindReason                        // reasons
	kindSteps                         // lists of steps
	kindInteger                       // numbers
	kindWord                          // words, as indices into outputColumn.words
	kindBoolean                       // 1 for false and 2 for true; if outputColumn.always is set, 0 and 1
	kindDecimal                       // fractional values, as indices into outputColumn.values
	kindThousandths                   // fractional values; a value x is stored as 1,000x + 1
	numKinds
)

func (c *outputColumn) hasWords() bool {
	return c.kind == kindWord || c.kind == kindBoolean || c.kind == kindDecimal
}

// outputColumns defines gridmill's columns and their values, in the order of the output. Each
// format decides how to write the values.
var outputColumns = append([]outputColumn{
	FileColumn: {name: "file", kind: kindFile, always: true, unsolved: true},
	LineColumn: {name: "line", kind: kindLine, always: true, unsolved: true},
	// Blanks in this column are always dots. In a kept puzzle column, they do not change.
	PuzzleColumn: {name: "puzzle", kind: kindGrid, grid: ofPuzzle, unsolved: true},
	SolutionColumn: {
		name: "solution", kind: kindGrid, grid: ofSolution,
		parse: gridParser(func(b *Batch, i int) *solver.Grid { return &b.Results[i].Solution }),
	},
	VerdictColumn: {
		name: "verdict", always: true, kind: kindWord, words: verdictNames,
		numbers: numbersOf(func(b *Batch, i int) int32 { return int32(b.Results[i].Verdict) }),
		parse:   wordParser(verdictNames, func(b *Batch, i, word int) { b.Results[i].Verdict = solver.Verdict(word) }),
	},
	CountColumn: numberColumn(outputColumn{name: "solution_count"}, func(b *Batch, i int) *int32 { return &b.Results[i].Count }),
	CluesColumn: {
		name: "clues", kind: kindInteger, statistic: true, unsolved: true,
		numbers:  numbersOf(func(b *Batch, i int) int32 { return int32(b.Puzzles[i].Clues()) }),
		readback: func(b *Batch, i int) *int32 { return &b.Readback[i].Clues },
	},
	GuessesColumn:    statisticColumn("guesses", func(b *Batch, i int) *int32 { return &b.Results[i].Guesses }),
	BacktracksColumn: statisticColumn("backtracks", func(b *Batch, i int) *int32 { return &b.Results[i].Backtracks }),
	DepthColumn:      statisticColumn("max_depth", func(b *Batch, i int) *int32 { return &b.Results[i].MaxDepth }),
	PassesColumn:     statisticColumn("passes", func(b *Batch, i int) *int32 { return &b.Results[i].Passes }),
	WeightColumn: {
		name: "weight", kind: kindDecimal, words: weightTexts, literal: true, values: weights,
		numbers: numbersOf(weightOf),
		parse:   parseWeight,
	},
	MinimalColumn: {
		name: "minimal", always: true, kind: kindBoolean, words: booleanWords, literal: true,
		numbers: numbersOf(func(b *Batch, i int) int32 { return toNumber(b.Minimal[i]) }),
		parse:   wordParser(booleanWords, func(b *Batch, i, word int) { b.Minimal[i] = word == 1 }),
	},
	SearchStepsColumn: numberColumn(outputColumn{name: "search_steps", fromSearch: true},
		func(b *Batch, i int) *int32 { return &b.SearchSteps[i] }),
	AnswerColumn: {
		name: "answer", kind: kindWord, words: answerClassNames,
		numbers: numbersOf(func(b *Batch, i int) int32 { return int32(b.Answers[i]) }),
		parse:   wordParser(answerClassNames, func(b *Batch, i, word int) { b.Readback[i].Answer = AnswerClass(word) }),
	},
	ReasonColumn: {name: "reason", kind: kindReason, parse: parseReasonField, unsolved: true},
	MinlexColumn: {
		name: "minlex", kind: kindGrid, grid: ofMinlex, extra: "minlex",
		parse: gridParser(func(b *Batch, i int) *solver.Grid { return &b.Minlex[i] }),
	},
	ClassColumn: {name: "solution_class", kind: kindGrid, grid: ofClass, parse: parseClass, extra: "class"},
	SymmetriesColumn: numberColumn(outputColumn{name: "symmetries", extra: "symmetries"},
		func(b *Batch, i int) *int32 { return &b.Symmetries[i] }),
	// In training data, Batch.Origin returns the split in place of the file, and the row number of
	// the original puzzle in place of the line.
	BaseColumn: {name: "base", kind: kindLine, always: true, training: true},
	MorphColumn: {
		name: "morph", kind: kindInteger, always: true, training: true,
		numbers: numbersOf(func(b *Batch, i int) int32 { return b.morphIndex[i] }),
	},
	SplitColumn: {name: "split", kind: kindFile, always: true, training: true},
	DifficultyColumn: ratingColumn(
		outputColumn{name: "difficulty", extra: "difficulty", kind: kindWord, words: append([]string{ladder.Unrated.String()}, ladder.DifficultyNames()...)},
		func(r *Rating) *ladder.Difficulty { return &r.Difficulty }),
	GuessesMeanColumn: ratingColumn(outputColumn{name: "guesses_mean", extra: "guesses_mean", kind: kindThousandths},
		func(r *Rating) *int32 { return &r.GuessesMean }),
	BackdoorColumn: ratingColumn(outputColumn{name: "backdoor", extra: "backdoor", kind: kindWord, words: backdoorNames, literal: true},
		func(r *Rating) *int32 { return &r.Backdoor }),
	ExplainerRatingColumn: ratingColumn(outputColumn{name: "explainer_rating", extra: "explainer_rating", kind: kindThousandths},
		func(r *Rating) *int32 { return &r.ExplainerRating }),
	StepsColumn: { // any text is accepted here; package verify checks it
		name: "steps", extra: "steps", kind: kindSteps, parse: func(*Batch, int, []byte) bool { return true },
	},
	ComputedMinimalColumn: ratingColumn(outputColumn{name: "minimal", extra: "minimal", kind: kindBoolean, words: truthTexts, literal: true},
		func(r *Rating) *int32 { return &r.Redundant.minimal }),
	RedundantColumn: {name: "redundant", extra: "redundant", kind: kindCells, parse: parseRedundant},
	HardestColumn: ratingColumn(outputColumn{name: "hardest", extra: "techniques", kind: kindWord, words: hardestNames},
		func(r *Rating) *ladder.Technique { return &r.Hardest }),
}, techniqueColumns()...)
