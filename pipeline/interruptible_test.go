package pipeline

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridmill/gridmill/formats/files"
)

// timedLines is an input of several lines. Each call of Read takes some time and returns one line.
type timedLines struct {
	wait time.Duration
	left int
}

func (l *timedLines) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	time.Sleep(l.wait)
	l.left--
	return copy(p, "line\n"), nil
}

// TestPauses checks that Interruptible reports a pause if lines have waited longer than patience
// and no further line arrives. If the next line has already arrived, there is no pause, even if the
// caller reads the line late.
func TestPauses(t *testing.T) {
	for _, c := range []struct {
		arrival, work time.Duration // time between lines, and time that the caller spends on each line
		pauses        bool
	}{
		{0, 0, false}, {leastPatience / 2, 0, false}, {3 * leastPatience / 2, 0, true}, {10 * patience, 0, true},
		{0, 10 * patience, false}, {10 * patience, 20 * patience, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			r, line := Interruptible(t.Context(), &timedLines{c.arrival, 100}), make([]byte, 10)
			pauses, err := 0, error(nil)
			for err != io.EOF {
				switch _, err = r.Read(line); err {
				case nil, io.EOF:
				case files.ErrPaused:
					pauses++
				default:
					t.Fatal(err)
				}
				time.Sleep(c.work)
			}
			if (pauses > 0) != c.pauses {
				t.Errorf("a line every %s, and %s of work for each: %d pauses", c.arrival, c.work, pauses)
			}
		})
	}
}
