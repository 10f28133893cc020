package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/cmd/gridmill/report"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// sumUp writes the report, and the summary as text and as JSON.
func (r *datasetRun) sumUp(s *dataset.Success) error {
	// finish requires a phase, but no phase has started if the data set already existed.
	if r.existing != nil && !r.overwrite {
		r.session.progress.Enter(pipeline.Check, new(files.Counter), pipeline.Unknown)
	}
	err := r.session.outputs.write(r.summary, func(to io.Writer) error { _, err := to.Write(s.Text()); return err })
	if err == nil {
		err = r.session.outputs.write(r.report, func(to io.Writer) error { return r.writeReport(to, s, r.session.progress.RunTime()) })
	}
	if err == nil {
		err = r.session.finish(func(to io.Writer) { r.print(to, s, r.session.progress.RunTime()) }, "dataset", s)
	}
	switch missed := s.ExcludeRows.Missed(); {
	case err != nil:
		return err
	case s.Rows.Read == 0:
		return strictError{errors.New("the data set is empty: the inputs have no rows")}
	case s.Rows.Verdicts[solver.Invalid.String()] == s.Rows.Read:
		return strictError{errors.New("no row contains a valid puzzle; run gridmill solve to see why")}
	case s.Rows.Bases == 0:
		return strictError{fmt.Errorf("the data set is empty, because all rows were removed: %s", strings.Join(removedRows(s), ", "))}
	case missed != "":
		return strictError{fmt.Errorf("%s; to see why, run gridmill solve on these files", missed)}
	}
	return nil
}

// removedRows returns text such as "2 invalid" for each reason why rows were removed.
func removedRows(s *dataset.Success) []string {
	d, invalid := &s.Rows.Dropped, s.Rows.Verdicts[solver.Invalid.String()]
	return describeCounts([]report.Count{
		{Name: "invalid", Rows: invalid}, {Name: "not unique", Rows: d.NotUnique - invalid}, {Name: "rejected by --where", Rows: d.Filtered},
		{Name: english.PluralWord(int(d.Duplicate), "duplicate", ""), Rows: d.Duplicate}, {Name: "also in --exclude", Rows: d.Excluded},
		{Name: "not assigned to a split", Rows: d.Unassigned}, {Name: "not sampled", Rows: d.Unsampled},
	})
}

// describeCounts returns text for each count that is not 0, such as "2 invalid".
func describeCounts(counts []report.Count) (texts []string) {
	for _, c := range counts {
		if c.Rows > 0 {
			texts = append(texts, humanize.Comma(c.Rows)+" "+c.Name)
		}
	}
	return texts
}

func (r *datasetRun) print(to io.Writer, s *dataset.Success, spent time.Duration) {
	if r.existing != nil && !r.overwrite {
		fmt.Fprintf(to, "gridmill: %s is already complete\n", outputName(r.output))
	} else {
		fmt.Fprintf(to, "gridmill: read %s and kept %s in %s; wrote %s\n", rowsOfFiles(s.Rows.Read, s.Inputs), countOf(s.Rows.Bases, "puzzle"), spent.Round(time.Millisecond), outputName(r.output))
	}
	if e := s.ExcludeRows; e != nil {
		text := rowsOfFiles(e.Read, s.Exclude)
		if left := describeCounts([]report.Count{{Name: "that could not be read", Rows: e.NoPuzzle}, {Name: "without a unique solution", Rows: e.NotUnique}}); left != nil {
			text += ", except " + strings.Join(left, " and ")
		}
		fmt.Fprintf(to, "  excluded  the puzzles in %s\n", text)
	}
	printList(to, "left out", leftOutLines(r.settings.read.LeftOut, cmp.Or(s.Totals, new(pipeline.Totals)).LeftOut))
	printList(to, "skipped", skippedLines(r.settings.read.Skipped))
	r.printTypes(to, s)
	if s.Rows.Read > 0 {
		fmt.Fprintf(to, "  verdicts  %s\n", progress.Verdicts(verdictsOf(s)))
	}
	if s.Totals != nil {
		printList(to, "reasons", reasonLines(s.Totals))
	}
	printAnswers(to, s.Rows.Answers, s.Rows.Read)
	full, extreme := int64(0), int64(0)
	for _, split := range s.Splits {
		full += split.Clues[solver.Cells]
		extreme += split.Difficulties[ladder.ExtremelyHard.String()]
	}
	if full > 0 {
		fmt.Fprintf(to, "  full      %s without blanks (possibly answers); --where 'clues<81' drops them\n", countOf(full, "puzzle"))
	}
	printJoined(to, "  removed   %s\n", removedRows(s))
	if n := s.Rows.Dropped.Lacking; n > 0 {
		fmt.Fprintf(to, "  remark    --where rejected %s that had no value for a comparison with <, <=, > or >=; COLUMN=\"\" selects such rows\n", countOf(n, "row"))
	}
	for i, split := range s.Splits {
		fmt.Fprintf(to, "  %-9s %s", split.Name, countOf(split.Bases, "puzzle"))
		if requested := r.selection.Number(i); split.Bases < requested {
			fmt.Fprintf(to, " of the %s requested", humanize.Comma(requested))
		} else if split.Bases == 0 {
			fmt.Fprint(to, ": the split is empty")
		}
		if split.Morphs > 0 {
			fmt.Fprintf(to, " with %s each, %s", countOf(split.Morphs, "morph"), countOf(split.Rows, "row"))
		}
		fmt.Fprintln(to)
		if r.selection.Each != "" {
			printFew(to, &split.BaseCounts, r.selection.Each, r.selection.Splits[i].Sample)
		}
	}
	r.printMissedShares(to, s)
	if r.chat.Steps && !r.chat.Search && extreme > 0 {
		fmt.Fprintf(to, "  remark    the answers for %s of difficulty extreme have no steps; --with steps:search adds steps, and --where 'difficulty<extreme' drops these puzzles\n", countOf(extreme, "puzzle"))
	}
}

// printTypes lists the columns whose types were changed.
func (r *datasetRun) printTypes(to io.Writer, s *dataset.Success) {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(s.Types)) {
		found = append(found, fmt.Sprintf("%s (%s)", formats.ShownName(name), s.Types[name]))
	}
	printJoined(to, "  types     columns converted to numbers: %s; --types NAME=text keeps a column as text\n", found)
	names, arrow := r.schema.TextIn(formats.Parquet, s.Types), r.schema.TextIn(formats.Arrow, s.Types)
	if names != "" && slices.ContainsFunc(r.layouts, folder.KeepsColumns) {
		fmt.Fprintf(to, "  types     all values of %s become text; to drop columns, use --keep\n", names)
	}
	if arrow != names && slices.Contains(r.layouts, "arrow") {
		fmt.Fprintf(to, "  types     all values of %s become text in the arrow layout; to keep their types, use the parquet layout\n", arrow)
	}
	printReplaced(to, s.Replaced, s.Misfits)
}

// rowsOfFiles returns text such as "5 rows" or, if there are several files, "5 rows of 2 files".
func rowsOfFiles(rows int64, inputs []files.Fingerprint) string {
	text := countOf(rows, "row")
	if len(inputs) > 1 {
		text += " of " + countOf(int64(len(inputs)), "file")
	}
	return text
}

// printFew lists the property values for which a split has fewer puzzles than requested.
func printFew(to io.Writer, counts *dataset.BaseCounts, each dataset.Property, requested int64) {
	var texts []string
	for _, of := range counts.By(each) {
		if of.Rows < requested {
			texts = append(texts, fmt.Sprintf("%s (%s)", of.Value, humanize.Comma(of.Rows)))
		}
	}
	if texts != nil {
		fmt.Fprintf(to, "            values with fewer than the %s requested puzzles: %s\n", humanize.Comma(requested), english.WordSeries(texts, "and"))
	}
}

// printMissedShares lists the splits whose shares differ from the requested shares by more than
// chance can explain.
func (r *datasetRun) printMissedShares(to io.Writer, s *dataset.Success) {
	all := float64(s.Rows.Bases + s.Rows.Dropped.Unassigned)
	var missed []string
	for i, split := range r.selection.Splits {
		if split.Count > 0 || split.IsSampled() {
			return // counts do not depend on chance, and the full sizes of sampled splits are not known
		}
		// Allow five standard deviations, assuming that no two puzzles are in the same solution
		// class. Allow a few more puzzles, because small numbers are not normally distributed.
		chance := 5 + 5*math.Sqrt(split.Share*(1-split.Share)*all)
		if bases := float64(s.Splits[i].Bases); split.Share > 0 && math.Abs(bases-split.Share*all) > chance {
			missed = append(missed, fmt.Sprintf("%s has %.1f%% instead of %.3g%%", split.Name, 100*bases/all, 100*split.Share))
		}
	}
	printJoined(to, "  remark    the shares differ from the requested shares: %s; either the inputs are already a split that was made with this seed (use a different --seed), or --by keeps large groups of puzzles in one split\n", missed)
}

func verdictsOf(s *dataset.Success) (counts [solver.NumVerdicts]int64) {
	for v := range counts {
		counts[v] = s.Rows.Verdicts[solver.Verdict(v).String()]
	}
	return counts
}
