package formats

import (
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// outputColumn is a column that gridmill adds to the input's own. It holds places, numbers,
// words, grids or reasons, and each format has a way to write each of these.
type outputColumn struct {
	name string
	// kept is the input's column that it is, at an index of Schema.Kept, or nil.
	kept      *Field
	keptIndex int
	origin    originKind // which part of a row's origin it holds, if any
	// numbers stores the numbers of len(dst) rows, starting at from: one call per
	// row would cost more than the number. In a column with words, they are indices
	// into words.
	numbers func(dst []int32, b *Batch, from int)
	words   []string
	// literal says that words are numbers or booleans, which JSON does not quote.
	literal bool
	// values are the values that numbers index, for formats that have fractional numbers.
	// Other formats use words.
	values []float64
	// thousandths says that a number is the value in thousandths plus one, or 0 if there is
	// no value.
	thousandths bool
	// truth says that numbers are 1 for true and 0 for false in formats that have booleans.
	// Other formats use words. Unless always is set, the numbers are one higher, and 0 means that
	// there is no value.
	truth   bool
	cells   bool     // it holds names of cells
	grid    gridKind // which grid it holds, if any
	reasons bool
	steps   bool // it holds lists of steps
	// parse reads a text of a result back. readback returns where to store a number that is
	// read back.
	parse    func(b *Batch, i int, text []byte) bool
	readback func(b *Batch, i int) *int32
	// always says that every row has a value.
	always bool
	// statistic says that the column can be chosen by Statistics.
	statistic bool
	// extra is the word that requests the column, if it is one of the Extras.
	extra string
	// training says that only training data has the column.
	training bool
	// unsolved says that it is known without solving the puzzle.
	unsolved bool
}

// numeric reports whether the column holds numbers.
func (c *outputColumn) numeric() bool {
	return c.numbers != nil && c.words == nil && !c.thousandths
}

// fractional reports whether the column holds fractional numbers, which a row can lack.
func (c *outputColumn) fractional() bool { return c.values != nil || c.thousandths }

// outputColumns is the only table of what gridmill writes about each puzzle, in the order
// of the output. It defines what columns hold. Each format decides how to write that.
var outputColumns = append([]outputColumn{
	FileColumn: {name: "file", origin: ofFile, always: true, unsolved: true},
	LineColumn: {name: "line", origin: ofLine, always: true, unsolved: true},
	// Blanks are always dots here. A puzzle column of the input keeps its characters.
	PuzzleColumn:   {name: "puzzle", grid: ofPuzzle, unsolved: true},
	SolutionColumn: {name: "solution", grid: ofSolution, parse: parseSolution},
	VerdictColumn: {
		name: "verdict", always: true,
		words: textsOf(solver.NumVerdicts, func(i int) string { return solver.Verdict(i).String() }),
		numbers: func(dst []int32, b *Batch, from int) {
			results := b.Results[from:][:len(dst)]
			for i := range results {
				dst[i] = int32(results[i].Verdict)
			}
		},
		parse: parseVerdict,
	},
	CountColumn: {
		name: "solution_count",
		numbers: func(dst []int32, b *Batch, from int) {
			results := b.Results[from:][:len(dst)]
			for i := range results {
				dst[i] = results[i].Count
			}
		},
		readback: func(b *Batch, i int) *int32 { return &b.Results[i].Count },
	},
	CluesColumn: {
		name: "clues", statistic: true, unsolved: true,
		numbers: func(dst []int32, b *Batch, from int) {
			solver.CountClues(dst, b.Puzzles[from:from+len(dst)])
		},
		readback: func(b *Batch, i int) *int32 { return &b.Readback.Clues[i] },
	},
	GuessesColumn: {
		name: "guesses", statistic: true,
		numbers: func(dst []int32, b *Batch, from int) {
			results := b.Results[from:][:len(dst)]
			for i := range results {
				dst[i] = results[i].Guesses
			}
		},
		readback: func(b *Batch, i int) *int32 { return &b.Results[i].Guesses },
	},
	BacktracksColumn: {
		name: "backtracks", statistic: true,
		numbers: func(dst []int32, b *Batch, from int) {
			results := b.Results[from:][:len(dst)]
			for i := range results {
				dst[i] = results[i].Backtracks
			}
		},
		readback: func(b *Batch, i int) *int32 { return &b.Results[i].Backtracks },
	},
	DepthColumn: {
		name: "max_depth", statistic: true,
		numbers: func(dst []int32, b *Batch, from int) {
			results := b.Results[from:][:len(dst)]
			for i := range results {
				dst[i] = results[i].MaxDepth
			}
		},
		readback: func(b *Batch, i int) *int32 { return &b.Results[i].MaxDepth },
	},
	PassesColumn: {
		name: "passes", statistic: true,
		numbers: func(dst []int32, b *Batch, from int) {
			results := b.Results[from:][:len(dst)]
			for i := range results {
				dst[i] = results[i].Passes
			}
		},
		readback: func(b *Batch, i int) *int32 { return &b.Results[i].Passes },
	},
	WeightColumn: {
		name: "weight", words: weightTexts, literal: true, values: weights,
		numbers: weightsOf,
		parse:   parseWeight,
	},
	MinimalColumn: {
		name: "minimal", always: true,
		words: []string{"false", "true"}, literal: true, truth: true,
		numbers: func(dst []int32, b *Batch, from int) {
			for i, minimal := range b.minimal[from:][:len(dst)] {
				dst[i] = 0
				if minimal {
					dst[i] = 1
				}
			}
		},
		parse: parseMinimal,
	},
	SearchStepsColumn: {
		name:    "search_steps",
		numbers: func(dst []int32, b *Batch, from int) { copy(dst, b.searchSteps[from:]) },
		parse: func(b *Batch, i int, text []byte) (ok bool) {
			b.searchSteps[i], ok = gridtext.ParseNumber(text)
			return ok
		},
	},
	AnswerColumn: {
		name:  "answer",
		words: textsOf(NumAnswers, func(i int) string { return AnswerClass(i).String() }),
		numbers: func(dst []int32, b *Batch, from int) {
			for i := range dst {
				dst[i] = int32(b.Answers[from+i])
			}
		},
		parse: parseAnswer,
	},
	ReasonColumn: {name: "reason", reasons: true, parse: parseReasonField, unsolved: true},
	MinlexColumn: {name: "minlex", grid: ofMinlex, parse: parseMinlex, extra: "minlex"},
	ClassColumn:  {name: "solution_class", grid: ofClass, parse: parseClass, extra: "class"},
	SymmetriesColumn: {
		name: "symmetries", extra: "symmetries",
		numbers:  func(dst []int32, b *Batch, from int) { copy(dst, b.Symmetries[from:]) },
		readback: func(b *Batch, i int) *int32 { return &b.Symmetries[i] },
	},
	// Rows of training data come from a split instead of a file, and their line is the row
	// of their base.
	BaseColumn: {name: "base", origin: ofLine, always: true, training: true},
	MorphColumn: {
		name: "morph", always: true, training: true,
		numbers: func(dst []int32, b *Batch, from int) { copy(dst, b.imageIndex[from:]) },
	},
	SplitColumn: {name: "split", origin: ofFile, always: true, training: true},
	DifficultyColumn: {
		name: "difficulty", extra: "difficulty", words: append([]string{ladder.Unrated.String()}, ladder.DifficultyNames()...),
		numbers: func(dst []int32, b *Batch, from int) {
			copyRatings(dst, b, from, func(r *Rating) int32 { return int32(r.Difficulty) })
		},
		parse: parseDifficulty,
	},
	GuessesMeanColumn: {
		name: "guesses_mean", extra: "guesses_mean", thousandths: true,
		numbers: func(dst []int32, b *Batch, from int) {
			copyRatings(dst, b, from, func(r *Rating) int32 { return r.GuessesMean })
		},
		parse: parseGuessesMean,
	},
	BackdoorColumn: {
		name: "backdoor", extra: "backdoor", words: backdoorNames, literal: true,
		numbers: func(dst []int32, b *Batch, from int) {
			copyRatings(dst, b, from, func(r *Rating) int32 { return r.Backdoor })
		},
		parse: parseBackdoor,
	},
	ExplainerRatingColumn: {
		name: "explainer_rating", extra: "explainer_rating", thousandths: true,
		numbers: func(dst []int32, b *Batch, from int) {
			copyRatings(dst, b, from, func(r *Rating) int32 { return r.ExplainerRating })
		},
		parse: parseExplainerRating,
	},
	StepsColumn: {name: "steps", extra: "steps", steps: true, parse: parseSteps},
	NeededColumn: {
		name: "minimal", extra: "minimal", words: neededTexts, literal: true, truth: true,
		numbers: func(dst []int32, b *Batch, from int) {
			copyRatings(dst, b, from, func(r *Rating) int32 { return r.Redundant.needed })
		},
		parse: parseNeeded,
	},
	RedundantColumn: {name: "redundant", extra: "redundant", cells: true, parse: parseRedundant},
	HardestColumn: {
		name: "hardest", extra: "techniques", words: hardestNames,
		numbers: func(dst []int32, b *Batch, from int) {
			copyRatings(dst, b, from, func(r *Rating) int32 { return int32(r.Hardest) })
		},
		parse: parseHardest,
	},
}, techniqueColumns()...)

// textsOf returns the texts of the numbers below n.
func textsOf(n int, text func(int) string) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = text(i)
	}
	return texts
}

// sameInTraining are columns with the same value in all rows of training data, since it only
// has unique puzzles.
var sameInTraining = []string{"verdict", "solution_count", "answer", "reason"}

// columnsFor returns gridmill's columns for the output of a data set, with names that
// differ from those of the input's own columns.
func columnsFor(s *Schema, o *WriteOptions) []outputColumn {
	var chosen []outputColumn
	for _, c := range outputColumns {
		switch {
		case c.name == "puzzle" && s.CarriesPuzzle,
			o.Scoring != nil && slices.Contains(hiddenByScores, c.name),
			c.name == "answer" && !s.HasAnswers,
			!c.fitsGenerated(s),
			c.origin != ofNowhere && !c.training && !o.Source,
			o.Unsolved && c.origin == ofNowhere && c.grid != ofPuzzle,
			c.training != o.Training && (c.training || slices.Contains(sameInTraining, c.name)),
			(c.statistic || c.extra != "") && !slices.Contains(o.Stats.names, c.name):
			continue
		}
		c.name = s.freeName(c.name)
		chosen = append(chosen, c)
	}
	if o.Scoring != nil {
		for _, c := range o.Scoring.columns(s.HasAnswers) {
			c.name = s.freeName(c.name)
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// fitsGenerated reports whether the output can have the column, depending on how puzzles are generated.
// Generated puzzles have a column minimal in any case.
func (c *outputColumn) fitsGenerated(s *Schema) bool {
	switch c.name {
	case WeightColumn.String():
		return s.Generated
	case SearchStepsColumn.String():
		return s.Searched
	case MinimalColumn.String():
		return s.Generated == (c.extra == "")
	}
	return true
}

// freeName returns the name for a column in the output, which none of the kept columns has.
func (s *Schema) freeName(name string) string {
	for slices.ContainsFunc(s.Kept, func(f Field) bool { return strings.EqualFold(f.Name, name) }) {
		name += takenSuffix
	}
	return name
}
