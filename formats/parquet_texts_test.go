package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// oddTexts lists values that are not plain grids. The first five values are as long as a grid.
var oddTexts = []string{
	strings.Repeat("x", 81), puzzle(1)[:80] + "/", "\x80" + puzzle(1)[1:], strings.Repeat(" ", 81), " " + puzzle(2)[1:],
	"", " ", puzzle(1)[1:], puzzle(1) + ".", " " + puzzle(1) + "\n", nested(puzzle(3)),
}

// drawTexts draws the values of a column. Most of them are grids. A nil pointer stands for null.
func drawTexts(t *rapid.T, name string, n int, sameLength, nulls bool) []*string {
	odd := oddTexts
	if sameLength {
		odd = oddTexts[:5]
	}
	texts := make([]*string, n)
	for i := range texts {
		text := rapid.SampledFrom([]string{puzzle(i % 9), strings.ReplaceAll(puzzle(i%9), ".", "0"), solution(i % 9)}).Draw(t, name)
		texts[i] = &text
	}
	for range rapid.IntRange(0, 4).Draw(t, name+": others") {
		i := rapid.IntRange(0, n-1).Draw(t, name+": place")
		for ; i < n && rapid.IntRange(0, 9).Draw(t, name+": go on") > 0; i++ {
			texts[i] = nil
			if !nulls || rapid.Bool().Draw(t, name+": text") {
				text := rapid.SampledFrom(odd).Draw(t, name+": other")
				texts[i] = &text
			}
		}
	}
	return texts
}

// drawColumn draws a column of n strings. The column may allow nulls, and may have a type of fixed
// length. drawColumn also returns the strings, with nil for null.
func drawColumn(t *rapid.T, name string, n int) (column, []*string) {
	sameLength, nulls := rapid.Bool().Draw(t, name+": of one length"), rapid.Bool().Draw(t, name+": with nulls")
	texts := drawTexts(t, name, n, sameLength, nulls)
	repetition, def := parquet.Repetitions.Required, []int16(nil)
	if nulls {
		repetition, def = parquet.Repetitions.Optional, make([]int16, n)
	}
	var arrays []parquet.ByteArray
	var fixed []parquet.FixedLenByteArray
	for i, text := range texts {
		if text == nil {
			continue
		}
		if nulls {
			def[i] = 1
		}
		arrays, fixed = append(arrays, parquet.ByteArray(*text)), append(fixed, parquet.FixedLenByteArray(*text))
	}
	if sameLength && rapid.Bool().Draw(t, name+": fixed") {
		node := schema.MustPrimitive(schema.NewPrimitiveNode(name, repetition, parquet.Types.FixedLenByteArray, -1, solver.Cells))
		return column{node: node, values: fixed, def: def}, texts
	}
	return column{node: stringNode(name, repetition), values: arrays, def: def}, texts
}

// parsedLeaves returns the result of Parse for row i. leaves is the number of leaves in the kept
// columns.
func parsedLeaves(b *Batch, leaves, i int) parsedRow {
	p := parsedRow{Puzzle: b.Puzzles[i], Reason: b.Reasons[i], Class: b.Answers[i]}
	if p.Class == unjudged {
		p.Answer = b.answerGrids[i]
	}
	for leaf := range leaves {
		l := &b.leaves[leaf]
		value := l.AppendPlain(nil, i, i+1)
		_, _, _, values := l.Levels(i, i+1)
		if values > 0 && b.segments[0].source.(*parquetSource).column(leaf).PhysicalType() == parquet.Types.ByteArray {
			value = value[lengthBytes:]
		}
		p.Kept += fmt.Sprintf("%q %t ", value, values > 0)
	}
	return p
}

// parsedAlone returns the expected row for the text of a puzzle and the text of an answer. leaves
// is the number of leaves in the kept columns.
func parsedAlone(leaves int, texts ...*string) (p parsedRow) {
	var values [2][]byte
	for i, text := range texts {
		if text != nil {
			values[i] = []byte(*text)
		}
		if i < leaves {
			p.Kept += fmt.Sprintf("%q %t ", values[i], text != nil)
		}
	}
	p.Reason = gridtext.Parse(&p.Puzzle, values[0])
	switch gridtext.Parse(&p.Answer, values[1]).Kind {
	case gridtext.Empty:
	case gridtext.NoReason:
		p.Class = unjudged
	default:
		p.Class = Unreadable
	}
	return p
}

func drawProperties(t *rapid.T) []parquet.WriterProperty {
	o := []parquet.WriterProperty{
		parquet.WithBatchSize(rapid.Int64Range(1, 20).Draw(t, "values written at once")),
		parquet.WithDataPageSize(rapid.Int64Range(1, 8000).Draw(t, "bytes per page")),
		parquet.WithDictionaryDefault(rapid.Bool().Draw(t, "dictionary")),
	}
	if rapid.Bool().Draw(t, "version 2") {
		o = append(o, parquet.WithDataPageVersion(parquet.DataPageV2))
	}
	return o
}

// TestParquetTextIsParsedIndependently checks that parsing many rows at once gives the same result
// as parsing each row separately, regardless of where pages end and which rows the batch held
// before.
func TestParquetTextIsParsedIndependently(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 120).Draw(rt, "rows")
		puzzleColumn, puzzles := drawColumn(rt, "puzzle", n)
		answerColumn, answers := drawColumn(rt, "answer", n)
		properties := drawProperties(rt)
		for _, c := range []column{puzzleColumn, answerColumn} {
			if _, arrays := c.values.([]parquet.ByteArray); arrays && rapid.Bool().Draw(rt, "delta lengths") {
				properties = append(properties, parquet.WithDictionaryFor(c.node.Name(), false),
					parquet.WithEncodingFor(c.node.Name(), parquet.Encodings.DeltaLengthByteArray))
			}
		}
		data := parquetOf(t, [][]column{{puzzleColumn, answerColumn}}, properties...)
		path := storeIn(rt, dir, "in.parquet", string(data))
		b := NewBatch(rapid.IntRange(1, 50).Draw(rt, "batch"))
		checkParsedTexts(rt, path, b, ReadOptions{}, puzzles, answers)
		checkParsedTexts(rt, path, b, keepAll, puzzles, answers)
	})
}

// checkParsedTexts reads a file with the given puzzles and answers, and compares each row with the
// same row parsed separately.
func checkParsedTexts(t *rapid.T, path string, b *Batch, o ReadOptions, puzzles, answers []*string) {
	o.Column, o.AnswerColumn = "puzzle", "answer"
	r := mustOpenWith(t, path, o)
	row, leaves := 0, len(r.Schema().Kept)
	for range batchesOf(t, r, b) {
		for i := range b.Len() {
			if got, want := parsedLeaves(b, leaves, i), parsedAlone(leaves, puzzles[row], answers[row]); got != want {
				t.Fatalf("row %d, %d columns pass: %+v\nalone: %+v", row, leaves, got, want)
			}
			row++
		}
	}
	if row != len(puzzles) {
		t.Fatalf("%d rows of %d", row, len(puzzles))
	}
}
