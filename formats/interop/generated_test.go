package interop

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestGenerated checks that DuckDB can read generated puzzles. The weight column must hold numbers,
// and the minimal column must hold booleans.
func TestGenerated(t *testing.T) {
	t.Parallel()
	made := filepath.Join(t.TempDir(), "made.parquet")
	if code, messages := gridmill(t, "generate", "--count", "5000", "-o", made, "--progress", "none"); code != 0 {
		t.Fatalf("exit code %d\n%s", code, messages)
	}
	d := openDuck(t)
	for _, want := range []string{"weight|DOUBLE", "minimal|BOOLEAN"} {
		if columns := d.describe(made); !slices.Contains(columns, want) {
			t.Errorf("%q does not have %s", columns, want)
		}
	}
	d.load("made", made)
	d.wantSolved("made")
	d.want("SELECT count(*) FILTER (minimal), sum(clues) BETWEEN 121500 AND 122500 FROM made", "5000|true")
}
