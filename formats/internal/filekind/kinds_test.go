package filekind

import (
	"strings"
	"testing"
)

// Text that only resembles the start of something else is not taken for it.
func TestWhatIsNotRecognized(t *testing.T) {
	for _, text := range []string{"", "[", "[[5,3]]", "[1]", "{puzzle", "PK", "ORC,puzzle", "<1>", "\x80", "xl/workbook.xml"} {
		if kind := Of([]byte(text)); kind != nil {
			t.Errorf("%q is taken for %s", text, kind.What)
		}
	}
	for _, member := range []string{"", "puzzles.csv", "workbook.xml", "my-data.pkl"} {
		if kind := OfArchiveWith(member); kind != nil {
			t.Errorf("an archive with %s is taken for %s", member, kind.What)
		}
	}
}

// An array of objects is JSON of another format than objects in lines.
func TestJSON(t *testing.T) {
	for text, format := range map[string]string{
		"{": "jsonl", "{}\n": "jsonl", "\xef\xbb\xbf \n{\"puzzle\"": "jsonl",
		"[{\"puzzle\"": "json", "\xef\xbb\xbf[\n {}": "json",
	} {
		if kind := Of([]byte(text)); kind == nil || kind.What != "JSON" || kind.Format != format {
			t.Errorf("%q is taken for %v, want %s", text, kind, format)
		}
	}
}

// Dictionaries of Python have single quotes.
func TestDictionaries(t *testing.T) {
	for text, is := range map[string]bool{"{'a': 1}": true, "\xef\xbb\xbf[\n { 'a'": true, "'a'": false, "['a']": false, "{\"a'": false, "{a": false} {
		if kind := Of([]byte(text)); (kind != nil && kind.Format == "") != is {
			t.Errorf("%q is taken for %v", text, kind)
		}
	}
}

// An object whose first value is a column is no row. One whose first value is a grid is.
func TestJSONOfColumns(t *testing.T) {
	grid := strings.Repeat("1", 81)
	for text, columns := range map[string]bool{
		`{"a":{"0":"x","1":"y"}}`: true, `{ "a" : { "0": 5, "1": 6}}`: true,
		`{"a":{"0":"x","2":"y"}}`: false, `{"a":{"id":"x"}}`: false, `{"a":["123456789","123456789"]}`: false, `{"a":["` + grid + `", "` + grid + `"]}`: false,
	} {
		if kind := Of([]byte(text)); kind == nil || (kind.Format == "") != columns {
			t.Errorf("%s is taken for %v", text, kind)
		}
	}
}

// A member in any folder shows which program an archive belongs to.
func TestArchives(t *testing.T) {
	for member, what := range map[string]string{"model/data.pkl": "a PyTorch file", "xl/workbook.xml": "an Excel workbook"} {
		if kind := OfArchiveWith(member); kind == nil || kind.What != what {
			t.Errorf("an archive with %s is taken for %v, want %s", member, kind, what)
		}
	}
}
