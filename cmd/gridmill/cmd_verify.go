package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/pipeline/keys"
)

// verifyOptions holds the flags of verify.
type verifyOptions struct {
	inputOptions
	prove                    bool
	input                    []string
	against                  []string
	by, with, types          string
	solver                   string
	maxSolutions, maxGuesses int32
	workers                  int
	maxErrors                int
	progress                 string
}

func newVerify(s *session) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:     "verify INPUT...",
		Short:   "Check results independently of the solvers, and find leaks between data sets",
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
	f.StringArrayVar(&o.input, "input", nil, "compare the rows of a result and their order with `FILE`, the input of the run that made the result (repeatable)")
	f.BoolVar(&o.prove, "prove", false, "also solve every puzzle again with another solver, and compare the results")
	f.StringVar(&o.solver, "solver", "", "solver `VARIANT` for --prove: "+strings.Join(solverNames(), ", ")+"; by default dlx, or mrv for results of dlx")
	numberVar(f, &o.maxSolutions, "max-solutions", 2, "with --prove, the value `N` of --max-solutions in the run that made the result")
	numberVar(f, &o.maxGuesses, "max-guesses", 0, "with --prove, the value `N` of --max-guesses in the run that made the result (0 = no limit)")
	f.StringVar(&o.with, "with", "", "`COLUMNS` that the run added with --with, if the result does not record them; needed only for guesses_mean:N and steps:search")
	f.StringVar(&o.types, "types", "", "with --input, the value `TYPES` of --types in the run that made the result, if the result is CSV or JSON")
	f.StringArrayVar(&o.against, "against", nil, "find puzzles that the inputs share with `FILE` (repeatable)")
	f.StringVar(&o.by, "by", "", "`CRITERION` by which puzzles count as the same: "+strings.Join(keys.ByNames, ", ")+"; by default solution")
	o.bind(c)
	o.bindAnswers(c)
	numberVar(f, &o.maxErrors, "max-errors", 100, "print at most `N` errors, and count the rest")
	numberVar(f, &o.workers, "workers", grantedProcessors(), "check `N` batches at a time (default: one per processor)")
	bindProgress(c, &o.progress, "errors")
	complete(c, map[string][]string{"solver": solverNames(), "by": keys.ByNames})
	return c
}

const (
	verifyLong = `Verify checks every row of results that solve wrote, with code that is independent of
the solvers. Solutions must be full grids that contain the clues of their puzzles, and
verdicts, counts, statistics, answers and reasons must agree with each other and with
the puzzle. In lines of text, only puzzles, counts and solutions can be checked.
Results are files, directories, patterns, or - for standard input. Unless a result is
in parts, repeat the --column and --answer-column of solve.

Parquet files and parts record the solver and the limits of the run. If the same
version of gridmill made them, verify repeats the search, which takes as long as the
run did. The columns guesses, backtracks, max_depth and passes must then be the same.
In other files, verify only checks that these counts are possible.

Verify computes the columns of --with again, with the code that wrote them, and
compares the results. Parquet files and parts record the number of morphs of
guesses_mean, and whether steps continue with a search; for other files, repeat --with.
The reason of an invalid row must be a known code. Verify does not compare the reason
with the row, because the row may have been left out or converted.

For results of generate, the weight must match the number of clues, and verify computes
the column minimal again. Only Parquet files and plans record whether a weight may be
empty, whether all puzzles must be minimal, which rows come from the same search, and
how many puzzles of each kind must be in which rows. For other files, verify does not
check these facts. It does not repeat searches, but two rows of a search must not have
equivalent solutions, and search_steps must not fall from one row of a search to the
next. Results do not record how hard the puzzles in the FILE of generate --from were,
so verify does not check that the new puzzles are at least as hard.

In a directory of parts, verify also checks that the directory has all parts of the
plan and no other files, that the parts have the recorded checksums, and that the rows
of the parts add up to the recorded verdicts, answers, guesses and hardest puzzles.

With --input, verify compares the rows of a result with those of its input. It compares
the puzzles, the columns that have the same name in both files, and with --source the
file and line of each row. It stops at the first row that has a different puzzle. If
--types converted a column to numbers, verify compares the numbers. Parquet and Arrow
files record types; for other files, repeat --types.

With --prove, verify also solves every puzzle again with a solver other than the one
that made the result. Parts and Parquet files record their solver. Verify assumes that
other files come from the default solver; if that is wrong, use --solver. Unless a
result is in parts, repeat the --max-solutions and --max-guesses of solve.

If the input is a data set that gridmill dataset made, verify checks files, arrays,
indices, counts and rows, and that there are no duplicates and no leaks between splits
(see gridmill help datasets).

Each error is one line on standard output. It gives the file, the line, the row, what
is wrong and what was expected.

With --against, verify only compares the puzzles of the inputs with those of other
files. Both can be puzzles or results, in any format. A row leaks if its solution is
equivalent to a solution in the other set. With --by puzzle, a row leaks if its puzzle
is equivalent to a puzzle in the other set. With --by neighbours, a row also leaks if
its puzzle and a puzzle in the other set become equivalent when each loses one clue.
Without --against, --by compares two inputs, or the splits that the column split names.
Each leak is one line. At the end, verify prints the percentage of each set that leaks.
A row that cannot be read is also an error, because it might leak. Puzzles without
exactly one solution are only counted, except with --by puzzle. Temporary files take 24
bytes per row, or per clue with --by neighbours.

Exit codes: 0 no errors or leaks; 1 failed, or there are errors, leaks, rows that
cannot be read and compared, or a promise that cannot be checked because a file of
--exclude is missing; 2 wrong usage; 3 there are no rows; 75 interrupted, or the
directory is in use.`

	verifyExamples = `  # check a file or a directory of parts
  gridmill verify solved.parquet
  gridmill verify solved/

  # also compare with the input, or solve the puzzles again with another solver
  gridmill verify solved.csv --input sudoku.csv
  gridmill verify counted.csv --prove --solver mrv --max-solutions 100

  # check a data set, and prove that each puzzle has exactly one solution
  gridmill verify set/ --prove

  # can a model that trains on train.csv be tested with test.csv?
  gridmill verify test.csv --against train.csv
  gridmill verify mine.parquet --against test.csv --by puzzle
  gridmill verify all.parquet --by neighbours`
)
