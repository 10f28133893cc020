package benchmarks

import (
	"cmp"
	_ "embed" // for the template of the page
	"html/template"
	"io"
	"slices"
	"sync"

	"github.com/gridmill/gridmill/benchmarks/page"
)

//go:embed report.html
var reportText string

var reportTemplate = sync.OnceValue(func() *template.Template { return page.New(reportText) })

// reportPage holds the data for the template of the report.
type reportPage struct {
	*RunResult
	Title  string
	Rounds int
	Rest   int // number of table columns after the first
	Legend []legendEntry
	Work   template.HTML
	Corpus []corpusCharts
	Groups []columnGroup
	Heads  []string
	Notes  []string
	Budget string
}

type (
	// legendEntry is a solver with the color and the line pattern that represent it.
	legendEntry struct {
		Label  string
		Color  int
		Dashes template.CSS // value of stroke-dasharray for the solver's lines
	}
	// corpusCharts holds the charts and measurements of one corpus.
	corpusCharts struct {
		MeasuredCorpus
		Marker         marker  // represents the corpus in the chart of time against guesses
		Fastest        *Result // nil if no speed is known
		Speed, Guesses template.HTML
		Strata         [][]string
		Rows           []tableRow
	}
	tableRow struct {
		Cells   []string
		Color   int
		Failure string
	}
	columnGroup struct {
		Name string
		Span int
	}
)

// WriteReport writes the result as a self-contained HTML page.
func (r *RunResult) WriteReport(to io.Writer) error {
	p := &reportPage{
		RunResult: r, Title: "Sudoku solvers on " + r.Machine.Processor, Rounds: Rounds, Rest: len(columns) - 1,
		Work: workChart(r), Notes: r.notes(), Budget: r.Options.budget(),
	}
	for i, c := range r.Corpora {
		results := r.resultsOf(c.Corpus)
		charts := corpusCharts{
			MeasuredCorpus: c, Marker: markers[i%len(markers)], Fastest: fastestOf(results), Strata: strataTable(results),
			Speed: speedChart(results, "Speed on "+c.Corpus),
		}
		if slices.ContainsFunc(results, func(res *Result) bool { return res.Search != nil }) {
			charts.Guesses = guessChart(results, "Guesses on "+c.Corpus)
		}
		for j, res := range results {
			charts.Rows = append(charts.Rows, tableRow{res.row(), j % page.Colors, res.Failure})
			if i == 0 && res.Search != nil {
				p.Legend = append(p.Legend, legendEntry{res.Label(), j % page.Colors, template.CSS(dashes[j%len(dashes)])})
			}
		}
		p.Corpus = append(p.Corpus, charts)
	}
	p.Groups, p.Heads = groupColumns()
	return reportTemplate().Execute(to, p)
}

// fastestOf returns the result of the fastest solver. It ignores solvers that failed, solvers that
// abandoned puzzles, and results that are Unvouched. It returns nil if no solver is left.
func fastestOf(results []*Result) (best *Result) {
	for _, r := range results {
		if !r.Unvouched() && r.Failure == "" && !r.CutOff() && (best == nil || r.PuzzlesPerSecond > best.PuzzlesPerSecond) {
			best = r
		}
	}
	return best
}

// groupColumns returns the two header rows of the table on the page.
func groupColumns() (groups []columnGroup, heads []string) {
	for _, col := range columns {
		last := len(groups) - 1
		if col.group != "" && groups[last].Name == col.group {
			groups[last].Span++
		} else {
			groups = append(groups, columnGroup{col.group, 1})
		}
		heads = append(heads, cmp.Or(col.subheader, col.head))
	}
	return groups, heads
}
