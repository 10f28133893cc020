package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
)

// outputOptions holds the flags that control where and how rows are written.
type outputOptions struct {
	output            string
	overwrite         bool
	to, compression   string
	rowGroup          int
	keep, stats, with string
	selection, types  string
	source            bool
}

// bindPlace registers the flags that specify where results are written.
func (o *outputOptions) bindPlace(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.output, "output", "o", "", "write results to `FILE`, to parts in a directory (DIR/), or to standard output (-); required")
	f.BoolVar(&o.overwrite, "overwrite", false, "replace existing files; in a directory, remove the parts and start over instead of continuing")
}

func (o *outputOptions) bindWith(c *cobra.Command) {
	c.Flags().StringVar(&o.with, "with", "", "add `COLUMNS` that take time to compute: "+strings.Join(formats.ExtraNames(), ", ")+"; see gridmill help columns")
	complete(c, map[string][]string{"with": formats.ExtraNames()})
}

// addWith adds a column to --with, unless --with already has it.
func (o *outputOptions) addWith(column string) {
	has := func(item string) bool { return item == column || strings.HasPrefix(item, column+":") }
	if !slices.ContainsFunc(option.ItemsOf(o.with), has) {
		o.with = strings.TrimPrefix(o.with+","+column, ",")
	}
}

// bindKeep registers --keep, --source and --types. names ends the help text of --keep.
func (o *outputOptions) bindKeep(c *cobra.Command, names string) {
	f := c.Flags()
	f.StringVar(&o.keep, "keep", "all", "input `COLUMNS` to keep: all, "+names)
	f.BoolVar(&o.source, "source", false, "add the file and line columns, which say where each row comes from (for Parquet, the \"line\" column contains the row number)")
	f.StringVar(&o.types, "types", "", "types of input `COLUMNS`: comma-separated NAME=TYPE pairs, where TYPE is int, double or text; values that do not fit become null")
}

func (o *outputOptions) bindStats(c *cobra.Command) {
	c.Flags().StringVar(&o.stats, "stats", "all", "`STATISTICS` to write: all, none, or any of "+strings.Join(formats.StatisticNames(), ", "))
	complete(c, map[string][]string{"stats": append([]string{"all", "none"}, formats.StatisticNames()...)})
}

// bindFormat registers the flags that specify how rows are written.
func (o *outputOptions) bindFormat(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.to, "to", "auto", "output `FORMAT`: csv, tsv, parquet, jsonl, json (an array), arrow, text (puzzle:count:solution), lines (81 characters), grids (nine lines), npy (81 bytes), or auto (by file extension); lines, grids and npy hold only the puzzles or, with --select, one column that contains grids")
	f.StringVar(&o.selection, "select", "", "write only these `COLUMNS`, in this order: comma-separated names")
	f.StringVar(&o.compression, "compression", "zstd", "compression `KIND` for Parquet pages: "+strings.Join(formats.PageCompressions, ", "))
	numberVar(f, &o.rowGroup, "row-group", formats.DefaultGroupRows, fmt.Sprintf("`N` rows per Parquet row group, rounded up to a multiple of %d; one row group is held in memory", formats.SectionRows))
	complete(c, map[string][]string{
		"to": formats.OutputFormatNames(), "compression": formats.PageCompressions,
	})
}

// outputFormat returns the output format given by --to or by the name of the output. For standard
// output, devices and pipes, the default is CSV.
func (o *outputOptions) outputFormat() (formats.Format, error) {
	format, err := formats.ParseOutputFormat(o.to)
	switch {
	case err != nil:
		return format, err
	case format == formats.Auto && (isStdout(o.output) || isSpecial(o.output)):
		return formats.CSV, nil
	}
	return formats.OutputFormat(o.output, format)
}
