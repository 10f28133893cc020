package files

import (
	"errors"
	"io"
)

// ErrPaused is returned once by a reader of a stream when no bytes have arrived for a moment. The
// next Read waits. A reader reports a pause only after the end of a line.
var ErrPaused = errors.New("the stream has paused")

// IsPause reports whether an error means only that a stream has paused.
func IsPause(err error) bool { return errors.Is(err, ErrPaused) }

// A Waiter reads a stream and can wait while it pauses. Code that looks ahead in a stream must set
// Again if it encounters a pause, because the bytes before the pause must still be read, and may be
// whole rows.
type Waiter struct {
	io.Reader
	Waits bool // wait instead of reporting pauses
	Again bool // report the last pause once more
}

// Read implements io.Reader.
func (w *Waiter) Read(p []byte) (int, error) {
	if w.Again && !w.Waits {
		w.Again = false
		return 0, ErrPaused
	}
	for {
		n, err := w.Reader.Read(p)
		if err == nil || !w.Waits || !IsPause(err) {
			return n, err
		}
	}
}
