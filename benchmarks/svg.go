package benchmarks

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"regexp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The colors of charts are names: render replaces each by a variable of the page's
// style sheet, which knows what it looks like in light and in dark.
var (
	ink   = color.NRGBA{1, 0, 1, 255} // text
	muted = color.NRGBA{1, 0, 2, 255} // text that stands back
	lines = color.NRGBA{1, 0, 3, 255} // the grid
)

// seriesColors is how many colors the style sheet has for solvers.
const seriesColors = 10

// seriesColor returns the color of a solver by its place in the run.
func seriesColor(i int, pale bool) color.Color {
	c := color.NRGBA{2, 0, uint8(i % seriesColors), 255}
	if pale {
		c.G = 1 // the drawing library would mix a real transparency into the name
	}
	return c
}

var colorNames = func() *strings.Replacer {
	pairs := []string{"#010001", "var(--ink)", "#010002", "var(--muted)", "#010003", "var(--line)"}
	pairs = append(pairs, "stroke-width:0.5", "stroke-width:1.4") // glyphs that are not filled
	for i := range seriesColors {
		name := fmt.Sprintf("var(--s%d)", i)
		pairs = append(pairs, fmt.Sprintf("#0200%02X", i), name, fmt.Sprintf("#0201%02X", i), name+";fill-opacity:0.4")
	}
	return strings.NewReplacer(pairs...)
}()

// textStyle is how the texts of charts look. The style sheet names the typeface
// again: what looks like this one, wherever the page is read.
func textStyle(size vg.Length, c color.Color) text.Style {
	return text.Style{Color: c, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Handler: plot.DefaultTextHandler}
}

// newPlot returns a plot without a frame, in the colors of the page.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle = withAlignment(textStyle(12, muted), axis.Label.TextStyle)
		axis.Tick.Label = withAlignment(textStyle(12, muted), axis.Tick.Label)
		axis.Width, axis.Tick.Width, axis.Tick.Length = 0, 0, 0
		axis.Padding = 4
		axis.Label.Padding = 4
	}
	return p
}

// withAlignment returns a style that is placed as another.
func withAlignment(s, as text.Style) text.Style {
	s.Rotation, s.XAlign, s.YAlign = as.Rotation, as.XAlign, as.YAlign
	return s
}

// gridLines returns lines at the ticks of the axes.
func gridLines(vertical, horizontal bool) *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical, g.Horizontal = draw.LineStyle{}, draw.LineStyle{}
	if vertical {
		g.Vertical = draw.LineStyle{Color: lines, Width: 1}
	}
	if horizontal {
		g.Horizontal = draw.LineStyle{Color: lines, Width: 1}
	}
	return g
}

var (
	svgHeader  = regexp.MustCompile(`(?s)^.*?<svg[^>]*>`)
	fontFamily = regexp.MustCompile(`font-family:[^;]*;font-variant:[^;]*;font-weight:[^;]*;font-style:[^;]*;`)
)

// render draws a plot as an SVG element for the page.
func render(p *plot.Plot, height vg.Length, title string) template.HTML {
	canvas := vgsvg.New(chartWidth, height)
	p.Draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		panic(err) // a buffer takes everything
	}
	header := fmt.Sprintf(`<svg viewBox="0 0 %d %g" role="img" aria-label="%s">`, chartWidth, height.Points(), template.HTMLEscapeString(title))
	body := svgHeader.ReplaceAllLiteralString(b.String(), header)
	body = fontFamily.ReplaceAllLiteralString(body, "")
	return template.HTML(colorNames.Replace(body))
}
