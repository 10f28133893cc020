package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats/files"
)

func newScore(s *session) *cobra.Command {
	o := solveOptions{rows: fileRows{}, scores: new(scoreOptions)}
	c := &cobra.Command{
		Use:     "score INPUT... [-o OUTPUT]",
		Short:   "Score the outputs of models",
		Long:    scoreLong,
		Example: scoreExamples,
		Args:    someInputs,
		RunE: func(c *cobra.Command, inputs []string) error {
			if o.output != files.StdStream && isDirectory(o.output) {
				return usageError{errors.New("-o must be a file; scores are not written in parts")}
			}
			return s.solveToFile(c, &o, inputs)
		},
	}
	o.bindScore(c)
	return c
}

const (
	scoreLong = `Score reads puzzles and what models wrote about them from the same files as gridmill
solve, finds the last whole grid in each output, and compares it with the clues, the
solution, and the answer if the data set has one. Answers are not required, because
score solves the puzzles. If a puzzle has several solutions, any of them counts.

Outputs are in the columns, or JSON fields, that --predictions names; columns called
prediction, predictions, output, response, completion, model_output or pred are known.
They can be 81 characters, grids, lists, tables, LaTeX, JSON, or any of these in
reasoning; of chat messages, the last one of the assistant is scored. With --moves,
outputs are moves instead: [row, column, digit] from 1, tool calls with these keys, or
r1c3=4.

The summary gives shares of all rows, including rows without an output, with 95%
confidence intervals, and compares several outputs side by side. --by shows the share
solved in each group. With -o, one row is written for each row that is read, with the
columns of gridmill help scores for each output.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done, but all rows are invalid, 75
interrupted, or an input was modified during the run (run it again).`

	scoreExamples = `  # how many did the model solve?
  gridmill score answers.jsonl

  # two models side by side, by difficulty, with the scores of each row
  gridmill score runs.parquet -o scores.parquet --predictions model_a,model_b --by difficulty

  # rewards for training
  gridmill score rollouts.jsonl -o rewards.jsonl --reward 'solved=1,cells_right=0.2,conflicts=-0.1'

  # games played with tool calls
  gridmill score games.jsonl --predictions messages --moves`
)
