package benchmarks

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gridmill/gridmill/benchmarks/corpora"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// shippedOnce reads the shipped corpora once for all tests. Tests must not change the corpora.
var shippedOnce = sync.OnceValues(func() ([]*Corpus, error) { return Load(nil, formats.ReadOptions{}, itself) })

func shipped(t *testing.T, name string) *Corpus {
	t.Helper()
	all, err := shippedOnce()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("%s is not shipped", name)
	return nil
}

func TestShippedCorporaMatchTheirFiles(t *testing.T) {
	all, err := Load(nil, formats.ReadOptions{}, itself)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range all {
		want := corpora.All()[i]
		text, err := os.ReadFile(filepath.Join("corpora", want.File))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		if c.Name != want.File || c.SHA256 != hex.EncodeToString(sum[:]) || len(c.Puzzles) != want.Puzzles || c.Skipped != 0 {
			t.Errorf("%s: %d puzzles, %d skipped, sha256 %s", c.Name, len(c.Puzzles), c.Skipped, c.SHA256)
		}
		loaded, err := Load([]string{filepath.Join("corpora", want.File)}, formats.ReadOptions{}, itself)
		if err != nil {
			t.Fatal(err)
		}
		if l := loaded[0]; l.Name != c.Name || l.SHA256 != c.SHA256 || !slices.Equal(l.Puzzles, c.Puzzles) || !slices.Equal(l.Lines, c.Lines) {
			t.Errorf("%s differs when it is loaded from its file", c.Name)
		}
	}
}

// itself is an expand function for Load. It treats each input as a file.
func itself(input string) ([]string, error) { return []string{input}, nil }

func TestLoad(t *testing.T) {
	empty := strings.Repeat(".", solver.Cells)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b := write("a/x.txt", "# one\n"+empty+"\nnone\n"+empty[:80]+"7\n"), write("b/x.txt", empty+"\n")
	all, err := Load([]string{a, b, files.StdStream}, formats.ReadOptions{Stdin: strings.NewReader(empty + "\n")}, itself)
	if err != nil {
		t.Fatal(err)
	}
	if all[0].Name != a || all[1].Name != b || all[2].Name != files.StdStream {
		t.Errorf("the names are %q, %q, %q", all[0].Name, all[1].Name, all[2].Name)
	}
	if c := all[0]; c.Skipped != 1 || c.FirstSkipped != 3 || !slices.Equal(c.Lines, []int64{2, 4}) || c.Puzzles[1][80] != '7' {
		t.Errorf("skipped %d, lines %v", c.Skipped, c.Lines)
	}
	if all[1].SHA256 != all[2].SHA256 {
		t.Error("the hash differs when the same bytes are read from standard input")
	}
	if _, err := Load([]string{write("none.csv", "puzzle\nno\nno\n")}, formats.ReadOptions{}, itself); err == nil || !strings.Contains(err.Error(), "it has 2 rows, but no puzzles") {
		t.Errorf("a file without puzzles: error %v", err)
	}
}

func TestSetsRepeatSmallCorpora(t *testing.T) {
	hard := shipped(t, "hard.txt")
	setOf := func(seed uint64) *puzzleSet {
		s, err := newSet(t.Context(), hard, &Options{MaxSolutions: 2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := setOf(1)
	if s.distinct != 200 || len(s.puzzles) != 21*200 {
		t.Fatalf("%d puzzles of %d", len(s.puzzles), s.distinct)
	}
	for from := 0; from < len(s.puzzles); from += 200 {
		part := slices.Sorted(slices.Values(s.origin[from : from+200]))
		if len(slices.Compact(part)) != 200 {
			t.Errorf("puzzles %d to %d are not the whole corpus", from, from+199)
		}
	}
	if s.truth(0).verdict != solver.Unique {
		t.Errorf("the verdict is %v", s.truth(0).verdict)
	}
	if !slices.Equal(s.puzzles, setOf(1).puzzles) {
		t.Error("the same seed yields different puzzles")
	}
	if slices.Equal(s.puzzles, setOf(2).puzzles) {
		t.Error("a different seed yields the same puzzles")
	}
}
