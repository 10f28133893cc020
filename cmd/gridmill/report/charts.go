package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/benchmarks/page"
	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// A bar of a histogram counts the rows that have between From and To clues or guesses, inclusive.
type bar struct {
	From, To int
	Rows     int64
	More     bool // whether the bar also counts the rows with larger numbers
}

// name returns the label of a bar: its range of numbers, such as "4 to 7".
func (b bar) name() string {
	switch {
	case b.More:
		return "more than " + humanize.Comma(int64(b.From-1))
	case b.From == b.To:
		return humanize.Comma(int64(b.From))
	}
	return humanize.Comma(int64(b.From)) + " to " + humanize.Comma(int64(b.To))
}

// drawBars draws a histogram with linear axes. The vertical axis starts at zero.
func drawBars(title, label string, bars []bar, color int) template.HTML {
	most := max(1, slices.MaxFunc(bars, func(a, b bar) int { return cmp.Compare(a.Rows, b.Rows) }).Rows)
	first, last := bars[0].From, bars[len(bars)-1]
	width := bars[0].To - first + 1
	x := page.Axis{Label: label, Low: float64(first) - 0.5, High: float64(last.To) + 0.5, Plain: true}
	end := last.To
	if last.More {
		end = last.From - 2*width // ticks stop before the label of the last bar
	}
	step := int(page.EvenTicks(float64(last.To - first))[1].Value)
	for n := (first + step - 1) / step * step; n <= end; n += step {
		x.Ticks = append(x.Ticks, page.Tick{Value: float64(n), Label: humanize.Comma(int64(n))})
	}
	if last.More {
		x.Ticks = append(x.Ticks, page.Tick{Value: float64(last.From+last.To) / 2, Label: "more"})
	}
	y := page.Axis{Label: "puzzles", High: float64(most) * 1.05}
	y.Ticks = page.EvenTicks(y.High)
	c := page.NewChart(230, title, x, y)
	for _, b := range bars {
		if b.Rows == 0 {
			continue
		}
		opacity := 1.0
		if b.More {
			opacity = 0.45
		}
		from, to := c.PlaceX(float64(b.From)-0.5), c.PlaceX(float64(b.To)+0.5)
		space := min(1.5, (to-from)/5)
		c.Draw(`<path d="M%.1[1]f %.1[2]fV%.1[3]fH%.1[4]fV%.1[2]fZ" fill="%[5]s" fill-opacity="%[6]g"><title>%[7]s: %[8]s</title></path>`,
			from+space/2, c.Bottom, c.PlaceY(float64(b.Rows)), to-space/2, page.Color(color), opacity, b.name(), humanize.Comma(b.Rows))
	}
	return c.HTML()
}

// clueBars returns one bar for each number of clues, from the fewest clues in any puzzle to the
// most. If there are few bars, it adds empty bars on both sides, to make all bars narrower.
func clueBars(counts func(clues int) int64) (bars []bar) {
	first, last := solver.Cells, 0
	for clues := range solver.Cells + 1 {
		if counts(clues) > 0 {
			first, last = min(first, clues), clues
		}
	}
	const fewest = 15
	for last-first+1 < fewest {
		first, last = max(first-1, 0), min(last+1, solver.Cells)
	}
	for clues := first; clues <= last; clues++ {
		bars = append(bars, bar{From: clues, To: clues, Rows: counts(clues)})
	}
	return bars
}

// CluesChart draws a histogram of the numbers of clues.
func (r *Run) CluesChart() template.HTML {
	return drawBars("Clues", "clues", clueBars(func(n int) int64 { return r.Totals.Clues[n] }), 0)
}

// mostBars is the maximum number of bars in a guess chart, not counting a bar whose More field is
// set.
const mostBars = 50

// guessBars returns bars of equal width, starting at zero. If a few puzzles take far more guesses
// than the others, the last bar counts all of these puzzles and can be wider.
func guessBars(h *pipeline.Histogram) (bars []bar) {
	limit := int(h.Max())
	if most := int(h.Percentile(99)); limit > 2*most+20 {
		limit = most
	}
	limit = max(limit, 10)
	width := limit/mostBars + 1
	for from := 0; from <= limit; from += width {
		bars = append(bars, bar{From: from, To: from + width - 1})
	}
	end := bars[len(bars)-1].To
	if int(h.Max()) > end {
		bars = append(bars, bar{From: end + 1, To: end + max(width, end/12), More: true})
	}
	for guesses, n := range h.All() {
		bars[min(int(guesses)/width, len(bars)-1)].Rows += n
	}
	return bars
}

// GuessChart draws a histogram of the numbers of guesses.
func (r *Run) GuessChart() template.HTML {
	return drawBars("Guesses", "guesses", guessBars(&r.Totals.Guesses), 1)
}

// GuessRemark explains the last bar of the guess chart if the bar is not to scale.
func (r *Run) GuessRemark() string {
	bars := guessBars(&r.Totals.Guesses)
	last := bars[len(bars)-1]
	if !last.More {
		return ""
	}
	return fmt.Sprintf("The pale bar is not to scale. It counts the puzzles that took more than %s guesses (%s of all puzzles). The maximum is %s guesses.",
		humanize.Comma(int64(last.From-1)), percent(last.Rows, r.Totals.Guesses.Count()), humanize.Comma(int64(r.Totals.Guesses.Max())))
}

// GuessRows returns statistics of the numbers of guesses, such as the mean and percentiles.
func (r *Run) GuessRows() []Fact {
	h := &r.Totals.Guesses
	rows := []Fact{{"puzzles", humanize.Comma(h.Count())}, {"without guesses", percent(int64(h.Share(0)*float64(h.Count())+0.5), h.Count())}, {"mean", fmt.Sprintf("%.2f", h.Mean())}}
	for _, p := range []float64{50, 90, 99} {
		rows = append(rows, Fact{fmt.Sprintf("p%.0f", p), Percentile(h, p)})
	}
	return append(rows, Fact{"max", humanize.Comma(int64(h.Max()))})
}

// Percentile returns a percentile as text, with "about" if it is rounded.
func Percentile(h *pipeline.Histogram, p float64) string {
	n := h.Percentile(p)
	if h.Exact(n) {
		return humanize.Comma(int64(n))
	}
	return "about " + humanize.Comma(int64(n))
}

func drawGrid(g *solver.Grid) template.HTML {
	const cell = 20
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="puzzle" viewBox="-1 -1 %[1]d %[1]d" role="img" aria-label="%[2]s">`, 9*cell+2, g)
	for i := range 10 {
		width := 0.6
		if i%3 == 0 {
			width = 1.8
		}
		fmt.Fprintf(&b, `<path d="M%[1]d 0V%[2]dM0 %[1]dH%[2]d" stroke="var(--ink)" stroke-width="%[3]g" stroke-linecap="square"/>`, i*cell, 9*cell, width)
	}
	for i, digit := range g.String() {
		if digit != '.' {
			fmt.Fprintf(&b, `<text x="%d" y="%g" font-size="13" text-anchor="middle" fill="var(--ink)">%c</text>`, i%9*cell+cell/2, float64(i/9*cell)+14.6, digit)
		}
	}
	return template.HTML(b.String() + "</svg>")
}

// A step is a period of time, with the average speed during that period.
type step struct {
	from, to time.Duration
	speed    float64 // in rows per second
}

const (
	mostSteps       = 60 // maximum number of steps in the speed chart
	fewestIncreases = 4  // minimum number of times that Sample.Rows increases in a step
)

// stepsOf divides the time of a run into steps with about the same number of rows. With steps of
// equal duration, speeds would vary at random, because rows are counted in batches. At the end of a
// run, the batches of all workers are counted at almost the same time. The last two steps and the
// rest of the run therefore become one step.
func stepsOf(samples []progress.Sample) (steps []step) {
	if len(samples) == 0 {
		return nil
	}
	last := samples[len(samples)-1]
	ends, increases := samples[:1:1], 0 // append must not overwrite samples
	for i, s := range samples[1:] {
		if s.Rows > samples[i].Rows {
			increases++
		}
		if increases >= fewestIncreases && s.Rows-ends[len(ends)-1].Rows > last.Rows/mostSteps {
			ends, increases = append(ends, s), 0
		}
	}
	if n := len(ends); n > 1 {
		ends = append(ends[:max(1, n-2)], last)
	}
	for i, to := range ends[1:] {
		from := ends[i]
		steps = append(steps, step{from.After, to.After, float64(to.Rows-from.Rows) / (to.After - from.After).Seconds()})
	}
	return steps
}

const fewestSteps = 4

// SpeedChart draws the speed over time. If the run has too few steps, it draws nothing.
func (r *Run) SpeedChart() template.HTML {
	steps := stepsOf(r.Samples)
	if len(steps) < fewestSteps {
		return ""
	}
	end := steps[len(steps)-1].to
	most := slices.MaxFunc(steps, func(a, b step) int { return cmp.Compare(a.speed, b.speed) }).speed
	unit, name := time.Second, "seconds"
	switch {
	case end > 10*time.Hour:
		unit, name = time.Hour, "hours"
	case end > 10*time.Minute:
		unit, name = time.Minute, "minutes"
	case end < 3*time.Second:
		unit, name = time.Millisecond, "milliseconds"
	}
	in := func(d time.Duration) float64 { return float64(d) / float64(unit) }
	x := page.Axis{Label: "solving time in " + name, High: in(end), Ticks: page.EvenTicks(in(end))}
	y := page.Axis{Label: "puzzles per second", High: max(1, most*1.08)}
	y.Ticks = page.EvenTicks(y.High)
	c := page.NewChart(230, "Speed over time", x, y)
	var lines []string
	for _, s := range steps {
		lines = append(lines, fmt.Sprintf("%.1f %.1fH%.1f", c.PlaceX(in(s.from)), c.PlaceY(s.speed), c.PlaceX(in(s.to))))
	}
	c.Draw(`<path d="M%s" fill="none" style="stroke:%s;stroke-width:1.8"/>`, strings.Join(lines, "L"), page.Color(2))
	return c.HTML()
}
