package formats

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/files"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// readSize is the number of bytes that are read at a time.
const readSize = 64 << 10

// TestSampleAfterSkippedLines checks that the puzzles are found even if many empty lines follow the
// header.
func TestSampleAfterSkippedLines(t *testing.T) {
	empty := strings.Repeat("\r\n", readSize)
	for name, text := range map[string]string{
		"after a header": "some,other\n" + empty + "1," + puzzle(1) + "\n",
		"two delimiters": "some|thing,other\n" + empty + "1," + puzzle(1) + "\n",
	} {
		for how, in := range map[string]string{"file": store(t, "in", text), "stream": files.StdStream} {
			rows, err := outcomes([]string{in}, ReadOptions{Stdin: strings.NewReader(text)}, 100)
			if err != nil || len(rows) != 1 || rows[0].Puzzle != puzzle(1) {
				t.Errorf("%s, %s: %d rows, error %v: %+v", name, how, len(rows), err, rows)
			}
		}
	}
}

// TestEmptyLinesAfterAHeaderEnd checks that the number of empty lines after a header is limited,
// because they are held in memory. There is no limit if an option or the header names the puzzle
// column.
func TestEmptyLinesAfterAHeaderEnd(t *testing.T) {
	// Fewer but longer lines save time.
	empty := strings.Repeat("\r\n\n"+strings.Repeat("\r", 96)+"\n", 5*scan.MaxSample/4/100)
	_, err := Open([]string{store(t, "in.csv", "some,other\n"+empty+"1,"+puzzle(1)+"\n")}, ReadOptions{})
	wantError(t, err, "no column holds puzzles")
	for header, o := range map[string]ReadOptions{"some,other\n": {Column: "other"}, "id,puzzle\n": {}} {
		rows := mustOutcomes(t, store(t, "in.csv", header+empty+"1,"+puzzle(1)+"\n"), o)
		if len(rows) != 1 || rows[0].Puzzle != puzzle(1) {
			t.Errorf("header %q: %+v", header, rows)
		}
	}
}
