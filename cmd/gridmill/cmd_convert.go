package main

import (
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/parts"
)

func newConvert(s *session) *cobra.Command {
	o := solveOptions{rows: convertedRows{}}
	c := &cobra.Command{
		Use:     "convert INPUT... -o OUTPUT",
		Short:   "Convert puzzles to another format without solving them",
		Long:    convertLong,
		Example: convertExamples,
		Args:    someInputs,
		RunE:    func(c *cobra.Command, inputs []string) error { return s.solveRows(c, &o, inputs) },
	}
	o.bindConversion(c)
	return c
}

// convertedRows is the rowSource for rows that are converted without being solved.
type convertedRows struct{ fileRows }

// recorded implements rowSource.
func (convertedRows) recorded(o *solveOptions) map[string]any {
	return map[string]any{
		"from": o.from, "to": o.to, "select": o.selection, "column": o.column, "delimiter": o.delimiter, "header": o.header,
		"left_pad": o.leftPad, "keep": o.keep, "types": o.types, "source": o.source, "compression": o.compression, "row_group": o.rowGroup,
	}
}

// bindConversion registers the flags of convert: those flags of solve that do not concern solving.
func (o *solveOptions) bindConversion(c *cobra.Command) {
	o.searchOptions = usualSearch()
	o.solver, o.stats = parts.NoSolver, "all"
	f := c.Flags()
	f.SortFlags = false
	o.bindPlace(c)
	o.inputOptions.bind(c)
	o.bindKeep(c)
	o.bindFormat(c)
	numberVar(f, &o.partRows, "part-rows", defaultPartRows, "`N` rows in each part of a directory")
	o.bindRun(c)
	o.bindRejects(c)
}

// written returns the format in which f is written. If puzzles are not solved, text output consists
// of lines without counts and solutions.
func (o *solveOptions) written(f formats.Format) formats.Format {
	if o.solver == parts.NoSolver && f == formats.Text {
		return formats.Lines
	}
	return f
}

const (
	convertLong = `Convert reads puzzles in the same way as gridmill solve (see gridmill help input), and
writes the input columns in another format without solving the puzzles. If no column
holds each puzzle as 81 characters, convert adds the column "puzzle". --select chooses
columns and their order. It can choose input columns, and the columns puzzle, clues,
reason, file and line.

Three formats hold only one grid per row: lines (81 characters per line, also for names
that end in .txt or .sdm), grids (nine lines and an empty line, .sdk), and npy (a NumPy
array with 81 bytes per row, 0 for blanks). The grid is the puzzle, or the grid in the
column that --select names, such as solution. Because other columns are left out, the
inputs may have different columns. A row without a grid is an empty line in lines and
81 zeros in npy, and grids skips it. The summary counts such rows. All other formats
keep every row. They are the formats of gridmill solve; a .json file is an array of
objects.

For a long run, give an output name that ends in /. gridmill then writes a directory of
parts. If the run stops, repeat the command to continue it.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but all rows are invalid; 75
interrupted, an input was modified during the run, or the directory is in use (run it
again).`

	convertExamples = `  # Parquet for fast queries, with these columns in this order
  gridmill convert sudoku.csv -o sudoku.parquet --select id,puzzle,rating

  # lines of 81 characters for another program
  gridmill convert sudoku.csv -o - --to lines | other-solver

  # an array of puzzles and an array of solutions; rows without a solution are zeros
  gridmill convert solved.parquet -o puzzles.npy
  gridmill convert solved.parquet -o solutions.npy --select solution

  # lines of 81 characters for Sudoku programs
  gridmill convert puzzles.csv -o puzzles.sdm`
)
