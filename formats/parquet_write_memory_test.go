package formats

import (
	"slices"
	"testing"
)

// A page that is longer than most lends its memory to shorter ones once, and not for good.
func TestLongPagesDoNotMakeAllMemoryLong(t *testing.T) {
	const short, long, pages = 10_000, 1 << 20, 50
	m := &writerMemory{pages: make([][][]byte, 1)}
	group := make([]sealedPage, pages)
	for round := range 4 * pages {
		held := 0
		for i := range group {
			size := short
			if i == round%pages {
				size = long
			}
			memory := slices.Grow(m.take(0, short)[:0], size)[:size]
			group[i] = sealedPage{memory: memory, body: memory}
			held += cap(memory)
		}
		if most := 3*long + 2*pages*short; held > most {
			t.Fatalf("the pages of row group %d hold %d bytes, more than %d", round, held, most)
		}
		m.give(0, group)
	}
	if len(m.pages[0]) < pages/2 {
		t.Errorf("memory of %d pages of %d is used again", len(m.pages[0]), pages)
	}
}
