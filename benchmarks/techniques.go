package benchmarks

import (
	"context"
	"fmt"
	"html/template"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// Techniques says by which techniques people solve the puzzles of a corpus.
type Techniques struct {
	Puzzles    int            `json:"puzzles"`    // that have one solution; others are not rated
	Hardest    map[string]int `json:"hardest"`    // how many of them need each technique as the hardest
	Difficulty map[string]int `json:"difficulty"` // and are of each difficulty
	// PuzzlesPerSecond is how fast they are rated on one core, by processor time where that
	// is known.
	PuzzlesPerSecond float64 `json:"puzzles_per_second"`
}

// rate rates the puzzles of the corpus that have one solution.
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

// techniqueShare is how many puzzles need a technique as the hardest.
type techniqueShare struct {
	technique ladder.Technique
	puzzles   int
	percent   float64
}

// shares returns those of all techniques that any puzzle needs, from the easiest on.
func (t *Techniques) shares() (all []techniqueShare) {
	for technique := range ladder.Technique(ladder.NumTechniques) {
		if n := t.Hardest[technique.String()]; n > 0 {
			all = append(all, techniqueShare{technique, n, 100 * float64(n) / float64(t.Puzzles)})
		}
	}
	return all
}

// summary says how many puzzles are of each difficulty, and how fast they were rated.
func (t *Techniques) summary() string {
	if t.Puzzles == 0 {
		return "no puzzle has one solution, so none is rated"
	}
	var parts []string
	for _, name := range ladder.DifficultyNames() {
		parts = append(parts, fmt.Sprintf("%s %.1f %%", name, 100*float64(t.Difficulty[name])/float64(t.Puzzles)))
	}
	return fmt.Sprintf("%s; %s puzzles/s are rated", strings.Join(parts, ", "), significant(t.PuzzlesPerSecond))
}

// write writes the shares as a table.
func (t *Techniques) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n  %s\n", t.summary())
	rows := [][]string{{"hardest technique", "puzzles", "share"}}
	for _, s := range t.shares() {
		rows = append(rows, []string{s.technique.Title(), humanize.Comma(int64(s.puzzles)), fmt.Sprintf("%.2f %%", s.percent)})
	}
	if t.Puzzles > 0 {
		writeAligned(b, rows)
	}
}

// techniqueChart draws a bar for each corpus whose puzzles were rated, of the shares of all
// techniques, the easiest first. Those of one difficulty have one color, and every second one is
// paler.
func techniqueChart(all []MeasuredCorpus, title string) template.HTML {
	var names []tick
	for _, c := range all {
		names = append(names, tick{-float64(len(names)), shorten(c.Corpus)})
	}
	x := axis{label: "per cent of the puzzles", high: 100}
	for _, percent := range []float64{0, 25, 50, 75, 100} {
		x.ticks = append(x.ticks, tick{percent, fmt.Sprintf("%.0f", percent)})
	}
	y := axis{low: 0.6 - float64(len(names)), high: 0.6, ticks: names, plain: true}
	c := newChart(float64(56+25*len(names)), title, x, y)
	for i := range all {
		if all[i].Techniques == nil {
			continue
		}
		at, from := c.placeY(names[i].value), 0.0
		last, opacity := ladder.Unrated, 1.0
		for _, s := range all[i].Techniques.shares() {
			const half = 8
			if d := s.technique.Difficulty(); d != last {
				last, opacity = d, 1
			} else {
				opacity = 1.65 - opacity
			}
			fmt.Fprintf(&c.svg, `<path d="M%.1[1]f %.1[2]fH%.1[3]fV%.1[4]fH%.1[1]fZ" fill="%[5]s" fill-opacity="%[6]g"><title>%[7]s: %.1[8]f %%</title></path>`,
				c.placeX(from), at-half, c.placeX(from+s.percent), at+half, seriesColor(int(last)), opacity, s.technique.Title(), s.percent)
			from += s.percent
		}
	}
	return c.html()
}

// ratedDifficulty is a color of techniqueChart with what it stands for.
type ratedDifficulty struct {
	Name  string
	Color int
}

// ratedDifficulties returns all of them, from the easiest on.
func ratedDifficulties() (all []ratedDifficulty) {
	for d, name := range ladder.DifficultyNames() {
		all = append(all, ratedDifficulty{name, d + 1})
	}
	return all
}

// ratedTechnique is a row of the page's table: how many per cent of each corpus need a technique.
type ratedTechnique struct {
	Title  string
	Shares []string
}

// ratedTechniques returns the rows of all techniques that any puzzle needs.
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
