package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// advice says what to do about an error. The text is appended to the error's.
func advice(err error) string {
	var choices []string
	if clash, found := errors.AsType[*parts.ClashError](err); found {
		choices = append(choices, adviceOnClash(clash))
	}
	setting, named := errors.AsType[*option.Error](err)
	if named {
		for _, name := range setting.Options {
			choices = append(choices, name.Advice(flagName))
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

// flagName returns the flag for a setting. Options in files have the names of flags without the
// hyphens.
func flagName(setting string) string { return "--" + strings.ReplaceAll(setting, "_", "-") }

// adviceOnClash says how to repeat an option with the value that a recipe has.
func adviceOnClash(e *parts.ClashError) string {
	flag := flagName(e.Setting)
	switch e.Made {
	case "":
		return "leave out " + flag
	case "true", "false":
		return "repeat " + flag + "=" + e.Made
	}
	return "repeat " + flag + " " + e.Made
}

// adviceOnPlan says how to get a plan that can be used.
func adviceOnPlan(e *parts.PlanError) []string {
	if !e.Stored {
		return []string{"make the plan again with gridmill plan"}
	}
	again := "make the plan again with gridmill plan, with the same inputs and options except those that only solve has, and -o " + e.File
	startAgain := "start again with gridmill solve --overwrite"
	if e.Missing {
		return []string{"restore it", again, startAgain}
	}
	return []string{again + " --overwrite", startAgain}
}
