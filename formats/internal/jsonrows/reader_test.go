package jsonrows

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/formats/option"
)

// shown returns the line number and the fields of row i as text, with strings in quotes.
func shown(b *scan.Block, i int, line int64) string {
	fields := []string{fmt.Sprint(line)}
	for k := range b.FieldsPerRow {
		switch value := b.Value(i, k); b.Kinds[i*b.FieldsPerRow+k] {
		case scan.NoField:
			fields = append(fields, "-")
		case scan.NullField:
			fields = append(fields, "null")
		case scan.TextField:
			fields = append(fields, fmt.Sprintf("%q", value))
		case scan.JSONField:
			fields = append(fields, string(value))
		}
	}
	return strings.Join(fields, " ")
}

func unheard([]byte, int64) {}

// rowsOf returns the column names of a file in one string, followed by the rows. It also returns
// the error that ended reading, if any. size is the maximum number of rows in a block.
func rowsOf(in io.Reader, size int, late func([]byte, int64)) (rows []string, err error) {
	r, err := New(in, Detect, func(key []byte) { late(key, 0) })
	if err != nil {
		return nil, err
	}
	var names []string
	for _, c := range r.Columns {
		names = append(names, c.Name)
	}
	rows = append(rows, strings.Join(names, " "))
	for b := new(scan.Block); err == nil; b.Reset() {
		b.FieldsPerRow, b.Omitted = len(names), late
		line := r.Line()
		err = r.Fill(b, size, 1<<20)
		b.GrowTyped(len(b.Rows))
		for i, row := range b.Rows {
			line := line + int64(row.Line)
			reason := r.Parse(b, i, line)
			if r.IsArray() && reason.Kind == gridtext.BadJSON && b.Row(i)[0] == '{' {
				return rows, Damage(line, reason.A)
			}
			if reason.Kind == gridtext.NoReason {
				rows = append(rows, shown(b, i, line))
			} else {
				rows = append(rows, fmt.Sprintf("%d: %s in %s", line, reason, b.Row(i)))
			}
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return rows, err
}

func TestReader(t *testing.T) {
	const noShape = "its first object is damaged, spans several lines, or has no array of records; write one object per line, or a single array of objects (see gridmill help input for the formats of 9x9 puzzles, or force a format with {from} FORMAT)"
	p := testkit.Puzzle(0)
	for _, c := range []struct {
		name, text string
		rows       []string
		err        string
	}{
		{"lines", "{\"q\":\"1..\",\"a\":\"123\"}\n\n{\"a\":\"9\",\"q\":null}\r\n", []string{"q a", `1 "1.." "123"`, `3 null "9"`}, ""},
		{"an array", "\xef\xbb\xbf [ {\"a\": 1.50, \"b\": true},\n{\"b\": {\"x\": [1, \"y\"]}} ] \n", []string{"a b", "1 1.50 true", `2 - {"x": [1, "y"]}`}, ""},
		{"an array on a line", `[{"a":1},{"a":[]},{}]`, []string{"a", "1 1", "2 []", "3 -"}, ""},
		{"one object of several lines", "{\n \"columns\": [\"puzzle\"],\n \"data\": [[1], [2]]\n}", nil, noShape},
		{"objects of several lines", "{\n \"a\": 1\n}\n{\"a\": 2}", nil, noShape},
		{"an object before text", "{\"a\": 1}\nb\nc\nd\n", nil, noShape},
		{"a truncated object", `{"puzzle": "53..7`, nil, noShape},
		{"objects on a line", `{"a":1} {"a":2}{"a":3}`, nil, noShape},
		{"escapes", `{"a\u0041":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud83d\u0031"}` + "\n" + `{"aA":"\u0000"}`, []string{"aA", `1 "\"\\/\b\f\n\r\té😀�1"`, `2 "\x00"`}, ""},
		{"a key that looks like an escape", `{"a\\nb":1}` + "\n" + `{"a\nb":2}` + "\n" + `{"a\\nb":3}`, []string{`a\nb ` + "a\nb", "1 1 -", "2 - 2", "3 3 -"}, ""},
		{"keys twice", `{"a":1,"b":null,"b":2}`, []string{"a b", `1: a key occurs twice in {"a":1,"b":null,"b":2}`}, ""},
		{"bad lines", "{\"a\":1}\n{\"a\":01}\nabc\n[1]\n{\"a\":2} x\n{'a':2}\n{\"a\":nan}\n{\"a\":4},\n{\"a\":3}\n", []string{"a", "1 1",
			`2: invalid JSON object at position 7 in {"a":01}`, "3: invalid JSON object at position 1 in abc", "4: invalid JSON object at position 1 in [1]",
			`5: invalid JSON object at position 9 in {"a":2} x`, `6: invalid JSON object at position 2 in {'a':2}`, `7: invalid JSON object at position 7 in {"a":nan}`,
			`8: invalid JSON object at position 8 in {"a":4},`, "9 3"}, ""},
		{"numbers that are not finite", "[{\"a\":NaN,\"b\":[-Infinity,-1,\n \"-Infinity\\\" NaN\",{\"NaN\":NaN}],\"c\":-Infinity}]", []string{"a b c", `1 null [null,-1, "-Infinity\" NaN",{"NaN":null}] null`}, ""},
		{"lines after a mark", "\ufeff{\"a\":1}\n{\"a\":2}\n", []string{"a", "1 1", "2 2"}, ""},
		{"a bad first line", "{\"a\"\n{\"a\":1}\n", []string{"a", `1: invalid JSON object at position 5 in {"a"`, "2 1"}, ""},
		{"two bad first lines", "{\"a\"\n{\"a\n{\"a\":1}\n", nil, noShape},
		{"two bad first lines of four", "{\"a\"\n{\"a\n{\"a\":1}\n{}\n", []string{"a", `1: invalid JSON object at position 5 in {"a"`, `2: invalid JSON object at position 4 in {"a`, "3 1", "4 -"}, ""},
		{"a first line that ends in an array", "{\"a\":[\n{\"a\":1}\n{\"a\":2}\n", []string{"a", `1: invalid JSON object at position 7 in {"a":[`, "2 1", "3 2"}, ""},
		{"a first line that starts an array", "[{\n{\"a\":1}\n{\"a\":2}\n", []string{"a", "1: invalid JSON object at position 1 in [{", "2 1", "3 2"}, ""},
		{"an array with commas on their own lines", "[\n{\"a\":1}\n,\n{\"a\":2}\n]\n", []string{"a", "1 1", "2 2"}, ""},
		{"a line cut short", "{\"a\":1}\n{\"a\":", []string{"a", "1 1", `2: invalid JSON object at position 6 in {"a":`}, ""},
		{"a text cut short", "{\"a\":1}\n{\"a\":\"1234567", []string{"a", "1 1",
			`2: invalid JSON object at position 14 in {"a":"1234567`}, ""},
		{"an array cut short", "[{\"a\":1},\n", []string{"a", "1 1"}, "after record 1: the JSON ends too early, so the file is incomplete (download or write the file again)"},
		{"an object cut short", "[{\"a\":1},\n{\"a\"", []string{"a", "1 1"}, "the array is damaged at record 2 (byte 11 of the text): the JSON ends too early, so the file is incomplete (download or write the file again)"},
		{"something after it", "[{\"a\":1}]\n{},", []string{"a", "1 1"}, "the array is damaged at record 2 (byte 11 of the text): found '{' instead of the end of the file (download or write the file again)"},
		{"no comma", "[{\"a\":1} {}]", []string{"a", "1 1"}, "the array is damaged at record 2 (byte 10 of the text): found '{' instead of a comma or the end of the array (download or write the file again)"},
		{"a comma at the end", "[{\"a\":1},]", []string{"a", "1 1"}, "the array is damaged at record 2 (byte 10 of the text): found ']' instead of an object (download or write the file again)"},
		{"no objects", "[1]", nil, "found '1' where the first object of the array should start (" + string(option.Records) + ")"},
		{"an array of strings", `["..."]`, nil, `found '"' where the first object of the array should start (write an array of objects, each with one puzzle under a key such as "puzzle")`},
		{"no keys", "{}\n{}\n", nil, "none of the first records is a JSON object with keys (" + string(option.Records) + ")"},
		{"nothing in it", "[]\n", nil, "EOF"},
		{"nothing", " \n", nil, "EOF"},
		{"blank lines", " \n{\"a\":1}\n \t\n\n\t{\"a\":2}\n  \r\n\v\n", []string{"a", "2 1", "5 2", "7: invalid JSON object at position 1 in \v"}, ""},
		{"no JSON", "abc", nil, "found 'a' where a JSON object should start (see gridmill help input for the formats of 9x9 puzzles, or force a format with {from} FORMAT)"},
		{"an invalid object in an array", "[{\"a\":1},\n {\"a\":.1},{\"a\":2}]", []string{"a", "1 1"}, "the array is damaged at byte 6 of record 2 (download or write the file again)"},
		{"other values in an array", `[{"a":1},null,"x,]",[{"a":2}],-1.5 , {"a":3},true]`, []string{"a", "1 1", "2: invalid JSON object at position 1 in null",
			`3: invalid JSON object at position 1 in "x,]"`, `4: invalid JSON object at position 1 in [{"a":2}]`, "5: invalid JSON object at position 1 in -1.5", "6 3",
			"7: invalid JSON object at position 1 in true"}, ""},
		{"an invalid value in an array", "[{\"a\":1},nul,{\"a\":2}]", []string{"a", "1 1"}, "the array is damaged at record 2 (byte 10 of the text): found 'n' instead of an object (download or write the file again)"},
		{"a value without a comma", "[{\"a\":1},\"a\":2}]", []string{"a", "1 1", `2: invalid JSON object at position 1 in "a"`}, "the array is damaged at record 3 (byte 13 of the text): found ':' instead of a comma or the end of the array (download or write the file again)"},
		{"deep", "{\"a\":1}\n{\"a\":" + strings.Repeat("[", 1000) + "\n", []string{"a", "1 1", "2: invalid JSON object at position 105 in {\"a\":" + strings.Repeat("[", 1000)}, ""},

		{"an array in an object", `{"n":2,"f":[1],"data":[{"p":1},{"p":"x"}],"more":{"a":[1]}}`, []string{"p", "1 1", `2 "x"`}, ""},
		{"an array in an object of lines", "{\n\"data\": [\n{\"p\":1},\n{\"p\":2}]\n}\n", []string{"p", "1 1", "2 2"}, ""},
		{"an empty array in an object", `{"data":[]}`, []string{"data", "1 []"}, ""},
		{"two arrays in an object", `{"train":[{"p":1}],"test":[{"p":2}]}`, nil, `its object has arrays of records under the keys "train" and "test" (save the array that holds the puzzles to a separate file)`},
		{"an array in an object, cut short", `{"data":[{"p":1}],"more`, []string{"p", "1 1"}, "after record 1: the JSON ends too early, so the file is incomplete (download or write the file again)"},
		{"an array in an object, cut after its first record", `{"data":[{"p":1}`, []string{"p", "1 1"}, "after record 1: the JSON ends too early, so the file is incomplete (download or write the file again)"},
		{"something in the object", `{"data":[{"p":1}],1}`, []string{"p", "1 1"}, "the array is damaged at record 2 (byte 18 of the text): the text after its records is not valid JSON (download or write the file again)"},
		{"a record that holds an array", `{"puzzle":"` + p + `","steps":[{"n":1}]}`, []string{"puzzle steps", `1 "` + p + `" [{"n":1}]`}, ""},
		{"a record that holds two arrays", `{"steps":[{"n":1}],"notes":[{"n":2}],"puzzle":"` + p + `"}`, []string{"steps notes puzzle", `1 [{"n":1}] [{"n":2}] "` + p + `"`}, ""},
		{"a table by column", `{"p":{"0":"` + p + `"},"s":{"0":"1"}}`, nil, `its object contains other objects, such as "p", but no array of records (write an array of objects, each with one puzzle under a key such as "puzzle")`},
		{"columns", `{"n":[1,2],"p":["` + p + `","` + p + `"],"s":["` + p + `","1"]}`, nil, `its object holds whole columns, such as "p", not records (write an array of objects, each with one puzzle under a key such as "puzzle")`},
		{"columns of lists", "{\n \"p\": [\n  [[" + p[:1] + "]]\n ],\n \"s\": [\"" + p + "\", \"" + p + "\"]}", nil, `its object holds whole columns, such as "s", not records (write an array of objects, each with one puzzle under a key such as "puzzle")`},
		{"examples before an array", `{"p":["` + p + `","` + p + `"],"d":[{"p":1}]}`, []string{"p", "1 1"}, ""},
		{"columns in lines", `{"p":["` + p + `","` + p + `"]}` + "\n{}", []string{"p", `1 ["` + p + `","` + p + `"]`, "2 -"}, ""},
		{"objects with arrays in lines", "{\"a\":[{\"p\":1}]}\n{}", []string{"a", `1 [{"p":1}]`, "2 -"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range []int{1, 2, 100} {
				for _, in := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text)), iotest.DataErrReader(strings.NewReader(c.text))} {
					rows, err := rowsOf(in, size, unheard)
					if said := errorText(err); said != c.err {
						t.Fatalf("error %s, want %s", said, c.err)
					}
					if !slices.Equal(rows, c.rows) {
						t.Fatalf("rows\n%q, want\n%q", rows, c.rows)
					}
				}
			}
		})
	}
}

// errorText returns an error's text, followed by the first option that can fix the error, if any.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	if concerned, named := errors.AsType[*option.Error](err); named {
		return fmt.Sprintf("%s (%s)", err, concerned.Options[0])
	}
	return err.Error()
}

// TestLateKeys checks that late keys are omitted and reported. Late keys first occur after the head
// of the file or after a hundred records, or occur only outside the array of records.
func TestLateKeys(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{strings.Repeat("{\"a\":1}\n", 100) + "{\"b\":1,\"a\":2,\"\\u0063\":3}\n", "[b 101 c 101]"},
		{strings.Repeat(`{"a":1}`+strings.Repeat(" ", 2639)+"\n", 99) + `{"a":2,"b":3` + strings.Repeat(" ", 500) + `,"c":4}`, "[b 100 c 100]"}, // the head ends within record 100
		{`{"v":1,"w":{},"data":[{"a":1}],"x":[2]}`, "[v 0 w 0 x 0]"},
		{`{"w":["` + testkit.Puzzle(0) + `","none"],"data":[{"a":1}]}`, "[w 0]"},
		{`{"v":1,"data":[{"a":1}` + strings.Repeat(" ", 3*headSize) + `,{"a":1,"b":2}],"x":[2]}`, "[b 2 v 0 x 0]"},
	} {
		var late []string
		rows, err := rowsOf(strings.NewReader(c.text), 7, func(key []byte, line int64) { late = append(late, fmt.Sprint(string(key), " ", line)) })
		slices.Sort(late)
		if err != nil && c.want != "" || len(rows) < 2 || fmt.Sprint(late) != c.want {
			t.Errorf("of %.50s: %v, %d rows, error %v, want %s", c.text, late, len(rows), err, c.want)
		}
	}
}

// TestLongRecords checks that rows have the same maximum length as in other formats.
func TestLongRecords(t *testing.T) {
	record := func(n int) string { return `{"a":"` + strings.Repeat("x", n-8) + `"}` }
	for _, c := range []struct {
		text string
		rows int
		err  string
	}{
		{record(scan.MaxRow) + "\n{\"a\":1}\n", 2, ""},
		{"{\"a\":1}\n" + record(scan.MaxRow+1) + "\n{\"a\":1}\n", 3, ""}, // the second row is invalid
		{"[" + record(scan.MaxRow) + "\n,{\"a\":1}]", 2, ""},
		{"[{\"a\":1}," + record(scan.MaxRow+1) + ",{\"a\":1}]", 1, "the array is damaged at record 2 (byte 10 of the text), or the record has more than 1048576 bytes"},
		{"[{\"a\":1},{\"a\":\"" + strings.Repeat("x", 2*scan.MaxRow), 1, "the array is damaged at record 2 (byte 10 of the text), or the record has"},
		{"{\"d\":[{\"a\":1}],\"x\":\"" + strings.Repeat("x", 2*scan.MaxRow), 1, "its array of records is followed by more than 1048576 bytes"},
		{"[{\"a\":1}" + strings.Repeat(" ", 2*scan.MaxRow) + ",{\"a\":.}]", 1, "the array is damaged at byte 6 of record 2"},
	} {
		rows, err := rowsOf(strings.NewReader(c.text), 50, unheard)
		if len(rows) != c.rows+1 || !strings.HasPrefix(errorText(err), c.err) || c.err == "" && err != nil {
			t.Errorf("%.20s ...: %d rows and the header, error %v; want %d, %s", c.text, len(rows), err, c.rows, c.err)
		}
	}
}

func TestSkipToNoRow(t *testing.T) {
	for _, text := range []string{"{\"a\":1}\n{\"a\":2}", `[{"a":1} , {"a":2}]`, `{"x":1,"d":[{"a":1} , {"a":2}]}`} {
		for offset, want := range map[int64]string{9: "no row starts at byte 9", 1 << 40: "byte 1099511627776 is beyond the end"} {
			r, _ := New(strings.NewReader(text), Detect, func([]byte) {})
			if err := r.SkipTo(offset, 2); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: byte %d: %v", text, offset, err)
			}
		}
	}
}

// TestSkipToAnyValue checks that reading can resume after a value that is not an object.
func TestSkipToAnyValue(t *testing.T) {
	const text = `[{"a":1},null,"x",[1],NaN,-1.5,{"a":2}]`
	read, _ := New(strings.NewReader(text), Detect, func([]byte) {})
	for row := int64(1); row < 7; row++ {
		if err := read.Fill(new(scan.Block), 1, 1); err != nil {
			t.Fatal(err)
		}
		r, _ := New(strings.NewReader(text), Detect, func([]byte) {})
		b := new(scan.Block)
		if err := r.SkipTo(read.Offset(), row+1); err != nil || r.Fill(b, 10, 1<<20) != io.EOF || len(b.Rows) != 7-int(row) {
			t.Errorf("from row %d on: %d rows, error %v", row+1, len(b.Rows), err)
		}
	}
}

// TestDamage checks that flipped bits, missing bytes and truncation yield an error if they cause
// rows to be lost.
func TestDamage(t *testing.T) {
	var records []string
	for i := range 3 {
		records = append(records, fmt.Sprintf(`{"id":%d,"p":"1\"23","l":[1,{"x":"a,b"}]}`, i))
	}
	array := "[" + strings.Join(records, ",") + "]"
	for name, text := range map[string]string{"array": array, "member": `{"v":[1],"d":` + array + `,"w":"x"}`} {
		whole, err := rowsOf(strings.NewReader(text), 2, unheard)
		if err != nil || len(whole) != 4 {
			t.Fatal(len(whole), err)
		}
		check := func(what string, n int, damaged []byte) {
			rows, err := rowsOf(bytes.NewReader(damaged), 2, unheard)
			if err == nil && len(rows) != len(whole) && len(damaged) > 0 {
				t.Errorf("%s with %s %d: %d rows and no error: %q", name, what, n, len(rows), damaged)
			}
		}
		for n := 0; n < 8*len(text); n += testkit.Step() {
			flipped := []byte(text)
			flipped[n/8] ^= 1 << (n % 8)
			check("bit", n, flipped)
		}
		for n := range len(text) {
			check("less byte", n, slices.Delete([]byte(text), n, n+1))
			check("end at", n, []byte(text[:n]))
		}
	}
}

// TestDamagedQuotes replaces two quotes in an array that is on one line. Reading must return an
// error, because the records between the quotes are lost.
func TestDamagedQuotes(t *testing.T) {
	var records []string
	for i := range 100 {
		records = append(records, fmt.Sprintf(`{"puzzle":"%s","id":%d}`, testkit.Puzzle(i%9), i))
	}
	text := []byte("[" + strings.Join(records, ",") + "]")
	for _, row := range []int{20, 67} {
		at := bytes.Index(text, fmt.Appendf(nil, `","id":%d}`, row))
		text[at] = ' '
	}
	rows, err := rowsOf(bytes.NewReader(text), 1000, unheard)
	if len(rows) != 21 || err == nil || !strings.HasPrefix(err.Error(), "the array is damaged at byte ") {
		t.Errorf("%d rows and the header, error %v", len(rows), err)
	}
}

// FuzzReader checks that the rows do not depend on how a pipe delivers the text.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		`{"p":"120"}`, `{"a":[{"p":"120"},{"p":NaN}],"b":{"c":1}}`, "{\"x\":{\"p\":\"120\"}}\n{}", `["120","34"]`, "[\"120\",[1]]\n[]", `[[1,2,0],[3,4,0]]`,
		`{"columns":["a"],"data":[["120"]]}`, "[{\"p\":\"120\"}]\n[]", `{'p':1}`, `{"a":[[[[[`, "[{\"p\":{}},", `{"a` + strings.Repeat("k", 500) + `":"120"}`,
		`{"d":[{"a":"\\"},{"a":"\""}],"e":1}`, "{\"a\":1}\n{\"a\":",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		rows, err := rowsOf(bytes.NewReader(text), 3, unheard)
		again, other := rowsOf(iotest.OneByteReader(bytes.NewReader(text)), 3, unheard)
		if !slices.Equal(again, rows) || errorText(other) != errorText(err) {
			t.Fatalf("byte by byte, %q is read as %q, %v; in one piece as %q, %v", text, again, other, rows, err)
		}
	})
}

// FuzzValue checks that skipValue accepts a value if and only if the standard library does. The
// exceptions are NaN, infinite numbers and very deeply nested values.
func FuzzValue(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0.5e+7,true,false,null,"\u00e9\n"],"b":{}}`, `[[[]]]`, `01`, `"\x"`, "\"\t\"", `tru`, `1.`, `{"a" 1}`, `[1,]`, "\"12345678\x1f\"", "\"1234567\x80\x7f\"", `[NaN,-Infinity,{"a":Infinity}]`, `-NaN`, `"\NaN"`} {
		f.Add([]byte(seed))
	}
	finite := strings.NewReplacer("NaN", "{}", "-Infinity", "{}", "Infinity", "{}")
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) == 0 || strings.IndexByte(" \t\r\n", text[0]) >= 0 {
			return
		}
		end := skipValue(text, 0, 0)
		if end > len(text) || ^end > len(text) {
			t.Fatalf("the end %d is beyond %q", end, text)
		}
		good := end >= 0 && jsontext.SkipSpace(text, end) == len(text)
		if good != json.Valid([]byte(finite.Replace(string(text)))) && strings.Count(string(text), "[")+strings.Count(string(text), "{") < maxDepth {
			t.Fatalf("%q: valid is %v", text, good)
		}
		if valueEnd, _, whole := jsontext.ValueEnd(text, 0, 0); good && text[0] == '{' && (!whole || valueEnd != end) {
			t.Fatalf("%q: ValueEnd returns %d, skipValue %d", text, valueEnd, end)
		}
		var want string
		if good && text[0] == '"' && json.Unmarshal(text, &want) == nil {
			if got := string(jsontext.AppendUnescaped(nil, text[1:end-1])); strings.ToValidUTF8(got, "\ufffd") != strings.ToValidUTF8(want, "\ufffd") && !strings.Contains(want, "\ufffd") {
				t.Fatalf("%q is unescaped to %q, want %q", text, got, want)
			}
		}
	})
}
