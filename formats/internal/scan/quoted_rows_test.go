package scan

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// wellQuoted reports whether the quotes of a line match. line has no line ending. wellQuoted examines
// one byte at a time and shares no code with the package.
func wellQuoted(line []byte, delimiter byte) bool {
	const (
		starts = iota // a field starts
		unquoted
		quoted
		closed // after a quote that closes the field, unless a second quote follows
	)
	at := starts
	for _, c := range bytes.TrimRight(line, "\r") {
		switch {
		case at == quoted && c != '"':
		case at == quoted:
			at = closed
		case at == closed && c == '"', at == starts && c == '"':
			at = quoted
		case c == delimiter:
			at = starts
		case at == closed || c == '"':
			return false
		default:
			at = unquoted
		}
	}
	return at != quoted
}

// checkLines checks that all nonempty lines before the first line with unmatched quotes are rows.
func checkLines(t rapid.TB, text string, delimiter byte) {
	t.Helper()
	var want []cutRow
	rest := text
	for n := int64(1); ; n++ {
		line, after, whole := strings.Cut(rest, "\n")
		if !whole || delimiter != 0 && !wellQuoted([]byte(line), delimiter) {
			break
		}
		if line = strings.TrimRight(line, "\r"); line != "" {
			want = append(want, cutRow{line, n})
		}
		rest = after
	}
	got, err := cutRest(cutterOf(strings.NewReader(text), delimiter), 1000)
	if err != nil || len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Fatalf("%q, delimiter %q, is cut into %q, error %v, but its first lines are %q", text, delimiter, got, err, want)
	}
}

// genLines draws text in which line ends, quotes and delimiters are rare or frequent.
func genLines(t *rapid.T) []byte {
	filler := strings.Repeat("x", rapid.IntRange(1, 80).Draw(t, "filler"))
	odd := rapid.SampledFrom([]int{0, 0, 3, 20}).Draw(t, "percentage of odd bytes")
	well := []string{"\n", "\r\n", ",", "x", "\"\"", "\"\"\"\"", "\"" + filler + "\"", "\"" + filler + ",\"\"\"", filler}
	var text []byte
	for range rapid.IntRange(0, 60).Draw(t, "fields") {
		text = append(text, rapid.SampledFrom(well).Draw(t, "field")...)
		text = append(text, rapid.SampledFrom([]string{",", ",", "\n", "\r\n"}).Draw(t, "border")...)
		if rapid.IntRange(1, 100).Draw(t, "odd") <= odd {
			text = append(text, rapid.SampledFrom([]string{"\"", "\n", "\r", "\r\r\n", "x", "\x8a\xa2\xac"}).Draw(t, "put")...)
		}
	}
	return text
}

// TestWellQuotedLinesExhaustively runs checkLines on all strings of six characters from a small
// alphabet. With -short, it uses a tenth of these strings.
func TestWellQuotedLinesExhaustively(t *testing.T) {
	const length = 6
	alphabet := []byte("\",\n\rx")
	texts := 1
	for range length {
		texts *= len(alphabet)
	}
	for n := range testkit.Rounds(texts) {
		var text []byte
		for m := n; len(text) < length; m /= len(alphabet) {
			text = append(text, alphabet[m%len(alphabet)])
		}
		checkLines(t, string(text)+"\n\"\nx\n", ',')
	}
}

// checkPieces checks that text has the same rows whether it arrives in pieces or in one piece.
// Unlike checkCutting, it does not call Peek.
func checkPieces(t rapid.TB, text string, sizes []int, batch int) (rows []cutRow) {
	t.Helper()
	for i, delimiter := range []byte{';', ';', ','} {
		fields := i + 1
		text := strings.ReplaceAll(text, ",", string(delimiter))
		whole, c := cutterOf(nil, delimiter), cutterOf(&pieceReader{text: text, sizes: sizes}, delimiter)
		whole.Fields, c.Fields = fields, fields
		want := cutWhole(t, whole, text)
		got, err := cutRest(c, batch)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%.999q in pieces of %v and batches of %d, error %v (-whole +got):\n%.9999s", text, sizes, batch, err, cmp.Diff(want, got))
		}
		rows = got
	}
	return rows
}

// TestQuotedRowsInPieces checks that rows with quotes do not depend on where reads and batches end,
// and that lines with matching quotes are rows.
func TestQuotedRowsInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(genLines(t))
		checkLines(t, text, rapid.SampledFrom([]byte{',', ',', 0}).Draw(t, "delimiter"))
		checkPieces(t, text, rapid.SliceOfN(rapid.IntRange(1, 300), 1, 4).Draw(t, "pieces"), rapid.IntRange(1, 20).Draw(t, "batch"))
	})
}

// TestQuotedRowsByteByByte puts unusual text, such as a stray quote, between quoted rows. The rows
// must not depend on the batch size or on where the first read ends.
func TestQuotedRowsByteByByte(t *testing.T) {
	row := `"` + testkit.Puzzle(0) + `","a ""b"", c",7,""` + "\r\n"
	for _, odd := range []string{"", "\"\n", "a\"b,c\n", "\"a\"b\n", "\"two\nlines\"\n", "a\",\"x\n", "\r\n", "\"\"\"\r\n", "\"a\"\r\r\n", "\"a\r\n\"\r\n", "\"a\n7," + testkit.Puzzle(1) + "\n8," + testkit.Puzzle(1) + ",9\"\n"} {
		text := row + row + odd + row + row + `"last"`
		for border := range len(text) {
			checkPieces(t, text, []int{border + 1, len(text)}, 100)
		}
		for batch := range 7 {
			checkPieces(t, text, []int{len(text)}, batch+1)
		}
	}
}

// TestQuotedRowsAfterDeadEnds checks that the rows after many stray quotes are correct, regardless
// of where reads end.
func TestQuotedRowsAfterDeadEnds(t *testing.T) {
	simple := strings.Repeat("\"1\",\"2\"\r\n", 1000)
	for _, length := range testkit.Some([]int{MaxRow / 2, MaxRow - 20, MaxRow + 20, 2 * MaxRow}) {
		stray := strings.Repeat("a\",\"x\n", length/7)
		ends := []string{"", "\"\n", "b\",\"c\"\n"}
		if length == MaxRow/2 || length == 2*MaxRow { // far from the limit, the length makes no difference
			ends = ends[1:2]
		}
		for _, end := range ends {
			rows := checkPieces(t, simple+stray+end+simple, []int{readSize}, 1000)
			for _, row := range rows[len(rows)-1000:] {
				if row.Text != `"1","2"` {
					t.Fatalf("%d bytes of stray quotes and %q: line %d is %q", length, end, row.Line, row.Text)
				}
			}
		}
	}
}

// TestRowsOfSeveralLines checks that a missing quote affects only its row and the next row. The
// second field of each row has several lines.
func TestRowsOfSeveralLines(t *testing.T) {
	row := "1,\"\nx\ny\n\"\n"
	for i, c := range row {
		if c != '"' {
			continue
		}
		text := row + row[:i] + row[i+1:] + row + row
		c := cutterOf(strings.NewReader(text), ',')
		c.Fields = 2
		got, err := cutRest(c, 100)
		last := cutRow{strings.TrimSpace(row), int64(strings.Count(text, "\n") - 3)}
		if err != nil || got[len(got)-1] != last {
			t.Errorf("%q is cut into %v, error %v", text, got, err)
		}
	}
}

// TestRowsWithTooManyFields checks that a row of several lines stays whole even if it has too many
// fields. If such a row were cut, its last line could become a row of its own. Only a row that
// encloses another row, or has twice the right number of fields, is cut.
func TestRowsWithTooManyFields(t *testing.T) {
	p := testkit.Puzzle(0)
	const good = "5\" disc,\"a\nb\",c"
	for _, test := range []struct {
		row  string
		want []string
	}{
		{"1,\"a\nb\",c,d", []string{"1,\"a\nb\",c,d"}},
		{"1,\"a\nb\",\"c\nd\",e,", []string{"1,\"a\nb\",\"c\nd\",e,"}},
		{"1,\"a\n2," + p + "\n3\",c,d", []string{"1,\"a\n2," + p + "\n3\",c,d"}},
		{"1,\"a\n2,b," + p + "\n3,\",c,d", []string{"1,\"a", "2,b," + p, "3,\",c,d"}},
		{"1,\"a\nb\",c,d,e,f", []string{"1,\"a", "b\",c,d,e,f"}},
	} {
		c := cutterOf(strings.NewReader(good+"\n"+test.row+"\n"+good+"\n"), ',')
		c.Fields = 3
		got, err := cutRest(c, 100)
		var texts []string
		for _, row := range got {
			texts = append(texts, row.Text)
		}
		if want := slices.Concat([]string{good}, test.want, []string{good}); err != nil || !slices.Equal(texts, want) {
			t.Errorf("%q: the rows are %q, error %v, want %q", test.row, texts, err, want)
		}
	}
}

// TestRowsAfterStrayQuotes checks that rows do not depend on earlier rows. If the text before any
// row is removed, the remaining rows must stay the same.
func TestRowsAfterStrayQuotes(t *testing.T) {
	const alphabet, length = "\",\nx", 8
	for n := range testkit.Rounds(1 << (2 * length)) {
		text := []byte(",\"")
		for m := n; len(text) < length+2; m /= len(alphabet) {
			text = append(text, alphabet[m%len(alphabet)])
		}
		lines := strings.SplitAfter(string(text), "\n")
		for fields := range 4 {
			whole := cutterOf(nil, ',')
			whole.Fields = fields
			rows := cutWhole(t, whole, string(text))
			for i, row := range rows {
				rest := cutterOf(nil, ',')
				rest.Fields = fields
				got := cutWhole(t, rest, strings.Join(lines[row.Line-1:], ""))
				for k := range got {
					got[k].Line += row.Line - 1
				}
				if !slices.Equal(got, rows[i:]) {
					t.Fatalf("%q with %d fields per row: from line %d, the rows are %v, not %v", text, fields, row.Line, got, rows[i:])
				}
			}
		}
	}
}

// TestLongQuotedRows checks that quoted rows near the maximum length are the same for all read
// sizes.
func TestLongQuotedRows(t *testing.T) {
	for _, more := range testkit.Some([]int{1, -2, -1, 0, 2, 100}) {
		for _, end := range []string{"\n", "\r\n", "\"\"\n", "\n\"\n"} {
			row := "\"1\",\"" + strings.Repeat("x", MaxRow-7+more) + "\"" + end
			checkPieces(t, "\"1\",\"2\"\n"+row+"\"3\",4\n"+row+"\"5\",\"6\"\n", []int{readSize, 12345}, 10)
		}
	}
}

// TestLongRowsOfShortFields checks that the time to cut a row with quotes does not grow
// quadratically with its length.
func TestLongRowsOfShortFields(t *testing.T) {
	const most = 30 * time.Second // a quadratic search takes over a minute
	start := time.Now()
	checkPieces(t, strings.Repeat("\"a\","+strings.Repeat("1,", MaxRow/2-10)+"\n", 2), []int{MaxRow}, 10)
	if took := time.Since(start); took > most {
		t.Errorf("two rows of a megabyte take %v", took)
	}
}
