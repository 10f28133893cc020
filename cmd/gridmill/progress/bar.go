package progress

import (
	"cmp"
	"os"
	"sync"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/formats/files"
)

// bar shows the progress of a tracker on a terminal, with a new bar for each phase. draw and clear
// may be called concurrently.
type bar struct {
	tracker *Tracker
	to      *os.File

	mutex   sync.Mutex
	current *phaseState
	total   int64
	drawn   *progressbar.ProgressBar
}

// restart starts a new bar for the given phase. The bar has length -1 if the total is unknown.
func (b *bar) restart(current *phaseState) {
	b.current = current
	_, b.total = b.tracker.progress(current)
	b.drawn = newProgressBar(b.to, cmp.Or(b.total, -1), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(barInterval/2))
}

// draw draws the bar with the current progress. It ignores errors from the terminal, because such
// errors must not stop a run.
func (b *bar) draw() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	current := b.tracker.phase()
	done, total := b.tracker.progress(current)
	if current != b.current || total != b.total { // the total can change, because inputs can grow
		_ = b.drawn.Clear()
		b.restart(current)
	}
	if b.total > 0 {
		done = min(done, b.total-1) // the bar must not look complete before the run ends
	}
	// A bar that is longer than a line would wrap, and redrawing it would erase only its last line.
	width, _, err := term.GetSize(int(b.to.Fd()))
	if err != nil || width <= 0 {
		width = 120
	}
	b.drawn.Describe(b.tracker.fit(current, width-barWidth-aroundBar))
	_ = b.drawn.Set64(done)
}

// clear removes the bar until it is drawn again.
func (b *bar) clear() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	_ = b.drawn.Clear()
}

func newProgressBar(to *os.File, length int64, more ...progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions64(length, append(more,
		progressbar.OptionSetWriter(to),
		progressbar.OptionSetWidth(barWidth),
		// The bar is ASCII, because some terminals and fonts do not support other characters.
		progressbar.OptionSetTheme(progressbar.Theme{Saucer: "=", SaucerHead: ">", SaucerPadding: " ", BarStart: "[", BarEnd: "]"}),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionUseANSICodes(true),          // redraws without flickering
		progressbar.OptionSetSpinnerChangeInterval(0), // prevents drawing in a separate goroutine
		progressbar.OptionClearOnFinish(),
	)...)
}

const (
	barWidth  = 10
	aroundBar = 31 // maximum number of characters for the percentage, the times and the separators
)

// Steps returns a function that shows the progress of a run without phases. In Bar mode, the
// function updates a bar. In Plain mode, it writes its first argument when that argument changes.
func (r *Reporter) Steps() (step func(doing string, step, steps int)) {
	if r.options.Mode != Bar {
		last := ""
		return func(doing string, _, _ int) {
			if doing != last {
				r.Printf("%s", doing)
			}
			last = doing
		}
	}
	b := newProgressBar(r.to, -1, progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false))
	r.clear = func() { _ = b.Clear() }
	return func(doing string, step, steps int) {
		b.ChangeMax(steps)
		b.Describe(files.Printable(doing))
		_ = b.Set(step)
	}
}
