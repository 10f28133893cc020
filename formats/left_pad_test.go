package formats

import (
	"errors"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/formats/option"
)

// TestOptionsRequireFormats reads a file of each format with the option that restores leading
// zeros, and with options that name blanks. Only some formats accept these options.
func TestOptionsRequireFormats(t *testing.T) {
	for _, test := range []struct {
		o        ReadOptions
		option   option.Name
		accepted []string
	}{
		{ReadOptions{LeftPad: true}, option.LeftPad, []string{"text", "csv", "tsv"}},
		{ReadOptions{Blanks: "0"}, option.Blanks, []string{"grids", "npy"}},
		{ReadOptions{Blanks: "1"}, option.Blanks, []string{"npy"}},
		{ReadOptions{Blanks: "."}, option.Blanks, []string{"grids"}},
	} {
		for _, f := range sampleFormats() {
			file := storeIn(t, t.TempDir(), f.file, f.encode(sampleRecords(3)))
			_, _, err := readSample([]string{file}, test.o, 10)
			var refusal *option.Error
			refused := errors.As(err, &refusal) && refusal.Misused && slices.Contains(refusal.Options, test.option)
			if refused == slices.Contains(test.accepted, f.from) || !refused && err != nil {
				t.Errorf("%s with %+v: error %v", f.name, test.o, err)
			}
		}
	}
}
