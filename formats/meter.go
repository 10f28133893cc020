package formats

import (
	"io"
	"sync/atomic"
)

// A Meter counts bytes of files that are read as bytes, and not for their rows.
// Any goroutine may look at it meanwhile. A nil Meter counts nothing.
type Meter struct{ done, total atomic.Int64 }

// Progress returns how many bytes are read, and how many there are in all as far as
// that is known.
func (m *Meter) Progress() (done, total int64) { return m.done.Load(), m.total.Load() }

// Expect notes that more bytes will be read.
func (m *Meter) Expect(n int64) {
	if m != nil {
		m.total.Add(n)
	}
}

// Reader returns a reader whose bytes are counted.
func (m *Meter) Reader(r io.Reader) io.Reader {
	if m == nil {
		return r
	}
	return meteredReader{r, m}
}

type meteredReader struct {
	from  io.Reader
	meter *Meter
}

// Read implements io.Reader.
func (r meteredReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.meter.done.Add(int64(n))
	return n, err
}
