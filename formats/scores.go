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

// Scores holds the scores of one model output for each row of a batch.
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
	var clues int32
	if b.Puzzles[i][0] != 0 {
		clues = int32(b.Puzzles[i].Clues())
	}
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
