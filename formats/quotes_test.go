package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// checkPieces holds the rows of a text that comes in pieces, none of which is looked at
// before, against those that are cut one by one.
func checkPieces(t rapid.TB, text string, sizes []int, batch int) {
	t.Helper()
	want := cutAlone(t, text, ',')
	eachLineKernel(func() {
		got, err := cutRest(cutterOf(&pieceReader{text: text, sizes: sizes}, ','), batch)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%.999q in pieces of %v and batches of %d, error %v (-alone +got):\n%.9999s", text, sizes, batch, err, cmp.Diff(want, got))
		}
	})
}

// Rows whose quotes match are cut many at once as they are cut alone, whatever stands
// between them, and wherever a read or a batch ends.
func TestQuotedRowsAreCutAsAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(genLines(t))
		checkPieces(t, text, rapid.SliceOfN(rapid.IntRange(1, 300), 1, 4).Draw(t, "pieces"), rapid.IntRange(1, 20).Draw(t, "batch"))
	})
}

// The same where a read ends behind every byte.
func TestQuotedRowsAtAllBorders(t *testing.T) {
	row := `"` + puzzle(0) + `","a ""b"", c",7,""` + "\r\n"
	for _, odd := range []string{"", "\"\n", "a\"b,c\n", "\"a\"b\n", "\"two\nlines\"\n", "a\",\"x\n", "\r\n", "\"\"\"\r\n", "\"a\"\r\r\n", "\"a\r\n\"\r\n"} {
		text := row + row + odd + row + row + `"last"`
		for border := range len(text) {
			checkPieces(t, text, []int{border + 1, len(text)}, 100)
		}
		for batch := range 7 {
			checkPieces(t, text, []int{len(text)}, batch+1)
		}
	}
}

// Rows whose quotes match end with their line behind quotes that do not match, too, from
// which fields of theirs may be known to lead nowhere.
func TestQuotedRowsBehindDeadEnds(t *testing.T) {
	simple := strings.Repeat("\"1\",\"2\"\r\n", 1000)
	for _, length := range testkit.Some([]int{maxRow / 2, maxRow - 20, maxRow + 20, 2 * maxRow}) {
		stray := strings.Repeat("a\",\"x\n", length/7)
		for _, end := range []string{"", "\"\n", "b\",\"c\"\n"} {
			checkPieces(t, simple+stray+end+simple, []int{readSize}, 1000)
		}
	}
}

// A row in quotes is as long as it may be, or by one byte too long.
func TestLongQuotedRows(t *testing.T) {
	for _, more := range testkit.Some([]int{1, -2, -1, 0, 2, 100}) {
		for _, end := range []string{"\n", "\r\n", "\"\"\n", "\n\"\n"} {
			row := "\"1\",\"" + strings.Repeat("x", maxRow-7+more) + "\"" + end
			checkPieces(t, "\"1\",\"2\"\n"+row+"\"3\",4\n"+row+"\"5\",\"6\"\n", []int{readSize, 12345}, 10)
		}
	}
}
