package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/solver"
)

// progressMode says how people are told of the progress of a run.
type progressMode int

const (
	silent  progressMode = iota // not at all, nor of the end
	brief                       // only of the end
	plain                       // by a line every few seconds
	bar                         // by a bar on a terminal
	objects                     // by an object of JSON a line
)

// talks reports whether people are told of more than the end.
func (m progressMode) talks() bool { return m == plain || m == bar }

// The ways to tell of progress that flags can name.
var (
	stepProgress = []string{"auto", "bar", "plain", "none"}
	runProgress  = []string{"auto", "bar", "plain", "json", "none"}
)

// progressModeOf reads the flag. Auto is a bar on a terminal, unless results go
// there too, and else lines.
func progressModeOf(flag string, known []string, err *os.File, resultsOnTerminal bool) (progressMode, error) {
	if !slices.Contains(known, flag) {
		return silent, fmt.Errorf("unknown progress %q; there are: %s", flag, strings.Join(known, ", "))
	}
	switch flag {
	case "none":
		return silent, nil
	case "plain":
		return plain, nil
	case "bar":
		return bar, nil
	case "json":
		return objects, nil
	}
	switch {
	case !term.IsTerminal(int(err.Fd())):
		return plain, nil
	case resultsOnTerminal:
		return brief, nil
	}
	return bar, nil
}

// line writes how far the run is, for a log.
func (g *gauge) line(to io.Writer) {
	at := g.phase()
	text := g.describe(at)
	if left, known := g.left(at); known {
		done, total := g.way(at)
		what := "read"
		if at.rows != rowsUnknown {
			what = "done"
		}
		text += fmt.Sprintf("; %d %% %s, about %s left", 100*done/total, what, left.Round(time.Second))
	}
	fmt.Fprintf(to, "gridmill: %s\n", text)
}

// bar returns functions that draw a bar, a new one for each phase, and that wipe it. Several
// goroutines may call them.
func (g *gauge) bar(to *os.File) (draw, wipe func()) {
	var mutex sync.Mutex
	at := g.phase()
	_, most := g.way(at)
	b := g.newBar(to, most)
	// An error of the terminal is no reason to stop a run, so it is passed over.
	draw = func() {
		mutex.Lock()
		defer mutex.Unlock()
		now := g.phase()
		done, total := g.way(now)
		if now != at || total != most { // there may be more to read than was known
			_ = b.Clear()
			at, most, b = now, total, g.newBar(to, total)
		}
		if total > 0 {
			done = min(done, total-1) // the bar must not end before the run
		}
		b.Describe(g.shortly(now, lineWidth(to)-barWidth(to)-aroundBar))
		_ = b.Set64(done)
	}
	wipe = func() {
		mutex.Lock()
		defer mutex.Unlock()
		_ = b.Clear()
	}
	return draw, wipe
}

// newBar makes a bar for a way whose length is known if it is above 0.
func (g *gauge) newBar(to *os.File, total int64) *progressbar.ProgressBar {
	if total <= 0 {
		total = -1
	}
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(to),
		progressbar.OptionSetWidth(barWidth(to)),
		progressbar.OptionSetTheme(barTheme),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionUseANSICodes(true), // redraws without a flicker
		progressbar.OptionThrottle(barInterval/2),
		progressbar.OptionSetSpinnerChangeInterval(0), // with each draw, and without a goroutine that draws too
		progressbar.OptionClearOnFinish(),
	)
}

// barTheme needs no characters beyond ASCII, which some terminals and fonts lack.
var barTheme = progressbar.Theme{Saucer: "=", SaucerHead: ">", SaucerPadding: " ", BarStart: "[", BarEnd: "]"}

// aroundBar is how many characters of a line the percentage, the times and what
// stands between them can take.
const aroundBar = 31

// lineWidth returns how many characters fit in a line. A bar that is longer
// would leave its upper half behind whenever it is drawn anew.
func lineWidth(to *os.File) int {
	if width, _, err := term.GetSize(int(to.Fd())); err == nil && width > 0 {
		return width
	}
	return 120
}

// barWidth leaves room beside the bar for what is more telling.
func barWidth(to *os.File) int {
	if lineWidth(to) < 100 {
		return 10
	}
	return 20
}

// shortly says as much as fits of what was done so far, most telling first.
func (g *gauge) shortly(at *phase, room int) string {
	if at.name != solving {
		text := at.name.doing()
		return text[:max(min(room, len(text)), 0)]
	}
	rows := g.counts.Rows()
	texts := []string{
		humanize.Comma(rows) + " puzzles",
		humanize.Comma(at.rate(rows)) + "/s",
	}
	text := ""
	for _, next := range append(texts, verdictTexts(g.counts.Verdicts())...) {
		if text != "" {
			next = ", " + next
		}
		if len(text)+len(next) > room {
			break
		}
		text += next
	}
	return text
}

// describe says what was done so far, and how fast.
func (g *gauge) describe(at *phase) string {
	if at.name != solving {
		return at.name.doing()
	}
	rows := g.counts.Rows()
	return fmt.Sprintf("%s, %s a second; %s", countOf(rows, "puzzle"), humanize.Comma(at.rate(rows)), verdictList(g.counts.Verdicts()))
}

// rate returns how many rows a phase has done in a second on average, given how many are
// done in all.
func (p *phase) rate(rows int64) int64 {
	return int64(float64(rows-p.before) / time.Since(p.begin).Seconds())
}

// verdictList lists the verdicts that occur.
func verdictList(counts [solver.NumVerdicts]int64) string {
	if texts := verdictTexts(counts); len(texts) > 0 {
		return strings.Join(texts, ", ")
	}
	return "none yet"
}

func verdictTexts(counts [solver.NumVerdicts]int64) []string {
	var texts []string
	for _, v := range verdictOrder {
		if counts[v] > 0 {
			texts = append(texts, fmt.Sprintf("%s %s", humanize.Comma(counts[v]), v))
		}
	}
	return texts
}

// verdictOrder is the order in which people are told of verdicts.
var verdictOrder = []solver.Verdict{solver.Unique, solver.Solved, solver.Multiple, solver.None, solver.Unfinished, solver.Invalid}
