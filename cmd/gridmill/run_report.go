package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
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
	"github.com/gridmill/gridmill/pipeline/dataset"
)

func (o *runOptions) bindReport(c *cobra.Command) {
	c.Flags().StringVar(&o.report, "report", "", "also write an HTML report with figures and charts to `FILE`")
}

func (o *runOptions) checkReport() error {
	switch ext := strings.ToLower(filepath.Ext(o.report)); {
	case o.report == "", o.report == files.StdStream, ext == ".html", ext == ".htm", isSpecial(o.report) && !isDirectory(o.report):
		return nil
	}
	return fmt.Errorf("--report %s: the report is an HTML page, so its name must end in .html", o.report)
}

// mayReplace reports whether the run may replace its summary and its report without --overwrite.
// Each file must be missing, be a device or a pipe, or be from an earlier run of the same shard.
func (o *runOptions) mayReplace(isSummary func(text []byte) bool) bool {
	may := func(name string, isOwn func(text []byte) bool) bool {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > longestOutput {
			return isMissing(name) || isSpecial(name)
		}
		text, err := os.ReadFile(name)
		return err == nil && isOwn(text)
	}
	return may(o.summary, isSummary) && may(o.report, func(text []byte) bool {
		return report.Is(text) && (o.shard == "" || bytes.Contains(text, []byte("shard "+o.shard+":")))
	})
}

// longestOutput is an upper limit on the size of summaries and reports.
const longestOutput = 1 << 30

func (s *summary) writeReport(to io.Writer, command string, reporter *progress.Reporter) error {
	t := s.totals
	speed := report.Tile{Name: "puzzles per second", Figure: humanize.Comma(int64(s.PuzzlesPerSecond)), Note: "average for this run"}
	if s.PuzzlesPerSecond == 0 {
		speed.Figure, speed.Note = "–", "this run solved no puzzles"
	}
	r := &report.Run{
		Title: "gridmill " + command, Lead: leadOf(s.Inputs, s.Output), Remark: s.reportRemark(),
		Verdicts: t.Verdicts, Answers: describeAnswers(s.Answers), Totals: t, Guesses: s.Guesses != nil && s.Guesses.Puzzles > 0, Samples: reporter.Speeds(),
		Tiles: []report.Tile{
			{Name: "rows", Figure: humanize.Comma(s.Rows)},
			speed,
			{Name: "time", Figure: rounded(s.spent), Note: countOf(int64(s.Workers), "worker")},
			{Name: "not solved", Figure: humanize.Comma(t.Unsolved()), Note: "verdict invalid, none or unfinished"},
		},
	}
	r.Facts = slices.Concat([]report.Fact{
		{Name: "program", Value: "gridmill " + s.Version}, {Name: "solver", Value: s.solverName()}, {Name: "machine", Value: s.Machine},
		{Name: "options", Value: describeOptions(s.Options)},
	}, fileFacts("input", s.Inputs), []report.Fact{{Name: "output", Value: outputName(s.Output)}})
	return r.Write(to)
}

// leadOf returns a line that describes the inputs and the output of a run.
func leadOf(inputs []files.Fingerprint, output string) string {
	date := time.Now().Format("2 January 2006")
	switch len(inputs) {
	case 0:
		return fmt.Sprintf("%s · %s", outputName(output), date)
	case 1:
		return fmt.Sprintf("%s → %s · %s", files.Printable(files.InputName(inputs[0].File)), outputName(output), date)
	}
	return fmt.Sprintf("%s → %s · %s", countOf(int64(len(inputs)), "file"), outputName(output), date)
}

// reportRemark returns text that says which parts the figures cover. It returns "" if the output is
// not in parts.
func (s *summary) reportRemark() string {
	p := s.Parts
	if p == nil {
		return ""
	}
	rows := "all parts"
	if p.Shard != "" {
		rows = "the parts of shard " + p.Shard
	}
	text := fmt.Sprintf("The figures cover %s: %s.", rows, p.describe("solved"))
	if p.Taken.Parts > 0 {
		text += " Time and speed cover only this run."
	}
	return text
}

// describeOptions returns text that lists the options of a run. It omits empty and false options.
func describeOptions(options map[string]any) string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if value := fmt.Sprint(options[name]); value != "" && value != "false" {
			texts = append(texts, fmt.Sprintf("%s=%s", name, files.Printable(value)))
		}
	}
	return strings.Join(texts, ", ")
}

// fileFacts returns a fact for each file: its name and, if known, its size. If there are many
// files, the last fact says how many are left out.
func fileFacts(label string, list []files.Fingerprint) (facts []report.Fact) {
	const most = 20
	for _, file := range list[:min(len(list), most)] {
		text := files.Printable(files.InputName(file.File))
		if file.Bytes > 0 {
			text += " (" + humanize.Comma(file.Bytes) + " bytes)"
		}
		facts = append(facts, report.Fact{Name: label, Value: text})
	}
	if more := len(list) - most; more > 0 {
		facts = append(facts, report.Fact{Name: label, Value: "and " + countOf(int64(more), "file") + " more"})
	}
	return facts
}

func rounded(d time.Duration) string {
	return cmp.Or(d.Round(time.Millisecond), d.Round(time.Microsecond)).String()
}

func (r *datasetRun) writeReport(to io.Writer, s *dataset.Success, spent time.Duration) error {
	note := ""
	if s.Rows.Written > s.Rows.Bases {
		note = "with morphs"
	}
	page := &report.Run{
		Title: "gridmill dataset", Lead: leadOf(s.Inputs, r.output), Set: s, Verdicts: verdictsOf(s), Answers: describeAnswers(s.Rows.Answers), Totals: s.Totals, Guesses: s.Totals != nil && s.Totals.Guesses.Count() > 0,
		Samples: r.session.progress.Speeds(),
		Tiles: []report.Tile{
			{Name: "rows read", Figure: humanize.Comma(s.Rows.Read)},
			{Name: "puzzles kept", Figure: humanize.Comma(s.Rows.Bases)},
			{Name: "rows written", Figure: humanize.Comma(s.Rows.Written), Note: note},
			{Name: "time", Figure: rounded(spent), Note: "of this run"},
		},
	}
	if s.Totals == nil {
		page.Remark = "An earlier run completed this data set. The speed, the invalid rows and the distributions of the inputs are therefore not known. To see these figures, make the data set again with --overwrite."
	}
	page.Facts = slices.Concat(
		[]report.Fact{{Name: "program", Value: "gridmill " + s.Version}, {Name: "options", Value: describeOptions(s.Options)}},
		fileFacts("input", s.Inputs), fileFacts("excluded", s.Exclude), []report.Fact{{Name: "output", Value: outputName(r.output)}})
	return page.Write(to)
}
