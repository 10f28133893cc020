package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/score"
)

func newScore(s *session) *cobra.Command {
	o := solveOptions{rows: fileRows{}, scores: scoreOptions{wanted: true}}
	c := &cobra.Command{
		Use:   "score INPUT... [-o OUTPUT]",
		Short: "Score model outputs",
		Args:  someInputs,
		RunE: func(c *cobra.Command, inputs []string) error {
			if o.output != files.StdStream && isDirectory(o.output) {
				return usageError{errors.New("-o must be a file; scores are not written in parts")}
			}
			return s.solveToFile(c, &o, inputs)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	o.searchOptions = usualSearch
	f.StringVarP(&o.output, "output", "o", "", "write the scores of each row to `FILE`, or to standard output (-)")
	f.BoolVar(&o.overwrite, "overwrite", false, "replace existing files")
	f.StringVar(&o.scores.predictions, "predictions", "", "comma-separated `COLUMNS` with model outputs, by name or number (counted from 1; default: columns with a known name)")
	f.BoolVar(&o.scores.moves, "moves", false, "read outputs as moves, and score the resulting position")
	f.StringVar(&o.scores.reward, "reward", "", "add a reward column with a weighted `SUM` of scores, such as solved=1,cells_right=0.2,conflicts=-0.1")
	f.StringVar(&o.scores.by, "by", "", "also summarize by `GROUP`: difficulty, clues or guesses (computed by gridmill), or the name of an input column")
	o.inputOptions.bind(c)
	o.bindAnswers(c)
	o.bindKeep(c, "or comma-separated names or numbers, which must include the columns with model outputs")
	o.bindFormat(c)
	o.bindStats(c)
	o.stats = "none"
	f.Lookup("stats").DefValue = o.stats
	o.bindWith(c)
	o.bindEffort(c)
	complete(c, map[string][]string{"by": {"difficulty", "clues", "guesses"}})
	return c
}

// scoreOptions holds the flags that only gridmill score accepts.
type scoreOptions struct {
	wanted                  bool // whether the command is gridmill score
	predictions, by, reward string
	moves                   bool
	weights                 *score.Reward // parsed from reward; nil if reward is empty
}

// groupColumns maps some values of --by to columns that gridmill computes. All other values name
// input columns.
var groupColumns = map[string]formats.Column{
	"difficulty": formats.DifficultyColumn, "clues": formats.CluesColumn, "guesses": formats.GuessesColumn,
}

// apply checks the flags and stores the resulting settings in o, s and job.
func (o *scoreOptions) apply(s *settings, job *jobOptions) (err error) {
	s.read.Outputs = new(formats.Outputs)
	if o.predictions != "" {
		s.read.Outputs.Names = itemsOf(o.predictions)
	}
	if o.by == formats.DifficultyColumn.String() {
		job.addWith(o.by)
		s.extras, _ = formats.ParseExtras(job.with) // newSettings has checked the other columns
	}
	if o.reward != "" {
		o.weights, err = score.ParseReward(o.reward, o.moves)
		if _, fails := score.ParseReward(o.reward, true); err != nil && fails == nil {
			err = errors.New("move scores require --moves")
		}
	}
	return inFlag("reward", err)
}

// scoring returns the settings for scoring an input with the given schema.
func (o *scoreOptions) scoring(s *formats.Schema, outputs *formats.Outputs) (c *formats.Scoring, err error) {
	if len(s.Columns)+len(s.Kept) == 0 {
		return nil, strictError{errors.New("nothing to score: the inputs are empty or contain only puzzles")}
	}
	c = &formats.Scoring{Moves: o.moves, Reward: o.weights}
	if c.Columns, c.Names, err = s.OutputColumns(outputs); err != nil {
		return nil, err
	}
	if o.weights != nil && o.weights.Exact && !s.HasAnswers {
		return nil, usageError{errors.New("--reward: the score \"exact\" requires answers, but no answer column was found; name the column with --answer-column")}
	}
	if column, known := groupColumns[o.by]; known {
		c.GroupBy = &formats.GroupBy{Column: column, Kept: -1}
	} else if o.by != "" {
		c.GroupBy = new(formats.GroupBy)
		if c.GroupBy.Kept, err = s.KeptColumn(o.by); err != nil {
			return nil, fmt.Errorf("--by must be difficulty, clues, guesses or one input column: %w", err)
		}
	}
	return c, nil
}
