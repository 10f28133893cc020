package formats

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Levels are read back as they were added, one by one or many at once.
func TestLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int16{1, 3, 255, 256, 300}).Draw(t, "most")
		var levels []int16
		for range rapid.IntRange(0, 5).Draw(t, "steps") {
			level, n := rapid.Int16Range(0, most).Draw(t, "level"), rapid.IntRange(0, 3*longRun).Draw(t, "n")
			if rapid.Bool().Draw(t, "same") {
				levels = append(levels, slices.Repeat([]int16{level}, n)...)
				continue
			}
			some := rapid.SliceOfN(rapid.Int16Range(0, most), n, n).Draw(t, "levels")
			levels = append(levels, some...)
		}
		checkLevels(t, levels, most, levels)
	})
}

// checkLevels wants levels back from the form in which pages have them, which is short
// where all are the same.
func checkLevels(t *rapid.T, levels []int16, most int16, want []int16) {
	data := appendLevels(nil, levels, most)
	if size := binary.LittleEndian.Uint32(data); int(size) != len(data)-lengthBytes {
		t.Fatalf("%d bytes of levels say that they are %d", len(data)-lengthBytes, size)
	}
	var r runs
	if err := r.parse(data[lengthBytes:], bits.Len16(uint16(most)), len(want), int(most), noKey); err != nil {
		t.Fatal(err)
	}
	if got := appendRuns([]int16{}, &r, 0, r.n); !slices.Equal(got, want) {
		t.Errorf("levels %d, want %d", got, want)
	}
	if same := len(slices.Compact(slices.Clone(want))) == 1; same && len(data) > lengthBytes+4 {
		t.Errorf("%d levels of %d take %d bytes", len(want), want[0], len(data))
	}
}

// Texts pass to Parquet as they are, but what is no UTF-8, whatever stands around them.
func TestTextsBecomeUTF8(t *testing.T) {
	notes := map[int][2]string{ // as they are read, and how they are written
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

// One byte beyond ASCII is seen wherever it stands.
func TestASCII(t *testing.T) {
	for length := range 200 {
		text := bytes.Repeat([]byte{0x7f}, length)
		if !isASCII(text) {
			t.Errorf("%d bytes of ASCII are taken for others", length)
		}
		for at := range text {
			text[at] = 0x80
			if isASCII(text) {
				t.Errorf("byte %d of %d is taken for ASCII", at, length)
			}
			text[at] = 0x7f
		}
	}
}
