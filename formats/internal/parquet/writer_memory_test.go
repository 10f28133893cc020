package parquet

import (
	"slices"
	"testing"
)

// TestLongPagesDoNotMakeAllMemoryLong checks that the memory of an unusually long page is not kept
// for shorter pages.
func TestLongPagesDoNotMakeAllMemoryLong(t *testing.T) {
	const short, long, pages = 10_000, 1 << 20, 50
	group := make([]*EncodedPages, pages)
	for round := range 4 * pages {
		held := 0
		for i := range group {
			size := short
			if i == round%pages {
				size = long
			}
			group[i] = newEncodedPages(1)
			p := &group[i].columns[0]
			p.body = slices.Grow(p.body[:0], size)[:size]
			held += cap(p.body)
		}
		if most := 3*long + 2*pages*short; held > most {
			t.Fatalf("the pages of row group %d hold %d bytes, more than %d", round, held, most)
		}
		for _, p := range group {
			p.release()
		}
	}
	kept := 0
	for range pages {
		if newEncodedPages(1).columns[0].body != nil {
			kept++
		}
	}
	if kept < pages/2 {
		t.Errorf("the memory of %d of %d pages is reused", kept, pages)
	}
}
