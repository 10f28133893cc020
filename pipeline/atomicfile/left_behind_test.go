package atomicfile

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

func TestFilesThatKilledRunsLeftBehindAreRemoved(t *testing.T) {
	if !canLock {
		t.Skip("files are not locked")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	others := []string{".out.csv.0123abcd.tmpx", ".out.csv.0123abc.tmp", ".other.csv.0123abcd.tmp", ".out.csv.0123abcd.gz.tmp"}
	for _, name := range append([]string{".out.csv.0123abcd.tmp", ".out.csv.ffffffff.tmp"}, others...) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("out.csv", filepath.Join(dir, ".out.csv.00000000.tmp")); err != nil {
		t.Fatal(err)
	}
	o, err := Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if o.LeftBehind != 2 {
		t.Errorf("%d files were removed, want 2", o.LeftBehind)
	}
	// The second run must not remove a temporary file that the first run has stored but not yet
	// renamed.
	if err := o.Store(); err != nil {
		t.Fatal(err)
	}
	second, err := Create(path, true)
	if err != nil {
		t.Fatal(err)
	}
	if second.LeftBehind != 0 {
		t.Errorf("%d files of live runs were removed", second.LeftBehind)
	}
	if err := o.Commit(); err != nil {
		t.Error(err)
	}
	if err := second.Commit(); err != nil {
		t.Error(err)
	}
	wantFiles(t, dir, ".other.csv.0123abcd.tmp", ".out.csv.00000000.tmp", ".out.csv.0123abc.tmp", ".out.csv.0123abcd.gz.tmp", ".out.csv.0123abcd.tmpx", "out.csv")
}

// TestRunsToOneNameDoNotRemoveEachOther checks that concurrent runs with the same output name keep
// each other's data. A run must create a new file if another run removes its file before the file
// is locked.
func TestRunsToOneNameDoNotRemoveEachOther(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	var runs sync.WaitGroup
	for range 20 {
		runs.Go(func() {
			for range 20 {
				o, err := Create(path, true)
				if err != nil {
					t.Error(err)
					return
				}
				_, err = io.WriteString(o, "all of it")
				if err == nil {
					err = o.Commit()
				}
				if o.Abort(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	runs.Wait()
	wantFiles(t, dir, "out.csv")
}

// TestTemporaryFilesOfLongNames checks that temporary files are removed even if the name of the
// output has the maximum length.
func TestTemporaryFilesOfLongNames(t *testing.T) {
	if !canLock {
		t.Skip("files are not locked")
	}
	for _, name := range []string{strings.Repeat("n", 255), strings.Repeat("n", 249), strings.Repeat("é", 127), strings.Repeat("n", 200)} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		killed, err := Create(path, false)
		if err != nil {
			t.Fatal(err)
		}
		temp := killed.temp
		if base := filepath.Base(temp); len(base) > 255 || !utf8.ValidString(base) {
			t.Errorf("the temporary file of %q is %q", name, base)
		}
		if err := killed.lock.Close(); err != nil { // when a process ends, its locks are released
			t.Fatal(err)
		}
		o, err := Create(path, false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(temp); o.LeftBehind != 1 || err == nil {
			t.Errorf("%q: %d files were removed", name, o.LeftBehind)
		}
		if err := o.Commit(); err != nil {
			t.Error(err)
		}
		wantFiles(t, dir, name)
	}
}
