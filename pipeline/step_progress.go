package pipeline

import (
	"sync/atomic"

	"github.com/gridmill/gridmill/formats"
)

// A Counter reports how much of a step is done. An unknown total is 0. A Counter is safe for
// concurrent use.
type Counter interface{ Progress() (done, total int64) }

// Both combines the counters of a step in which two goroutines each read all inputs.
type Both [2]Counter

// Progress implements Counter.
func (b Both) Progress() (done, total int64) {
	first, total := b[0].Progress()
	second, _ := b[1].Progress()
	return first + second, 2 * total
}

// FilesRead counts the bytes read from a sequence of files.
type FilesRead struct {
	Bytes   int64        // approximate size of the files; 0 if unknown
	before  atomic.Int64 // number of bytes in completed files
	current atomic.Pointer[formats.Reader]
}

// Follow starts counting the bytes that the reader reads. Counting stops when the caller calls
// done.
func (f *FilesRead) Follow(reader formats.Reader) (done func()) {
	f.current.Store(&reader)
	return func() {
		f.current.Store(nil)
		n, _ := reader.Progress()
		f.before.Add(n)
	}
}

// Progress implements Counter.
func (f *FilesRead) Progress() (done, total int64) {
	done = f.before.Load()
	if r := f.current.Load(); r != nil {
		now, _ := (*r).Progress()
		done += now
	}
	return done, f.Bytes
}
