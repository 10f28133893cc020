// Package page provides what the program's HTML pages share: charts, and a frame with a style
// sheet. A page does not refer to other files.
package page

import (
	_ "embed" // for the frame of the page
	"fmt"
	"html/template"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

//go:embed head.html
var head string

// New parses text as the template of a page. In the template, {{template "head" TITLE}} writes
// everything before the body, {{comma N}} writes an integer with commas, and {{compact X}} writes
// what Compact returns.
func New(text string) *template.Template {
	t := template.Must(template.New("head").Parse(head)).New("page").Funcs(template.FuncMap{
		"comma":   func(n any) string { return humanize.Comma(reflect.ValueOf(n).Int()) },
		"compact": Compact,
	})
	return template.Must(t.Parse(text))
}

// Colors is the number of series colors that the style sheet defines.
const Colors = 11

// Color returns the color of series i as a reference to a variable of the style sheet.
func Color(i int) string { return fmt.Sprintf("var(--s%d)", i%Colors) }

// Compact formats a number in a short form, such as 490, 4.9 k or 4.9 M, for the labels of charts.
func Compact(x float64) string {
	value, unit := humanize.ComputeSI(x)
	if x < 1 {
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	digits := 0
	if value < 9.95 && value != math.Trunc(value) {
		digits = 1
	}
	return strings.TrimSpace(strconv.FormatFloat(value, 'f', digits, 64) + " " + unit)
}
