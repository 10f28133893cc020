package progress

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridmill/gridmill/pipeline"
)

// TestSpeedsCoverOnlySolving checks that samples are taken only in phases that solve rows. The
// samples must be in order, and their number must be bounded.
func TestSpeedsCoverOnlySolving(t *testing.T) { synctest.Test(t, testSpeedsCoverOnlySolving) }

func testSpeedsCoverOnlySolving(t *testing.T) {
	if testing.Short() {
		t.Skip("four hours of samples take long under the race detector")
	}
	r, err := Start(Options{Speeds: true}, Run{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Stop()
	r.Enter(pipeline.Check, halfway{}, pipeline.Unknown)
	time.Sleep(time.Second)
	r.Enter(pipeline.Solve, halfway{}, pipeline.Unknown)
	time.Sleep(time.Second)
	r.Enter(pipeline.Choose, halfway{}, pipeline.Unknown)
	time.Sleep(time.Hour)
	r.Enter(pipeline.Solve, halfway{}, pipeline.Unknown)
	time.Sleep(3 * time.Hour)
	got := r.Speeds()
	if first, last := got[0], got[len(got)-1]; first != (Sample{}) || last.After != 3*time.Hour+time.Second {
		t.Errorf("the samples are from %+v to %+v", first, last)
	}
	if len(got) > mostSamples || len(got) < mostSamples/4 {
		t.Errorf("there are %d samples", len(got))
	}
	if !slices.IsSortedFunc(got, func(a, b Sample) int { return int(a.After - b.After) }) {
		t.Error("the samples are not in order")
	}
}
