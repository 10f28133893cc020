package main

import "github.com/spf13/cobra"

func newDataset(s *session) *cobra.Command {
	var o datasetOptions
	c := &cobra.Command{
		Use:     "dataset INPUT... -o DIR/",
		Short:   "Make training data: no duplicates, no leaks, in the files that training code loads",
		Long:    datasetLong,
		Example: datasetExamples,
		Args:    someInputs,
		RunE:    func(c *cobra.Command, inputs []string) error { return s.dataset(c, &o, inputs) },
	}
	o.bind(c)
	return c
}

const (
	datasetLong = `Dataset makes a folder to train from. It solves the puzzles of all inputs and keeps
those with a single solution, drops what --where does not want, what is repeated
(--dedupe) and what is in the files of --exclude, divides the rest into splits that
share no solution (--split and --by), takes a --sample of a split, puts images behind
each puzzle of it (--augment), and writes the splits in one or several layouts.
Everything that is drawn depends on --seed alone. See gridmill help datasets.

The directory gets _SUCCESS.json last: what was made, with all counts and checksums.
However a run ends, the same command, without --overwrite, continues after the last
part that is done. The bytes depend neither on that nor on workers and shards.

Several processes or machines that share the directory can share the work: run the
same command with --shard I/N for each I, again where it says so, and at last once
without it.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done, but no puzzle was kept or rows of
--exclude hold none,
75 interrupted, other shards have to do something first, an input was modified
during the run, or the directory is in use (run it again).`

	datasetExamples = `  # nine tenths to train, one to test, and no solution in both
  gridmill dataset puzzles.parquet -o set/ --layout parquet,csv

  # a thousand puzzles to train on with a thousand images each, none as in another test set
  gridmill dataset train.csv -o small/ --exclude test.csv --split train \
      --sample train=1000 --augment train=1000 --seed 1

  # hard puzzles, exactly 1,000 to test, the rest to train
  gridmill dataset bank.txt -o hard/ --where 'guesses>=10,clues<=25' --split test=1000,train`
)
