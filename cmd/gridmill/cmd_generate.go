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
	generateLong = `Generate draws random solution grids, removes clues from each in random order as long
as the solution remains unique, and solves the resulting puzzles. Rows are written as
by gridmill solve, with two more columns: "minimal" says that no single clue can be
removed, and "weight" is explained below. The same options and seed give the same
bytes on every machine, with any number of workers, in one run or in shards.

Rows depend only on the seed, --count and the options that decide which puzzles are made
(--clues, --symmetry, --minimal, --per-grid, --guesses, --difficulty, --harder, --from).
A longer run of one kind of puzzles starts with the rows of a shorter one. Runs without
--from that differ in the seed or in one of these options have unrelated solutions, so
easy and hard puzzles of one seed can be training and test data. (--minimal alone
changes nothing, because all puzzles are minimal then.) Runs with --from have most
solutions in common with other runs from the same FILE, whatever their options: only
gridmill dataset, which keeps equivalent solutions in one split, makes training and test
data of them. For other puzzles with the same solutions, --grids-of 1 uses the grids of
a run with --seed 1 and without these options, except in rows for which it finds no
puzzle with that grid.

All 6,670,903,752,021,072,936,960 grids are equally likely, and each is drawn
independently of the others. Puzzles are not equally likely: removing clues at random
finds puzzles with few clues far more often than they occur among all minimal puzzles
(24.4 clues on average instead of 26.6). A mean weighted by "weight" corrects this:
the weight is the share of a number of clues among all minimal puzzles, divided by its
share here. It is empty with --symmetry, with --clues but not --minimal, and for fewer
than 22 or more than 30 clues, whose shares are not known well enough.

If a puzzle does not satisfy the options, the row is tried again with another order,
and after each 1,000 attempts with another grid, until a puzzle satisfies them. Some
puzzles are very rare: progress shows how many attempts the rows have taken and
estimates the time left. --attempts limits the search for a row: the run fails at the
first row that takes more. A file appears only when it is complete, and nothing is kept
of one that is not. For a long search use -o DIR/ with a small --part-rows, which keeps
all complete parts, or -o -, which writes rows as they are found.

From 8 guesses on, and for --difficulty extreme, puzzles are not made at random, but
searched for among the neighbours of hard ones, as with --harder for other puzzles. A
search starts from the hardest of 256 random puzzles and goes on in steps: it takes
each clue in turn out of the four hardest puzzles it has, finds the solutions of the
rest, and makes a puzzle of each digit that only one of them has in its cell. The
hardest of these lose the clues that are not needed, in random order. What counts as
guesses is their mean over ten morphs, in the column "guesses_mean"; "search_steps"
says after how many steps a row was found. A search, or lineage, makes 16 rows: rows 1
to 16, 17 to 32 and so on. They have 16 solutions that are not equivalent, but are
relatives: keep lineages together if puzzles one clue apart must not be in different
splits. --from FILE searches among the neighbours of the puzzles in FILE instead, one
lineage each, for puzzles that take at least as many guesses, or those of --guesses or
--difficulty, however many guesses FILE has. Equivalent puzzles in FILE are one. If a
search finds no more of them, it starts again from its puzzle, with up to three more
clues. No row is equivalent to a puzzle in FILE, or has an equivalent solution.

Lineages do not know of each other, so that each can be made on its own. In 100,000 rows
with --guesses 16: no two are equivalent. With --from, searches from related puzzles can
meet: of 80,000 rows from a list of 5,000 hard puzzles 1.5% are equivalent to an earlier
row. gridmill dataset, with its --dedupe minlex, keeps only the first of each.

--steps bounds the search for a row as --attempts does elsewhere. Such rows are minimal;
--clues, --symmetry, --per-grid and --grids-of do not go with --harder, and if they are
given, even rare puzzles are made at random.

--clues, --guesses or --difficulty can list kinds of puzzles with the number of each:
--difficulty easy=250,hard=750. Rows of all kinds are mixed in random order. The rows of
a kind are those of a run with --difficulty easy and the same seed. With --from, each
kind starts at the puzzle in FILE after the last one of the kind before.

An output that ends in / is a directory of parts. The same command continues a run
that was stopped. Shards do not need a plan: give each the same options, and then use
gridmill merge.

Exit codes: 0 done, 1 failed, 2 wrong usage, 75 interrupted, or the directory is in
use (run it again).`

	generateExamples = `  # ten million puzzles, each from its own solution grid
  gridmill generate --count 10M -o puzzles.parquet

  # symmetric puzzles with 26 to 30 clues, as printed in newspapers
  gridmill generate --count 1000 --clues 26:30 --symmetry half-turn -o print.csv

  # hard puzzles: at least ten guesses
  gridmill generate --count 1000 --guesses 10: --seed 7 -o hard.txt

  # puzzles that no technique solves, not even trial and error
  gridmill generate --count 100 --difficulty extreme -o extreme.csv

  # the same number of four difficulties, in random order
  gridmill generate --difficulty easy=250,medium=250,hard=250,unfair=250 --with difficulty -o mixed.csv

  # puzzles like those of a list, at least as hard
  gridmill generate --count 1000 --from hardest.txt -o more.csv

  # medium to hard for people, with the techniques that each puzzle requires
  gridmill generate --count 1000 --difficulty medium:hard --with techniques -o rated.csv

  # a billion puzzles on 64 machines that share a directory (shard 3 of 0 to 63)
  gridmill generate --count 1B --seed 1 --shard 3/64 -o big/
  gridmill merge -o big/ --into big.parquet`
)
