package main

import (
	"errors"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// adviceOn is the one table of what to do about errors that a setting can mend. Only
// the program knows how a setting is called on its command line. Errors that name the
// choices themselves need no advice and are not in it.
var adviceOn = map[option.Name]string{
	option.Column:         "say which column holds the puzzles with --column",
	option.AnswerColumn:   "say where the answers are with --answer-column, or --answer-column none",
	option.NoAnswerColumn: "leave --answer-column out",
	option.SharedColumns:  "choose what all have with --keep and --answer-column, or none",
	option.TextAsCSV:      "read it as CSV with --from csv, or leave the option out",
	option.Keep:           "choose columns with --keep",
	option.InputFormat:    "leave --from out, or name the right format",
	option.OutputFormat:   "or say which with --to",
	option.Delimiter:      "say what separates fields with --delimiter",
	option.Batch:          "choose a smaller --batch, or leave the column out with --keep",
	option.RowGroup:       "make row groups larger with --row-group, or write several files",
	option.PartRows:       "choose larger --part-rows",
	option.Overwrite:      "choose another name, or add --overwrite to replace it",
	option.Solver:         "give --solver as when the result was made",
	option.MaxSolutions:   "give --max-solutions as when the result was made",
	option.MaxGuesses:     "give --max-guesses as when the result was made",
	option.BenchResult:    "give a file that --record made",
	option.Diff:           "--diff FILE lists all",
}

// advice says what to do about an error, to be put behind it.
func advice(err error) string {
	var setting *option.Error
	if !errors.As(err, &setting) {
		return ""
	}
	var text strings.Builder
	for _, name := range setting.Options {
		if what, known := adviceOn[name]; known {
			text.WriteString("; " + what)
		}
	}
	return text.String()
}
