package formats

import (
	"slices"
	"testing"
)

// TestSampleFormats checks that there is a sample file of each input format.
func TestSampleFormats(t *testing.T) {
	for _, name := range FormatNames() {
		if !slices.ContainsFunc(sampleFormats(), func(f sampleFormat) bool { return f.from == name }) {
			t.Errorf("sampleFormats has no file of the format %s", name)
		}
	}
}

// TestFormatOfStart checks which first bytes indicate a format. An array of objects and one object
// per line are different formats, and a list of cells is not JSON.
func TestFormatOfStart(t *testing.T) {
	for text, want := range map[string]Format{
		"{": JSONL, "{}\n": JSONL, "\ufeff \n{\"puzzle\"": JSONL, "[{\"puzzle\"": JSON, "\ufeff[\n {}": JSON,
		"": Auto, "[": Auto, "[[5,3]]": Auto, "[1]": Auto, "{puzzle": Auto,
		"PAR1": Parquet, "ARROW1\x00\x00": Arrow, "ARROW1": Auto, "\xff\xff\xff\xff": Arrow, "\x93NUMPY\x01": NPY,
	} {
		if got := formatOfStart([]byte(text)); got != want {
			t.Errorf("%q is recognized as %s, want %s", text, got, want)
		}
	}
}
