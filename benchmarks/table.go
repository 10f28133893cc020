package benchmarks

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
)

type column struct {
	head string
	cell func(*Result) string
	// In the HTML report, adjacent columns with the same group have a common header. Below the
	// header, each column has its own subheader.
	group, subheader string
}

// columns lists the columns of the table on the terminal and on the page. Search statistics are
// empty for external programs.
var columns = []column{
	{head: "solver", cell: (*Result).Label},
	{"puzzles/s", func(r *Result) string { return speedMark(r) + significant(r.PuzzlesPerSecond) }, "speed", "puzzles/s"},
	{"spread", func(r *Result) string { return fmt.Sprintf("±%.0f%%", 100*r.Spread) }, "speed", "spread"},
	{"µs/puzzle", func(r *Result) string { return significant(r.MicrosecondsPerPuzzle) }, "speed", "µs/puzzle"},
	{"relative", func(r *Result) string { return significant(r.RelativeSpeed) }, "speed", "relative"},
	{head: "no guess", cell: searched(func(r *Result) string { return fmt.Sprintf("%.1f%%", 100*r.NoGuessFraction) })},
	{"guesses", guesses, "guesses per puzzle", "mean"},
	{"median", searched(func(r *Result) string { return humanize.Comma(int64(r.GuessesMedian)) }), "guesses per puzzle", "median"},
	{"p99", searched(func(r *Result) string { return humanize.Comma(int64(r.GuessesP99)) }), "guesses per puzzle", "p99"},
	{"backtracks", searched(func(r *Result) string { return significant(r.BacktracksPerPuzzle) }), "backtracks per puzzle", "mean"},
	{"median", searched(func(r *Result) string { return humanize.Comma(int64(r.BacktracksMedian)) }), "backtracks per puzzle", "median"},
	{"p99", searched(func(r *Result) string { return humanize.Comma(int64(r.BacktracksP99)) }), "backtracks per puzzle", "p99"},
	{head: "unfinished", cell: searched(func(r *Result) string { return fmt.Sprintf("%.1f%%", 100*float64(r.Unfinished)/float64(r.Morphs)) })},
	{head: "morphs", cell: tested},
}

var guesses = searched(func(r *Result) string { return significant(r.GuessesPerPuzzle) })

// Label returns the name of the solver, followed by the name of its kernel if it has one.
func (r *Result) Label() string {
	if r.Kernel != "" {
		return r.Solver + "/" + r.Kernel
	}
	return r.Solver
}

func (r *Result) title() string { return r.Label() + " on " + r.Corpus }

func searched(cell func(*Result) string) func(*Result) string {
	return func(r *Result) string {
		if r.Search == nil {
			return ""
		}
		return cell(r)
	}
}

// speedMark returns the mark that precedes a speed: "< " if a limit on guesses makes the speed
// appear too high, "? " if the result is Unvouched, or "".
func speedMark(r *Result) string {
	switch {
	case r.CutOff():
		return "< "
	case r.Unvouched():
		return "? "
	}
	return ""
}

// tested describes how many of the available morphs a solver received.
func tested(r *Result) string {
	if r.Sampled() {
		return fmt.Sprintf("%s of %s", humanize.Comma(int64(r.Morphs)), humanize.Comma(int64(r.CorpusMorphs)))
	}
	return humanize.Comma(int64(r.Morphs))
}

// significant formats x with up to three significant digits. It keeps all digits before the decimal
// point.
func significant(x float64) string {
	switch {
	case x >= 100:
		return humanize.Comma(int64(math.Round(x)))
	case x < 0.001:
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64) // round 9.996 to 10 first
	digits := 2 - int(math.Floor(math.Log10(x)))
	return strconv.FormatFloat(x, 'f', min(digits, 4), 64)
}

func (r *RunResult) resultsOf(corpus string) []*Result {
	return slices.DeleteFunc(slices.Clone(r.Results), func(res *Result) bool { return res.Corpus != corpus })
}

// WriteTable writes the result as text.
func (r *RunResult) WriteTable(to io.Writer) error {
	var b strings.Builder
	m, o := &r.Machine, &r.Options
	fmt.Fprintf(&b, "gridmill %s, %s, %s/%s, %s, %s\n", m.Version, m.Go, m.OS, m.Arch, m.Processor, m.Time.Format("2006-01-02"))
	fmt.Fprintf(&b, "%s of %d; %d rounds, %g s in total per solver and corpus; at most %s per puzzle; %s; seed %d\n",
		english.Plural(o.Cores, "core", ""), m.Cores, Rounds, o.Seconds, english.Plural(int(o.MaxSolutions), "solution", ""), o.budget(), o.Seed)
	for _, c := range r.Corpora {
		fmt.Fprintf(&b, "\n%s: %s\n", c.Corpus, c.summary())
		rows := [][]string{nil}
		for _, col := range columns {
			rows[0] = append(rows[0], col.head)
		}
		for _, res := range r.resultsOf(c.Corpus) {
			rows = append(rows, res.row())
		}
		writeAligned(&b, rows)
		if strata := strataTable(r.resultsOf(c.Corpus)); strata != nil {
			writeAligned(&b, strata)
		}
	}
	b.WriteString("\n")
	for _, note := range r.notes() {
		fmt.Fprintln(&b, note)
	}
	for _, failure := range r.failures() {
		fmt.Fprintln(&b, "failed: "+failure)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// row returns the cells for r. If r has a Failure, there are only two cells.
func (r *Result) row() []string {
	if r.Failure != "" {
		return []string{r.Label(), "failed"}
	}
	var cells []string
	for _, col := range columns {
		cells = append(cells, col.cell(r))
	}
	return cells
}

// writeAligned writes rows as a table. The first column is left-aligned, and the other columns are
// right-aligned.
func writeAligned(b *strings.Builder, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		fmt.Fprintf(&line, "  %-*s", widths[0], row[0])
		for i, cell := range row[1:] {
			fmt.Fprintf(&line, "  %*s", widths[i+1], cell)
		}
		fmt.Fprintln(b, strings.TrimRight(line.String(), " "))
	}
}

func (c *MeasuredCorpus) summary() string {
	text := english.Plural(c.Puzzles, "puzzle", "")
	if c.Morphs > c.Puzzles {
		text += fmt.Sprintf(", each with %s morphs", humanize.Comma(int64(c.Morphs/c.Puzzles)))
	}
	if c.Skipped > 0 {
		text += ", skipped " + english.Plural(c.Skipped, "row", "") + " without a puzzle"
	}
	if c.Unproven > 0 {
		text += ", skipped " + english.Plural(c.Unproven, "puzzle", "") + " that " + reference + " did not finish"
	}
	return fmt.Sprintf("%s (sha256 %.12s)", text, c.SHA256)
}

func (o *Options) budget() string {
	if o.MaxGuesses == 0 {
		return "no limit on guesses"
	}
	return "at most " + english.Plural(int(o.MaxGuesses), "guess", "") + " per puzzle"
}

// steady is a limit on the spread. The notes list the results with a larger spread.
const steady = 0.25

func (r *RunResult) notes() (notes []string) {
	var unsteady []string
	var sampled, cutOff, unvouched, measured, searched bool
	for _, res := range r.Results {
		if res.Failure != "" {
			continue
		}
		if res.Spread > steady {
			unsteady = append(unsteady, res.title())
		}
		if slices.ContainsFunc(res.Strata, func(s Stratum) bool { return s.Spread > steady }) {
			unsteady = append(unsteady, res.title()+" by guesses")
		}
		measured, searched = true, searched || res.Search != nil
		sampled, cutOff, unvouched = sampled || res.Sampled(), cutOff || res.CutOff(), unvouched || res.Unvouched()
	}
	add := func(applies bool, format string, values ...any) {
		if applies {
			notes = append(notes, fmt.Sprintf(format, values...))
		}
	}
	add(measured, "Speed is the median of the rounds; spread is the largest deviation from the median. Relative speeds are multiples of mrv's speed or, if mrv is not measured, of the first solver's speed.")
	add(searched, "All answers of gridmill's solvers were checked against mrv before anything was timed.")
	add(len(unsteady) > 0, "Some rounds differ from the median by more than %.0f%% (%s). Other programs were probably running. Measure again on an idle machine, or with longer rounds.", 100*steady, strings.Join(unsteady, ", "))
	add(sampled, "Slow solvers received only as many morphs of the puzzles as they could solve in their share of the time. The morphs column shows how many. Guesses and relative speeds depend on the number of morphs. Use %s to give every solver the same number of puzzles.", r.Options.Called("puzzles"))
	add(cutOff, "<: the solver is actually slower than shown, because puzzles on which it gave up after %s count as solved.", english.Plural(int(r.Options.MaxGuesses), "guess", ""))
	add(unvouched, "?: the program printed no solutions, so it may not have solved anything.")
	for _, c := range r.Corpora {
		add(c.Puzzles < r.Options.Puzzles, "%s has only %s of the %s puzzles requested.", c.Corpus, humanize.Comma(int64(c.Puzzles)), humanize.Comma(int64(r.Options.Puzzles)))
	}
	for _, res := range r.Results {
		add(res.Process != nil && res.Failure == "", "%s: %s", res.title(), res.note())
		add(res.StrataFailure != "", "%s: the times by number of guesses could not be measured: %s", res.title(), res.StrataFailure)
	}
	return notes
}

// note returns text that describes how the speed of an external program was measured. It returns ""
// for gridmill's solvers.
func (p *Process) note() string {
	if p == nil {
		return ""
	}
	checked := fmt.Sprintf("it printed %s of %s answers, all correct", humanize.Comma(int64(p.Answers)), humanize.Comma(int64(p.Given)))
	switch {
	case p.Answers == 0:
		checked = "it did not print any answers, so nothing was checked"
	case p.Repeated > 0:
		checked += "; it repeated " + english.Plural(p.Repeated, "answer", "")
	}
	if p.CountsOnly > 0 {
		checked += "; " + english.Plural(p.CountsOnly, "answer is only a solution count", "answers are only solution counts")
	}
	return fmt.Sprintf("%s; the speed does not include the start-up time of %.1f ms", checked, 1000*p.StartupSeconds)
}
