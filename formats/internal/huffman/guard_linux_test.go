package huffman

import (
	"bytes"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestGuardPages checks that counting and encoding never read outside the symbols or write outside
// the stream's memory.
func TestGuardPages(t *testing.T) {
	text := bytes.Repeat([]byte(testkit.Clued), 80)
	for _, length := range []int{2, 63, 64, 65, 127, 128, 129, 2048, 2111, 2112, 2113, 4096, 6000, 6016} {
		for _, atStart := range []bool{false, true} {
			var e encoder
			src := testkit.Guarded(t, text[:length], atStart)
			if !e.prepare(src) {
				t.Fatalf("%d symbols have no code", length)
			}
			want := e.appendStream(make([]byte, 0, 2*length+64), text[:length])
			dst := testkit.Guarded(t, make([]byte, len(want)+bitStreamSlack), atStart)
			if got := e.appendStream(dst[:0], src); !bytes.Equal(got, want) {
				t.Fatalf("%d symbols are encoded differently between guard pages", length)
			}
		}
	}
}
