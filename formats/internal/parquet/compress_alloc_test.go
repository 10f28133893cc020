//go:build !race

package parquet

import (
	"bytes"
	"testing"

	"github.com/apache/arrow/go/v15/parquet/compress"
)

// TestPagesWithRepeatsDoNotAllocate compresses a page with repeats. For such a page, compressPage
// makes a second attempt, in which it searches for repeats.
func TestPagesWithRepeatsDoNotAllocate(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	src := bytes.Repeat(all, 64)
	frame := make([]byte, 0, len(src)/2)
	if got := compressPage(frame, compress.Codecs.Zstd, nil, src, true); len(got) > len(src)/4 {
		t.Fatalf("the page compresses to %d of %d bytes, so it does not test the second attempt", len(got), len(src))
	}
	if n := testing.AllocsPerRun(20, func() { compressPage(frame, compress.Codecs.Zstd, nil, src, true) }); n > 0 {
		t.Errorf("%v allocations per page", n)
	}
}
