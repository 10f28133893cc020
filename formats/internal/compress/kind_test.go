package compress

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// A compression that can only be read is not written as bare text under its name.
func TestCompressionsThatAreOnlyRead(t *testing.T) {
	table := kinds
	defer func() { kinds = table }()
	kinds = append(slices.Clone(table), table[Gzip])
	last := &kinds[len(table)]
	last.name, last.extension, last.newCompressor = "bzip2", ".bz2", nil
	for _, name := range []string{"out.csv.bz2", "out.txt.BZ2"} {
		_, err := NewCompressor(name)
		testkit.WantError(t, err, name+": bzip2 can be read but not written; leave "+filepath.Ext(name)+" away")
	}
	if got, want := Extensions(), ".gz or .zst or .bz2"; got != want {
		t.Errorf("the extensions are %q, want %q", got, want)
	}
}

// Few enough bytes recognize each compression.
func TestFirstBytesRecognizeKinds(t *testing.T) {
	for k := None + 1; int(k) < len(kinds); k++ {
		if n := kinds[k].magic; n == 0 || n > maxMagic {
			t.Errorf("%s needs %d bytes to be recognized, of at most %d", k, n, maxMagic)
		}
	}
}
