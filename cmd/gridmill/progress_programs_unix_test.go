//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
)

// statusesOf parses the output of --progress json. It fails the test if a line is not a status.
func statusesOf(t *testing.T, said string) []progress.Status {
	t.Helper()
	var all []progress.Status
	for line := range strings.Lines(said) {
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		var s progress.Status
		if err := d.Decode(&s); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, s)
	}
	return all
}

func TestProgressForPrograms(t *testing.T) {
	t.Parallel()
	const lines = 5000
	r := start(t, "solve", "-", "-o", "out.csv", "--progress", "json", "--batch", "100", "--summary", "out.json", "--log", "out.log")
	r.feed(lines * len(onePuzzle))
	r.waitFor(`"done":false`)
	r.in.Close()
	r.wantExit(exitDone)
	all := statusesOf(t, r.errors.String())
	for i, s := range all {
		sum := int64(0)
		for _, n := range s.Verdicts {
			sum += n
		}
		if last := i == len(all)-1; s.Done != last || s.Rows != sum || i > 0 && (s.Rows < all[i-1].Rows || s.Seconds < all[i-1].Seconds) {
			t.Errorf("number %d of %d is %+v after %+v", i, len(all), s, all[max(i-1, 0)])
		}
	}
	end := all[len(all)-1]
	if end.Rows != lines || end.Verdicts["unique"] != lines || end.SecondsLeft == nil || *end.SecondsLeft != 0 {
		t.Errorf("it ends with %+v", end)
	}
	seconds := regexp.MustCompile(`"seconds": ?([0-9.]+),\s*"puzzles_per_second": ?([0-9.]+)`)
	for _, name := range []string{"out.json", "out.log"} {
		text := readFile(t, filepath.Join(r.dir, name))
		found := seconds.FindSubmatch(text)
		if found == nil {
			t.Fatalf("%s does not contain a time:\n%s", name, text)
		}
		spent, errOfTime := strconv.ParseFloat(string(found[1]), 64)
		speed, errOfSpeed := strconv.ParseFloat(string(found[2]), 64)
		if errOfTime != nil || errOfSpeed != nil || math.Round(1000*spent) != math.Round(1000*end.Seconds) || math.Round(speed) != end.PuzzlesPerSecond {
			t.Errorf("%s says %v s and %v/s, but the progress ends with %v s and %v/s", name, spent, speed, end.Seconds, end.PuzzlesPerSecond)
		}
	}
}

// TestProgressForProgramsOfAStoppedRun checks that no JSON object says that a stopped run is done.
func TestProgressForProgramsOfAStoppedRun(t *testing.T) {
	t.Parallel()
	r := start(t, "solve", "-", "-o", "out.csv", "--progress", "json")
	r.feedOn()
	r.waitFor(`"done":false`)
	r.signal(syscall.SIGTERM)
	r.wantExit(exitAgain)
	objects, rest, _ := strings.Cut(r.errors.String(), "gridmill: ")
	for _, s := range statusesOf(t, objects) {
		if s.Done {
			t.Errorf("it was not done: %+v", s)
		}
	}
	if !strings.HasPrefix(rest, "stopped by a signal") || strings.Count(rest, "\n") != 1 {
		t.Errorf("the last message is %q", rest)
	}
}

// scrape returns the metrics that are served at url.
func scrape(t *testing.T, url string) map[string]*dto.MetricFamily {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", url, answer.Status, err)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return families
}

// valuesOf returns the values of a metric, keyed by the value of its only label. For a metric
// without a label, the key is "".
func valuesOf(family *dto.MetricFamily) map[string]float64 {
	values := map[string]float64{}
	for _, m := range family.GetMetric() {
		label := ""
		if len(m.GetLabel()) == 1 {
			label = m.GetLabel()[0].GetValue()
		}
		values[label] = m.GetCounter().GetValue() + m.GetGauge().GetValue()
	}
	return values
}

func TestMetricsOfARun(t *testing.T) {
	t.Parallel()
	r := start(t, "solve", "-", "-o", "out.csv", "--progress", "plain", "--metrics", "0", "--workers", "2", "--batch", "100")
	r.feed(300 << 10)
	r.waitFor("/metrics\n")
	url := regexp.MustCompile(`http://\S+`).FindString(r.errors.String())
	address := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/metrics")
	if !strings.HasPrefix(address, "127.0.0.1:") {
		t.Errorf("metrics are served at %s, which other machines may reach", address)
	}
	// The program has accepted more input than the pipe and the buffers hold, so it must be solving
	// rows.
	var families map[string]*dto.MetricFamily
	for rows := 0.0; rows < 1000; {
		families = scrape(t, url)
		rows = valuesOf(families["gridmill_rows_total"])["unique"]
	}
	queues := valuesOf(families["gridmill_queue_batches"])
	for _, queue := range []string{"free", "order", "work"} {
		if n, found := queues[queue]; !found || n < 0 || n > 2*2+2 {
			t.Errorf("queue %s has %v batches, of 6", queue, n)
		}
	}
	busy := valuesOf(families["gridmill_stage_busy_seconds_total"])
	for _, stage := range []string{"read", "solve", "write"} {
		if busy[stage] <= 0 {
			t.Errorf("stage %s was busy for %v s", stage, busy[stage])
		}
	}
	if n := valuesOf(families["gridmill_workers"])[""]; n != 2 {
		t.Errorf("there are %v workers", n)
	}
	for _, name := range []string{"gridmill_build_info", "gridmill_input_read_bytes_total", "go_goroutines"} {
		if families[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}

	second := start(t, "solve", "-", "-o", "out.csv", "--metrics", address)
	second.wantExit(exitFailed)
	second.wantSaid(fmt.Sprintf("--metrics: listen tcp %s: bind: address already in use; choose another address", address))
	second.wantFiles()

	r.in.Close()
	r.wantExit(exitDone)
}
