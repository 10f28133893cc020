package scan

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// cutRow is a row from a cutter, and the number of its first line.
type cutRow struct {
	Text string
	Line int64
}

// cutterOf returns a cutter that skips empty lines.
func cutterOf(in io.Reader, delimiter byte) *Cutter {
	c := NewCutter(in)
	c.Delimiter = delimiter
	c.Skip = func(line []byte) bool { return len(line) == 0 }
	return c
}

func mayBeRow(line []byte) bool { return len(line) > 0 }

// cutAll cuts a stream into rows, in batches of at most size rows. If the delimiter is zero, every
// line is a row.
func cutAll(in io.Reader, delimiter byte, size int) ([]cutRow, error) {
	c := cutterOf(in, delimiter)
	if _, err := c.Peek(100, mayBeRow); err != nil {
		return nil, err
	}
	return cutRest(c, size)
}

func cutRest(c *Cutter, size int) ([]cutRow, error) {
	var rows []cutRow
	b := new(Block)
	for {
		b.Reset()
		base := c.line
		err := c.Fill(b, size, MaxBlock)
		for _, r := range b.Rows {
			rows = append(rows, cutRow{string(b.Text(r.Span)), base + int64(r.Line)})
		}
		if err == io.EOF {
			return rows, nil
		} else if err != nil {
			return rows, err
		}
	}
}

func mustCut(t rapid.TB, in io.Reader, delimiter byte, size int) []cutRow {
	rows, err := cutAll(in, delimiter, size)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// fieldsIn splits a row into fields and removes the quotes. bad is set if quotes do not match.
func fieldsIn(row string, delimiter byte) (fields []string, bad bool) {
	it := FieldsOf([]byte(row), delimiter)
	for it.Next() {
		fields = append(fields, string(AppendUnquoted(nil, it.Field)))
	}
	return fields, it.Bad
}

// genCSV draws a well-formed CSV file.
func genCSV(t *rapid.T, delimiter byte) string {
	var text strings.Builder
	for range rapid.IntRange(0, 8).Draw(t, "rows") {
		for i := range rapid.IntRange(1, 4).Draw(t, "fields") {
			if i > 0 {
				text.WriteByte(delimiter)
			}
			text.WriteString(testkit.Field(t, delimiter))
		}
		text.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", "\n\n", "\r\n\r\n"}).Draw(t, "end"))
	}
	all := text.String()
	if rapid.Bool().Draw(t, "no last newline") {
		all = strings.TrimRight(all, "\r\n")
	}
	return all
}

// TestCutterAgreesWithEncodingCSV checks that a Cutter cuts well-formed CSV into the same rows as
// encoding/csv does, for all read and batch sizes.
func TestCutterAgreesWithEncodingCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		delimiter := rapid.SampledFrom([]byte(",;|\t")).Draw(t, "delimiter")
		text := genCSV(t, delimiter)
		oracle := csv.NewReader(strings.NewReader(text))
		oracle.Comma, oracle.FieldsPerRecord = rune(delimiter), -1
		type record struct {
			Fields []string
			Line   int64
		}
		var want, got []record
		for {
			fields, err := oracle.Read()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			line, _ := oracle.FieldPos(0)
			want = append(want, record{fields, int64(line)})
		}
		sizes := rapid.SliceOfN(rapid.IntRange(1, 9), 1, 4).Draw(t, "pieces")
		batch := rapid.IntRange(1, 5).Draw(t, "batch")
		bom := rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "mark")
		for _, row := range mustCut(t, &pieceReader{text: bom + text, sizes: sizes}, delimiter, batch) {
			fields, bad := fieldsIn(row.Text, delimiter)
			if bad {
				t.Fatalf("quotes of %q do not match", row.Text)
			}
			for i := range fields { // as encoding/csv does
				fields[i] = strings.ReplaceAll(fields[i], "\r\n", "\n")
			}
			got = append(got, record{fields, row.Line})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q: rows differ from encoding/csv (-want +got):\n%s", text, diff)
		}
	})
}

// TestCutterLosesNothing checks that the rows of any text hold every byte except line ends, and do
// not depend on how the text arrives.
func TestCutterLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a,"\r\n]{0,60}`).Draw(t, "text")
		delimiter := rapid.SampledFrom([]byte{',', 0}).Draw(t, "delimiter")
		checkCutting(t, text, delimiter, []int{rapid.IntRange(1, 9).Draw(t, "piece")}, rapid.IntRange(1, 5).Draw(t, "batch"))
	})
}

// cutWhole cuts text that arrives in one piece.
func cutWhole(t rapid.TB, c *Cutter, text string) (rows []cutRow) {
	b := new(Block)
	c.eof = true
	b.Bytes = []byte(strings.TrimPrefix(text, "\ufeff"))
	if end := c.cut(b, 0, math.MaxInt, 0); end < len(b.Bytes) {
		t.Fatalf("%q: no row ends after %d", text, end)
	}
	for _, r := range b.Rows {
		rows = append(rows, cutRow{string(b.Text(r.Span)), int64(r.Line)})
	}
	return rows
}

// checkCutting checks that text has the same rows whether it arrives in pieces or in one piece.
func checkCutting(t rapid.TB, text string, delimiter byte, sizes []int, batch int) []cutRow {
	rows := mustCut(t, &pieceReader{text: text, sizes: sizes}, delimiter, batch)
	if diff := cmp.Diff(cutWhole(t, cutterOf(nil, delimiter), text), rows); diff != "" {
		t.Fatalf("%q: rows depend on the pieces %v, the batch size %d (-want +got):\n%s", text, sizes, batch, diff)
	}
	rest := strings.TrimPrefix(text, "\ufeff")
	for _, row := range rows {
		at := strings.Index(rest, row.Text)
		if at < 0 || strings.Trim(rest[:at], "\r\n") != "" {
			t.Fatalf("%q: the row %q is not the next in %q", text, row.Text, rest)
		}
		rest = rest[at+len(row.Text):]
	}
	if strings.Trim(rest, "\r\n") != "" {
		t.Fatalf("%q: no row holds %q", text, rest)
	}
	return rows
}

// TestCutterAtReadBorders checks that a row that spans two reads is cut like any other row.
func TestCutterAtReadBorders(t *testing.T) {
	tails := []string{"x,y\r\nlast,row\n", "\"a\n\"\"b\",c\nlast,row\n", "\"a\"\r\nlast,\"row\"", "\r\n\r\nlast,row"}
	for _, tail := range testkit.Some(tails) {
		for shift := -8; shift <= 2; shift++ {
			text := strings.Repeat("p,q\n", 20) + strings.Repeat("x", readSize-81+shift) + "\n" + tail
			want := mustCut(t, strings.NewReader(text), ',', 1000)
			for name, in := range map[string]io.Reader{
				"one byte":  iotest.OneByteReader(strings.NewReader(text)),
				"half":      iotest.HalfReader(strings.NewReader(text)),
				"data+EOF":  iotest.DataErrReader(strings.NewReader(text)),
				"by blocks": &pieceReader{text: text, sizes: []int{readSize, 1, 3}},
			} {
				if diff := cmp.Diff(want, mustCut(t, in, ',', 3)); diff != "" {
					t.Fatalf("%s, shift %d, %q: rows differ (-want +got):\n%s", name, shift, tail, diff)
				}
			}
			if len(want) < 22 {
				t.Fatalf("shift %d, %q: only %d rows", shift, tail, len(want))
			}
		}
	}
}

// TestRowsTooLong checks that a row is marked as too long if and only if it has more than MaxRow
// bytes. The next row must be correct, including its line number.
func TestRowsTooLong(t *testing.T) {
	forms := map[string]struct{ before, after string }{
		"plain":  {"", "\n"},
		"CRLF":   {"", "\r\n"},
		"quoted": {`"`, "\"\n"},
		"field":  {"a,", ",b\n"},
	}
	for name, form := range forms {
		for _, length := range testkit.Some([]int{MaxRow + 1, MaxRow - 1, MaxRow, MaxRow + 2, 2 * MaxRow, 9*MaxRow + 5}) {
			fixed := len(form.before) + len(form.after) - 1
			text := "first,row\n" + form.before + strings.Repeat("7", length-fixed) + form.after + "next,row\nlast,row"
			for _, batch := range []int{1, 1000} {
				t.Run(fmt.Sprintf("%s/%d/%d", name, length-MaxRow, batch), func(t *testing.T) {
					rows := mustCut(t, &pieceReader{text: text, sizes: []int{readSize, 12345}}, ',', batch)
					if len(rows) != 4 {
						t.Fatalf("%d rows, not 4", len(rows))
					}
					if tooLong := len(rows[1].Text) > MaxRow; tooLong != (length > MaxRow) {
						t.Errorf("a row of %d bytes was cut as %d bytes", length, len(rows[1].Text))
					}
					if diff := cmp.Diff([]cutRow{{"next,row", 3}, {"last,row", 4}}, rows[2:]); diff != "" {
						t.Errorf("the rows after it differ (-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}

func TestStrayQuotesCostOneRow(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"unclosed at the start", "a,b\n\"c,d\ne,f\n", []string{"a,b", `"c,d`, "e,f"}},
		{"unclosed at the end", "a,b\nc,\"d\ne,f\n", []string{"a,b", `c,"d`, "e,f"}},
		{"unclosed in the last row", "a,b\nc,\"d", []string{"a,b", `c,"d`}},
		{"unclosed before a quoted row", "c,\"d\n\"e\",f\ng,h\n", []string{`c,"d`, `"e",f`, "g,h"}},
		{"text after the closing quote", "\"c\"x,d\ne,f\n", []string{`"c"x,d`, "e,f"}},
		{"inside an unquoted field", "c\"c,d\n\"e\",f\n", []string{`c"c,d`, `"e",f`}},
		{"before two carriage returns", "c,\"d\"\r\r\ne,f\r\n", []string{`c,"d"`, "e,f"}},
		{"three quotes", "\"\"\"c,d\ne,f\n", []string{`"""c,d`, "e,f"}},
		{"only a quote", "a\n\"\nb\n", []string{"a", `"`, "b"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, row := range checkCutting(t, test.text, ',', []int{1}, 2) {
				got = append(got, row.Text)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("rows differ (-want +got):\n%s", diff)
			}
		})
	}
}
