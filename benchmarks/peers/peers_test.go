// Package peers draws peers.svg, a chart of the speeds of gridmill and other solvers in one run of
// gridmill bench. ../README.md describes this run. A test compares the chart with the results.
package peers

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/dustin/go-humanize"
)

//go:generate go test -count=1 -run=TestChartMatchesResults . -args -write

// results is the file that gridmill bench wrote.
const results = "../runs/2026-11-25-AMD-EPYC/peers.json"

// own is the name of gridmill's solver in the results. The chart shows the speed of its fastest
// kernel. peers lists the other solvers in the chart.
const own = "lanes"

var peers = []string{"tdoku", "fsss2", "fsss2 with locked candidates", "Rust sudoku 0.8"}

var write = flag.Bool("write", false, "write the chart")

// TestChartMatchesResults checks that the chart agrees with the results. With -write, it writes the
// chart instead.
func TestChartMatchesResults(t *testing.T) {
	want, err := draw(results)
	if err == nil && *write {
		err = os.WriteFile("peers.svg", want, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("peers.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("peers.svg is out of date; run go generate ./benchmarks/peers")
	}
}

// corpus holds the bars for one corpus. Each corpus has a separate scale, because solvers are much
// slower on hard puzzles.
type corpus struct {
	Name string
	Top  int
	Bars []bar
}

type bar struct {
	Solver string
	Speed  string
	Own    bool
	Top    int
	Width  float64
}

// Dimensions of the picture, in pixels.
const (
	barHeight  = 13
	barGap     = 3
	corpusGap  = 28
	mostWidth  = 460.0
	pictureTop = 8
)

func draw(resultsName string) ([]byte, error) {
	names, speeds, err := readResults(resultsName)
	if err != nil {
		return nil, err
	}
	var corpora []corpus
	top := pictureTop
	for _, name := range names {
		c, err := newCorpus(name, speeds[name], top)
		if err != nil {
			return nil, err
		}
		corpora = append(corpora, c)
		top += len(c.Bars)*(barHeight+barGap) + corpusGap
	}
	var out bytes.Buffer
	err = picture.Execute(&out, map[string]any{"Corpora": corpora, "Height": top - corpusGap + barGap + 24, "Bar": barHeight})
	return out.Bytes(), err
}

// newCorpus places the bars for a corpus. The first bar is for gridmill.
func newCorpus(file string, speeds map[string]float64, top int) (corpus, error) {
	name, _, _ := strings.Cut(file, ".")
	c := corpus{Name: name, Top: top + 12}
	for i, solver := range append([]string{own}, peers...) {
		speed := speeds[solver]
		if speed == 0 {
			return c, fmt.Errorf("%s has no speed for %s on %s", results, solver, file)
		}
		b := bar{
			Solver: solver, Speed: humanize.Comma(int64(rounded(speed))), Own: i == 0,
			Top: top + 22 + i*(barHeight+barGap), Width: mostWidth * speed / speeds[own],
		}
		if b.Own {
			b.Solver = "gridmill"
		}
		c.Bars = append(c.Bars, b)
	}
	return c, nil
}

// rounded rounds a speed to three significant digits.
func rounded(speed float64) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(speed, 'e', 2, 64), 64)
	return short
}

// readResults returns the names of the corpora in the order of the results. speeds holds the
// highest speed of each solver for each corpus.
func readResults(name string) (corpora []string, speeds map[string]map[string]float64, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	var r struct {
		Results []struct {
			Corpus, Solver string
			Speed          float64 `json:"puzzles_per_second"`
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	speeds = map[string]map[string]float64{}
	for _, result := range r.Results {
		if speeds[result.Corpus] == nil {
			corpora = append(corpora, result.Corpus)
			speeds[result.Corpus] = map[string]float64{}
		}
		speeds[result.Corpus][result.Solver] = max(speeds[result.Corpus][result.Solver], result.Speed)
	}
	return corpora, speeds, nil
}

// picture is the template of the SVG drawing. The drawing follows the reader's preference for light
// or dark mode.
var picture = template.Must(template.New("").Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{{.Height}}" viewBox="0 0 760 {{.Height}}" font-family="sans-serif" font-size="12">
<title>Puzzles per second of gridmill and other solvers on five corpora</title>
<style>
text { fill: #1f2328 } .peer { fill: #8c959f } .own { fill: #0969da } .bold { font-weight: bold }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .peer { fill: #6e7681 } .own { fill: #4493f8 } }
</style>
{{$height := .Bar}}{{range .Corpora}}<text x="0" y="{{.Top}}" class="bold">{{.Name}}</text>
{{range .Bars}}<g transform="translate(0 {{.Top}})"><text x="190" y="11" text-anchor="end">{{.Solver}}</text><rect x="198" width="{{printf "%.1f" .Width}}" height="{{$height}}" class="{{if .Own}}own{{else}}peer{{end}}"/><text x="{{printf "%.1f" .Width}}" dx="204" y="11"{{if .Own}} class="bold"{{end}}>{{.Speed}}</text></g>
{{end}}{{end}}</svg>
`))
