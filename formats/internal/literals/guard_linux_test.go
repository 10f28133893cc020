package literals

import (
	"bytes"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// Symbols are counted and coded within what there is, and stored within the room that
// a stream has.
func TestGuardPages(t *testing.T) {
	text := bytes.Repeat([]byte(testkit.Clued), 80)
	for _, length := range []int{2, 63, 64, 65, 127, 128, 129, 2048, 2111, 2112, 2113, 4096, 6000, 6016} {
		for _, atStart := range []bool{false, true} {
			var h huffman
			src := testkit.Guarded(t, text[:length], atStart)
			if !h.prepare(src) {
				t.Fatalf("%d symbols have no code", length)
			}
			want := h.appendStream(make([]byte, 0, 2*length+64), text[:length])
			dst := testkit.Guarded(t, make([]byte, len(want)+bitStreamSlack), atStart)
			if got := h.appendStream(dst[:0], src); !bytes.Equal(got, want) {
				t.Fatalf("%d symbols become other bytes between guarded pages", length)
			}
		}
	}
}

// Frames are read within what there is, and fill no more than their room.
func TestGuardPagesOfDecode(t *testing.T) {
	text := bytes.Repeat([]byte(testkit.Clued), 80)
	for _, length := range []int{100, 128, 129, 160, 1000, 4000, 6000, 6001, 6002, 6003} {
		frame := AppendFrame(nil, nil, text[:length])
		for _, atStart := range []bool{false, true} {
			dst := testkit.Guarded(t, make([]byte, length), atStart)
			if !Decode(dst, testkit.Guarded(t, frame, atStart)) || !bytes.Equal(dst, text[:length]) {
				t.Fatalf("%d symbols become others between guarded pages", length)
			}
		}
	}
}
