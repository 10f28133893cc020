package formats

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTextsBecomeUTF8 checks that text passes through to Parquet unchanged, except that invalid
// UTF-8 is replaced.
func TestTextsBecomeUTF8(t *testing.T) {
	notes := map[int][2]string{ // text in the CSV input, and text in the Parquet output
		0:   {"\"\"", ""},
		1:   {"\xff", "\ufffd"},
		130: {"\xc3\xa4", "\u00e4"},
		131: {"\"a \xc3 \"\"b\"\"\"", "a \ufffd \"b\""},
		300: {strings.Repeat("x", 200), strings.Repeat("x", 200)},
		301: {"", ""},
		600: {puzzle(7), puzzle(7)},
		601: {puzzle(7)[1:] + "\x80", puzzle(7)[1:] + "\ufffd"},
	}
	text, want := "puzzle,note\n", []string{}
	for i := range 700 {
		note, ok := notes[i]
		if !ok {
			note = [2]string{"note", "note"}
		}
		text += puzzle(i) + "," + note[0] + "\n"
		want = append(want, strconv.Quote(note[1]))
	}
	in := store(t, "in.csv", text)
	for _, size := range []int{1, 100, 700} {
		r := openBytes(t, mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{}, size))
		if diff := cmp.Diff(want, readColumn(t, r, "note")); diff != "" {
			t.Errorf("in batches of %d, notes (-want +got):\n%s", size, diff)
		}
	}
}
