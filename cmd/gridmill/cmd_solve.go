package main

import "github.com/spf13/cobra"

func newSolve(s *session) *cobra.Command {
	o := solveOptions{rows: fileRows{}}
	c := &cobra.Command{
		Use:     "solve INPUT... -o OUTPUT",
		Short:   "Solve puzzles and write solutions and statistics",
		Long:    solveLong,
		Example: solveExamples,
		Args: func(c *cobra.Command, inputs []string) error {
			if o.planFile != "" {
				return nil // the plan lists the inputs
			}
			return someInputs(c, inputs)
		},
		RunE: func(c *cobra.Command, inputs []string) error { return s.solveRows(c, &o, inputs) },
	}
	o.bind(c)
	return c
}

const (
	solveLong = `Solve reads puzzles from text, CSV, Parquet and other files (see gridmill help input),
solves them, and writes one row per input row, in the same order, as CSV, Parquet, JSON
lines, Arrow or text.

Inputs are files, directories, patterns, or - for standard input. Several inputs form
one data set. gridmill recognizes formats and compressions by content and name, and
detects the columns of puzzles and answers (see gridmill inspect). It keeps the input
columns unchanged. With --source, each row also has the file and line that it came
from.

Each puzzle gets a verdict: unique, multiple, none (no solution), invalid (not a
puzzle), unfinished (--max-guesses ran out), or solved (--max-solutions 1 stopped the
search at the first solution). If the input has answers, each answer is classified as
match, other (a valid solution, but not the one found), wrong, incomplete or
unreadable.

For a long run, give an output name that ends in /. gridmill then writes a directory of
parts. If the run stops for any reason, repeat the command without --overwrite. It
continues after the last finished part. Several processes or machines can share the
work (--plan and --shard; see gridmill plan).

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but all rows are invalid or
--strict found bad rows; 75 interrupted, an input was modified during the run, or the
directory is in use (run it again).`

	solveExamples = `  # Kaggle's sets of 1 to 9 million puzzles, with answers
  gridmill solve sudoku.csv -o solved.parquet

  # Kaggle's sudoku-3m.csv: ids and difficulties stay with their puzzles
  gridmill solve sudoku-3m.csv -o solved.parquet --strict

  # Kaggle's sudoku_cluewise.csv: many puzzles have several solutions; count up to 100
  gridmill solve sudoku_cluewise.csv -o counted.csv --max-solutions 100

  # sudoku-extreme: train and test as one data set, with the split but without the answers
  gridmill solve train.csv test.csv -o extreme.parquet --keep source,question,rating --source

  # Royle's 17-clue puzzles, and tdoku's benchmark files: lines of text
  gridmill solve sudoku17.txt -o sudoku17.csv
  gridmill solve puzzles2_17_clue puzzles4_forum_hardest_1905 -o all.csv.zst

  # sudoku-exchange bank: the hash and the rating on each line become the column rest
  gridmill solve diabolical.txt -o diabolical.csv

  # RRN's train.csv has no header; GridCorpus may write grids as "[[0, 5, ...], ...]"
  gridmill solve train.csv -o train.parquet

  # Parquet: sudokubench, Ritvik19, or sudoku_v1, whose grids are lists of numbers
  gridmill solve sudoku_v1/ -o out.parquet --column grid

  # overnight, in parts; repeat the command to continue
  gridmill solve sudoku-1b.csv.zst -o solved/

  # solve the puzzles that --max-guesses left unfinished, with a larger budget
  gridmill solve night.parquet -o better.parquet --only unfinished --max-guesses 10000000

  # in a pipe, with invalid rows in a separate file
  zcat puzzles.txt.gz | gridmill solve - -o - --to csv --rejects bad.csv`
)
