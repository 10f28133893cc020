package main

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// unrecorded lists the flags that do not affect the output. All other flags are recorded, because a
// stopped run may continue only if they have not changed.
var unrecorded = []string{
	"attempts", "batch", "help", "kernel", "log", "memory", "metrics", "no-summary", "output", "overwrite", "plan", "progress",
	"rejects", "report", "shard", "steps", "strict", "summary", "workers",
}

// recorded calls visit with each flag that affects the output.
func recorded(flags *pflag.FlagSet, visit func(*pflag.Flag)) {
	flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(unrecorded, f.Name) {
			visit(f)
		}
	})
}

// optionName returns the name under which the value of a flag is recorded.
func optionName(f *pflag.Flag) string { return strings.ReplaceAll(f.Name, "-", "_") }

// recordedOptions returns the values of the flags that affect the output, except --solver and
// --part-rows. Plans store these two separately.
func (o *solveOptions) recordedOptions() map[string]any {
	options := map[string]any{}
	recorded(o.flags, func(f *pflag.Flag) {
		text := f.Value.String()
		switch kind := f.Value.Type(); {
		case f.Name == "solver" || f.Name == "part-rows":
		case kind == "bool":
			options[optionName(f)] = text == "true"
		case kind == "string":
			options[optionName(f)] = text
		default:
			options[optionName(f)] = json.Number(text)
		}
	})
	o.rows.record(o, options)
	return options
}

// record implements rowSource for the commands that read files.
func (fileRows) record(o *solveOptions, options map[string]any) {
	if o.scores.wanted { // gridmill score lacks these two flags
		options["max_solutions"], options["max_guesses"] = o.MaxSolutions, o.MaxGuesses
	}
}

// record implements rowSource for generate.
func (g *generateOptions) record(o *solveOptions, options map[string]any) {
	delete(options, "from")                                                         // a file name; from_puzzles records the contents
	options["max_solutions"], options["max_guesses"] = o.MaxSolutions, o.MaxGuesses // the command lacks these two flags
	options["grids_of"] = ""                                                        // recorded as text; empty if the flag is not set
	if grids := o.flags.Lookup("grids-of"); grids.Changed {
		options["grids_of"] = grids.Value.String()
	}
	if g.Origins != nil {
		options["from_puzzles"] = g.Origins.String()
	}
}

// recordedOptions returns the values of the flags that affect the data set.
func (o *datasetOptions) recordedOptions() map[string]any {
	options := map[string]any{}
	recorded(o.flags, func(f *pflag.Flag) {
		options[optionName(f)] = textOf(f)
	})
	if o.chat.Template != "" { // record the text too, because the file can change
		options["template_text"] = o.chat.Template
	}
	return options
}

// textOf returns the value of a flag, which can be a list.
func textOf(f *pflag.Flag) string {
	if list, isList := f.Value.(pflag.SliceValue); isList {
		return joined(list.GetSlice())
	}
	return f.Value.String()
}
