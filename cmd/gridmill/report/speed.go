package report

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"github.com/gridmill/gridmill/benchmarks/page"
	"github.com/gridmill/gridmill/cmd/gridmill/progress"
)

// step is a time during which rows were solved at an average speed.
type step struct {
	from, to time.Duration
	speed    float64 // rows a second
}

// mostSteps is the maximum number of steps of the chart of speed.
const mostSteps = 60

// stepsOf divides samples into steps of about equal numbers of rows. Rows are counted in batches,
// so steps of equal times would differ by chance.
func stepsOf(samples []progress.Sample) (steps []step) {
	if len(samples) == 0 {
		return nil
	}
	last := samples[len(samples)-1]
	before := samples[0]
	for _, s := range samples[1:] {
		rows, took := s.Rows-before.Rows, s.After-before.After
		if took <= 0 || rows <= last.Rows/mostSteps && s != last {
			continue
		}
		steps = append(steps, step{before.After, s.After, float64(rows) / took.Seconds()})
		before = s
	}
	return steps
}

// fewestSteps is the minimum number of steps that are worth drawing.
const fewestSteps = 4

// SpeedChart draws the speed over time, or nothing if the run was too short for it.
func (r *Run) SpeedChart() template.HTML {
	steps := stepsOf(r.Samples)
	if len(steps) < fewestSteps {
		return ""
	}
	end, most := steps[len(steps)-1].to, 0.0
	for _, s := range steps {
		most = max(most, s.speed)
	}
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
	x := page.Axis{Label: name + " of solving", High: in(end), Ticks: page.EvenTicks(in(end))}
	y := page.Axis{Label: "puzzles per second", High: max(1, most*1.08)}
	y.Ticks = page.EvenTicks(y.High)
	c := page.NewChart(230, "Speed over time", x, y)
	var path strings.Builder
	for i, s := range steps {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&path, "%s%.1f %.1fH%.1f", command, c.PlaceX(in(s.from)), c.PlaceY(s.speed), c.PlaceX(in(s.to)))
	}
	c.Draw(`<path d="%s" fill="none" style="stroke:%s;stroke-width:1.8"/>`, path.String(), page.Color(2))
	return c.HTML()
}
