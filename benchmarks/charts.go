package benchmarks

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"github.com/gridmill/gridmill/benchmarks/page"
)

// speedChart draws the speed of each solver on one corpus as a dot, because bars would have to
// start at zero, which a logarithmic axis does not have. A pale dot means that searches were cut
// off. Whiskers show the range of each speed.
func speedChart(results []*Result, title string) template.HTML {
	low, high := math.Inf(1), 0.0
	var names []page.Tick
	for i, r := range results {
		names = append(names, page.Tick{Value: -float64(i), Label: shorten(r.Label())})
		if r.Failure == "" {
			measured := withBounds(r.Rounds)
			low, high = min(low, measured.lowest), max(high, measured.highest)
		}
	}
	if high == 0 {
		low, high = 1, 10
	}
	low = math.Pow(10, math.Floor(math.Log10(low*0.7)))
	high = max(high, 10*low) // at least two ticks are needed to show that the axis is logarithmic
	x := page.Axis{Label: "puzzles per second (logarithmic)", Scale: math.Log, Low: low, High: high, Ticks: page.Decades(low, high)}
	x.High *= math.Pow(high/low, 0.2) // room for the labels to the right of the dots
	y := page.Axis{Low: 0.6 - float64(len(results)), High: 0.6, Ticks: names, Plain: true}
	c := page.NewChart(float64(56+25*len(results)), title, x, y)
	for i, r := range results {
		at, end, label := c.PlaceY(names[i].Value), c.Left, "failed"
		if r.Failure == "" {
			end, label = c.PlaceX(r.PuzzlesPerSecond), speedMark(r)+page.Compact(r.PuzzlesPerSecond)
			if r.Sampled() {
				label += " *"
			}
			opacity := map[bool]float64{true: 0.4, false: 1}[r.CutOff()]
			whiskerEnd := whisker(c, at, withBounds(r.Rounds))
			c.Draw(`<circle cx="%.1f" cy="%.1f" r="5.5" fill="%s" fill-opacity="%g"/>`, end, at, page.Color(i), opacity)
			end = max(end+5.5, whiskerEnd)
		}
		c.Text(end+page.Gap, at+page.LetterHeight/3, "start", "ink", label)
	}
	return c.HTML()
}

// whisker draws the range of a speed, and returns the horizontal position of its right end.
func whisker(c *page.Chart, y float64, measured measuredSpeed) (end float64) {
	const half = 3.5
	from, to := c.PlaceX(measured.lowest), c.PlaceX(measured.highest)
	c.Draw(`<path class="whisker" d="M%.1[1]f %.1[3]fV%.1[4]fM%.1[2]f %.1[3]fV%.1[4]fM%.1[1]f %.1[5]fH%.1[2]f"/>`, from, to, y-half, y+half, y)
	return to
}

// longestName is the maximum number of characters in a name on a chart.
const longestName = 28

func shorten(name string) string {
	letters := []rune(name)
	if len(letters) <= longestName {
		return name
	}
	return string(letters[:longestName-1]) + "…"
}

// marker is a shape that represents a corpus in charts. Unlike a letter, it does not need a font.
type marker struct {
	Path  string // SVG path around the origin
	Class string // CSS class: "filled", or "open" for an outline
}

const (
	circle   = "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z"
	square   = "M-3 -3h6v6h-6Z"
	triangle = "M0 -4l3.8 6.6h-7.6Z"
)

// markers lists the markers, in the order in which they are assigned to corpora.
var markers = []marker{
	{circle, "filled"}, {square, "filled"}, {triangle, "filled"}, {circle, "open"}, {square, "open"}, {triangle, "open"},
	{"M-4 0h8M0 -4v8", "open"}, {"M-3 -3l6 6M-3 3l6 -6", "open"},
}

// workChart plots time per puzzle against guesses, for each of gridmill's solvers on each corpus.
func workChart(r *RunResult) template.HTML {
	type point struct {
		x, y   float64
		solver int
		marker marker
	}
	var points []point
	most, low, high := 0.0, math.Inf(1), 0.0
	for c, corpus := range r.Corpora {
		for i, res := range r.resultsOf(corpus.Corpus) {
			if res.Search == nil || res.Failure != "" || res.MicrosecondsPerPuzzle <= 0 {
				continue
			}
			most = max(most, res.GuessesPerPuzzle)
			low, high = min(low, res.MicrosecondsPerPuzzle), max(high, res.MicrosecondsPerPuzzle)
			points = append(points, point{res.GuessesPerPuzzle, res.MicrosecondsPerPuzzle, i, markers[c%len(markers)]})
		}
	}
	if len(points) == 0 {
		return "" // external programs do not report their searches
	}
	// Use whole decades, so that even a single point lies between two ticks.
	x := page.Axis{Label: "mean guesses per puzzle (logarithmic)", Scale: page.LogFrom(0.1), High: max(1, math.Pow(10, math.Ceil(math.Log10(most*1.1))))}
	x.Ticks = append([]page.Tick{{Value: 0, Label: "0"}}, page.Decades(1, x.High)...)
	y := page.Axis{Label: "µs per puzzle (logarithmic)", Scale: math.Log, Low: math.Pow(10, math.Floor(math.Log10(low*0.9))), High: math.Pow(10, math.Ceil(math.Log10(high*1.1)))}
	y.Ticks = page.Decades(y.Low, y.High)
	c := page.NewChart(330, "Time against guesses", x, y)
	for _, p := range points {
		c.Draw(`<path class="%s" d="%s" transform="translate(%.1f %.1f)" style="color:%s"/>`,
			p.marker.Class, p.marker.Path, c.PlaceX(p.x), c.PlaceY(p.y), page.Color(p.solver))
	}
	return c.HTML()
}

// dashes lists the line patterns in the order in which they are assigned to solvers.
var dashes = []string{"none", "7 4", "2 3"}

// guessChart draws the percentiles of the number of guesses. It draws solid lines first, so that
// dashed lines in the same place remain visible.
func guessChart(results []*Result, title string) template.HTML {
	most := int32(0)
	for _, r := range results {
		if r.Search != nil {
			most = max(most, r.GuessPercentiles[len(Percents)-1]) // the 100th percentile
		}
	}
	x := page.Axis{Label: "percentage of the puzzles", High: 100, Ticks: []page.Tick{{Value: 0, Label: "0"}, {Value: 25, Label: "25"}, {Value: 50, Label: "50"}, {Value: 75, Label: "75"}, {Value: 100, Label: "100%"}}}
	y := page.Axis{Label: "guesses (logarithmic)", Scale: page.LogFrom(1), High: max(10, 1.3*float64(most))}
	y.Ticks = append([]page.Tick{{Value: 0, Label: "0"}}, page.Decades(10, y.High)...)
	c := page.NewChart(220, title, x, y)
	for pattern, dash := range dashes {
		for i, r := range results {
			if r.Search == nil || i%len(dashes) != pattern {
				continue
			}
			var path strings.Builder
			fmt.Fprintf(&path, "M%.1f %.1f", c.PlaceX(0), c.PlaceY(float64(r.GuessPercentiles[0])))
			for j, n := range r.GuessPercentiles {
				fmt.Fprintf(&path, "L%.1f %.1f", c.PlaceX(Percents[j]), c.PlaceY(float64(n)))
			}
			c.Draw(`<path d="%s" fill="none" style="stroke:%s;stroke-width:1.8;stroke-dasharray:%s"/>`, path.String(), page.Color(i), dash)
		}
	}
	return c.HTML()
}
