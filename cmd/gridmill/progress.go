package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// progressMode says how people are told of the progress of a run.
type progressMode int

const (
	silent progressMode = iota // not at all, nor of the end
	plain                      // by a line every few seconds
	bar                        // by a bar on a terminal
)

// progressModeOf reads the flag. Auto is a bar on a terminal, and else lines.
func progressModeOf(flag string, err *os.File) (progressMode, error) {
	switch flag {
	case "none":
		return silent, nil
	case "plain":
		return plain, nil
	case "bar":
		return bar, nil
	case "auto":
		if term.IsTerminal(int(err.Fd())) {
			return bar, nil
		}
		return plain, nil
	}
	return silent, fmt.Errorf("unknown progress %q; there are: auto, bar, plain, none", flag)
}

// How often progress is told.
const (
	plainInterval = 5 * time.Second
	barInterval   = 200 * time.Millisecond
)

// gauge is what progress is read from.
type gauge struct {
	counts *pipeline.Progress
	reader formats.Reader
	begin  time.Time
}

// watch tells of progress until the returned function is called, which waits for
// the last word.
func watch(mode progressMode, to io.Writer, counts *pipeline.Progress, reader formats.Reader) (stop func()) {
	if mode == silent {
		return func() {}
	}
	g := &gauge{counts, reader, time.Now()}
	interval, tell, end := plainInterval, func() { g.line(to) }, func() {}
	if mode == bar {
		interval = barInterval
		tell, end = g.bar(to)
	}
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				tell()
			case <-quit:
				end()
				return
			}
		}
	}()
	return func() { close(quit); <-done }
}

// line writes how far the run is, for a log.
func (g *gauge) line(to io.Writer) {
	text := g.describe()
	done, total := g.reader.Progress()
	if spent := time.Since(g.begin); done > 0 && total > 0 && done <= total {
		left := time.Duration(float64(spent) * float64(total-done) / float64(done))
		text += fmt.Sprintf("; %d %% read, about %s left", 100*done/total, left.Round(time.Second))
	}
	fmt.Fprintf(to, "gridmill: %s\n", text)
}

// bar returns functions that draw a bar and that remove it.
func (g *gauge) bar(to io.Writer) (draw, end func()) {
	_, total := g.reader.Progress()
	if total <= 0 {
		total = -1
	}
	b := progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(to),
		progressbar.OptionSetWidth(20),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionClearOnFinish(),
	)
	// An error of the terminal is no reason to stop a run, so it is passed over.
	draw = func() {
		b.Describe(g.describe())
		done, total := g.reader.Progress()
		if total > 0 {
			done = min(done, total-1) // the bar must not end before the run
		}
		_ = b.Set64(done)
	}
	return draw, func() { _ = b.Clear() }
}

// describe says what was done so far, and how fast.
func (g *gauge) describe() string {
	rows := g.counts.Rows()
	rate := float64(rows) / time.Since(g.begin).Seconds()
	return fmt.Sprintf("%s puzzles, %s a second; %s", humanize.Comma(rows), humanize.Comma(int64(rate)), verdictList(g.counts.Verdicts()))
}

// verdictList lists the verdicts that occur.
func verdictList(counts [solver.Verdicts]int64) string {
	var parts []string
	for _, v := range verdictOrder {
		if counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", humanize.Comma(counts[v]), v))
		}
	}
	if len(parts) == 0 {
		return "none yet"
	}
	return strings.Join(parts, ", ")
}

// verdictOrder is the order in which people are told of verdicts.
var verdictOrder = []solver.Verdict{solver.Unique, solver.Solved, solver.Multiple, solver.None, solver.Unfinished, solver.Invalid}
