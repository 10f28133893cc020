// Package report writes a page about a run. The page is a self-contained HTML file with the figures
// from the summary, and charts of distributions.
package report

import (
	"bytes"
	"cmp"
	_ "embed" // for the template of the page
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/gridmill/gridmill/benchmarks/page"
	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
)

// Run holds the contents of the page about a run.
type Run struct {
	Title  string
	Lead   string
	Tiles  []Tile
	Remark string // says which rows the figures cover; may be empty
	// Verdicts and Answers count all rows. Answers is empty if no answers were checked.
	Verdicts [solver.NumVerdicts]int64
	Answers  []Count
	// Totals holds the other figures. It is nil if they are not known.
	Totals  *pipeline.Totals
	Guesses bool // whether Totals has guesses
	Samples []progress.Sample
	Set     *dataset.Success // nil if the run did not create a data set
	Facts   []Fact
}

type (
	// A Tile is a box at the top of the page. It shows one number or duration.
	Tile struct{ Name, Figure, Note string }
	// A Count is a named number of rows.
	Count struct {
		Name string
		Rows int64
	}
	// A Fact is a named value on the page, such as an option.
	Fact struct{ Name, Value string }
)

//go:embed report.html
var text string

// generator is an HTML comment in each page. The function Is looks for this comment.
const generator = "<!-- gridmill report -->"

// Is reports whether text is a page written by Write.
func Is(text []byte) bool { return bytes.Contains(text[:min(len(text), 16<<10)], []byte(generator)) }

// Write writes the page.
func (r *Run) Write(to io.Writer) error { return page.New(text).Execute(to, r) }

// Generator returns the HTML comment by which the function Is recognizes a page.
func (*Run) Generator() template.HTML { return generator }

// VerdictRows returns the verdicts that occur, with their shares of all rows. The most common
// verdict comes first.
func (r *Run) VerdictRows() []row {
	var counts []Count
	for v, n := range r.Verdicts {
		if n > 0 {
			counts = append(counts, Count{solver.Verdict(v).String(), n})
		}
	}
	slices.SortStableFunc(counts, func(a, b Count) int { return cmp.Compare(b.Rows, a.Rows) })
	return rowsOf(counts)
}

// AnswerRows returns the counts in Answers, with their shares of the total.
func (r *Run) AnswerRows() []row { return rowsOf(r.Answers) }

// A row is a Count in a table, with its share of the total.
type row struct {
	Count
	Percent string
}

func rowsOf(counts []Count) (rows []row) {
	all := int64(0)
	for _, c := range counts {
		all += c.Rows
	}
	for _, c := range counts {
		rows = append(rows, row{c, percent(c.Rows, all)})
	}
	return rows
}

// percent formats n/all as a percentage. It returns 0% or 100% only if the share is exactly 0 or 1.
func percent(n, all int64) string {
	share := 100 * float64(n) / float64(max(all, 1))
	switch text := fmt.Sprintf("%.1f%%", share); {
	case n > 0 && text == "0.0%":
		return "< 0.1%"
	case n < all && text == "100.0%":
		return "> 99.9%"
	default:
		return text
	}
}

// A reason is a row of the "Invalid rows" table.
type reason struct {
	Rows              int64
	Why, Where, Value string
}

// mostReasons is the maximum number of reasons in the table.
const mostReasons = 20

// Reasons returns the most common reasons why rows are invalid, with the first row for each reason.
func (r *Run) Reasons() (reasons []reason) {
	if r.Totals == nil {
		return nil
	}
	noPuzzle, _ := r.Totals.Reasons.Split()
	for _, c := range noPuzzle.MostCommon(mostReasons) {
		reasons = append(reasons, reason{c.Rows, fmt.Sprintf("%s (first: %s)", c.First.Kind, c.First), place(c.File, c.Line), files.Printable(c.Text)})
	}
	return reasons
}

// OtherInvalid returns the number of invalid rows that the table of reasons does not cover.
func (r *Run) OtherInvalid() int64 {
	n := r.Verdicts[solver.Invalid]
	for _, listed := range r.Reasons() {
		n -= listed.Rows
	}
	return n
}

// place describes the location of a row. It returns "" for generated rows, which have no file.
func place(file string, line int64) string {
	if file == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", files.Printable(file), line)
}

type hardPuzzle struct {
	pipeline.Hard
	Where string
	Grid  template.HTML
}

// Hardest returns the hardest puzzles.
func (r *Run) Hardest() (all []hardPuzzle) {
	if r.Totals == nil || !r.Guesses {
		return nil
	}
	for _, h := range r.Totals.Hardest {
		all = append(all, hardPuzzle{h, place(h.File, h.Line), drawGrid(&h.Puzzle)})
	}
	return all
}

// HasClues reports whether the clues of the puzzles were counted.
func (r *Run) HasClues() bool { return r.Totals != nil && r.Totals.Clues != [solver.Cells + 1]int64{} }
