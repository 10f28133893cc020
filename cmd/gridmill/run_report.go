package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/cmd/gridmill/report"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
)

// bindReport registers --report.
func (o *runOptions) bindReport(c *cobra.Command) {
	c.Flags().StringVar(&o.report, "report", "", "also write an HTML page with figures and charts about the run to `FILE`")
}

// checkReport checks the file name of the report.
func (o *runOptions) checkReport() error {
	switch ext := strings.ToLower(filepath.Ext(o.report)); {
	case o.report == "", o.report == files.StdStream, ext == ".html", ext == ".htm", isSpecial(o.report) && !isDirectory(o.report):
		return nil
	}
	return fmt.Errorf("--report %s: the report is an HTML page, so its name must end in .html", o.report)
}

// keepSpeeds records the speeds for the report.
func (o *runOptions) keepSpeeds(r *progress.Reporter) {
	if o.report != "" {
		r.KeepSpeeds()
	}
}

// mayReplace reports whether a run that continues may replace its summary and its report: each of
// these files must not exist or must have been written by an earlier run.
func (o *runOptions) mayReplace(isSummary func(text []byte) bool) bool {
	may := func(name string, isOwn func(text []byte) bool) bool {
		if name == "" {
			return true
		}
		info, err := os.Lstat(name)
		if err != nil || isSpecial(name) || info.Size() > longestOutput {
			return errors.Is(err, fs.ErrNotExist)
		}
		text, err := os.ReadFile(name)
		return err == nil && isOwn(text)
	}
	return may(o.summary, isSummary) && may(o.report, report.Is)
}

// longestOutput is an upper limit for the size of summaries and reports.
const longestOutput = 1 << 30

// writeReport writes the page about a run.
func (s *summary) writeReport(to io.Writer, command string, reporter *progress.Reporter) error {
	t := s.totals
	var names []string
	for _, input := range s.Inputs {
		names = append(names, input.File)
	}
	speed := report.Tile{Name: "puzzles per second", Figure: humanize.Comma(int64(s.PuzzlesPerSecond)), Note: "mean of this run"}
	if s.PuzzlesPerSecond == 0 {
		speed.Figure, speed.Note = "–", "this run solved no puzzles"
	}
	r := &report.Run{
		Title: "gridmill " + command, Lead: leadOf(names, s.Output), Remark: s.reportRemark(),
		Verdicts: t.Verdicts, Answers: describeAnswers(s.Answers), Totals: t, Guesses: s.Guesses.Puzzles > 0, Samples: reporter.Speeds(),
		Tiles: []report.Tile{
			{Name: "rows", Figure: humanize.Comma(s.Rows)},
			speed,
			{Name: "time", Figure: durationOf(s.Seconds).String(), Note: countOf(int64(s.Workers), "worker")},
			{Name: "not solved", Figure: humanize.Comma(t.Unsolved()), Note: "invalid, none or unfinished"},
		},
	}
	r.Facts = []report.Fact{
		{Name: "program", Value: "gridmill " + s.Version}, {Name: "solver", Value: s.solverName()}, {Name: "machine", Value: s.Machine},
		{Name: "options", Value: describeOptions(s.Options)},
	}
	for _, input := range s.Inputs[:min(len(s.Inputs), mostInputs)] {
		r.Facts = append(r.Facts, fileFact("input", input.File, input.Bytes))
	}
	if more := len(s.Inputs) - mostInputs; more > 0 {
		r.Facts = append(r.Facts, report.Fact{Name: "input", Value: "and " + countOf(int64(more), "file") + " more"})
	}
	r.Facts = append(r.Facts, report.Fact{Name: "output", Value: outputName(s.Output)})
	return r.Write(to)
}

// mostInputs is the maximum number of inputs that a report lists.
const mostInputs = 20

// leadOf returns a line that describes the inputs and the output of a run.
func leadOf(inputs []string, output string) string {
	date := time.Now().Format("2 January 2006")
	switch len(inputs) {
	case 0:
		return fmt.Sprintf("%s · %s", outputName(output), date)
	case 1:
		return fmt.Sprintf("%s → %s · %s", files.Printable(files.InputName(inputs[0])), outputName(output), date)
	}
	return fmt.Sprintf("%s → %s · %s", countOf(int64(len(inputs)), "file"), outputName(output), date)
}

// reportRemark returns a remark that says which rows the figures of a run in parts cover.
func (s *summary) reportRemark() string {
	p := s.Parts
	if p == nil {
		return ""
	}
	rows := "all parts"
	if p.Shard != "" {
		rows = "the parts of shard " + p.Shard
	}
	text := fmt.Sprintf("The figures cover %s: %s.", rows, p.describe())
	if p.Taken.Parts > 0 {
		text += " Time and speed cover only this run."
	}
	return text
}

// describeOptions returns text that lists the options that are set in a run.
func describeOptions(options map[string]any) string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if value := fmt.Sprint(options[name]); value != "" && value != "false" {
			texts = append(texts, fmt.Sprintf("%s=%s", name, files.Printable(value)))
		}
	}
	return strings.Join(texts, ", ")
}

// fileFact returns a fact with the name of a file and its size, if the size is known.
func fileFact(label, name string, bytes int64) report.Fact {
	text := files.Printable(files.InputName(name))
	if bytes > 0 {
		text += " (" + humanize.Comma(bytes) + " bytes)"
	}
	return report.Fact{Name: label, Value: text}
}

func durationOf(seconds float64) time.Duration {
	d := time.Duration(seconds * float64(time.Second))
	return cmp.Or(d.Round(time.Millisecond), d.Round(time.Microsecond))
}

// writeReport writes the page about a data set. totals are the totals of the inputs, or nil if an
// earlier run completed the data set.
func (r *datasetRun) writeReport(to io.Writer, s *dataset.Success, totals *pipeline.Totals, spent time.Duration) error {
	note := ""
	if s.Rows.Written > s.Rows.Bases {
		note = "with morphs"
	}
	page := &report.Run{
		Title: "gridmill dataset", Set: s, Answers: describeAnswers(s.Rows.Answers), Totals: totals, Guesses: totals != nil && totals.Guesses.Count() > 0,
		Samples: r.session.progress.Speeds(),
		Tiles: []report.Tile{
			{Name: "rows read", Figure: humanize.Comma(s.Rows.Read)},
			{Name: "puzzles kept", Figure: humanize.Comma(s.Rows.Bases)},
			{Name: "rows written", Figure: humanize.Comma(s.Rows.Written), Note: note},
			{Name: "time", Figure: durationOf(spent.Seconds()).String(), Note: "of this run"},
		},
	}
	if totals == nil {
		page.Remark = "An earlier run completed this data set, so its speed, its invalid rows and the distributions of its inputs are not known. To see them, make the data set again."
	}
	for v := range solver.NumVerdicts {
		page.Verdicts[v] = s.Rows.Verdicts[solver.Verdict(v).String()]
	}
	var names []string
	page.Facts = []report.Fact{{Name: "program", Value: "gridmill " + s.Version}, {Name: "options", Value: describeOptions(s.Options)}}
	for i, input := range s.Inputs {
		if names = append(names, input.File); i < mostInputs {
			page.Facts = append(page.Facts, fileFact("input", input.File, input.Bytes))
		}
	}
	for _, file := range s.Exclude {
		page.Facts = append(page.Facts, fileFact("excluded", file.File, file.Bytes))
	}
	page.Facts = append(page.Facts, report.Fact{Name: "output", Value: outputName(r.output)})
	page.Lead = leadOf(names, r.output)
	return page.Write(to)
}
