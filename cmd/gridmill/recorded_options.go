package main

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// For each command, this file must list the flags that affect the output, because a stopped run may
// continue only if these flags have not changed. Plans store --solver and --part-rows separately.
// TestFlagsAreRecorded lists the flags that do not affect the output.

// recordedOptions implements rowSource for solve, score and plan.
func (fileRows) recordedOptions(o *solveOptions) map[string]any {
	options := map[string]any{
		"from": o.from, "to": o.to, "column": o.column, "answer_column": o.answerColumn, "delimiter": o.delimiter, "header": o.header,
		"keep": o.keep, "source": o.source, "stats": o.stats, "compression": o.compression, "row_group": o.rowGroup,
		"max_solutions": o.MaxSolutions, "max_guesses": o.MaxGuesses, "only": o.only,
	}
	if o.with != "" {
		options["with"] = o.with
	}
	if o.fields != 0 {
		options["fields"] = o.fields
	}
	if o.blanks != "" {
		options["blanks"] = o.blanks
	}
	if o.leftPad {
		options["left_pad"] = true
	}
	if o.types != "" {
		options["types"] = o.types
	}
	if o.selection != "" {
		options["select"] = o.selection
	}
	if o.scores.wanted {
		options["predictions"], options["moves"], options["reward"], options["by"] = o.scores.predictions, o.scores.moves, o.scores.reward, o.scores.by
	}
	return options
}

// recordedOptions implements rowSource for convert.
func (convertedRows) recordedOptions(o *solveOptions) map[string]any {
	return map[string]any{
		"from": o.from, "to": o.to, "select": o.selection, "column": o.column, "delimiter": o.delimiter, "header": o.header,
		"fields": o.fields, "blanks": o.blanks, "left_pad": o.leftPad, "keep": o.keep, "types": o.types, "source": o.source, "compression": o.compression, "row_group": o.rowGroup,
	}
}

// recordedOptions implements rowSource for generate.
func (g *generateOptions) recordedOptions(o *solveOptions) map[string]any {
	options := map[string]any{
		"count": g.Count, "seed": g.Seed, "grids_of": "", "clues": g.Clues, "guesses": g.Guesses, "symmetry": g.Symmetry,
		"minimal": g.Minimal, "per_grid": g.PerGrid, "difficulty": g.Difficulty, "harder": g.Harder, "with": o.with,
		"to": o.to, "stats": o.stats, "compression": o.compression, "row_group": o.rowGroup,
		"max_solutions": o.MaxSolutions, "max_guesses": o.MaxGuesses,
	}
	if o.flags.Changed("grids-of") {
		options["grids_of"] = strconv.FormatUint(g.gridsOf, 10)
	}
	if g.start != "" {
		options["from"] = g.start
	}
	if g.Origins != nil {
		options["from"] = g.Origins.String()
	}
	if o.selection != "" {
		options["select"] = o.selection
	}
	return options
}

// datasetOptionNames lists the flags that affect a data set.
var datasetOptionNames = []string{
	"layout", "dedupe", "split", "by", "exclude", "where", "sample", "each", "augment", "shuffle", "seed", "from", "column", "delimiter", "header",
	"fields", "blanks", "left-pad", "answer-column", "keep", "types", "source", "stats", "with", "compression", "row-group", "license", "part-rows",
	"prompt", "template", "states", "negatives",
}

// recordedOptions returns the values of the flags that affect the data set.
func (o *datasetOptions) recordedOptions(flags *pflag.FlagSet) map[string]any {
	options := map[string]any{}
	for _, name := range datasetOptionNames {
		value := flags.Lookup(name).Value
		text := value.String()
		if list, ok := value.(pflag.SliceValue); ok {
			text = joined(list.GetSlice())
		}
		options[strings.ReplaceAll(name, "-", "_")] = text
	}
	if o.chat.Template != "" { // record the text too, because the file can change
		options["template_text"] = o.chat.Template
	}
	return options
}
