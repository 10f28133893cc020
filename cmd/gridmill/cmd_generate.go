package main

import "github.com/spf13/cobra"

func newGenerate(s *session) *cobra.Command {
	made := new(generateOptions)
	o := solveOptions{rows: made}
	c := &cobra.Command{
		Use:     "generate --count N -o OUTPUT",
		Short:   "Generate puzzles with their solutions and statistics",
		Long:    generateLong,
		Example: generateExamples,
		Args:    noArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return s.solveRows(c, &o, nil) },
	}
	made.bind(c, &o)
	return c
}

const (
	generateLong = `Generate draws random solution grids, removes clues from each grid in random order as
long as the solution remains unique, and solves the resulting puzzles. It writes the
same rows as gridmill solve, with two more columns. The column "minimal" says that no
single clue can be removed, and the column "weight" is explained below. The same
options and seed produce the same bytes on every machine, with any number of workers,
in one run or in shards.

Rows depend only on the seed, --count and the options that decide which puzzles are
made (--clues, --symmetry, --minimal, --per-grid, --guesses, --difficulty, --harder,
--from). If all puzzles are of one kind, a longer run starts with the rows of a shorter
run. Runs with another seed or other options have unrelated solutions. Easy and hard
puzzles of the same seed can therefore be training and test data. --minimal without
other options changes nothing, because all puzzles are minimal anyway.

Runs with --from are different: runs from the same FILE have most solutions in common,
even if their other options differ. To make training and test data from the puzzles of
such runs, use gridmill dataset, which keeps equivalent solutions in one split.

To make other puzzles with the same solutions, use --grids-of. --grids-of 1 uses the
grids of a run with --seed 1 and no other options, except in rows where it finds no
puzzle with that grid.

All 6,670,903,752,021,072,936,960 grids are equally likely, and each grid is drawn
independently of the others. Puzzles are not equally likely: removing clues at random
makes puzzles with few clues far more often than they occur among all minimal puzzles
(24.4 clues on average instead of 26.6). To correct a mean for this bias, weight it by
the column "weight". A weight is the fraction of all minimal puzzles that have this
number of clues, divided by the fraction of generated puzzles that have it. The weight
is empty with --symmetry, and with --clues but not --minimal. It is also empty for
fewer than 22 or more than 30 clues, because the fractions of such puzzles are not
known well enough.

If a puzzle does not satisfy the options, gridmill tries again with the clues in
another order, and after every 1,000 attempts with another grid. Some puzzles are very
rare: progress shows how many attempts the rows have taken and estimates the time left.
With --attempts, the run fails at the first row that takes more attempts. An output
file appears only when it is complete, and a run that stops earlier keeps nothing. For
a long search, use -o DIR/ with a small --part-rows to keep all complete parts, or -o -
to write the rows, in order, as they are found.

Puzzles with 8 or more guesses and puzzles of --difficulty extreme are not made at
random. gridmill searches for them among the neighbours of hard puzzles. With --harder,
it searches for other puzzles in the same way. A search starts from the hardest of 256
random puzzles and proceeds in steps. A step removes each clue of the four hardest
puzzles so far and finds the solutions of the rest. For each digit that only one of
these solutions has in its cell, it then makes a puzzle with this digit as a clue. From
the hardest of the new puzzles, it removes the clues that are not needed, in random
order. The column "guesses_mean" has the guesses of a puzzle, as a mean over ten
morphs. The column "search_steps" says after how many steps a row was found.

A search, also called a lineage, makes 16 rows: rows 1 to 16, 17 to 32 and so on. No
two rows of a lineage have equivalent solutions, but their puzzles are related. If
puzzles that differ by one clue must not be in different splits, keep lineages
together.

With --from FILE, gridmill searches among the neighbours of the puzzles in FILE
instead, with one lineage for each puzzle. It looks for puzzles that take at least as
many guesses as the puzzle in FILE, or for the puzzles that --guesses or --difficulty
selects. Equivalent puzzles in FILE count as one puzzle. If a search finds no more
puzzles, it starts again from the same puzzle, with up to three more clues. No row is
equivalent to a puzzle in FILE, or has an equivalent solution.

Lineages are independent of each other, so each lineage can be made separately. Rows of
different lineages are rarely equivalent: in 100,000 rows with --guesses 16:, no two
are. With --from, however, searches from related puzzles can meet. Of 80,000 rows from
a list of 5,000 hard puzzles, 1.5% are equivalent to an earlier row. To keep only the
first of several equivalent puzzles, use gridmill dataset with its default --dedupe
minlex.

--steps limits the search for a row, in the same way as --attempts limits random
attempts. All puzzles that a search finds are minimal. --clues, --symmetry, --per-grid
and --grids-of cannot be combined with --harder. With these options, even rare puzzles
are made at random.

To mix kinds of puzzles, give --clues, --guesses or --difficulty a list of kinds with
the number of puzzles of each kind, such as --difficulty easy=250,hard=750. Rows of all
kinds are mixed in random order. The easy rows are the same as those of a run with
--difficulty easy and the same seed. With --from, each kind starts at the puzzle in
FILE that follows the last puzzle of the previous kind.

For a long run, give an output name that ends in /. gridmill then writes a directory of
parts. To continue a run that stopped, repeat the command. Shards do not need a plan:
give all shards the same options, and then use gridmill merge.

Exit codes: 0 done; 1 failed; 2 wrong usage; 75 interrupted, or the directory is in use
(run it again).`

	generateExamples = `  # ten million puzzles, each from its own solution grid
  gridmill generate --count 10M -o puzzles.parquet

  # symmetric puzzles with 26 to 30 clues, as printed in newspapers
  gridmill generate --count 1000 --clues 26:30 --symmetry half-turn -o print.csv

  # hard puzzles: at least ten guesses
  gridmill generate --count 1000 --guesses 10: --seed 7 -o hard.txt

  # puzzles that no technique solves, not even trial and error
  gridmill generate --count 100 --difficulty extreme -o extreme.csv

  # equal numbers of four difficulties, in random order
  gridmill generate --difficulty easy=250,medium=250,hard=250,unfair=250 --with difficulty -o mixed.csv

  # puzzles like those in a list, and at least as hard
  gridmill generate --count 1000 --from hardest.txt -o more.csv

  # puzzles that are medium to hard for people, with the techniques they need
  gridmill generate --count 1000 --difficulty medium:hard --with techniques -o rated.csv

  # a billion puzzles on 64 machines that share a directory (shard 3 of 0 to 63)
  gridmill generate --count 1B --seed 1 --shard 3/64 -o big/
  gridmill merge -o big/ --into big.parquet`
)
