package formats

import (
	"strconv"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/score"
	"github.com/gridmill/gridmill/solver"
)

// foundNames lists the values of the column "found". The value is the empty string if the output is
// missing.
var foundNames = append([]string{""}, textsOf(extract.NumKinds, extract.KindName)...)

// smallNumbers and smallValues hold the texts and the values of the numbers from 0 to 81. The first
// element of each slice is for rows without a number.
var (
	smallNumbers = append([]string{""}, textsOf(solver.Cells+1, strconv.Itoa)...)
	smallValues  = make([]float64, len(smallNumbers))
)

func init() {
	for n := range solver.Cells + 1 {
		smallValues[1+n] = float64(n)
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
		return numbersIn(func(b *Batch) []score.Score { return b.Scores[k].Found }, of)
	}
	count := func(name string, of func(*score.Score) int32) outputColumn {
		return outputColumn{name: name, always: true, numbers: numbers(of)}
	}
	truth := func(name string, of func(*score.Score) bool) outputColumn {
		return outputColumn{
			name: name, always: true, words: booleanWords, literal: true, truth: true,
			numbers: numbers(func(s *score.Score) int32 { return toNumber(of(s)) }),
		}
	}
	columns := []outputColumn{
		{name: "found", words: foundNames, numbers: foundNumbers(k)},
		count("cells", func(s *score.Score) int32 { return s.Cells }),
		count("filled", func(s *score.Score) int32 { return s.Filled }),
		count("clues_kept", func(s *score.Score) int32 { return s.CluesKept }),
		count("conflicts", func(s *score.Score) int32 { return s.Conflicts }),
		{
			name: "cells_right", words: smallNumbers, literal: true, values: smallValues,
			numbers: numbers(func(s *score.Score) int32 { return s.CellsRight - score.Unknown }),
		},
		truth("solved", func(s *score.Score) bool { return s.Solved }),
		truth("consistent", func(s *score.Score) bool { return s.Consistent }),
	}
	if hasAnswers {
		columns = append(columns, outputColumn{name: "exact", words: truthTexts, literal: true, truth: true, numbers: exactNumbers(k)})
	}
	if c.Moves {
		columns = append(columns, moveColumns(k)...)
	}
	if c.Reward != nil {
		columns = append(columns, outputColumn{
			name: "reward", always: true, thousandths: true,
			numbers: numbersIn(func(b *Batch) []int32 { return b.Scores[k].Rewards },
				func(n *int32) int32 { return *n + 1 }),
		})
	}
	return columns
}

func foundNumbers(k int) numberSource {
	return func(dst []int32, b *Batch, from int) {
		s := &b.Scores[k]
		for i := range dst {
			dst[i] = 0
			if !s.Missing[from+i] {
				dst[i] = 1 + int32(kindOf(&s.Found[from+i]))
			}
		}
	}
}

// exactNumbers returns the numbers of the column "exact", which is empty in rows without an answer.
func exactNumbers(k int) numberSource {
	return func(dst []int32, b *Batch, from int) {
		for i := range dst {
			dst[i] = 0
			if b.answerOf(from+i) != nil {
				dst[i] = 1 + toNumber(b.Scores[k].Found[from+i].Exact)
			}
		}
	}
}

func kindOf(s *score.Score) int { return (&extract.Found{Shape: s.Shape, Place: s.Place}).Kind() }

func moveColumns(k int) (columns []outputColumn) {
	for _, column := range []struct {
		name string
		of   func(*score.Moves) int32
	}{
		{"moves", func(m *score.Moves) int32 { return m.Made }},
		{"moves_legal", func(m *score.Moves) int32 { return m.Legal }},
		{"moves_consistent", func(m *score.Moves) int32 { return m.Consistent }},
		{"moves_forced", func(m *score.Moves) int32 { return m.Forced }},
		{"moves_repeated", func(m *score.Moves) int32 { return m.Repeated }},
		{"first_wrong", func(m *score.Moves) int32 { return m.FirstWrong }},
	} {
		columns = append(columns, outputColumn{
			name: column.name, always: true,
			numbers: numbersIn(func(b *Batch) []score.Moves { return b.Scores[k].Moves }, column.of),
		})
	}
	return columns
}

// hiddenByScores lists the columns that an output with scores omits.
var hiddenByScores = []string{"solution", "solution_count", "answer"}
