package main

import "github.com/spf13/cobra"

func newDataset(s *session) *cobra.Command {
	var o datasetOptions
	c := &cobra.Command{
		Use:     "dataset INPUT... -o DIR/",
		Short:   "Make training data without duplicates or leaks, in layouts that training code can load",
		Long:    datasetLong,
		Example: datasetExamples,
		Args:    someInputs,
		RunE:    func(c *cobra.Command, inputs []string) error { return s.dataset(c, &o, inputs) },
	}
	o.bind(c)
	return c
}

const (
	datasetLong = `Dataset makes a directory of training data. It solves the puzzles of all inputs and
keeps those with exactly one solution. It drops rows that do not satisfy --where,
duplicates (--dedupe), and puzzles that also occur in other files (--exclude). It
divides the rest into splits that have no solutions in common (--split and --by). It
can take a sample of a split (--sample), with the same number of puzzles of each
difficulty (--each), and add morphs, which are transformed copies, after each puzzle
(--augment). It writes the splits in one or more layouts. All random choices depend
only on --seed. See gridmill help datasets.

If a run stops for any reason, repeat the command without --overwrite. It continues
after the last finished part. The bytes of the data set do not depend on such
interruptions or on the number of workers and shards. The file _SUCCESS.json is written
last, and records all options, counts and checksums.

Several processes or machines can share the work if they share the directory. Run the
same command with --shard I/N for each I. If a shard says that it must be run again, do
so later. Finally, run the command once without --shard.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but no puzzle was kept, or rows of
--exclude are not puzzles; 75 interrupted, other shards must finish first, an input was
modified during the run, or the directory is in use (run it again).`

	datasetExamples = `  # 90% for training and 10% for testing, with no solutions in common
  gridmill dataset puzzles.parquet -o set/ --layout parquet,csv

  # a thousand training puzzles with a thousand morphs each, none from an existing test set
  gridmill dataset train.csv -o small/ --exclude test.csv --split train \
      --sample train=1000 --augment train=1000 --seed 1

  # a thousand puzzles of each difficulty
  gridmill dataset puzzles.parquet -o balanced/ --split train --sample train=1000 --each difficulty

  # hard puzzles: exactly 1,000 for testing, the rest for training
  gridmill dataset bank.txt -o hard/ --where 'guesses>=10,clues<=25' --split test=1000,train`
)
