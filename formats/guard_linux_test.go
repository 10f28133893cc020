package formats

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// parseGuarded parses a batch whose text, and all that is made of it, stands between
// pages that must not be touched.
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

// Grids are read from pages of which the last value ends where memory ends, into memory
// that holds them alone.
func TestPagesOfGridsGuardPages(t *testing.T) {
	req := parquet.Repetitions.Required
	arrays := columnOf(t, primitive("c", req, parquet.Types.ByteArray, -1))
	fixed := columnOf(t, primitive("c", req, parquet.Types.FixedLenByteArray, solver.Cells))
	for n := 1; n < 6; n++ {
		texts, _ := equalPage(parquet.Encodings.Plain, n)
		for c, body := range map[*schema.Column][]byte{arrays: texts, fixed: []byte(strings.Repeat(puzzle(0), n))} {
			for _, bad := range []bool{false, true} {
				if bad {
					body[len(body)-1] = 'x'
				}
				for _, atStart := range []bool{false, true} {
					var l leaf
					l.reset()
					l.add(pageOf(c, parquet.Encodings.Plain, testkit.Guarded(t, body, atStart), n), 0, n, 0, n)
					alone := 0
					err := l.texts(0, n, testkit.Guarded(t, make([]solver.Grid, n), atStart), func(int, []byte) { alone++ })
					if err != nil || (alone > 0) != bad {
						t.Errorf("%d of %d values were not read together, error %v", alone, n, err)
					}
				}
			}
		}
	}
}

// Grids are taken from rows, and put into pages, that stand between pages of memory that
// must not be touched. So are numbers and deltas.
func TestPlainGuardPages(t *testing.T) {
	for _, atStart := range []bool{false, true} {
		for _, n := range []int{1, 2, 7, 31, 32, 33, 63, 64, 65, 100, 129, 200} {
			all := slices.Repeat([]bool{true}, n)
			b := batchOfGrids(all, all)
			b.Puzzles, b.Results = testkit.Guarded(t, b.Puzzles, atStart), testkit.Guarded(t, b.Results, atStart)
			for _, kind := range []gridKind{ofPuzzle, ofSolution} {
				checkPutGrids(t, b, kind, 0, n, testkit.Guarded(t, make([]byte, n*gridEntry), atStart))
			}
			numbers := testkit.Guarded(t, make([]int32, n), atStart)
			solver.CountClues(numbers, b.Puzzles)
			plain := testkit.Guarded(t, make([]byte, n*numberBytes), atStart)
			least, most := putNumbers(plain, numbers)
			if want := plainNumbers(numbers); !bytes.Equal(plain, want) || least != slices.Min(numbers) || most != slices.Max(numbers) {
				t.Errorf("%d became %x, from %d to %d", numbers, plain, least, most)
			}
			var d deltas
			if err := d.open(appendDeltas(nil, plain), n); err != nil {
				t.Fatal(err)
			}
			for _, want := range numbers {
				if got, err := d.next(); err != nil || got != int64(want) {
					t.Fatalf("the deltas of %d are others, error %v", numbers, err)
				}
			}
		}
		for width := range 9 {
			mini := testkit.Guarded(t, slices.Repeat([]uint32{1<<width - 1}, deltaMini), atStart)
			space := testkit.Guarded(t, make([]byte, 4*width+8), atStart)
			packMini(space, (*[deltaMini]uint32)(mini), width)
			if want := bytes.Repeat([]byte{0xff}, 4*width); !bytes.Equal(space[:len(want)], want) {
				t.Errorf("%d bits are packed as %x", width, space)
			}
		}
	}
}
