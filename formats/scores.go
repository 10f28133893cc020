package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/score"
	"github.com/gridmill/gridmill/solver"
)

// Scoring specifies which columns hold model outputs, and how to score them.
type Scoring struct {
	Columns []int         // indices into Schema.Kept
	Names   []string      // column names
	Moves   bool          // outputs are lists of moves
	Reward  *score.Reward // may be nil
	GroupBy *GroupBy      // how to group scores in ScoreCounts; may be nil
}

// An outputScore is the score of a model output.
type outputScore struct {
	score.Score
	moves   score.Moves // zero unless outputs are lists of moves
	missing bool        // whether the output is missing
	other   bool        // whether the output is counted in OutputCounts.Other
	reward  int32       // reward in thousandths, or 0 if Scoring.Reward is nil
}

// FindScores scores the model outputs of all rows. b.Results must already be set.
func (b *Batch) FindScores(c *Scoring) {
	b.scoring = c
	if c == nil {
		return
	}
	if b.scorer == nil {
		b.scorer, b.scores = score.New(), make([][]outputScore, len(c.Columns))
	}
	for k, column := range c.Columns {
		scores := slices.Grow(b.scores[k][:0], b.Len())[:b.Len()]
		for i := range scores {
			b.score(&scores[i], i, b.keptText(&b.kept[column], i, column), c.Moves)
		}
		b.scorer.Flush()
		if c.Reward != nil {
			for i := range scores {
				scores[i].reward = c.Reward.Of(&scores[i].Score, &scores[i].moves, int32(b.Puzzles[i].Clues()))
			}
		}
		b.scores[k] = scores
	}
}

func (b *Batch) score(s *outputScore, i int, text []byte, moves bool) {
	puzzle, r, answer := &b.Puzzles[i], &b.Results[i], b.AnswerGrid(i)
	s.missing = len(text) == 0
	if moves {
		b.scorer.QueueMoves(&s.Score, &s.moves, puzzle, r, answer, text)
	} else {
		found := extract.Last(text)
		b.scorer.Queue(&s.Score, puzzle, r, answer, &found)
	}
	s.other = s.Cells != solver.Cells && b.First+int64(i) < OtherRows && isOther(text, moves)
}

// isOther reports whether an output has a grid instead of moves, or the reverse. The parameter
// moves says whether the output should have moves.
func isOther(text []byte, moves bool) (other bool) {
	if moves {
		found := extract.Last(text)
		return found.Whole()
	}
	extract.Moves(text, func(extract.Move) { other = true })
	return other
}

// columns returns the score columns. If several columns hold model outputs, the name of each score
// column starts with the name of the column that it scores. A nil Scoring has no columns.
func (c *Scoring) columns(hasAnswers bool) (columns []outputColumn) {
	if c == nil {
		return nil
	}
	for k, name := range c.Names {
		for _, column := range c.columnsOf(k, hasAnswers) {
			if len(c.Names) > 1 {
				column.name = name + "_" + column.name
			}
			columns = append(columns, column)
		}
	}
	return columns
}

func (c *Scoring) columnsOf(k int, hasAnswers bool) []outputColumn {
	numbers := func(of func(*outputScore) int32) numberSource {
		return numbersOf(func(b *Batch, i int) int32 { return of(&b.scores[k][i]) })
	}
	count := func(name string, of func(*outputScore) int32) outputColumn {
		return outputColumn{name: name, kind: kindInteger, always: true, numbers: numbers(of)}
	}
	truth := func(name string, of func(*outputScore) bool) outputColumn {
		return outputColumn{
			name: name, kind: kindBoolean, always: true, words: booleanWords, literal: true,
			numbers: numbers(func(s *outputScore) int32 { return toNumber(of(s)) }),
		}
	}
	columns := []outputColumn{
		{name: "found", kind: kindWord, words: foundNames, numbers: numbers(func(s *outputScore) int32 {
			if s.missing {
				return 0
			}
			return 1 + s.Kind
		})},
		count("cells", func(s *outputScore) int32 { return s.Cells }),
		count("filled", func(s *outputScore) int32 { return s.Filled }),
		count("clues_kept", func(s *outputScore) int32 { return s.CluesKept }),
		count("conflicts", func(s *outputScore) int32 { return s.Conflicts }),
		{
			name: "cells_right", kind: kindThousandths,
			numbers: numbers(func(s *outputScore) int32 { return max(0, 1000*s.CellsRight+1) }), // 0 for score.Unknown
		},
		truth("solved", func(s *outputScore) bool { return s.Solved }),
		truth("consistent", func(s *outputScore) bool { return s.Consistent }),
	}
	if hasAnswers {
		columns = append(columns, outputColumn{
			name: "exact", kind: kindBoolean, words: truthTexts, literal: true,
			numbers: numbersOf(func(b *Batch, i int) int32 {
				if b.AnswerGrid(i) == nil {
					return 0
				}
				return 1 + toNumber(b.scores[k][i].Exact)
			}),
		})
	}
	if c.Moves {
		columns = append(columns,
			count("moves", func(s *outputScore) int32 { return int32(s.moves.Made) }),
			count("moves_legal", func(s *outputScore) int32 { return int32(s.moves.Legal) }),
			count("moves_consistent", func(s *outputScore) int32 { return int32(s.moves.Consistent) }),
			count("moves_forced", func(s *outputScore) int32 { return int32(s.moves.Forced) }),
			count("moves_repeated", func(s *outputScore) int32 { return int32(s.moves.Repeated) }),
			count("first_wrong", func(s *outputScore) int32 { return int32(s.moves.FirstWrong) }))
	}
	if c.Reward != nil {
		columns = append(columns, outputColumn{
			name: "reward", kind: kindThousandths, always: true,
			numbers: numbers(func(s *outputScore) int32 { return s.reward + 1 }),
		})
	}
	return columns
}

// hiddenByScores lists the columns that an output with scores omits by default.
var hiddenByScores = setOf([]Column{SolutionColumn, CountColumn, AnswerColumn})
