package benchmarks

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize/english"
)

// Comparison holds what two runs say of the same solvers on the same corpora.
type Comparison struct {
	Pairs []Pair
	// Missing counts results of the old run that the new one has no counterpart
	// for.
	Missing int
	// Differences says what else differs between the runs, so that the ratios do
	// not mean what they seem to.
	Differences []string
	tolerance   float64
}

// Pair is one solver on one corpus, then and now.
type Pair struct{ Old, New *Result }

// Ratio is the new speed as a multiple of the old.
func (p *Pair) Ratio() float64 { return p.New.PuzzlesPerSecond / p.Old.PuzzlesPerSecond }

// Compare pairs the results of two runs by corpus, solver and kernel. The new run
// may be slower by the tolerance, a part of the old speed.
func Compare(before, now *RunResult, tolerance float64) *Comparison {
	type key struct{ corpus, label string }
	then := map[key]*Result{}
	for i := range before.Results {
		if r := &before.Results[i]; r.PuzzlesPerSecond > 0 {
			then[key{r.Corpus, r.Label()}] = r
		}
	}
	c := &Comparison{tolerance: tolerance}
	c.Missing = len(then)
	for i := range now.Results {
		r := &now.Results[i]
		if o := then[key{r.Corpus, r.Label()}]; o != nil && r.Failure == "" {
			c.Pairs = append(c.Pairs, Pair{o, r})
			c.Missing--
		}
	}
	c.Differences = differences(before, now)
	return c
}

// differences lists the settings in which two runs differ and that bear on speed.
func differences(before, now *RunResult) []string {
	var found []string
	differ := func(what string, a, b any) {
		if a != b {
			found = append(found, fmt.Sprintf("%s: %v before, %v now", what, a, b))
		}
	}
	differ("processor", before.Machine.Processor, now.Machine.Processor)
	differ("Go", before.Machine.Go, now.Machine.Go)
	differ("cores", before.Options.Cores, now.Options.Cores)
	differ("max-solutions", before.Options.MaxSolutions, now.Options.MaxSolutions)
	differ("max-guesses", before.Options.MaxGuesses, now.Options.MaxGuesses)
	differ("seed", before.Options.Seed, now.Options.Seed)
	then := map[string]string{}
	for _, c := range before.Corpora {
		then[c.Corpus] = c.SHA256
	}
	for _, c := range now.Corpora {
		if sum, found := then[c.Corpus]; found {
			differ("sha256 of "+c.Corpus, fmt.Sprintf("%.12s", sum), fmt.Sprintf("%.12s", c.SHA256))
		}
	}
	return found
}

// Slower returns the pairs that became slower by more than the tolerance.
func (c *Comparison) Slower() []Pair {
	var slower []Pair
	for _, p := range c.Pairs {
		if p.Ratio() < 1-c.tolerance {
			slower = append(slower, p)
		}
	}
	return slower
}

// Err returns an error if anything became slower.
func (c *Comparison) Err() error {
	slower := c.Slower()
	if len(slower) == 0 {
		return nil
	}
	var names []string
	for _, p := range slower {
		names = append(names, fmt.Sprintf("%s on %s (%.2f times as fast as before)", p.New.Label(), p.New.Corpus, p.Ratio()))
	}
	return fmt.Errorf("slower by more than %g %%: %s", 100*c.tolerance, strings.Join(names, ", "))
}

// Write writes the comparison for people.
func (c *Comparison) Write(to io.Writer) error {
	rows := [][]string{{"", "old puzzles/s", "new puzzles/s", "ratio", "old guesses", "new guesses", ""}}
	for _, p := range c.Pairs {
		mark := ""
		if p.Ratio() < 1-c.tolerance {
			mark = "slower"
		}
		rows = append(rows, []string{
			p.New.Label() + " on " + p.New.Corpus, significant(p.Old.PuzzlesPerSecond), significant(p.New.PuzzlesPerSecond),
			fmt.Sprintf("%.2f", p.Ratio()), guesses(p.Old), guesses(p.New), mark,
		})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Compared with the earlier run, with a tolerance of %g %%:\n", 100*c.tolerance)
	writeAligned(&b, rows)
	if c.Missing > 0 {
		fmt.Fprintf(&b, "  %s of the earlier run found no counterpart in this one\n", english.Plural(c.Missing, "result", ""))
	}
	for _, d := range c.Differences {
		fmt.Fprintf(&b, "  the runs differ in %s\n", d)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

func guesses(r *Result) string {
	if r.Search == nil {
		return ""
	}
	return significant(r.GuessesPerPuzzle)
}
