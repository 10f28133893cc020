//go:build unix

package formats

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestNamedPipes checks that text can be read from a named pipe, and that the error for Parquet or
// an archive in a named pipe says what to do.
func TestNamedPipes(t *testing.T) {
	archive := testkit.Zip("a.txt", puzzle(0)+"\n")
	for text, says := range map[string]string{
		archive: "because its index is at the end", "PAR1 and so on": "because its index is at the end", puzzle(0) + "\n": "",
	} {
		pipe := filepath.Join(t.TempDir(), "in")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip("no named pipes here:", err)
		}
		go func() { _ = os.WriteFile(pipe, []byte(text), 0) }()
		rows, err := outcomes([]string{pipe}, ReadOptions{}, 10)
		if says == "" && (err != nil || len(rows) != 1) {
			t.Errorf("%d rows of text, error %v", len(rows), err)
		} else if says != "" {
			wantError(t, err, pipe, says, "save it to a file first")
		}
	}
}

// TestFoldersWithPipes checks that Expand does not open pipes, links to pipes or links to folders,
// but reports them as skipped. Opening a pipe would block forever.
func TestFoldersWithPipes(t *testing.T) {
	dir := t.TempDir()
	storeIn(t, dir, "a.txt", puzzle(0)+"\n")
	storeIn(t, dir, "below/b.txt", puzzle(0)+"\n")
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.txt"), 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
	for name, target := range map[string]string{"to-pipe.txt": "pipe.txt", "to-file.txt": "a.txt", "to-folder.txt": "below", "folder": "below"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	skipped := new(Skipped)
	found, err := Expand([]string{dir}, skipped, nil)
	rows, failed := outcomes(found, ReadOptions{}, 10)
	if err != nil || failed != nil || len(rows) != 3 {
		t.Errorf("%d rows of %q, errors %v and %v", len(rows), found, err, failed)
	}
	said := map[string]string{}
	first, count := skipped.Inputs()
	for _, s := range first {
		said[filepath.Base(s.Name)] = s.Why
	}
	if count != 4 || !strings.Contains(said["pipe.txt"], "not a regular file") || !strings.Contains(said["to-pipe.txt"], "not a regular file") ||
		!strings.Contains(said["to-folder.txt"], "a link to a directory") || !strings.Contains(said["folder"], "a link to a directory") {
		t.Errorf("%d skipped: %v", count, said)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "broken.txt")); err != nil {
		t.Fatal(err)
	}
	_, err = Expand([]string{dir}, nil, nil)
	wantError(t, err, "broken.txt: no such file")
}
