package benchmarks

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"unicode/utf8"
)

// chartWidth is the width of every chart in the units of its drawing. The page
// scales charts to their columns, down to the width of a phone, so that letters
// are legible everywhere.
const chartWidth = 400

// Sizes in the units of a drawing.
const (
	letterHeight = 12.0
	letterWidth  = 6.0 // average width of a letter of that height
	gap          = 6.0 // between a text and what it belongs to
)

// A chart is an SVG drawing of values between a horizontal and a vertical axis.
// Colors are variables of the page's style sheet, which defines them for light
// and dark mode.
type chart struct {
	x, y                     axis
	left, right, top, bottom float64 // edges of the plot area
	svg                      strings.Builder
}

// An axis maps values between low and high to places.
type axis struct {
	label     string
	low, high float64
	scale     func(float64) float64 // nil if places are proportional to values
	ticks     []tick
	plain     bool // no lines are drawn at the ticks
}

// tick is a labelled value of an axis.
type tick struct {
	value float64
	label string
}

// part returns the part of the axis that lies before a value.
func (a *axis) part(v float64) float64 {
	scale := a.scale
	if scale == nil {
		scale = func(v float64) float64 { return v }
	}
	return (scale(v) - scale(a.low)) / (scale(a.high) - scale(a.low))
}

// logFrom returns a logarithmic scale of values plus an offset. With an offset, the scale can
// start at zero: distances below the offset are nearly linear.
func logFrom(offset float64) func(float64) float64 {
	return func(v float64) float64 { return math.Log(v + offset) }
}

// decades returns ticks at the powers of ten between two numbers.
func decades(low, high float64) (ticks []tick) {
	for e := math.Ceil(math.Log10(low) - 1e-9); e <= math.Log10(high)+1e-9; e++ {
		v := math.Pow(10, e)
		ticks = append(ticks, tick{v, compact(v)})
	}
	return ticks
}

// newChart starts a chart by drawing its axes. Values are drawn over them later.
func newChart(height float64, title string, x, y axis) *chart {
	widest := 0
	for _, t := range y.ticks {
		widest = max(widest, utf8.RuneCountInString(t.label))
	}
	c := &chart{x: x, y: y, left: float64(widest)*letterWidth + gap, right: chartWidth - 14, top: 8, bottom: height - 2*letterHeight - 3*gap}
	if y.label != "" {
		c.left += letterHeight + gap
	}
	fmt.Fprintf(&c.svg, `<svg viewBox="0 0 %d %g" role="img" aria-label="%s">`, chartWidth, height, template.HTMLEscapeString(title))
	for _, t := range x.ticks {
		at := c.placeX(t.value)
		if !x.plain {
			c.line(at, c.top, at, c.bottom)
		}
		c.text(at, c.bottom+gap+letterHeight, "middle", "muted", t.label)
	}
	for _, t := range y.ticks {
		at, color := c.placeY(t.value), "muted"
		if y.plain {
			color = "ink"
		} else {
			c.line(c.left, at, c.right, at)
		}
		c.text(c.left-gap, at+letterHeight/3, "end", color, t.label)
	}
	c.text((c.left+c.right)/2, height-gap, "middle", "muted", x.label)
	if y.label != "" {
		middle := (c.top + c.bottom) / 2
		fmt.Fprintf(&c.svg, `<g transform="rotate(-90 %[1]g %.1[2]f)">`, letterHeight, middle)
		c.text(letterHeight, middle, "middle", "muted", y.label)
		c.svg.WriteString("</g>")
	}
	return c
}

// placeX and placeY return the coordinates of values in the drawing.
func (c *chart) placeX(v float64) float64 { return c.left + c.x.part(v)*(c.right-c.left) }
func (c *chart) placeY(v float64) float64 { return c.bottom - c.y.part(v)*(c.bottom-c.top) }

// line draws a line of the grid.
func (c *chart) line(x1, y1, x2, y2 float64) {
	fmt.Fprintf(&c.svg, `<path d="M%.1f %.1fL%.1f %.1f" stroke="var(--line)"/>`, x1, y1, x2, y2)
}

// text writes a text whose start, end or middle is at x, as anchor says, on a line at y.
func (c *chart) text(x, y float64, anchor, color, text string) {
	fmt.Fprintf(&c.svg, `<text x="%.1f" y="%.1f" font-size="%g" text-anchor="%s" fill="var(--%s)">%s</text>`,
		x, y, letterHeight, anchor, color, template.HTMLEscapeString(text))
}

// html ends the drawing and returns it as an element of the page.
func (c *chart) html() template.HTML {
	return template.HTML(c.svg.String() + "</svg>")
}
