package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// inputOptions are the flags that say how inputs are read.
type inputOptions struct {
	from, column, answerColumn, delimiter string
}

func (o *inputOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.from, "from", "auto", "input `FORMAT`: text, csv, tsv, parquet, or auto, by name and content")
	f.StringVar(&o.column, "column", "", "the `COLUMN` of puzzles, by name or by number from 1")
	f.StringVar(&o.delimiter, "delimiter", "", "the `CHARACTER` that separates the fields of CSV, by default detected")
	complete(c, map[string][]string{"from": {"text", "csv", "tsv", "parquet"}})
}

// bindAnswers makes the flag for commands that look at answers.
func (o *inputOptions) bindAnswers(c *cobra.Command) {
	c.Flags().StringVar(&o.answerColumn, "answer-column", "", "the `COLUMN` of answers to check, or none")
}

// expandInputs turns inputs into files. It refuses an incomplete directory of parts, as the
// missing rows would silently be missing from the results.
func expandInputs(inputs []string) ([]string, error) {
	for _, input := range inputs {
		if err := parts.CheckComplete(input); err != nil {
			return nil, err
		}
	}
	return formats.Expand(inputs)
}

// readOptions checks the flags. Reading standard input ends with the context.
func (o *inputOptions) readOptions(ctx context.Context, s *session) (formats.ReadOptions, error) {
	r := formats.ReadOptions{
		Column: o.column, AnswerColumn: o.answerColumn,
		Keep: formats.ParseKeep("all"), Stdin: pipeline.Interruptible(ctx, s.stdin),
	}
	var err error
	if r.Format, err = formats.ParseFormat(o.from); err != nil {
		return r, err
	}
	switch {
	case o.delimiter == `\t`:
		r.Delimiter = '\t'
	case len(o.delimiter) == 1 && !strings.ContainsAny(o.delimiter, "\"\r\n"):
		r.Delimiter = o.delimiter[0]
	case o.delimiter != "":
		return r, fmt.Errorf("--delimiter must be one character, and no quote or line end, not %q", o.delimiter)
	}
	return r, nil
}
