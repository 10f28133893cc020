package interop

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadForeignArrow checks that gridmill solves an Arrow stream from a different implementation
// and rejects an Arrow file that does not start with its schema (see testdata/foreign.mjs).
func TestReadForeignArrow(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile("testdata/foreign.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(solve(t, "testdata/foreign.arrows", "out.jsonl", "--stats", "none"))
	if err != nil {
		t.Fatal(err)
	}
	var read strings.Builder
	for line := range strings.Lines(string(got)) {
		kept, _, _ := strings.Cut(line, `,"solution":`)
		read.WriteString(kept + "}\n")
	}
	if diff := cmp.Diff(string(want), read.String()); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
	code, said := gridmill(t, "solve", "testdata/foreign.arrow", "-o", filepath.Join(t.TempDir(), "out.csv"))
	if code != 1 || !strings.Contains(said, "it does not start with its schema") {
		t.Errorf("a file whose schema is at its end: exit code %d, %s", code, said)
	}
}
