package main

import (
	"errors"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
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
	option.SearchLimits:   "give --max-solutions and --max-guesses as when the result was made",
	option.LargerBudget:   "give --max-guesses at least as large as when the result was made",
	option.Directory:      "choose a new or empty directory",
	option.Restart:        "start again with --overwrite",
	option.Version:        "make the plan anew with gridmill plan, or use the version that made it",
}

// advice says what to do about an error, to be put behind it.
func advice(err error) string {
	choices := make([]string, 0, 4)
	var clash *parts.ClashError
	if errors.As(err, &clash) {
		choices = append(choices, adviceOnClash(clash))
	}
	var setting *option.Error
	if errors.As(err, &setting) {
		for _, name := range setting.Options {
			if what, known := adviceOn[name]; known {
				choices = append(choices, what)
			}
		}
	}
	var plan *parts.PlanError
	if errors.As(err, &plan) {
		choices = append(choices, adviceOnPlan(plan)...)
	}
	var fault pipeline.Fault
	if errors.As(err, &fault) && setting == nil {
		choices = append(choices, "gridmill verify lists all such rows")
	}
	if errors.Is(err, parts.ErrNotStarted) {
		choices = append(choices, "start them with gridmill solve")
	}
	if len(choices) == 0 {
		return ""
	}
	return "; " + strings.Join(choices, ", or ")
}

// adviceOnClash says how to give a setting the value that it had. Those of a recipe are
// called as their flags are.
func adviceOnClash(e *parts.ClashError) string {
	flag := "--" + strings.ReplaceAll(e.Setting, "_", "-")
	switch e.Made {
	case "":
		return "leave out " + flag
	case "true", "false":
		return "give " + flag + "=" + e.Made
	}
	return "give " + flag + " " + e.Made
}

// adviceOnPlan says how to get a plan that can be used.
func adviceOnPlan(e *parts.PlanError) []string {
	if !e.Stored {
		return []string{"make the plan anew with gridmill plan"}
	}
	again := "make the plan anew with gridmill plan, of the same inputs with the same options, but for those that only solve has, and -o " + e.File
	startAgain := "start again with gridmill solve --overwrite"
	if e.Missing {
		return []string{"bring it back", again, startAgain}
	}
	return []string{again + " --overwrite", startAgain}
}
