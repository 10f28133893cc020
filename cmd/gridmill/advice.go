package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// adviceOn is the one table of what to do about errors that a setting or another file can
// mend. Only the program knows how a setting is called on its command line. Some errors need
// no advice, as they name the choices themselves.
var adviceOn = map[option.Name]string{
	option.Column:         "say which column holds the puzzles with --column",
	option.AllGrids:       "if all are puzzles, name their column, or word, with --column",
	option.AnswerColumn:   "say where the answers are with --answer-column, or --answer-column none",
	option.NoAnswerColumn: "leave --answer-column out",
	option.Columns:        "",
	option.SharedColumns:  "choose what all have with --keep and --answer-column, or none",
	option.WithoutColumns: "leave the one without columns out if it is no data",
	option.LeftPad:        "leave --left-pad out, or store the data as CSV first",
	option.TextAsCSV:      "read it as CSV with --from csv, or leave the option out",
	option.Keep:           "leave columns out with --keep, or write another format",
	option.ColumnTypes:    "leave such columns out with --keep (--keep none leaves out all), or solve the inputs one by one",
	option.NestedColumns:  "leave it out with --keep, or write Parquet",
	option.FewerColumns:   "leave columns out with --keep",
	option.InputFile:      "fetch or write the file again",
	option.InputName:      "rename it",
	option.Quotes:         "mend them",
	option.InputFormat:    "leave --from out, or name the right format",
	option.OutputFormat:   "or say which with --to",
	option.Delimiter:      "say what separates fields with --delimiter",
	option.Results:        "",
	option.Batch:          "choose a smaller --batch, or leave the column out with --keep",
	option.RowGroup:       "make row groups larger with --row-group, or write several files",
	option.PartRows:       "choose larger --part-rows",
	option.Overwrite:      "choose another name, or add --overwrite to replace it",
	option.MaxSolutions:   "give --max-solutions as when the result was made",
	option.MaxGuesses:     "give --max-guesses as when the result was made",
	option.SearchLimits:   "give --max-solutions and --max-guesses as when the result was made",
	option.Morphs:         "give --with guesses_mean:N as when the result was made",
	option.LargerBudget:   "give --max-guesses at least as large as when the result was made",
	option.Directory:      "choose a new or empty directory",
	option.Restart:        "start again with --overwrite",
	option.Version:        "make the plan again with gridmill plan, or use the version that made it",
	option.BenchResult:    "give a file that --record made",
	option.Against:        "give the other set with --against",
	option.Wanted:         "allow more with --clues, --guesses, --difficulty or --symmetry, or leave out --minimal",
	option.Diff:           "--diff FILE lists all",
}

// advice says what to do about an error, to be put behind it.
func advice(err error) string {
	var choices []string
	if clash, found := errors.AsType[*parts.ClashError](err); found {
		choices = append(choices, adviceOnClash(clash))
	}
	setting, named := errors.AsType[*option.Error](err)
	if named {
		for _, name := range setting.Options {
			choices = append(choices, adviceOn[name])
		}
	}
	if plan, found := errors.AsType[*parts.PlanError](err); found {
		choices = append(choices, adviceOnPlan(plan)...)
	}
	if is[pipeline.Fault](err) && !named {
		choices = append(choices, "gridmill verify lists all such rows")
	}
	if errors.Is(err, parts.ErrNotStarted) {
		choices = append(choices, "make them with gridmill solve, generate or dataset")
	}
	if choices = slices.DeleteFunc(choices, func(what string) bool { return what == "" }); len(choices) == 0 {
		return ""
	}
	return "; " + strings.Join(choices, ", or ")
}

// adviceOnClash says how to give an option the value that a recipe has. A recipe calls
// options as their flags are called, but for the hyphens.
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
		return []string{"make the plan again with gridmill plan"}
	}
	again := "make the plan again with gridmill plan, of the same inputs with the same options, but for those that only solve has, and -o " + e.File
	startAgain := "start again with gridmill solve --overwrite"
	if e.Missing {
		return []string{"bring it back", again, startAgain}
	}
	return []string{again + " --overwrite", startAgain}
}
