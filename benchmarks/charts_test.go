package benchmarks

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// drawn holds the parts of a chart that the tests check.
type drawn struct {
	texts  []string
	shapes []map[string]string // attributes of each element that has the color of a solver
}

// parseChart parses a chart as XML. It fails the test if the chart is not valid.
func parseChart(t *testing.T, chart template.HTML) (d drawn) {
	t.Helper()
	for in := xml.NewDecoder(strings.NewReader(string(chart))); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return d
		}
		if err != nil {
			t.Fatalf("%v in %s", err, chart)
		}
		switch token := token.(type) {
		case xml.CharData:
			d.texts = append(d.texts, string(token))
		case xml.StartElement:
			attributes := map[string]string{}
			for _, a := range token.Attr {
				attributes[a.Name.Local] = a.Value
			}
			if strings.Contains(attributes["fill"]+attributes["style"], "var(--s") {
				d.shapes = append(d.shapes, attributes)
			}
		}
	}
}

func numbers(text string) (all []float64) {
	for _, s := range regexp.MustCompile(`-?\d+(\.\d+)?`).FindAllString(text, -1) {
		x, _ := strconv.ParseFloat(s, 64)
		all = append(all, x)
	}
	return all
}

// near reports whether two coordinates differ only because of rounding.
func near(a, b float64) bool { return math.Abs(a-b) < 0.25 }

func TestSpeedDotsAreLogarithmic(t *testing.T) {
	long := strings.Repeat("long ", 12)
	d := parseChart(t, speedChart([]*Result{
		{Solver: "fast", PuzzlesPerSecond: 1e6, Rounds: []float64{1e6}},
		{Solver: "<slow>", PuzzlesPerSecond: 1e4, Rounds: []float64{1e4}, Search: &Search{Unfinished: 1}},
		{Solver: "broken", Failure: "exit status 1"},
		{Solver: long, PuzzlesPerSecond: 1e5, Rounds: []float64{1e5}},
	}, "Speed"))
	want := []string{"puzzles per second (logarithmic)", "1 k", "10 k", "100 k", "1 M", "fast", "<slow>", "broken", long[:27] + "…", "1 M", "< 10 k", "failed", "100 k"}
	slices.Sort(want)
	if slices.Sort(d.texts); !slices.Equal(d.texts, want) {
		t.Errorf("the texts are\n%q, want\n%q", d.texts, want)
	}
	if len(d.shapes) != 3 {
		t.Fatalf("got %d dots", len(d.shapes))
	}
	var at []float64
	for i, shape := range d.shapes {
		at = append(at, numbers(shape["cx"])[0])
		if pale := shape["fill-opacity"] == "0.4"; pale != (i == 1) {
			t.Errorf("dot %d has opacity %s", i, shape["fill-opacity"])
		}
	}
	// The speeds are a million, ten thousand and a hundred thousand puzzles per second.
	if decade := at[2] - at[1]; decade < 10 || !near(at[0]-at[2], decade) {
		t.Errorf("the dots are at %v", at)
	}
}

// TestSpeedDotsShowSpreadAndSamples checks that whiskers reach from the slowest to the fastest
// round. Labels must be to the right of whiskers. A star must mark a speed measured on a sample.
func TestSpeedDotsShowSpreadAndSamples(t *testing.T) {
	chart := string(speedChart([]*Result{
		{Solver: "steady", PuzzlesPerSecond: 1e6, Rounds: []float64{1e6, 1e6, 1e6}},
		{Solver: "unsteady", PuzzlesPerSecond: 1e5, Rounds: []float64{1e4, 1e5, 1e6}, Puzzles: 2, CorpusPuzzles: 3},
	}, "Speed"))
	whiskers := regexp.MustCompile(`class="whisker" d="([^"]*)"`).FindAllStringSubmatch(chart, -1)
	dots := parseChart(t, template.HTML(chart)).shapes
	if len(whiskers) != 2 || len(dots) != 2 {
		t.Fatalf("%d whiskers and %d dots", len(whiskers), len(dots))
	}
	million := numbers(dots[0]["cx"])[0]
	decade := million - numbers(dots[1]["cx"])[0]
	for i, ends := range [][2]float64{{million, million}, {million - 2*decade, million}} {
		at := numbers(whiskers[i][1])
		if from, to := at[0], at[3]; !near(from, ends[0]) || !near(to, ends[1]) {
			t.Errorf("whisker %d reaches from %g to %g, want %g", i, from, to, ends)
		}
	}
	label := regexp.MustCompile(`x="([^"]*)"[^>]*>100 k \*<`).FindStringSubmatch(chart)
	if len(label) == 0 || numbers(label[1])[0] <= million || strings.Count(chart, "*<") != 1 {
		t.Errorf("the figure of the sample is at %q", label)
	}
}

func TestWorkChartHasASignForEachSolverAndCorpus(t *testing.T) {
	r := &RunResult{}
	for i, corpus := range []string{"a.txt", "b.txt"} {
		r.Corpora = append(r.Corpora, MeasuredCorpus{Corpus: corpus})
		for j, solver := range []string{"mrv", "dlx"} {
			r.Results = append(r.Results, &Result{
				Corpus: corpus, Solver: solver, MicrosecondsPerPuzzle: math.Pow(10, float64(i+2*j)), Search: &Search{GuessesPerPuzzle: float64(10 * i)},
			})
		}
		r.Results = append(r.Results, &Result{Corpus: corpus, Solver: "peer", MicrosecondsPerPuzzle: 5, Process: &Process{}})
	}
	d := parseChart(t, workChart(r))
	if len(d.shapes) != 4 {
		t.Fatalf("got %d markers", len(d.shapes))
	}
	var x, y []float64
	for i, shape := range d.shapes {
		corpus, solver := i/2, i%2
		if shape["d"] != markers[corpus].Path || shape["style"] != fmt.Sprintf("color:var(--s%d)", solver) {
			t.Errorf("marker %d is %v", i, shape)
		}
		at := numbers(shape["transform"])
		x, y = append(x, at[0]), append(y, at[1])
	}
	if x[0] != x[1] || x[2] != x[3] || x[0] >= x[2] {
		t.Errorf("points with more guesses are not farther to the right: %v", x)
	}
	// The four markers stand for 1, 100, 10 and 1,000 microseconds per puzzle.
	if decade := y[0] - y[2]; decade < 10 || !near(y[2]-y[1], decade) || !near(y[1]-y[3], decade) {
		t.Errorf("the vertical positions are %v", y)
	}
	for _, text := range []string{"mean guesses per puzzle (logarithmic)", "µs per puzzle (logarithmic)", "0", "10", "100", "1 k"} {
		if !slices.Contains(d.texts, text) {
			t.Errorf("the texts %q lack %q", d.texts, text)
		}
	}
	if chart := workChart(&RunResult{Corpora: r.Corpora, Results: r.Results[2:3]}); chart != "" {
		t.Errorf("a run with only external programs is drawn as %s", chart)
	}
}

// TestWorkChartOfOnePointHasTicksAround checks that the point is between two ticks of each axis.
func TestWorkChartOfOnePointHasTicksAround(t *testing.T) {
	d := parseChart(t, workChart(&RunResult{
		Corpora: []MeasuredCorpus{{Corpus: "a.txt"}},
		Results: []*Result{{Corpus: "a.txt", Solver: "mrv", MicrosecondsPerPuzzle: 300, Search: &Search{GuessesPerPuzzle: 6}}},
	}))
	for _, text := range []string{"1", "10", "100", "1 k"} {
		if !slices.Contains(d.texts, text) {
			t.Errorf("the texts %q lack %q", d.texts, text)
		}
	}
}

func TestGuessLinesRise(t *testing.T) {
	percentiles := []int32{0, 9, 99, 999}
	for len(percentiles) < len(Percents) {
		percentiles = append(percentiles, int32(1000*len(percentiles)))
	}
	flat := make([]int32, len(Percents))
	d := parseChart(t, guessChart([]*Result{
		{Solver: "mrv", Search: &Search{GuessPercentiles: percentiles}},
		{Solver: "peer", Process: &Process{}},
		{Solver: "dlx", Search: &Search{GuessPercentiles: flat}},
	}, "Guesses"))
	if len(d.shapes) != 2 {
		t.Fatalf("got %d lines", len(d.shapes))
	}
	rising, level := numbers(d.shapes[0]["d"]), numbers(d.shapes[1]["d"])
	if len(rising) != 2*(1+len(Percents)) {
		t.Fatalf("a line has %d coordinates", len(rising))
	}
	if middle := rising[2*7]; Percents[6] != 50 || !near(middle, (rising[0]+rising[len(rising)-2])/2) {
		t.Errorf("the 50th percentile is at %g", middle)
	}
	// The logarithmic axis shows log(v+1), so the values 0, 9, 99 and 999 are equally spaced.
	if decade := rising[3] - rising[5]; decade < 10 || !near(rising[5]-rising[7], decade) || !near(rising[7]-rising[9], decade) {
		t.Errorf("the line is at %v", rising)
	}
	for i := 2; i < len(rising); i += 2 {
		if rising[i] <= rising[i-2] || rising[i+1] > rising[i-1] || level[i+1] != level[1] {
			t.Errorf("point %d of the two lines is at %v and %v", i/2, rising[i:i+2], level[i:i+2])
		}
	}
	if !strings.Contains(d.shapes[0]["style"], "--s0)") || !strings.Contains(d.shapes[1]["style"], "--s2);stroke-width:1.8;stroke-dasharray:"+dashes[2]) {
		t.Errorf("the styles of the lines are %q and %q", d.shapes[0]["style"], d.shapes[1]["style"])
	}
}
