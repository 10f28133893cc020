package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// partsSettings checks the flags of a run in parts, and sets o.to to the format of the parts. It
// returns the settings and the recipe, which holds everything that affects the output. All errors
// are usage errors.
func (o *solveOptions) partsSettings(c *cobra.Command, session *session) (s *settings, r parts.Recipe, err error) {
	format, err := formats.ParseOutputFormat(o.to)
	if err != nil {
		return nil, r, err
	}
	if format == formats.Auto {
		format = formats.Parquet
	}
	format = o.written(format)
	switch format {
	case formats.JSON:
		return nil, r, errors.New("a JSON file is a single array, so parts cannot be joined; write the parts with --to jsonl")
	case formats.NPY:
		return nil, r, errors.New("a NumPy array is preceded by its number of rows, so parts cannot be joined; write a single file with -o FILE.npy")
	}
	o.to = format.String()
	s, err = o.commonSettings(c.Context(), session)
	if err := cmp.Or(atLeast("--part-rows", o.partRows, 1), err, refuseIdle(c.Flags(), format)); err != nil {
		return nil, r, err
	}
	s.setFormat(format, &o.jobOptions)
	return s, parts.Recipe{Solver: o.solver, Options: o.recordedOptions(), Extension: format.Extension(), PartRows: o.partRows}, nil
}

// adopt sets the flags to the values in the plan p. It returns an error if the user set a flag to a
// different value.
func adopt(flags *pflag.FlagSet, file string, p *parts.Plan) error {
	values := map[string]any{"solver": p.Solver, "part_rows": p.PartRows}
	maps.Copy(values, p.Options)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		flag := flags.Lookup(strings.ReplaceAll(name, "_", "-"))
		value := fmt.Sprint(values[name])
		if flag == nil {
			return fmt.Errorf("%s has the option %s, which this version of gridmill does not know; make the plan again", file, name)
		}
		if flag.Value.String() == value {
			continue // setting the flag would mark it as given by the user
		}
		if flag.Changed {
			return usageError{fmt.Errorf("--%s %s conflicts with %s, where the value is %q; leave out the option, or make a new plan", flag.Name, flag.Value, file, value)}
		}
		if err := flags.Set(flag.Name, value); err != nil {
			return fmt.Errorf("%s is damaged: %w", file, err)
		}
	}
	return nil
}

// parseShard parses the value of --shard, which has the form "I/N". Without --shard, it returns a
// shard that has all parts.
func parseShard(flags *pflag.FlagSet, text string) (parts.Shard, error) {
	if !flags.Changed("shard") {
		return parts.Shard{}, nil
	}
	index, of, found := strings.Cut(text, "/")
	i, errIndex := option.ParseNumber(index)
	n, errOf := option.ParseNumber(of)
	if !found || errIndex != nil || errOf != nil || i < 0 || i >= n {
		return parts.Shard{}, fmt.Errorf("--shard must be I/N with I from 0 to N-1, not %q", text)
	}
	return parts.Shard{Index: int(i), Of: int(n)}, nil
}
