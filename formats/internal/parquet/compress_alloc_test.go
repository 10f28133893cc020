//go:build !race

package parquet

import (
	"bytes"
	"testing"
)

// Codes without matches do not make some pages smaller, and zstd then does much better. The
// attempt must not cost memory each time, because every section of a file has such pages.
func TestPagesWithRepeatsTakeNoMemoryOfTheirOwn(t *testing.T) {
	c, err := newCompressor("zstd")
	if err != nil {
		t.Fatal(err)
	}
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	src := bytes.Repeat(all, 64)
	frame := make([]byte, 0, len(src)/2)
	if got := c.appendLiterals(frame, src, 0); len(got) > len(src)/4 {
		t.Fatalf("%d bytes of %d: such a page does not try what is tested here", len(got), len(src))
	}
	if n := testing.AllocsPerRun(20, func() { c.appendLiterals(frame, src, 0) }); n > 0 {
		t.Errorf("%v allocations a page", n)
	}
}
