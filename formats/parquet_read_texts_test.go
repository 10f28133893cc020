package formats

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
)

// oddTexts are what stands in a few rows where others hold grids: nearly grids of the
// same length, and texts of others, among them lists and a grid with spaces around it.
var oddTexts = []string{
	strings.Repeat("x", 81), puzzle(1)[:80] + "/", "\x80" + puzzle(1)[1:], strings.Repeat(" ", 81), " " + puzzle(2)[1:],
	"", " ", puzzle(1)[1:], puzzle(1) + ".", " " + puzzle(1) + "\n", nested(puzzle(3)),
}

// drawTexts draws the values of a column, nil for null: grids, and up to a few others.
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

// drawColumn makes a column of texts, of a type and with levels that suit them.
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

// parsedLeaves returns what Parse made of row i, of which the first leaves pass.
func parsedLeaves(b *Batch, leaves, i int) parsedRow {
	p := parsedRow{Puzzle: b.Puzzles[i], Reason: b.Reasons[i], Class: b.Answers[i]}
	if p.Class == unjudged {
		p.Answer = b.answerGrids[i]
	}
	for leaf := range leaves {
		l := &b.leaves[leaf]
		value, ok := l.flat(i)
		p.Kept += fmt.Sprintf("%q %t ", value, ok && (len(l.def) == 0 || l.def[i] > 0))
	}
	return p
}

// parsedAlone returns what must become of a row with such texts, a puzzle and an
// answer of which the first leaves pass.
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
	p.Reason = parseGrid(&p.Puzzle, values[0])
	switch parseGrid(&p.Answer, values[1]).kind {
	case isEmpty:
	case noReason:
		p.Class = unjudged
	default:
		p.Class = Unreadable
	}
	return p
}

// drawProperties draws how a file of texts is written.
func drawProperties(t *rapid.T) []parquet.WriterProperty {
	o := []parquet.WriterProperty{
		parquet.WithBatchSize(rapid.Int64Range(1, 20).Draw(t, "values written at once")),
		parquet.WithDataPageSize(rapid.Int64Range(1, 8000).Draw(t, "bytes a page")),
		parquet.WithDictionaryDefault(rapid.Bool().Draw(t, "dictionary")),
	}
	if rapid.Bool().Draw(t, "version 2") {
		o = append(o, parquet.WithDataPageVersion(parquet.DataPageV2))
	}
	return o
}

// Whatever stands in the pages, rows are what parsing them one by one makes of them,
// also in a batch that held others before, and those that pass through are as they
// were.
func TestParquetTextsAreWhatTheyAreAlone(t *testing.T) {
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

// checkParsedTexts reads a file of these puzzles and answers and holds it against parsing
// each row alone.
func checkParsedTexts(t *rapid.T, path string, b *Batch, o ReadOptions, puzzles, answers []*string) {
	o.Column, o.AnswerColumn = "puzzle", "answer"
	r, err := Open([]string{path}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	row, leaves := 0, len(r.Schema().Kept)
	for err = r.Read(b); err == nil; err = r.Read(b) {
		if err := b.Parse(); err != nil {
			t.Fatal(err)
		}
		for i := range b.Len() {
			if got, want := parsedLeaves(b, leaves, i), parsedAlone(leaves, puzzles[row], answers[row]); got != want {
				t.Fatalf("row %d, %d columns pass: %+v\nalone: %+v", row, leaves, got, want)
			}
			row++
		}
	}
	if err != io.EOF || row != len(puzzles) {
		t.Fatalf("%d rows of %d, error %v", row, len(puzzles), err)
	}
}

// equalPage returns the body of a page of grids in an encoding, and where the grid with
// index i begins in it.
func equalPage(e parquet.Encoding, n int) (body []byte, at func(i int) int) {
	if e == parquet.Encodings.DeltaLengthByteArray {
		body = appendDeltas(nil, plainNumbers(slices.Repeat([]int32{solver.Cells}, n)))
		lengths := len(body)
		for i := range n {
			body = append(body, puzzle(i%9)...)
		}
		return body, func(i int) int { return lengths + i*solver.Cells }
	}
	for i := range n {
		body = appendPlain(body, []byte(puzzle(i%9)))
	}
	return body, func(i int) int { return i*(lengthBytes+solver.Cells) + lengthBytes }
}

// Of a page of grids, those that are none are parsed alone, and all others together.
func TestGridsInPagesAreParsedTogether(t *testing.T) {
	for _, e := range []parquet.Encoding{parquet.Encodings.Plain, parquet.Encodings.DeltaLengthByteArray} {
		t.Run(e.String(), func(t *testing.T) { checkParsedTogether(t, e) })
	}
}

// checkParsedTogether makes each grid of a page bad in turn, and then none.
func checkParsedTogether(t *testing.T, e parquet.Encoding) {
	const n = 3 * aloneInVain
	c := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.ByteArray, -1))
	for bad := range n + 1 {
		body, at := equalPage(e, n)
		if bad < n {
			body[at(bad)+40] = 'x'
		}
		var l leaf
		l.reset()
		page := pageOf(c, e, body, n)
		l.add(page, 1, n, 0, n-1)
		grids, alone := make([]solver.Grid, n-1), 0
		if err := l.texts(0, n-1, grids, func(row int, text []byte) {
			alone++
			if reason := parseGrid(&grids[row], text); reason.kind != noReason != (row+1 == bad) {
				t.Errorf("row %d: %q", row, reason)
			}
		}); err != nil {
			t.Fatal(err)
		}
		want := 1
		switch bad {
		case 0, n: // none is bad
			want = 0
		case 1: // none is parsed before it, and so some behind it are parsed alone
			want = aloneInVain
		}
		if alone != want {
			t.Errorf("with value %d bad, %d are parsed alone, want %d", bad, alone, want)
		}
		for i, g := range grids {
			if want := puzzle((i + 1) % 9); i+1 != bad && g.String() != want {
				t.Errorf("with value %d bad, row %d is %q", bad, i, g[:])
			}
		}
		l.reset()
		page.release()
	}
}

// Byte arrays are where their lengths say, whether these are equal or not, and what
// lies is refused for the same reason.
func TestPlainLengths(t *testing.T) {
	c := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.ByteArray, -1))
	rapid.Check(t, func(t *rapid.T) {
		n, length := rapid.IntRange(1, 30).Draw(t, "values"), rapid.IntRange(0, 6).Draw(t, "length")
		var body []byte
		for range n {
			body = appendPlain(body, []byte("abcdef")[:length])
		}
		for range rapid.IntRange(0, 2).Draw(t, "lies") {
			lie := rapid.SampledFrom([]uint32{0, 1, uint32(length) + 1, uint32(length) + 4, 100, 1 << 31, 1<<32 - 4, 1<<32 - 1}).Draw(t, "lie")
			binary.LittleEndian.PutUint32(body[rapid.IntRange(0, n-1).Draw(t, "place")*(4+length):], lie)
		}
		body = append(body, make([]byte, rapid.IntRange(0, 9).Draw(t, "tail"))...)
		body = body[:rapid.IntRange(max(0, len(body)-12), len(body)).Draw(t, "cut")]
		n = max(n+rapid.IntRange(-1, 2).Draw(t, "claim"), 1)

		var v values
		_, err := v.decode(c, parquet.Encodings.Plain, body, n, nil, nil)
		walked := values{n: n, gap: lengthBytes, data: body}
		want := walked.findEnds()
		if n > len(body)/lengthBytes {
			want = errValuesShort
		}
		if fmt.Sprint(err) != fmt.Sprint(want) {
			t.Fatalf("error %v, going from length to length %v", err, want)
		}
		for i := range n {
			if err == nil && string(v.at(i)) != string(walked.at(i)) {
				t.Fatalf("value %d is %q, going from length to length %q", i, v.at(i), walked.at(i))
			}
		}
	})
}
