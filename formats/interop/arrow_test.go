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

// TestWriteArrow checks that gridmill writes the same rows to an Arrow file as to JSON lines. The
// test reads the Arrow file without an Arrow library.
func TestWriteArrow(t *testing.T) {
	t.Parallel()
	for _, input := range []string{corpus("easy.csv"), corpus("many-solutions.txt"), "testdata/foreign.arrows"} {
		data, err := os.ReadFile(solve(t, input, "out.arrow", "--source"))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := os.ReadFile(solve(t, input, "out.jsonl", "--source"))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.ReplaceAll(string(lines), `"list":[1,null]`, `"list":"[1,null]"`)
		want = strings.NewReplacer(`"list":[]`, `"list":"[]"`, `"list":[2,3]`, `"list":"[2,3]"`,
			`{"a":1,"b":"x"}`, `"{\"a\":1,\"b\":\"x\"}"`, `{"a":null,"b":null}`, `"{\"a\":null,\"b\":null}"`, `{"a":2,"b":""}`, `"{\"a\":2,\"b\":\"\"}"`).Replace(want)
		if diff := cmp.Diff(want, plainArrow(t, data)); diff != "" {
			t.Errorf("%s (-want +got):\n%.4000s", input, diff)
		}
	}
}
