package main

import (
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

// addRun adds remarks about the inputs and the output of a run.
func (s *summary) addRun(settings *settings, schema *formats.Schema) {
	s.addReading(schema, &settings.write)
	if none := s.totals.Verdicts[solver.None]; none > 1 && 2*none > s.totals.Rows {
		s.reading = append(s.reading, "warning: most puzzles have no solution; if you did not expect this, run gridmill inspect FILE to see how the file is read")
	}
	if s.Retry == nil {
		return
	}
	if !schema.ResultColumns.Has(formats.GuessesColumn) { // the copied rows have no guess counts
		s.Guesses, s.Hardest = nil, []pipeline.Hard{}
	} else if copied := s.Retry.TakenOver; settings.solverUnknown && copied > 0 {
		s.reading = append(s.reading, fmt.Sprintf("the search statistics of %s are copied from a result that does not record its solver; the statistics are comparable only if that solver was also %s",
			countOf(copied, "row"), s.Solver))
	}
}

// addReading adds remarks about how the first nonempty input was read, and about its columns.
func (s *summary) addReading(schema *formats.Schema, write *formats.WriteOptions) {
	if schema.Format == formats.Auto { // rows were generated
		return
	}
	s.Reading = schema.String()
	text := s.Reading
	if n := len(s.Inputs); n > 1 {
		text += fmt.Sprintf(" (the first of %d files)", n)
	} else if schema.Members > 1 {
		text += fmt.Sprintf(" (the first of %d members of the archive)", schema.Members)
	}
	if n := int64(schema.HeadRows); n > 0 && n < s.Rows {
		text += fmt.Sprintf("; determined from the first %s, because the input paused", countOf(n, "row"))
	}
	s.reading = append(s.reading, text)
	s.ReplacedColumns = schema.Replaced
	if n := len(schema.Replaced); n > 0 {
		s.reading = append(s.reading, "columns of this run replace these columns of an earlier gridmill run: "+formats.NameList(schema.Replaced))
	}
	if renamed, taken := schema.Renamed(write); renamed != nil && s.Output != "" {
		s.reading = append(s.reading, renamedColumns(renamed, taken))
	}
	if names := schema.LooksLikeOutputs(); names != "" && s.Scores == nil && schema.Roles.Answer >= 0 {
		s.reading = append(s.reading, fmt.Sprintf("warning: %s may contain model outputs, which are not checked; to check them, use gridmill score", names))
	}
	if names := schema.TextIn(write.Format, nil); names != "" {
		advice := "write columns as numbers, use --types"
		if schema.Format == formats.Parquet { // the values can be dates or lists
			advice = "keep their types, write Parquet"
		}
		s.reading = append(s.reading, fmt.Sprintf("all values of %s become text in %s output; to %s", names, write.Format, advice))
	}
}

func renamedColumns(renamed, taken []string) string {
	return fmt.Sprintf("the input already has %s, so the new columns are named %s; to drop input columns, use --keep", strings.Join(taken, ", "), strings.Join(renamed, ", "))
}

// gridFormatLines returns lines that say what an output lacks because each of its rows is one grid.
func (s *summary) gridFormatLines() (lines []string) {
	if !s.format.HasColumns() && s.format != formats.Text && s.Options["select"] == "" && s.Solver != parts.NoSolver && s.Rows > 0 {
		lines = append(lines, fmt.Sprintf("the solutions: the %s output holds only the puzzles; to write the solutions instead, use --select solution", s.format))
	}
	if s.WithoutGrid > 0 {
		text := fmt.Sprintf("%s without a grid (each row in the %s format must be a grid)", countOf(s.WithoutGrid, "row"), s.format)
		if instead := map[formats.Format]string{formats.Lines: "empty lines", formats.NPY: "zeros"}[s.format]; instead != "" {
			text = "the contents of " + text + "; these rows become " + instead
		}
		lines = append(lines, text)
	}
	return lines
}

// leftOutLines returns lines of text that describe the JSON keys and the lines of input that were
// left out. inRows lists the keys that were left out of rows.
func leftOutLines(l *formats.LeftOut, inRows formats.LeftOutKeys) (lines []string) {
	keys, more := l.Keys(inRows)
	for _, k := range keys {
		name, file := formats.ShownName(k.Key), files.Printable(k.File)
		if k.Row == 0 {
			lines = append(lines, fmt.Sprintf("the key %s (%s), which is outside the array of rows", name, file))
			continue
		}
		lines = append(lines, fmt.Sprintf("the key %s (%s:%d), which the first rows do not have", name, file, k.Row))
	}
	if more {
		lines = append(lines, "and more keys")
	}
	for _, left := range l.Lines() {
		lines = append(lines, fmt.Sprintf("%s: %s (first %s:%d)", left.Kind, countOf(left.Count, "line"), files.Printable(left.File), left.Line))
	}
	return lines
}

// skippedLines returns lines that list the files and arrays that were not read.
func skippedLines(skipped *formats.Skipped) (lines []string) {
	const most = 5
	first, count := skipped.Inputs()
	for i, input := range first {
		if i == most {
			return append(lines, fmt.Sprintf("and %s more", countOf(count-most, "file")))
		}
		lines = append(lines, fmt.Sprintf("%s: %s", files.Printable(input.Name), input.Why))
	}
	return lines
}

// nameSkipped lists the inputs that a command did not read. It is for commands that do not
// summarize their inputs.
func (s *session) nameSkipped(skipped *formats.Skipped) {
	for _, line := range skippedLines(skipped) {
		s.progress.Remark("skipped %s", line)
	}
}

// A reasonCount counts the rows with the same reason, and says where the first of them is.
type reasonCount struct {
	Reason string `json:"reason"` // code of the first row's reason, including details
	Rows   int64  `json:"rows"`
	File   string `json:"file"`
	Line   int64  `json:"line"`
}

// mostReasons is the maximum number of reasons in a summary, not counting repeated clues.
const mostReasons = 5

// reasonLines returns lines that list the most common reasons why rows are invalid.
func reasonLines(t *pipeline.Totals) (lines []string) {
	invalid := t.Verdicts[solver.Invalid]
	noPuzzle, _ := t.Reasons.Split()
	for _, r := range noPuzzle.MostCommon(mostReasons) {
		lines = append(lines, fmt.Sprintf("%s: %s (first: %s:%d, %s)%s", countOf(r.Rows, "row"), r.First.Kind, files.Printable(r.File), r.Line, r.First, adviceOnRows(r)))
		invalid -= r.Rows
	}
	if invalid > 0 && len(lines) > 0 {
		lines = append(lines, countOf(invalid, "row")+" for other reasons")
	}
	return lines
}
