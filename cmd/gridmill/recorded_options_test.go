package main

import (
	"maps"
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestFlagsAreRecorded checks that recordedOptions covers each flag that affects the output. The
// code lists these flags by hand, so a new flag could be forgotten.
func TestFlagsAreRecorded(t *testing.T) {
	unrecorded := []string{
		"output", "overwrite", "plan", "shard", "kernel", "workers", "batch", "memory",
		"attempts", "steps", "summary", "report", "progress", "no-summary", "metrics", "log", "rejects", "strict",
	}
	besideOptions := []string{"solver", "part-rows"} // flags that a plan stores separately

	generated := new(generateOptions)
	solve, made := solveOptions{rows: fileRows{}}, solveOptions{rows: generated}
	converted := solveOptions{rows: convertedRows{}}
	scored := solveOptions{rows: fileRows{}, scores: scoreOptions{wanted: true}}
	var dataset datasetOptions
	for _, command := range []struct {
		name    string
		bind    func(*cobra.Command)
		options func(*pflag.FlagSet) map[string]any
		without []string
	}{
		{"solve", solve.bind, func(*pflag.FlagSet) map[string]any { return solve.rows.recordedOptions(&solve) }, append(besideOptions, unrecorded...)},
		{"generate", func(c *cobra.Command) { generated.bind(c, &made) }, func(*pflag.FlagSet) map[string]any { return made.rows.recordedOptions(&made) }, append(besideOptions, unrecorded...)},
		{"convert", converted.bindConversion, func(*pflag.FlagSet) map[string]any { return converted.rows.recordedOptions(&converted) }, append(besideOptions, unrecorded...)},
		{"score", scored.bindScore, func(*pflag.FlagSet) map[string]any { return scored.rows.recordedOptions(&scored) }, unrecorded},
		{"dataset", dataset.bind, dataset.recordedOptions, unrecorded},
	} {
		c := &cobra.Command{}
		command.bind(c)
		c.Flags().VisitAll(func(f *pflag.Flag) {
			before := maps.Clone(command.options(c.Flags()))
			value := "7"
			if f.Value.Type() == "bool" {
				value = "true"
			}
			if err := c.Flags().Set(f.Name, value); err != nil {
				t.Fatalf("%s --%s: %v", command.name, f.Name, err)
			}
			recorded := !maps.Equal(before, command.options(c.Flags()))
			if without := slices.Contains(command.without, f.Name); recorded == without {
				t.Errorf("%s --%s: recorded %t, want %t", command.name, f.Name, recorded, !without)
			}
		})
	}
}
