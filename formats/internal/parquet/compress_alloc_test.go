//go:build !race

package parquet

import (
	"bytes"
	"testing"
)

// TestPagesWithRepeatsDoNotAllocate checks that compressing a page with repeats does not allocate.
// For such a page, appendLiterals makes a second attempt that searches for repeats.
func TestPagesWithRepeatsDoNotAllocate(t *testing.T) {
	c := compressors["zstd"]
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	src := bytes.Repeat(all, 64)
	frame := make([]byte, 0, len(src)/2)
	if got := c.appendLiterals(frame, src, 0); len(got) > len(src)/4 {
		t.Fatalf("the page compresses to %d of %d bytes, so it does not test the second attempt", len(got), len(src))
	}
	if n := testing.AllocsPerRun(20, func() { c.appendLiterals(frame, src, 0) }); n > 0 {
		t.Errorf("%v allocations per page", n)
	}
}
