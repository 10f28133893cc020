package benchmarks

import (
	"regexp"
	"strings"
	"testing"
)

// TestReportIsSelfContained renders a run with a failed program, and checks that the page is
// complete and does not refer to other files.
func TestReportIsSelfContained(t *testing.T) {
	o := quick("mrv", "scan")
	result, err := Run(t.Context(), []*Corpus{few(t, "easy.csv", 20), few(t, "hard.txt", 5)}, o, Progress{})
	if err != nil {
		t.Fatal(err)
	}
	peer := &Result{Corpus: "easy.csv", Solver: "<peer>", Process: &Process{}, Failure: "exit status 4: <oops>"}
	result.Results = append(result.Results, peer)
	var b strings.Builder
	if err := result.WriteReport(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{"easy.csv", "hard.txt", "mrv", "scan", "&lt;peer&gt;", "&lt;oops&gt;", result.Machine.Processor, result.Corpora[0].SHA256, "prefers-color-scheme: dark"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not contain %q", want)
		}
	}
	for _, unwanted := range []string{"http:", "https:", "src=", "href=", "<script", "@import", "url(", "ZgotmplZ", "NaN", "Inf"} {
		if strings.Contains(page, unwanted) {
			t.Errorf("the page contains %q", unwanted)
		}
	}
	charts := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(page, -1)
	if colors := regexp.MustCompile(`#[0-9A-Fa-f]{6}`).FindAllString(strings.Join(charts, ""), -1); len(colors) > 0 {
		t.Errorf("charts use colors that are not in the style sheet: %v", colors)
	}
	// The page has two charts for each corpus, and one chart of time against guesses.
	if n := strings.Count(page, `role="img"`); n != 5 {
		t.Errorf("got %d charts", n)
	}
}

func TestSignificantDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.000123: "0.00012", 0.0123: "0.0123", 0.09996: "0.100", 0.5: "0.500", 0.9996: "1.00", 1: "1.00", 9.994: "9.99",
		9.996: "10.0", 10: "10.0", 12.34: "12.3", 99.96: "100", 100: "100", 999.6: "1,000", 1234567: "1,234,567",
	} {
		if got := significant(x); got != want {
			t.Errorf("%g is written %q, want %q", x, got, want)
		}
	}
}

// TestFastest checks that fastestOf skips solvers that are not known to have solved the puzzles on
// which they were timed.
func TestFastest(t *testing.T) {
	slow, fast := &Result{Solver: "slow", PuzzlesPerSecond: 1}, &Result{Solver: "fast", PuzzlesPerSecond: 2, Process: &Process{Answers: 2, CountsOnly: 1}}
	for _, r := range []*Result{
		{Solver: "failed", PuzzlesPerSecond: 3, Failure: "exit status 1"}, {Solver: "cut off", PuzzlesPerSecond: 3, Search: &Search{Unfinished: 1}},
		{Solver: "silent", PuzzlesPerSecond: 3, Process: &Process{}}, {Solver: "counting", PuzzlesPerSecond: 3, Process: &Process{Answers: 2, CountsOnly: 2}},
	} {
		if got := fastestOf([]*Result{slow, r, fast}); got != fast {
			t.Errorf("the fastest solver is %s", got.Solver)
		}
		if got := fastestOf([]*Result{r}); got != nil {
			t.Errorf("%s is the fastest solver", got.Solver)
		}
	}
}

// TestRelativeSpeeds checks that speeds are relative to mrv or, if mrv has no speed, to the first
// solver with a speed.
func TestRelativeSpeeds(t *testing.T) {
	failed := Result{Solver: "scan", Failure: "exit status 1"}
	for _, c := range []struct {
		results []Result
		want    []float64
	}{
		{[]Result{{Solver: "scan", PuzzlesPerSecond: 8}, {Solver: "mrv", PuzzlesPerSecond: 4}, failed}, []float64{2, 1, 0}},
		{[]Result{failed, {Solver: "scan", PuzzlesPerSecond: 8}, {Solver: "dlx", PuzzlesPerSecond: 4}}, []float64{0, 1, 0.5}},
		{[]Result{{Solver: "scan", PuzzlesPerSecond: 8}, {Solver: "mrv", Failure: "it failed"}}, []float64{1, 0}},
		{[]Result{{Solver: "scan", PuzzlesPerSecond: 8}, {Solver: "mrv", PuzzlesPerSecond: 4, Process: &Process{}}}, []float64{1, 0.5}},
		{[]Result{failed}, []float64{0}},
	} {
		var results []*Result
		for i := range c.results {
			results = append(results, &c.results[i])
		}
		setRelative(results)
		for i, r := range results {
			if r.RelativeSpeed != c.want[i] {
				t.Errorf("%s has the relative speed %g, want %g", r.title(), r.RelativeSpeed, c.want[i])
			}
		}
	}
}
