package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/pipeline/keys"
)

// verifyOptions are the flags of verify as they were given.
type verifyOptions struct {
	inputOptions
	prove                    bool
	input                    []string
	against                  []string
	by, with                 string
	solver                   string
	maxSolutions, maxGuesses int32
	workers                  int
	maxFaults                int
	progress                 string
}

func newVerify(s *session) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:     "verify INPUT...",
		Short:   "Check results without the solvers' code, and find leaks between sets",
		Long:    verifyLong,
		Example: verifyExamples,
		Args:    someInputs,
		RunE: func(c *cobra.Command, inputs []string) error {
			if o.comparesSets() {
				return s.findLeaks(c.Context(), &o, inputs)
			}
			return s.verify(c.Context(), &o, inputs)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringArrayVar(&o.input, "input", nil, "compare the rows of one result, and their order, with the `FILE` that it was made of; can be given several times")
	f.BoolVar(&o.prove, "prove", false, "also solve every puzzle again with another solver, and compare")
	f.StringVar(&o.solver, "solver", "", "solver `VARIANT` that proves: "+strings.Join(solverNames(), ", ")+"; by default dlx, or mrv for what dlx made")
	numberVar(f, &o.maxSolutions, "max-solutions", 2, "how many solutions the run counted, `N`, for --prove")
	numberVar(f, &o.maxGuesses, "max-guesses", 0, "the `N` guesses that the run allowed for a puzzle, for --prove; 0 is no limit")
	f.StringVar(&o.with, "with", "", "the `COLUMNS` that the run added, where the result does not say how: only guesses_mean:N and steps:search matter")
	f.StringArrayVar(&o.against, "against", nil, "find puzzles that leak from `FILE`: compare those of the inputs with its own; can be given several times")
	f.StringVar(&o.by, "by", "", "when two puzzles count as the same, `CRITERION`: "+strings.Join(keys.ByNames, ", ")+"; by default solution")
	o.bind(c)
	o.bindAnswers(c)
	numberVar(f, &o.maxFaults, "max-faults", 100, "print no more than `N` faults, and count the rest")
	numberVar(f, &o.workers, "workers", grantedProcessors(), "check `N` batches at once, by default one per processor")
	bindProgress(c, &o.progress, "faults")
	complete(c, map[string][]string{"solver": solverNames(), "by": keys.ByNames})
	return c
}

const (
	verifyLong = `Verify reads results that solve wrote and checks every row: solutions must be full
grids that keep their puzzles' clues, and verdicts, counts, statistics, answers and
reasons must agree with each other and with the puzzle. Lines of text hold puzzles,
counts and solutions alone, so only these are checked. Verify does this without the
solvers' code. The columns of --with are found again for every row, by the code that
found them, and compared. Parquet files and parts record how many morphs guesses_mean is
of, and whether steps go on by a search; for other files, say so with --with. Of puzzles that
generate made, a weight must be that of their clues; one that is missing, and minimal
false where all puzzles are minimal, are noticed only where a Parquet file or a plan says
how they were made, and a wrong minimal in general only with --prove. Results are files,
directories, patterns, or - for standard input. Give --column and --answer-column as for
solve; for parts the plan has them.

Of a directory of parts it also checks that all parts of the plan are there and
nothing else, that their bytes are those that were written, and that their rows add
up to the verdicts, answers, guesses and hardest puzzles that are recorded. A copy of
a directory without its plan is compared with its _SUCCESS.json alone.

The reason why a row is invalid must be a code that gridmill knows, but is not compared
with the row, as a puzzle that cannot be read may be left out or converted.

With --input, the rows of one file of results are compared with those of its input, row
by row: their puzzles, the columns that both have by name, and the file and line where
--source says that a row came from.

With --prove, every puzzle is also solved again by another solver than the one that
made the result, and the two are compared. Parts and Parquet files name their solver;
for other files the default is assumed, so choose another one with --solver if they
were made by another. Give --max-solutions and --max-guesses as for solve; for parts
the plan has them. The solver that made a result in this version can prove it, too, with
--solver: then guesses, backtracks, max_depth and passes must be the same.

Of the folder of a data set that gridmill dataset made it checks every promise: files,
arrays, indices and counts, each row, and what no two puzzles and no two splits may
share (see gridmill help datasets).

Each fault is one line on standard output: file, line, row, what is wrong and what
was expected.

With --against, the puzzles of any files (puzzles or results, in any format) are
compared with those of others, and nothing else is checked. A row leaks if its
solution, or with --by puzzle the puzzle itself, is an image of one of the other set:
the same in another guise. With --by neighbours it also leaks if two puzzles are images
of each other after each loses one clue. Without --against, --by compares the splits
that a column called split names, or two inputs. Each leak is one line, and the shares
of the sets come last. A row of either set that cannot be read is a fault, too, as it may
leak. One without a single solution is only counted, unless puzzles are compared
(--by puzzle). Meanwhile keys stand in the folder for temporary files: 24 bytes
for each row, or for each clue with --by neighbours.

Exit codes: 0 no faults or leaks, 1 faults, leaks, rows that cannot be compared as they
cannot be read, a promise that cannot be checked as a file of --exclude is gone, or
failed, 2 wrong usage, 75 interrupted, or the directory is in use.`

	verifyExamples = `  gridmill verify solved.parquet
  gridmill verify solved.csv.zst --prove
  gridmill verify solved.csv --input sudoku.csv
  gridmill verify solved/
  gridmill verify counted.csv --prove --solver mrv --max-solutions 100

  # a data set, with the promise that each puzzle has a single solution
  gridmill verify set/ --prove

  # may a model that trains on the one be tested with the other?
  gridmill verify test.csv --against train.csv
  gridmill verify mine.parquet --against test.csv --by puzzle
  gridmill verify all.parquet --by neighbours`
)
