package formats_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
)

// TestLeftPadRequiresTextOrCSV reads a file of each format with the option that restores leading
// zeros. Only text, CSV and TSV accept this option.
func TestLeftPadRequiresTextOrCSV(t *testing.T) {
	accepted := map[string]bool{"text": true, "csv": true, "tsv": true}
	for _, f := range sampleFormats() {
		file := storeSample(t, t.TempDir(), f.file, f.encode(sampleRecords(3)))
		_, _, err := readSample([]string{file}, formats.ReadOptions{LeftPad: true}, 10)
		var refusal *option.Error
		refused := errors.As(err, &refusal) && slices.Contains(refusal.Options, option.LeftPad)
		if refused == accepted[f.from] || !refused && err != nil {
			t.Errorf("%s: LeftPad returns the error %v", f.name, err)
		}
	}
}

// TestBlanksRequireGridsOrNumbers is like TestLeftPadRequiresTextOrCSV, but for the option that
// names blanks.
func TestBlanksRequireGridsOrNumbers(t *testing.T) {
	for blanks, accepted := range map[string][]string{"0": {"grids", "npy"}, "1": {"npy"}, ".": {"grids"}} {
		for _, f := range sampleFormats() {
			file := storeSample(t, t.TempDir(), f.file, f.encode(sampleRecords(3)))
			_, _, err := readSample([]string{file}, formats.ReadOptions{Blanks: blanks}, 10)
			var refusal *option.Error
			refused := errors.As(err, &refusal) && refusal.Misused && slices.Contains(refusal.Options, option.Blanks)
			if refused == slices.Contains(accepted, f.from) || !refused && err != nil {
				t.Errorf("%s: Blanks %q returns the error %v", f.name, blanks, err)
			}
		}
	}
}
