package progress

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

// line writes the progress of the run as a line of text. The line has a timestamp, because standard
// error may be a log file.
func (t *Tracker) line(to io.Writer) {
	current := t.phase()
	text := t.fit(current, math.MaxInt)
	if left, known := t.left(current); known {
		done, total := t.progress(current)
		text += fmt.Sprintf("; %d%% done, about %s left", 100*done/total, left.Round(time.Second))
	}
	fmt.Fprintf(to, "gridmill: %s %s\n", time.Now().Format(time.DateTime), text)
}

// fit returns text about the progress so far. room is the maximum number of characters. The most
// important facts come first.
func (t *Tracker) fit(current *phaseState, room int) string {
	if current.Phase != pipeline.Solve {
		text := phaseTexts[current.Phase]
		return text[:max(min(room, len(text)), 0)]
	}
	verdicts, rows := t.counts.Verdicts(), t.counts.Rows() // read in this order, so that the sum of the verdicts is at most rows
	perSecond := float64(rows-current.before) / time.Since(current.start).Seconds()
	texts := []string{
		english.Plural(int(rows), "puzzle", ""),
		humanize.Comma(int64(perSecond)) + "/s",
	}
	if number, purpose := current.attempts(rows); number != "" {
		if len(strings.Join(texts, ", ")+", "+number+purpose) > room {
			purpose = ""
		}
		texts = append(texts, number+purpose)
	}
	texts = append(texts, verdictTexts(verdicts, t.Solver)...)
	for len(texts) > 0 && len(strings.Join(texts, ", ")) > room {
		texts = texts[:len(texts)-1]
	}
	return strings.Join(texts, ", ")
}

// Verdicts returns text that lists the verdicts that occur, with their counts.
func Verdicts(counts [solver.NumVerdicts]int64) string {
	return strings.Join(verdictTexts(counts, ""), ", ")
}

func verdictTexts(counts [solver.NumVerdicts]int64, name string) (texts []string) {
	for _, v := range verdictsOf(name) {
		if counts[v] > 0 {
			texts = append(texts, fmt.Sprintf("%s %s", humanize.Comma(counts[v]), v))
		}
	}
	return texts
}

// verdictsOf returns the verdicts that the named solver can give, in the order in which they are
// shown. Rows that are converted without being solved have no verdict unless they are invalid.
func verdictsOf(name string) []solver.Verdict {
	if name == parts.NoSolver {
		return []solver.Verdict{solver.Invalid}
	}
	return []solver.Verdict{solver.Unique, solver.Solved, solver.Multiple, solver.None, solver.Unfinished, solver.Invalid}
}
