package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

func newInspect(s *session) *cobra.Command {
	var o inputOptions
	c := &cobra.Command{
		Use:   "inspect FILE...",
		Short: "Show how gridmill reads files",
		Args:  someInputs,
		RunE: func(c *cobra.Command, inputs []string) error {
			read, err := o.readOptions(c.Context(), s)
			if err != nil {
				return usageError{err}
			}
			// As in gridmill solve, the solution column of an earlier result is not an answer column.
			read.Replaces = formats.Written(formats.ColumnSet{})
			files, err := expandInputs(inputs, read.Skipped)
			if err != nil {
				return err
			}
			read.Several = len(files) > 1
			to := bufio.NewWriter(s.stdout)
			var failed error // the error for the last file that cannot be read
			shown := 0
			for _, file := range files {
				info, err := formats.Inspect(file, read)
				if c.Context().Err() != nil {
					return context.Cause(c.Context())
				}
				if err != nil {
					if failed != nil {
						s.complain(failed)
					}
					failed = err
					continue
				}
				if shown++; shown > 1 {
					fmt.Fprintln(to)
				}
				printInfo(to, info)
				if err := to.Flush(); err != nil {
					return err
				}
			}
			if skipped := skippedLines(read.Skipped); len(skipped) > 0 {
				fmt.Fprintln(to, "\nskipped")
				printList(to, "", skipped)
			}
			return cmp.Or(to.Flush(), failed)
		},
	}
	o.bind(c)
	o.bindAnswers(c)
	return c
}

func printInfo(to io.Writer, info *formats.Info) {
	line := func(label, format string, args ...any) {
		fmt.Fprintf(to, "  %-12s%s\n", label, files.Printable(fmt.Sprintf(format, args...)))
	}
	fmt.Fprintln(to, files.Printable(info.File))
	format := describeFormat(info)
	if info.Members > 1 {
		format += fmt.Sprintf(" (the first of %d members; the options below are for this member)", info.Members)
	}
	line("format", "%s", format)
	if info.Bytes > 0 {
		line("size", "%s", humanize.IBytes(uint64(info.Bytes)))
	}
	line("rows", "%s", rowsOf(info))
	var provenance bytes.Buffer
	if json.Compact(&provenance, []byte(info.Provenance)) == nil { // Compact also removes line breaks
		line("written by", "gridmill %s", &provenance)
	}
	label := "columns"
	for i := range info.Columns {
		line(label, "%s", describeColumn(info, i))
		label = ""
	}
	if info.HasRest {
		line("columns", "rest: the text next to the puzzles")
	}
	if info.Format != formats.Auto {
		line("options", "%s", info.Options(flagName))
	}
	if info.Blanks != "" {
		line("blanks", "%s", strings.Join(strings.Split(info.Blanks, ""), " "))
	}
	if info.Checked > 0 {
		found := "no errors"
		if n := len(info.Faulty); n > 0 {
			found = humanize.Comma(int64(n)) + " invalid or with repeated clues"
		}
		rows := strings.TrimPrefix(countOf(int64(info.Checked), "row"), "1 ") // "the first row", not "the first 1 row"
		line("checked", "the first %s: %s", rows, found)
	}
	for i, r := range info.Faulty {
		if i == 5 {
			line("", "... and %d more", len(info.Faulty)-i)
			break
		}
		line("", "line %d: %s: %s", r.Line, r.Reason, strconv.Quote(r.Text))
	}
	label = "left out"
	for _, left := range leftOutLines(info.LeftOut, info.Omitted) {
		line(label, "%s", left)
		label = ""
	}
	if checked := int64(info.Checked); checked > 0 && info.Reasons.Rows() == checked {
		line("warning", "%s", allInvalid(checked, "checked row", info.Reasons, readOtherwise))
	} else if 2*len(info.Faulty) > info.Checked {
		line("warning", "most of the checked rows are invalid or have repeated clues; %s", readOtherwise)
	}
	drawGrids(to, info.First)
}

// rowsOf describes the number of rows, which can be an estimate or a lower bound.
func rowsOf(info *formats.Info) string {
	rows := humanize.Comma(info.Rows)
	switch {
	case info.RowsExact:
		return rows
	case info.Bytes > 0:
		return "about " + rows + " (estimated from the start of the file)"
	}
	return "more than " + rows + " (the rest was not read)"
}

func describeFormat(info *formats.Info) string {
	switch info.Format {
	case formats.Auto:
		return "unknown: the file has no rows"
	case formats.Parquet:
		return info.Format.String() + ", " + countOf(int64(info.RowGroups), "row group")
	}
	return info.Storage()
}

// describeColumn returns a column's number, name and type. For puzzles and answers, it also says
// why the column was chosen.
func describeColumn(info *formats.Info, column int) string {
	text := fmt.Sprintf("%d %s", column+1, formats.ShownName(info.Columns[column]))
	if column < len(info.Types) {
		text += " (" + info.Types[column] + ")"
	}
	switch column {
	case info.Roles.Puzzle:
		text += ": the puzzles" + info.Roles.PuzzlePart + ", chosen " + info.Roles.PuzzleWhy
	case info.Roles.Answer:
		text += ": the answers, chosen " + info.Roles.AnswerWhy
	}
	return text
}

// drawGrids draws the puzzles next to each other.
func drawGrids(to io.Writer, grids []solver.Grid) {
	if len(grids) == 0 {
		return
	}
	fmt.Fprintln(to)
	for row := range 9 {
		if row%3 == 0 && row > 0 {
			fmt.Fprintf(to, "  %s\n", strings.TrimRight(strings.Repeat("------+-------+------   ", len(grids)), " "))
		}
		var lines []string
		for g := range grids {
			cells := strings.Split(string(grids[g][9*row:9*row+9]), "")
			lines = append(lines, strings.Join(cells[:3], " ")+" | "+strings.Join(cells[3:6], " ")+" | "+strings.Join(cells[6:], " "))
		}
		fmt.Fprintf(to, "  %s\n", strings.Join(lines, "   "))
	}
}
