package benchmarks

import (
	"html/template"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// chartWidth is the width of every chart in the units of its drawing. The page
// stretches charts to their columns, down to the width of a phone, so that the
// letters keep a legible size everywhere.
const chartWidth = 400

// glyphs tell corpora apart where many are in one chart, and signs are the same
// in the text of the page.
var (
	glyphs = []draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{},
		draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{}, draw.CrossGlyph{},
	}
	signs = []string{"●", "■", "▲", "○", "□", "△", "+", "×"}
)

// speedChart draws the speeds of all solvers on one corpus as bars on a
// logarithmic axis. A bar is pale where puzzles were cut off.
func speedChart(results []*Result, title string) template.HTML {
	p := newPlot()
	bars := &speedBars{results: results}
	low, high := math.Inf(1), 0.0
	var names []plot.Tick
	for i, r := range results {
		names = append(names, plot.Tick{Value: bars.place(i), Label: r.Label()})
		if r.PuzzlesPerSecond > 0 {
			low, high = min(low, r.PuzzlesPerSecond), max(high, r.PuzzlesPerSecond)
		}
	}
	if high == 0 {
		low, high = 1, 10
	}
	p.X.Scale = plot.LogScale{}
	p.X.Min, p.X.Max = math.Pow(10, math.Floor(math.Log10(low*0.7))), high
	p.X.Max *= math.Pow(p.X.Max/p.X.Min, 0.2) // room for the figures behind the bars
	p.X.Tick.Marker = decades(p.X.Min, high)
	p.X.Label.Text = "puzzles a second"
	p.Y.Min, p.Y.Max = bars.place(len(results)-1)-0.6, bars.place(0)+0.6
	p.Y.Tick.Marker = plot.ConstantTicks(names)
	p.Y.Tick.Label.Font.Size = 12.5
	p.Y.Tick.Label.Color = ink
	p.Add(gridLines(true, false), bars)
	return render(p, vg.Length(56+25*len(results)), title)
}

// speedBars is a plotter of horizontal bars that begin at the edge of the chart,
// since a logarithmic axis has no zero to begin at.
type speedBars struct{ results []*Result }

// place returns where bar i lies on the vertical axis: the first on top.
func (b *speedBars) place(i int) float64 { return float64(len(b.results) - 1 - i) }

// Plot implements plot.Plotter.
func (b *speedBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	const half = vg.Length(8)
	for i, r := range b.results {
		at := y(b.place(i))
		label, end := "failed", c.Min.X
		if r.Failure == "" {
			label, end = atMost(r)+compact(r.PuzzlesPerSecond), x(r.PuzzlesPerSecond)
			c.SetColor(seriesColor(i, r.CutOff()))
			c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: at - half}, Max: vg.Point{X: end, Y: at + half}}.Path())
		}
		style := textStyle(12, ink)
		style.YAlign = draw.YCenter
		c.FillText(style, vg.Point{X: end + 4, Y: at}, label)
	}
}

// workChart draws guesses against time: a point for each solver on each corpus.
func workChart(r *Record) template.HTML {
	p := newPlot()
	most, low, high := 0.0, math.Inf(1), 0.0
	for c, corpus := range r.Corpora {
		for i, res := range r.resultsOf(corpus.Corpus) {
			if res.Search == nil || res.Failure != "" {
				continue
			}
			most = max(most, res.GuessesPerPuzzle)
			low, high = min(low, res.MicrosecondsPerPuzzle), max(high, res.MicrosecondsPerPuzzle)
			points, err := plotter.NewScatter(plotter.XYs{{X: res.GuessesPerPuzzle, Y: res.MicrosecondsPerPuzzle}})
			if err != nil {
				continue // a time that is no number has no place in a chart
			}
			points.GlyphStyle = draw.GlyphStyle{Color: seriesColor(i, false), Radius: 3.5, Shape: glyphs[c%len(glyphs)]}
			p.Add(points)
		}
	}
	if high == 0 {
		return "" // external programs tell nothing of their search
	}
	p.X.Scale = fromZero{0.1}
	p.X.Min, p.X.Max = 0, max(1, most*1.6)
	p.X.Tick.Marker = append(plot.ConstantTicks{{Value: 0, Label: "0"}}, decades(1, p.X.Max)...)
	p.X.Label.Text = "guesses a puzzle, mean"
	p.Y.Scale = plot.LogScale{}
	p.Y.Min, p.Y.Max = low*0.6, high*1.6
	p.Y.Tick.Marker = decades(p.Y.Min, p.Y.Max)
	p.Y.Label.Text = "µs a puzzle"
	p.Add(gridLines(true, true))
	return render(p, 330, "Guesses against time")
}

// guessChart draws how many guesses each part of the puzzles needs at most. Solid
// lines are drawn first, so that those which coincide show through each other.
func guessChart(results []*Result, title string) template.HTML {
	p := newPlot()
	most := int32(0)
	p.Add(gridLines(true, true))
	for pattern := range dashes {
		for i, r := range results {
			if r.Search == nil || i%len(dashes) != pattern {
				continue
			}
			points := plotter.XYs{{X: 0, Y: float64(r.GuessPercentiles[0])}}
			for j, n := range r.GuessPercentiles {
				points = append(points, plotter.XY{X: Percents[j], Y: float64(n)})
				most = max(most, n)
			}
			line, err := plotter.NewLine(points)
			if err != nil {
				continue // a record made by hand
			}
			line.LineStyle = draw.LineStyle{Color: seriesColor(i, false), Width: 1.8, Dashes: dashes[pattern]}
			p.Add(line)
		}
	}
	p.X.Min, p.X.Max = 0, 100
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 25, Label: "25"}, {Value: 50, Label: "50"}, {Value: 75, Label: "75"}, {Value: 100, Label: "100 %"}}
	p.X.Label.Text = "part of the puzzles"
	p.Y.Scale = fromZero{1}
	p.Y.Min, p.Y.Max = 0, max(10, 1.3*float64(most))
	p.Y.Tick.Marker = append(plot.ConstantTicks{{Value: 0, Label: "0"}}, decades(10, p.Y.Max)...)
	p.Y.Label.Text = "guesses"
	return render(p, 220, title)
}

// dashes are the patterns of lines, in turn.
var dashes = [][]vg.Length{nil, {7, 4}, {2, 3}}

// fromZero is a logarithmic scale that begins at zero: distances below the offset
// are nearly linear.
type fromZero struct{ offset float64 }

// Normalize implements plot.Normalizer.
func (s fromZero) Normalize(low, high, x float64) float64 {
	at := func(v float64) float64 { return math.Log(v + s.offset) }
	return (at(x) - at(low)) / (at(high) - at(low))
}

// decades returns ticks at the powers of ten between two numbers.
func decades(low, high float64) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for e := math.Ceil(math.Log10(low) - 1e-9); e <= math.Log10(high)+1e-9; e++ {
		v := math.Pow(10, e)
		ticks = append(ticks, plot.Tick{Value: v, Label: compact(v)})
	}
	return ticks
}
