package main

import (
	"fmt"
	"os"

	"github.com/schollz/progressbar/v3"
)

// showSteps returns a function that tells of the steps of a run of known length,
// and one that ends it: a bar on a terminal, and otherwise a line whenever the run
// does something else.
func showSteps(mode progressMode, to *os.File) (step func(doing string, step, steps int), end func()) {
	if mode != bar {
		last := ""
		return func(doing string, _, _ int) {
			if mode == plain && doing != last {
				fmt.Fprintf(to, "gridmill: %s\n", doing)
			}
			last = doing
		}, func() {}
	}
	b := progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(to),
		progressbar.OptionSetWidth(barWidth(to)),
		progressbar.OptionSetTheme(barTheme),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionUseANSICodes(true), // redraws without a flicker
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine draws beside the timing
		progressbar.OptionClearOnFinish(),
	)
	// An error of the terminal is no reason to stop a run, so it is passed over.
	step = func(doing string, step, steps int) {
		b.ChangeMax(steps)
		b.Describe(doing)
		_ = b.Set(step)
	}
	return step, func() { _ = b.Clear() }
}
