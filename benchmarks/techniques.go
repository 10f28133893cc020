package benchmarks

import (
	"context"
	"fmt"
	"html/template"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/benchmarks/page"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// Techniques summarizes which techniques the puzzles of a corpus require.
type Techniques struct {
	Puzzles    int            `json:"puzzles"`    // number of puzzles with one solution; others are not rated
	Hardest    map[string]int `json:"hardest"`    // number of puzzles by the hardest technique that they need
	Difficulty map[string]int `json:"difficulty"` // number of puzzles by difficulty
	// PuzzlesPerSecond is the speed of rating on one core, by processor time if that is available.
	PuzzlesPerSecond float64 `json:"puzzles_per_second"`
}

// rate rates the puzzles of the corpus that have exactly one solution.
func (s *puzzleSet) rate(ctx context.Context) (*Techniques, error) {
	t := &Techniques{Hardest: map[string]int{}, Difficulty: map[string]int{}}
	var hardest [ladder.NumTechniques]int
	l := ladder.New()
	start, clock := processorTime(), time.Now()
	for i := range s.corpus.Puzzles {
		if i%batchSize == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if s.truths[i].verdict == solver.Unique {
			hardest[l.Rate(&s.corpus.Puzzles[i]).Hardest]++
			t.Puzzles++
		}
	}
	took := processorTime() - start
	if took <= 0 {
		took = time.Since(clock)
	}
	if t.Puzzles > 0 && took > 0 {
		t.PuzzlesPerSecond = float64(t.Puzzles) / took.Seconds()
	}
	for technique, n := range hardest {
		if n > 0 {
			t.Hardest[ladder.Technique(technique).String()] = n
			t.Difficulty[ladder.Technique(technique).Difficulty().String()] += n
		}
	}
	return t, nil
}

// techniqueShare holds the number of puzzles whose hardest technique is technique.
type techniqueShare struct {
	technique ladder.Technique
	puzzles   int
	percent   float64
}

// shares returns the shares of all techniques that puzzles need, from the easiest to the hardest.
func (t *Techniques) shares() (all []techniqueShare) {
	for technique := range ladder.Technique(ladder.NumTechniques) {
		if n := t.Hardest[technique.String()]; n > 0 {
			all = append(all, techniqueShare{technique, n, 100 * float64(n) / float64(t.Puzzles)})
		}
	}
	return all
}

// summary returns the percentage of puzzles of each difficulty, and the speed of rating.
func (t *Techniques) summary() string {
	if t.Puzzles == 0 {
		return "no puzzle has exactly one solution, so none is rated"
	}
	var parts []string
	for _, name := range ladder.DifficultyNames() {
		parts = append(parts, fmt.Sprintf("%s %.1f%%", name, 100*float64(t.Difficulty[name])/float64(t.Puzzles)))
	}
	return fmt.Sprintf("%s; rated at %s puzzles/s", strings.Join(parts, ", "), significant(t.PuzzlesPerSecond))
}

// write writes the summary and a table of the shares.
func (t *Techniques) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n  %s\n", t.summary())
	rows := [][]string{{"hardest technique", "puzzles", "share"}}
	for _, s := range t.shares() {
		rows = append(rows, []string{s.technique.Title(), humanize.Comma(int64(s.puzzles)), fmt.Sprintf("%.2f%%", s.percent)})
	}
	if t.Puzzles > 0 {
		writeAligned(b, rows)
	}
}

// techniqueChart draws a bar for each corpus whose puzzles were rated. The bar shows the shares of
// all techniques, from the easiest to the hardest. Techniques of the same difficulty have the same
// color, and every second one is paler.
func techniqueChart(all []MeasuredCorpus, title string) template.HTML {
	var names []page.Tick
	for _, c := range all {
		names = append(names, page.Tick{Value: -float64(len(names)), Label: shorten(c.Corpus)})
	}
	x := page.Axis{Label: "percent of the puzzles", High: 100}
	for _, percent := range []float64{0, 25, 50, 75, 100} {
		x.Ticks = append(x.Ticks, page.Tick{Value: percent, Label: fmt.Sprintf("%.0f", percent)})
	}
	y := page.Axis{Low: 0.6 - float64(len(names)), High: 0.6, Ticks: names, Plain: true}
	c := page.NewChart(float64(56+25*len(names)), title, x, y)
	for i := range all {
		if all[i].Techniques == nil {
			continue
		}
		at, from := c.PlaceY(names[i].Value), 0.0
		last, opacity := ladder.Unrated, 1.0
		for _, s := range all[i].Techniques.shares() {
			const half = 8
			if d := s.technique.Difficulty(); d != last {
				last, opacity = d, 1
			} else {
				opacity = 1.65 - opacity
			}
			c.Draw(`<path d="M%.1[1]f %.1[2]fH%.1[3]fV%.1[4]fH%.1[1]fZ" fill="%[5]s" fill-opacity="%[6]g"><title>%[7]s: %.1[8]f%%</title></path>`,
				c.PlaceX(from), at-half, c.PlaceX(from+s.percent), at+half, page.Color(int(last)), opacity, s.technique.Title(), s.percent)
			from += s.percent
		}
	}
	return c.HTML()
}

// ratedDifficulty is a difficulty with its color in techniqueChart.
type ratedDifficulty struct {
	Name  string
	Color int
}

// ratedDifficulties returns all difficulties, from the easiest to the hardest.
func ratedDifficulties() (all []ratedDifficulty) {
	for d, name := range ladder.DifficultyNames() {
		all = append(all, ratedDifficulty{name, d + 1})
	}
	return all
}

// ratedTechnique is a row of the table on the page. Shares holds the percentage of each corpus
// whose hardest technique is this one.
type ratedTechnique struct {
	Title  string
	Shares []string
}

// ratedTechniques returns a row for each technique that puzzles need.
func ratedTechniques(all []MeasuredCorpus) (rows []ratedTechnique) {
	for technique := range ladder.Technique(ladder.NumTechniques) {
		row, needed := ratedTechnique{Title: technique.Title()}, false
		for i := range all {
			cell := ""
			if t := all[i].Techniques; t != nil && t.Hardest[technique.String()] > 0 {
				cell, needed = fmt.Sprintf("%.2f", 100*float64(t.Hardest[technique.String()])/float64(t.Puzzles)), true
			}
			row.Shares = append(row.Shares, cell)
		}
		if needed {
			rows = append(rows, row)
		}
	}
	return rows
}
