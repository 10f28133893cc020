package compress

import (
	"path/filepath"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestReadOnlyCompressionsAreNotWritten checks that outputs with the extension of a read-only
// compression are rejected, instead of being written as plain text.
func TestReadOnlyCompressionsAreNotWritten(t *testing.T) {
	for _, name := range []string{"out.csv.bz2", "out.txt.BZ2", "out.csv.ZIP"} {
		_, err := NewCompressor(name)
		testkit.WantError(t, err, name+": "+filepath.Ext(name)+" files can be read but not written; leave out "+filepath.Ext(name))
	}
	if got, want := Extensions(), ".gz, .zst, .xz, .bz2 or .lz4"; got != want {
		t.Errorf("the extensions are %q, want %q", got, want)
	}
}

// TestTextWithOtherName checks that text is read as text, even if its name indicates that it is
// compressed.
func TestTextWithOtherName(t *testing.T) {
	const text = testkit.Clued + "\n"
	if got, kind, err := textOf([]byte(text), Gzip); got != text || kind != None || err != nil {
		t.Errorf("%q is read as %s, error %v", got, kind, err)
	}
}
