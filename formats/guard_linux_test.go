package formats

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// parseGuarded parses a batch whose text, and all that is made of it, stands between
// pages that must not be touched.
func parseGuarded(t *testing.T, b *Batch, atStart bool) {
	t.Helper()
	b.block, b.rows = testkit.Guarded(t, b.block, atStart), testkit.Guarded(t, b.rows, atStart)
	b.Puzzles, b.Reasons = testkit.Guarded(t, b.Puzzles, atStart), testkit.Guarded(t, b.Reasons, atStart)
	if s, ok := b.segments[0].source.(*csvSource); ok {
		s.makeRoom(b, b.Len())
		b.fields = testkit.Guarded(t, b.fields, atStart)
		if s.info.HasAnswers {
			b.answerGrids, b.Answers = testkit.Guarded(t, b.answerGrids, atStart), testkit.Guarded(t, b.Answers, atStart)
		}
	}
	if err := b.Parse(); err != nil {
		t.Fatal(err)
	}
}

// The last row may be cut off anywhere, so that a grid would leave the block.
func TestRowsGuardPages(t *testing.T) {
	for _, header := range []string{"puzzle", "id,puzzle", "puzzle,solution", "solution,puzzle,note"} {
		for _, note := range testkit.Some(notes) {
			for _, quote := range []string{"", `"`} {
				values := map[string]string{"puzzle": puzzle(0), "solution": solution(0), "id": "17", "note": note}
				var fields []string
				for _, name := range strings.Split(header, ",") {
					fields = append(fields, quote+values[name]+quote)
				}
				row := strings.Join(fields, ",")
				for _, cut := range []int{0, 1, 2, 30, 80} {
					checkGuardedRows(t, header+"\n"+strings.Repeat(row+"\n", 5)+row[:len(row)-min(cut, len(row))])
				}
			}
		}
	}
}

// checkGuardedRows parses rows of CSV between pages that must not be touched.
func checkGuardedRows(t *testing.T, text string) {
	t.Helper()
	for _, atStart := range []bool{false, true} {
		b := unparsed(t, text, CSV, "all")
		parseGuarded(t, b, atStart)
		checkParsed(t, b)
	}
}

// The same for lines.
func TestLinesGuardPages(t *testing.T) {
	for _, tail := range []string{"", " ", "\r", "5", "tail"} {
		for _, length := range []int{0, 1, 49, 80, 81, 82} {
			line := puzzle(0) + tail
			for _, atStart := range []bool{false, true} {
				b := unparsed(t, strings.Repeat(line+"\n", 5)+line[:min(length, len(line))], Text, "")
				parseGuarded(t, b, atStart)
				checkAlone(t, b)
			}
		}
	}
}

// Rows are formatted within the room that there is, from what stands between pages that
// must not be touched.
func TestCSVGuardPages(t *testing.T) {
	for _, keep := range []string{"all", "none", "id", "note"} {
		for _, note := range testkit.Some(notes) {
			b := solvedRows(t, "id,puzzle,note\n"+strings.Repeat("17,"+puzzle(0)+","+note+"\n", 3), CSV, keep)
			c := rowsFor(t, b, CSV)
			s := c.stripOf(&b.segments[0])
			s.to = b.Len()
			for _, atStart := range []bool{false, true} {
				b.block, b.rows, b.fields = testkit.Guarded(t, b.block, atStart), testkit.Guarded(t, b.rows, atStart), testkit.Guarded(t, b.fields, atStart)
				b.Puzzles, b.Results, b.Reasons = testkit.Guarded(t, b.Puzzles, atStart), testkit.Guarded(t, b.Results, atStart), testkit.Guarded(t, b.Reasons, atStart)
				c.setNumbers(b, &s)
				b.numbers = testkit.Guarded(t, b.numbers, atStart)
				for room := 0; room <= c.roomFor(b, &s); room += 7 {
					got, next := c.appendSimple(testkit.Guarded(t, make([]byte, room), atStart)[:0], b, &s, 0)
					if want := appendedAlone(nil, c, b, 0, next); !bytes.Equal(got, want) {
						t.Fatalf("%d rows in a room of %d bytes are\n%s\nwant\n%s", next, room, got, want)
					}
					c.setNumbers(b, &s) // which appendedAlone has set for other rows
				}
			}
		}
	}
}

// Line ends are stored within their room, and looked for within the text.
func TestLineEndsGuardPages(t *testing.T) {
	quoted := strings.Repeat("\"y\",", 20) + "\"" + strings.Repeat("y", 130) + "\"\r\n"
	text := strings.Repeat("x\n", 40) + strings.Repeat("y", 130) + "\n" + quoted + quoted + strings.Repeat("\"z\n", 20)
	for length := range len(text) + 1 {
		for _, atStart := range []bool{false, true} {
			src, room := testkit.Guarded(t, []byte(text[:length]), atStart), length%70+1
			for _, delimiter := range []byte{0, ','} {
				ends, want := testkit.Guarded(t, make([]uint32, room), atStart), expectedEnds(src, 0, room, delimiter)
				eachLineKernel(func() {
					if n := lineEnds(ends, src, 0, delimiter); !slices.Equal(ends[:n], want) {
						t.Fatalf("%d bytes, delimiter %q: ends %v, want %v", length, delimiter, ends[:n], want)
					}
				})
			}
		}
	}
}
