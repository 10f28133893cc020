package progress

import (
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/pipeline"
)

const onePuzzle = ".2.4..9...54...23638.9...5....52.6..51....3..69...87.5..1..9..22...1687.....8....\n"

// TestCloseEndsTheServer checks that metrics are served until Close stops the server.
func TestCloseEndsTheServer(t *testing.T) {
	r, err := Start(Options{Metrics: "127.0.0.1:0"}, Run{}, os.Stderr)
	if err == nil {
		err = r.Serve()
	}
	if err != nil {
		t.Fatal(err)
	}
	scrape := func() string {
		t.Helper()
		answer, err := http.Get("http://" + r.server.Addr + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatal(answer.Status, err)
		}
		return string(text)
	}
	if text := scrape(); strings.Contains(text, "gridmill_") || !strings.Contains(text, "go_goroutines") {
		t.Errorf("before the first phase, the metrics are\n%s", text)
	}
	r.tracker.counts = newTracker(t, onePuzzle).counts
	r.Enter(pipeline.Solve, halfway{}, pipeline.Unknown)
	if text := scrape(); !strings.Contains(text, `gridmill_rows_total{verdict="unique"} 1`+"\n") {
		t.Errorf("after one row, the metrics are\n%s", text)
	}
	r.Close()
	again, err := net.Listen("tcp", r.server.Addr)
	if err != nil {
		t.Fatalf("the port is still taken: %v", err)
	}
	again.Close()
}

func TestMetricsAreLocalUnlessToldOtherwise(t *testing.T) {
	for flag, want := range map[string]string{
		"9090": "127.0.0.1:9090", ":9090": "127.0.0.1:9090", "0.0.0.0:9090": "0.0.0.0:9090",
		"localhost:0": "localhost:0", "[::]:9090": "[::]:9090",
	} {
		if got, err := MetricsAddress(flag); got != want || err != nil {
			t.Errorf("%s is %s (%v), want %s", flag, got, err, want)
		}
	}
}
