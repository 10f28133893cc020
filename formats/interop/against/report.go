package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// averaged is how many measurements, from the first, the average is of.
const averaged = 5

// report returns a table of measurements and all ratios, with what they are of.
func (o *options) report(p *pair, measurements []*measurement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Version %s against %s, %s, %d cores, %s.\n\n", p.current.version, p.base.version, processor(), runtime.NumCPU(), time.Now().Format("2006-01-02 15:04"))
	fmt.Fprintf(&b, "    gridmill solve FILE -o - --to FORMAT --workers 1 --progress none > /dev/null\n\n")
	fmt.Fprintf(&b, "Medians of %d rounds; in each, both versions run on each file in turn. \"cpu\" is user and\n", o.rounds)
	fmt.Fprintf(&b, "system time, \"paired\" the median of the ratios within a round, \"peak\" resident memory.\n\n")
	fmt.Fprintf(&b, "%-26s %9s %9s %7s %7s %9s %9s %7s\n", "", "base cpu", "current", "ratio", "paired", "base peak", "current", "ratio")
	var cpu, paired, peak float64
	for i, m := range measurements {
		r := m.ratios()
		fmt.Fprintf(&b, "%-26s %7.2f s %7.2f s %7.3f %7.3f %6.0f MB %6.0f MB %7.3f\n", m.name,
			medianOf(m.base, seconds), medianOf(m.current, seconds), r.cpu, median(r.paired),
			medianOf(m.base, megabytes), medianOf(m.current, megabytes), r.peak)
		if i < averaged {
			cpu, paired, peak = cpu+r.cpu/averaged, paired+median(r.paired)/averaged, peak+r.peak/averaged
		}
	}
	if len(measurements) == len(largeInputs) {
		fmt.Fprintf(&b, "%-26s %9s %9s %7.3f %7.3f %9s %9s %7.3f\n", fmt.Sprintf("average of the first %d", averaged), "", "", cpu, paired, "", "", peak)
	}
	fmt.Fprintf(&b, "\nRatios of processor time within each round:\n\n")
	for _, m := range measurements {
		fmt.Fprintf(&b, "%-26s", m.name)
		for _, ratio := range m.ratios().paired {
			fmt.Fprintf(&b, " %.3f", ratio)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// ratios are the costs of the current program as multiples of those of the base.
type ratios struct {
	cpu, peak float64   // of medians
	paired    []float64 // of processor time, one a round
}

// ratios returns those of a measurement.
func (m *measurement) ratios() ratios {
	r := ratios{
		cpu:  medianOf(m.current, seconds) / medianOf(m.base, seconds),
		peak: medianOf(m.current, megabytes) / medianOf(m.base, megabytes),
	}
	for i := range m.base {
		r.paired = append(r.paired, seconds(m.current[i])/seconds(m.base[i]))
	}
	return r
}

func seconds(c cost) float64   { return c.cpu.Seconds() }
func megabytes(c cost) float64 { return float64(c.peak) / 1e6 }

// medianOf returns the median of something about costs.
func medianOf(costs []cost, what func(cost) float64) float64 {
	values := make([]float64, len(costs))
	for i, c := range costs {
		values[i] = what(c)
	}
	return median(values)
}

// median returns the middle of values, or the mean of the two in the middle.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// processor returns the name of this machine's processor.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
