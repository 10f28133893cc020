// Peers draws peers.svg, the picture of gridmill's speed compared with other solvers, from
// results of gridmill bench and from peers.csv, the speeds of the others in puzzles
// per second. The README of the parent folder says what was measured where.
//
//	go generate ./benchmarks/peers
package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html/template"
	"log"
	"os"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

//go:generate go run .

// results is the file with the speeds of gridmill.
const results = "../runs/2026-11-21-AMD-EPYC/known-corpora.json"

func main() {
	picture, err := draw(results, "peers.csv")
	if err == nil {
		err = os.WriteFile("peers.svg", picture, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// corpus is the speeds on one corpus. Each corpus has its own scale, as the
// slowest is solved at a hundredth of the speed of the fastest.
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

// Coordinates in the picture, in pixels.
const (
	barHeight  = 13
	barGap     = 3
	corpusGap  = 28
	mostWidth  = 460.0
	pictureTop = 8
)

// draw returns the picture as SVG.
func draw(resultsName, peersName string) ([]byte, error) {
	own, err := readResults(resultsName)
	if err != nil {
		return nil, err
	}
	peers, err := os.ReadFile(peersName)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(peers)).ReadAll()
	if err != nil {
		return nil, err
	}
	var corpora []corpus
	top := pictureTop
	for _, row := range rows[1:] {
		c, err := newCorpus(row, rows[0], rounded(own[row[0]]), top)
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

// newCorpus places the bars of a corpus, gridmill's first. The first field of the row is
// its name, and the other fields are the speeds of the solvers in the header.
func newCorpus(row, header []string, own float64, top int) (corpus, error) {
	name, _, _ := strings.Cut(row[0], ".")
	c := corpus{Name: name, Top: top + 12}
	if own == 0 {
		return c, fmt.Errorf("%s has no speed of lanes on avx512 on %s", results, row[0])
	}
	add := func(solver string, speed float64) {
		c.Bars = append(c.Bars, bar{
			Solver: solver, Speed: humanize.Comma(int64(speed)), Own: len(c.Bars) == 0,
			Top: top + 22 + len(c.Bars)*(barHeight+barGap), Width: mostWidth * speed / own,
		})
	}
	add("gridmill", own)
	for i, field := range row[1:] {
		speed, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return c, err
		}
		add(header[i+1], speed)
	}
	return c, nil
}

// rounded returns a speed with three digits, like the others.
func rounded(speed float64) float64 {
	text := strconv.FormatFloat(speed, 'e', 2, 64)
	short, _ := strconv.ParseFloat(text, 64)
	return short
}

// readResults returns the speeds of lanes with AVX-512, by corpus.
func readResults(name string) (map[string]float64, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var r struct {
		Results []struct {
			Corpus, Solver, Kernel string
			Speed                  float64 `json:"puzzles_per_second"`
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	speeds := map[string]float64{}
	for _, result := range r.Results {
		if result.Solver == "lanes" && result.Kernel == "avx512" {
			speeds[result.Corpus] = result.Speed
		}
	}
	return speeds, nil
}

// picture follows the reader's preference for light or dark mode.
var picture = template.Must(template.New("").Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{{.Height}}" viewBox="0 0 760 {{.Height}}" font-family="sans-serif" font-size="12">
<title>Puzzles a second of gridmill and other solvers on five corpora</title>
<style>
text { fill: #1f2328 } .peer { fill: #8c959f } .own { fill: #0969da } .bold { font-weight: bold }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .peer { fill: #6e7681 } .own { fill: #4493f8 } }
</style>
{{$height := .Bar}}{{range .Corpora}}<text x="0" y="{{.Top}}" class="bold">{{.Name}}</text>
{{range .Bars}}<g transform="translate(0 {{.Top}})"><text x="190" y="11" text-anchor="end">{{.Solver}}</text><rect x="198" width="{{printf "%.1f" .Width}}" height="{{$height}}" class="{{if .Own}}own{{else}}peer{{end}}"/><text x="{{printf "%.1f" .Width}}" dx="204" y="11"{{if .Own}} class="bold"{{end}}>{{.Speed}}</text></g>
{{end}}{{end}}</svg>
`))
