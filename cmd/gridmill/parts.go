package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// checkParts checks the flags of an output in parts, and returns what the output
// depends on. All its errors are of usage.
func (o *solveOptions) checkParts(c *cobra.Command, std streams) (*settings, parts.Recipe, error) {
	var none parts.Recipe
	format, err := formats.ParseFormat(o.to)
	if err != nil {
		return nil, none, err
	}
	if format == formats.Auto {
		format = formats.Parquet
	}
	o.to = format.String()
	if o.partRows < 1 {
		return nil, none, fmt.Errorf("--part-rows must be at least 1, not %d", o.partRows)
	}
	s, err := o.checkRecipe(c.Context(), std)
	if err != nil {
		return nil, none, err
	}
	if o.planFile == "" { // which may have set any flag, and was checked when it was made
		if err := refuseIdle(c.Flags(), format); err != nil {
			return nil, none, err
		}
	}
	s.write.Format = format
	return s, parts.Recipe{Solver: o.solver, Options: o.record(), Extension: format.Extension(), PartRows: o.partRows}, nil
}

// expandForParts turns inputs into files that can be entered in the middle.
func expandForParts(inputs []string) ([]string, error) {
	paths, err := expandInputs(inputs)
	if err != nil {
		return nil, err
	}
	for _, file := range paths {
		if info, err := os.Stat(file); file == files.StdStream || err == nil && !info.Mode().IsRegular() {
			return nil, usageError{fmt.Errorf("%s can be read only once, and a run in parts may be resumed; store it as a file first", files.InputName(file))}
		}
	}
	return paths, nil
}

// adopt sets the flags as a plan has them, and refuses those that contradict it.
func adopt(flags *pflag.FlagSet, file string, p *parts.Plan) error {
	values := map[string]any{"solver": p.Solver, "part_rows": p.PartRows}
	maps.Copy(values, p.Options)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		flag := flags.Lookup(strings.ReplaceAll(name, "_", "-"))
		value := fmt.Sprint(values[name])
		if flag == nil {
			return fmt.Errorf("%s asks for %s, which this gridmill does not know; make the plan anew", file, name)
		}
		if flag.Changed && flag.Value.String() != value {
			return usageError{fmt.Errorf("--%s %s contradicts %s, which was made with %q; leave it away, or make another plan", flag.Name, flag.Value, file, value)}
		}
		if err := flags.Set(flag.Name, value); err != nil {
			return fmt.Errorf("%s is damaged: %w", file, err)
		}
	}
	return nil
}

// inside reports whether a file stands in a directory or below it.
func inside(dir, file string) bool {
	path, err := filepath.Rel(canonical(filepath.Join(dir, ".")), canonical(file))
	return err == nil && path != ".." && !strings.HasPrefix(path, ".."+string(filepath.Separator))
}
