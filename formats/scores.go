package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/score"
	"github.com/gridmill/gridmill/solver"
)

// Scoring specifies which columns hold model outputs, and how to score them.
type Scoring struct {
	Columns []int         // indices in Schema.Kept
	Names   []string      // names of these columns
	Moves   bool          // outputs are lists of moves
	Reward  *score.Reward // may be nil
	GroupBy *GroupBy      // how to group scores in ScoreCounts; may be nil
}

// Scores holds, for each row of a batch, the scores of the output in one column.
type Scores struct {
	Found   []score.Score
	Moves   []score.Moves // empty unless outputs are lists of moves
	Missing []bool        // whether the output is missing
	Rewards []int32       // rewards in thousandths
}

func (s *Scores) resize(n int, c *Scoring) {
	s.Found = slices.Grow(s.Found[:0], n)[:n]
	s.Missing = slices.Grow(s.Missing[:0], n)[:n]
	if c.Moves {
		s.Moves = slices.Grow(s.Moves[:0], n)[:n]
	}
	if c.Reward != nil {
		s.Rewards = slices.Grow(s.Rewards[:0], n)[:n]
	}
}

// FindScores scores the model outputs of all rows. The results of the rows must be known.
func (b *Batch) FindScores(c *Scoring) error {
	b.scoring = c
	if c == nil {
		return nil
	}
	if b.scorer == nil {
		var err error
		if b.scorer, err = score.New(); err != nil {
			return err
		}
		b.Scores = make([]Scores, len(c.Columns))
	}
	for k, column := range c.Columns {
		s := &b.Scores[k]
		s.resize(b.Len(), c)
		for i := range s.Found {
			b.score(s, i, b.keptText(&b.kept[column], i, column), c.Moves)
		}
		b.scorer.Flush()
		if c.Reward != nil {
			for i := range s.Rewards {
				s.Rewards[i] = b.reward(c.Reward, s, i)
			}
		}
	}
	return nil
}

func (b *Batch) reward(r *score.Reward, s *Scores, i int) int32 {
	clues := int32(b.Puzzles[i].Clues())
	if len(s.Moves) > 0 {
		return r.Of(&s.Found[i], &s.Moves[i], clues)
	}
	return r.Of(&s.Found[i], nil, clues)
}

func (b *Batch) score(s *Scores, i int, text []byte, moves bool) {
	puzzle, r, answer := &b.Puzzles[i], &b.Results[i], b.answerOf(i)
	s.Missing[i] = len(text) == 0
	if moves {
		b.scorer.QueueMoves(&s.Found[i], &s.Moves[i], puzzle, r, answer, text)
		return
	}
	found := extract.Last(text)
	b.scorer.Queue(&s.Found[i], puzzle, r, answer, &found)
}

// answerOf returns the data set's answer for row i, or nil if the row has no answer.
func (b *Batch) answerOf(i int) *solver.Grid {
	if len(b.Answers) == 0 || b.Answers[i] == NoAnswer || b.Answers[i] == Unreadable {
		return nil
	}
	return &b.answerGrids[i]
}

// foundNames lists the values of the column "found". The value "" means a missing output.
var foundNames = []string{""}

func init() {
	for kind := range extract.NumKinds {
		foundNames = append(foundNames, extract.KindName(kind))
	}
}

// columns returns the columns of scores for all outputs. If there are several outputs, each column
// name starts with the name of the output.
func (c *Scoring) columns(hasAnswers bool) (columns []outputColumn) {
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
	numbers := func(of func(*score.Score) int32) numberSource {
		return numbersOf(func(b *Batch, i int) int32 { return of(&b.Scores[k].Found[i]) })
	}
	count := func(name string, of func(*score.Score) int32) outputColumn {
		return outputColumn{name: name, kind: kindInteger, always: true, numbers: numbers(of)}
	}
	truth := func(name string, of func(*score.Score) bool) outputColumn {
		return outputColumn{
			name: name, kind: kindBoolean, always: true, words: booleanWords, literal: true,
			numbers: numbers(func(s *score.Score) int32 { return toNumber(of(s)) }),
		}
	}
	columns := []outputColumn{
		{name: "found", kind: kindWord, words: foundNames, numbers: numbersOf(func(b *Batch, i int) int32 { return b.Scores[k].foundName(i) })},
		count("cells", func(s *score.Score) int32 { return s.Cells }),
		count("filled", func(s *score.Score) int32 { return s.Filled }),
		count("clues_kept", func(s *score.Score) int32 { return s.CluesKept }),
		count("conflicts", func(s *score.Score) int32 { return s.Conflicts }),
		{
			name: "cells_right", kind: kindThousandths,
			numbers: numbers(func(s *score.Score) int32 { return max(0, 1000*s.CellsRight+1) }), // 0 for score.Unknown
		},
		truth("solved", func(s *score.Score) bool { return s.Solved }),
		truth("consistent", func(s *score.Score) bool { return s.Consistent }),
	}
	if hasAnswers {
		columns = append(columns, outputColumn{
			name: "exact", kind: kindBoolean, words: truthTexts, literal: true,
			numbers: numbersOf(func(b *Batch, i int) int32 {
				if b.answerOf(i) == nil {
					return 0
				}
				return 1 + toNumber(b.Scores[k].Found[i].Exact)
			}),
		})
	}
	if c.Moves {
		columns = append(columns, moveColumns(k)...)
	}
	if c.Reward != nil {
		columns = append(columns, outputColumn{
			name: "reward", kind: kindThousandths, always: true,
			numbers: numbersOf(func(b *Batch, i int) int32 { return b.Scores[k].Rewards[i] + 1 }),
		})
	}
	return columns
}

// foundName returns the index in foundNames for row i.
func (s *Scores) foundName(i int) int32 {
	if s.Missing[i] {
		return 0
	}
	return 1 + int32(kindOf(&s.Found[i]))
}

func kindOf(s *score.Score) int { return (&extract.Found{Shape: s.Shape, Place: s.Place}).Kind() }

func moveColumns(k int) []outputColumn {
	count := func(name string, of func(*score.Moves) int32) outputColumn {
		numbers := numbersOf(func(b *Batch, i int) int32 { return of(&b.Scores[k].Moves[i]) })
		return outputColumn{name: name, kind: kindInteger, always: true, numbers: numbers}
	}
	return []outputColumn{
		count("moves", func(m *score.Moves) int32 { return m.Made }),
		count("moves_legal", func(m *score.Moves) int32 { return m.Legal }),
		count("moves_consistent", func(m *score.Moves) int32 { return m.Consistent }),
		count("moves_forced", func(m *score.Moves) int32 { return m.Forced }),
		count("moves_repeated", func(m *score.Moves) int32 { return m.Repeated }),
		count("first_wrong", func(m *score.Moves) int32 { return m.FirstWrong }),
	}
}

// hiddenByScores lists the columns that an output with scores omits unless they are selected.
var hiddenByScores = []string{"solution", "solution_count", "answer"}
