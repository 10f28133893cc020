package progress

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridmill/gridmill/pipeline"
)

// TestSpeedsCoverOnlySolving checks that samples are taken only in phases that solve rows, that the
// samples are in order, and that their number is bounded.
func TestSpeedsCoverOnlySolving(t *testing.T) { synctest.Test(t, testSpeedsCoverOnlySolving) }

func testSpeedsCoverOnlySolving(t *testing.T) {
	if testing.Short() {
		t.Skip("four hours of samples take long under the race detector")
	}
	r := &Reporter{tracker: &Tracker{counts: new(pipeline.Progress)}, Log: new(Log), quit: make(chan struct{}), clear: func() {}, writeJSON: func() {}}
	r.KeepSpeeds()
	defer r.Stop()
	r.Enter(Check, halfway{}, Unknown)
	time.Sleep(time.Second)
	r.Enter(Solve, halfway{}, Unknown)
	time.Sleep(time.Second)
	r.Enter(Choose, halfway{}, Unknown)
	time.Sleep(time.Hour)
	r.Enter(Solve, halfway{}, Unknown)
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
