package page

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"unicode/utf8"
)

// Width is the width of every chart, in drawing units. The page scales charts to the width of its
// columns.
const Width = 400

// Sizes, in drawing units.
const (
	LetterHeight = 12.0
	letterWidth  = 6.7 // width of a digit in text of height LetterHeight
	Gap          = 6.0 // distance between a mark and its label
)

// A Chart is an SVG drawing of values, with a horizontal and a vertical axis. Its colors are
// variables of the page's style sheet.
type Chart struct {
	x, y                     Axis
	Left, Right, Top, Bottom float64 // edges of the area in which values are drawn
	svg                      strings.Builder
}

// An Axis maps values between Low and High to positions.
type Axis struct {
	Label     string
	Low, High float64
	Scale     func(float64) float64 // nil if the axis is linear
	Ticks     []Tick
	Plain     bool // whether lines at the ticks are omitted
}

// A Tick is a labeled value on an axis.
type Tick struct {
	Value float64
	Label string
}

// part returns the position of v on the axis, as a number from 0 at Low to 1 at High.
func (a *Axis) part(v float64) float64 {
	scale := a.Scale
	if scale == nil {
		scale = func(v float64) float64 { return v }
	}
	return (scale(v) - scale(a.Low)) / (scale(a.High) - scale(a.Low))
}

// LogFrom returns the logarithmic scale log(v+offset). With a positive offset, the scale can start
// at zero and is nearly linear below the offset.
func LogFrom(offset float64) func(float64) float64 {
	return func(v float64) float64 { return math.Log(v + offset) }
}

// Decades returns ticks at the powers of ten from low to high.
func Decades(low, high float64) (ticks []Tick) {
	for e := math.Ceil(math.Log10(low) - 1e-9); e <= math.Log10(high)+1e-9; e++ {
		v := math.Pow(10, e)
		ticks = append(ticks, Tick{v, Compact(v)})
	}
	return ticks
}

// NewChart returns a chart with axes but no values.
func NewChart(height float64, title string, x, y Axis) *Chart {
	widest := 0
	for _, t := range y.Ticks {
		widest = max(widest, utf8.RuneCountInString(t.Label))
	}
	c := &Chart{x: x, y: y, Left: float64(widest)*letterWidth + Gap, Right: Width - 14, Top: 8, Bottom: height - 2*LetterHeight - 4*Gap}
	if y.Label != "" {
		c.Left += LetterHeight + 2*Gap
	}
	fmt.Fprintf(&c.svg, `<svg viewBox="0 0 %d %g" role="img" aria-label="%s">`, Width, height, template.HTMLEscapeString(title))
	for _, t := range x.Ticks {
		at := c.PlaceX(t.Value)
		if !x.Plain {
			c.tickLine(at, c.Top, at, c.Bottom)
		}
		c.Text(at, c.Bottom+Gap+LetterHeight, "middle", "muted", t.Label)
	}
	for _, t := range y.Ticks {
		at, color := c.PlaceY(t.Value), "muted"
		if y.Plain {
			color = "ink"
		} else {
			c.tickLine(c.Left, at, c.Right, at)
		}
		c.Text(c.Left-Gap, at+LetterHeight/3, "end", color, t.Label)
	}
	c.Text((c.Left+c.Right)/2, height-Gap, "middle", "muted", x.Label)
	if y.Label != "" {
		middle := (c.Top + c.Bottom) / 2
		fmt.Fprintf(&c.svg, `<g transform="rotate(-90 %[1]g %.1[2]f)">`, LetterHeight, middle)
		c.Text(LetterHeight, middle, "middle", "muted", y.Label)
		c.svg.WriteString("</g>")
	}
	return c
}

// PlaceX returns the horizontal coordinate of a value.
func (c *Chart) PlaceX(v float64) float64 { return c.Left + c.x.part(v)*(c.Right-c.Left) }

// PlaceY returns the vertical coordinate of a value.
func (c *Chart) PlaceY(v float64) float64 { return c.Bottom - c.y.part(v)*(c.Bottom-c.Top) }

func (c *Chart) tickLine(x1, y1, x2, y2 float64) {
	fmt.Fprintf(&c.svg, `<path d="M%.1f %.1fL%.1f %.1f" stroke="var(--line)"/>`, x1, y1, x2, y2)
}

// Text draws text with its baseline at y. anchor specifies whether the start, the middle or the end
// of the text is at x.
func (c *Chart) Text(x, y float64, anchor, color, text string) {
	fmt.Fprintf(&c.svg, `<text x="%.1f" y="%.1f" font-size="%g" text-anchor="%s" fill="var(--%s)">%s</text>`,
		x, y, LetterHeight, anchor, color, template.HTMLEscapeString(text))
}

// Draw adds an SVG element, which it formats as fmt.Sprintf does.
func (c *Chart) Draw(format string, args ...any) { fmt.Fprintf(&c.svg, format, args...) }

// HTML ends the chart and returns it as an HTML element.
func (c *Chart) HTML() template.HTML {
	return template.HTML(c.svg.String() + "</svg>")
}

// EvenTicks returns evenly spaced ticks at round integers from zero to high. If high is at least 3,
// it returns three to six ticks.
func EvenTicks(high float64) (ticks []Tick) {
	step := 1.0
	for high/step > 5 {
		if leading := step / math.Pow(10, math.Floor(math.Log10(step)+1e-9)); leading < 1.5 || leading > 4 {
			step *= 2
		} else {
			step *= 2.5
		}
	}
	for v := 0.0; v <= high; v += step {
		ticks = append(ticks, Tick{v, Compact(v)})
	}
	return ticks
}
