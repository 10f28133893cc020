package formats

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// parseGuarded moves the text and results of a batch next to inaccessible pages, and parses the
// batch.
func parseGuarded(t *testing.T, b *Batch, atStart bool) {
	t.Helper()
	b.block.Bytes, b.block.Rows = testkit.Guarded(t, b.block.Bytes, atStart), testkit.Guarded(t, b.block.Rows, atStart)
	b.Puzzles, b.Reasons = testkit.Guarded(t, b.Puzzles, atStart), testkit.Guarded(t, b.Reasons, atStart)
	if s, ok := b.segments[0].source.(*csvSource); ok {
		b.block.GrowFields(b.Len())
		b.block.Fields = testkit.Guarded(t, b.block.Fields, atStart)
		if s.info.HasAnswers {
			b.makeAnswers(b.Len())
			b.answerGrids, b.Answers = testkit.Guarded(t, b.answerGrids, atStart), testkit.Guarded(t, b.Answers, atStart)
		}
	}
	if err := b.Parse(); err != nil {
		t.Fatal(err)
	}
}

// TestRowsGuardPages checks that parsing CSV does not access memory outside the block. The last row
// is truncated at different places.
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
				good := puzzle(0) + strings.Repeat(","+puzzle(0), len(fields)-1) // shows that the first record is a header
				for _, cut := range []int{0, 1, 2, 30, 80} {
					checkGuardedRows(t, header+"\n"+good+"\n"+strings.Repeat(row+"\n", 5)+row[:len(row)-min(cut, len(row))])
				}
			}
		}
	}
}

func checkGuardedRows(t *testing.T, text string) {
	t.Helper()
	for _, atStart := range []bool{false, true} {
		b := unparsed(t, text, CSV, "all")
		parseGuarded(t, b, atStart)
		checkParsed(t, b)
	}
}

// TestLinesGuardPages checks that parsing lines does not access memory outside the block.
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
