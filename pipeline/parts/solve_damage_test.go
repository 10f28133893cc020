package parts

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridmill/gridmill/pipeline/internal/testkit"
)

// TestDamagedPartsAreSolvedLast damages one part before and one part after a missing part. A
// resumed run must solve all three parts. The run detects damage only after it has solved the
// missing part, so it must then seek backward in its input or, if the input is compressed, read it
// again from the start.
func TestDamagedPartsAreSolvedLast(t *testing.T) {
	plain := puzzleFile(t, 2000)
	for _, input := range []string{plain, pack(t, plain)} {
		s := partsSetup{input: input, dir: t.TempDir(), extension: "csv", partRows: 300, workers: 2, batch: 100}
		if _, err := s.run(t.Context(), t); err != nil {
			t.Fatal(err)
		}
		want := readAll(t, s.dir)
		flip(t, filepath.Join(s.dir, "part-000001.csv"))
		flip(t, filepath.Join(s.dir, "part-000005.csv"))
		for _, name := range []string{"part-000003.csv", "_gridmill/part-000003.json"} {
			if err := os.Remove(filepath.Join(s.dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		s.published = func() {
			if _, err := os.Stat(filepath.Join(s.dir, successName)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s exists while parts are missing, error %v", successName, err)
			}
		}
		outcome, err := s.run(t.Context(), t)
		if err != nil {
			t.Fatal(err)
		}
		if outcome.Taken != (Count{4, 1100}) || outcome.Solved != (Count{3, 900}) || outcome.Left != (Count{}) || outcome.Totals.Rows != 2000 {
			t.Errorf("%s: %+v", input, outcome)
		}
		if got := readAll(t, s.dir); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: the directory differs from what it was before the damage", input)
		}
	}
}

// pack writes a compressed copy of a file and returns its path.
func pack(t *testing.T, path string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(testkit.Read(t, path))
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return testkit.Store(t, "in.csv.gz", out.Bytes())
}

func flip(t *testing.T, path string) {
	t.Helper()
	text := testkit.Read(t, path)
	text[len(text)/2] ^= 1
	testkit.Write(t, path, text)
}

// TestManifestsOfOtherRows checks that a manifest is rejected unless the number, the first row and
// the row count of its part agree with the plan. The row count in its totals must also agree.
func TestManifestsOfOtherRows(t *testing.T) {
	s := partsSetup{input: puzzleFile(t, 20), dir: t.TempDir(), extension: "csv", partRows: 10, workers: 1, batch: 10}
	if _, err := s.run(t.Context(), t); err != nil {
		t.Fatal(err)
	}
	d, err := OpenDirectory(s.dir, Shard{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	plan := s.plan(t)
	part := &plan.Parts[1]
	good, err := d.Manifest(plan.Identity(), part)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Manifest){
		"number": func(m *Manifest) { m.Part-- }, "first row": func(m *Manifest) { m.First-- },
		"rows": func(m *Manifest) { m.Rows-- }, "total of rows": func(m *Manifest) { m.Totals.Rows-- },
	} {
		bad := *good
		change(&bad)
		testkit.Write(t, d.ManifestPath(part), bad.text())
		if m, err := d.Manifest(plan.Identity(), part); m != nil || !errors.As(err, new(DamageError)) {
			t.Errorf("another %s: error %v", name, err)
		}
	}
}
