package formats

import (
	"fmt"
	"slices"
	"strings"
)

// ownColumn is a column that gridmill adds to the input's own: of texts, with text, or
// of numbers, with number and numbers. Text formats take single values, and Parquet
// takes many at once: numbers always, texts where the column has them.
type ownColumn struct {
	name string
	// text appends the value of row i. Nothing appended is no value: empty in
	// text, null in Parquet.
	text func(dst []byte, b *Batch, i int) []byte
	// number returns the value of row i.
	number func(b *Batch, i int) int32
	// numbers stores the numbers of rows from row from on, as many as dst holds,
	// since calling number for each costs more than the number.
	numbers func(dst []int32, b *Batch, from int)
	// texts appends the texts of rows [from, to), each with its length before it as
	// Parquet's PLAIN encoding has it, since calling text for each costs more. It
	// returns false where only some rows have a text, or the rows are not worth it; what
	// it appended is void then. It may be nil.
	texts func(dst []byte, b *Batch, from, to int) ([]byte, bool)
	// room is how many bytes such a text takes with its length, if all take as many.
	room int
	// parse reads a text of a result back, and recorded says where a number of
	// one belongs.
	parse    func(b *Batch, i int, text []byte) bool
	recorded func(b *Batch, i int) *int32
	// always says that no row is without a value.
	always bool
	// free says that a text may hold characters which CSV must quote.
	free bool
	// statistic says that the column can be chosen by Statistics.
	statistic bool
}

// ownColumns is the one table of what gridmill writes about each puzzle, in the
// order of the output.
var ownColumns = []ownColumn{
	PuzzleColumn:   {name: "puzzle", text: puzzleText, texts: puzzleTexts, room: gridEntry},
	SolutionColumn: {name: "solution", text: solutionText, texts: solutionTexts, room: gridEntry, parse: parseSolution},
	VerdictColumn:  {name: "verdict", text: verdictText, texts: verdictTexts, parse: parseVerdict, always: true},
	CountColumn: {
		name:   "solution_count",
		number: func(b *Batch, i int) int32 { return b.Results[i].Count },
		numbers: func(dst []int32, b *Batch, from int) {
			for i := range dst {
				dst[i] = b.Results[from+i].Count
			}
		},
		recorded: func(b *Batch, i int) *int32 { return &b.Results[i].Count },
	},
	CluesColumn: {
		name: "clues", statistic: true,
		number: func(b *Batch, i int) int32 { return int32(b.Puzzles[i].Clues()) },
		numbers: func(dst []int32, b *Batch, from int) {
			for i := range dst {
				dst[i] = int32(b.Puzzles[from+i].Clues())
			}
		},
		recorded: func(b *Batch, i int) *int32 { return &b.Recorded.Clues[i] },
	},
	GuessesColumn: {
		name: "guesses", statistic: true,
		number: func(b *Batch, i int) int32 { return b.Results[i].Guesses },
		numbers: func(dst []int32, b *Batch, from int) {
			for i := range dst {
				dst[i] = b.Results[from+i].Guesses
			}
		},
		recorded: func(b *Batch, i int) *int32 { return &b.Results[i].Guesses },
	},
	BacktracksColumn: {
		name: "backtracks", statistic: true,
		number: func(b *Batch, i int) int32 { return b.Results[i].Backtracks },
		numbers: func(dst []int32, b *Batch, from int) {
			for i := range dst {
				dst[i] = b.Results[from+i].Backtracks
			}
		},
		recorded: func(b *Batch, i int) *int32 { return &b.Results[i].Backtracks },
	},
	DepthColumn: {
		name: "max_depth", statistic: true,
		number: func(b *Batch, i int) int32 { return b.Results[i].MaxDepth },
		numbers: func(dst []int32, b *Batch, from int) {
			for i := range dst {
				dst[i] = b.Results[from+i].MaxDepth
			}
		},
		recorded: func(b *Batch, i int) *int32 { return &b.Results[i].MaxDepth },
	},
	PassesColumn: {
		name: "passes", statistic: true,
		number: func(b *Batch, i int) int32 { return b.Results[i].Passes },
		numbers: func(dst []int32, b *Batch, from int) {
			for i := range dst {
				dst[i] = b.Results[from+i].Passes
			}
		},
		recorded: func(b *Batch, i int) *int32 { return &b.Results[i].Passes },
	},
	AnswerColumn: {name: "answer", text: answerText, texts: answerTexts, parse: parseAnswer},
	ReasonColumn: {name: "reason", text: reasonText, texts: reasonTexts, parse: parseRecordedReason, free: true},
}

func puzzleText(dst []byte, b *Batch, i int) []byte {
	if b.Puzzles[i][0] == 0 {
		return dst
	}
	return append(dst, b.Puzzles[i][:]...)
}

func solutionText(dst []byte, b *Batch, i int) []byte {
	if b.Results[i].Count == 0 {
		return dst
	}
	return append(dst, b.Results[i].Solution[:]...)
}

func verdictText(dst []byte, b *Batch, i int) []byte {
	return append(dst, b.Results[i].Verdict.String()...)
}

func answerText(dst []byte, b *Batch, i int) []byte {
	return append(dst, b.Answers[i].String()...)
}

func reasonText(dst []byte, b *Batch, i int) []byte {
	if b.Reasons[i].kind == noReason {
		return dst
	}
	return b.Reasons[i].AppendText(dst)
}

// StatisticNames returns the columns that Statistics can name.
func StatisticNames() []string {
	var names []string
	for _, c := range ownColumns {
		if c.statistic {
			names = append(names, c.name)
		}
	}
	return names
}

// Statistics says which statistics stand in the output.
type Statistics struct{ names []string }

// ParseStatistics reads "all", "none" or a list of names separated by commas.
func ParseStatistics(text string) (Statistics, error) {
	known := StatisticNames()
	switch text {
	case "all":
		return Statistics{known}, nil
	case "none", "":
		return Statistics{}, nil
	}
	var s Statistics
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			return s, fmt.Errorf("there is no statistic %q; there are: %s", name, strings.Join(known, ", "))
		}
		s.names = append(s.names, name)
	}
	return s, nil
}

// columnsFor returns gridmill's columns for the output of a data set, under
// names that none of the input's own columns bears.
func columnsFor(s *Schema, stats Statistics) []ownColumn {
	var chosen []ownColumn
	for _, c := range ownColumns {
		switch {
		case c.name == "puzzle" && s.CarriesPuzzle,
			c.name == "answer" && !s.HasAnswers,
			c.statistic && !slices.Contains(stats.names, c.name):
			continue
		}
		for slices.ContainsFunc(s.Kept, func(f Field) bool { return strings.EqualFold(f.Name, c.name) }) {
			c.name += found
		}
		chosen = append(chosen, c)
	}
	return chosen
}
