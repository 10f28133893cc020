package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
)

// inputOptions holds the flags that control how inputs are read.
type inputOptions struct {
	from, column, answerColumn, delimiter, header, blanks string
	fields                                                int
	leftPad                                               bool
}

func (o *inputOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.from, "from", "auto", "input `FORMAT`: "+strings.Join(formats.FormatNames(), ", ")+", or auto (by content and name)")
	f.StringVar(&o.column, "column", "", "`COLUMN` of puzzles, by name or number (counted from 1)")
	f.StringVar(&o.delimiter, "delimiter", "", "`CHARACTER` between CSV fields; a space means one or more spaces (default: detected)")
	f.StringVar(&o.header, "header", "auto", "CSV header `MODE`: yes, no, or auto")
	numberVar(f, &o.fields, "fields", 0, "number of fields `N` in each row of CSV (0 = as in the header or in most of the first rows)")
	f.StringVar(&o.blanks, "blanks", "", "`MARKS` that stand for blanks in nine-line grids or, for NumPy arrays, the number that stands for a blank: 0 or 1 (default: detected). In nine-line grids, the line --------- is part of a frame unless - is one of the marks")
	f.BoolVar(&o.leftPad, "left-pad", false, "in text and CSV, restore the leading zeros (up to 26) that another program removed from grids")
	complete(c, map[string][]string{"from": formats.FormatNames(), "header": {"auto", "yes", "no"}, "blanks": {"0", "1", "."}})
}

// bindAnswers registers --answer-column, for commands that use answers.
func (o *inputOptions) bindAnswers(c *cobra.Command) {
	c.Flags().StringVar(&o.answerColumn, "answer-column", "", "`COLUMN` of answers to check; \"none\" ignores answers")
}

// readOptions checks the flags and returns the options. Reading from standard input ends when ctx
// is done.
func (o *inputOptions) readOptions(ctx context.Context, s *session) (r formats.ReadOptions, err error) {
	r = formats.ReadOptions{
		Column: o.column, AnswerColumn: o.answerColumn, Fields: o.fields, LeftPad: o.leftPad,
		Keep: formats.ParseKeep("all"), Stdin: pipeline.Interruptible(ctx, s.input()), Skipped: new(formats.Skipped),
	}
	option.Parsed(&r.Header, &err, "--header: ")(formats.ParseHeader(o.header))
	option.Parsed(&r.Format, &err, "")(formats.ParseFormat(o.from)) // the error names --from
	if r.Format == formats.Lines {
		r.Format = formats.Text
	}
	option.Parsed(&r.Delimiter, &err, "--delimiter: ")(formats.ParseDelimiter(o.delimiter))
	option.Parsed(&r.Blanks, &err, "--blanks: ")(formats.ParseBlanks(o.blanks))
	return r, err
}
