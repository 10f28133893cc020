package pipeline

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
)

// stoppable is a Reader that counts the calls to Stop.
type stoppable struct {
	formats.Reader
	stops atomic.Int32
}

func (s *stoppable) Stop() { s.stops.Add(1) }

// TestSuccessDoesNotStopTheReader checks that a successful run does not stop its reader, because
// another run may read further rows.
func TestSuccessDoesNotStopTheReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rows := testkit.Open(t, formats.ReadOptions{Format: formats.CSV, Column: "puzzle", Stdin: strings.NewReader(testkit.Puzzles(t, 10))})
		reader := &stoppable{Reader: rows}
		totals, err := Run(t.Context(), Config{Reader: reader, NewSolver: testkit.NewSolver, Workers: 2, BatchRows: 3})
		if err != nil || totals.Rows != 10 {
			t.Fatalf("totals %+v, error %v", totals, err)
		}
		synctest.Wait() // wait for Stop, in case a goroutine calls it
		if n := reader.stops.Load(); n > 0 {
			t.Errorf("the reader was stopped %d times", n)
		}
	})
}
