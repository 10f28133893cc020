package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/gridmill/gridmill/pipeline/internal/testkit"
)

func TestFilesThatKilledRunsLeftBehindAreRemoved(t *testing.T) {
	if !canLock {
		t.Skip("files are not locked")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	others := []string{".out.csv.0123abcd.tmpx", ".out.csv.0123abc.tmp", ".other.csv.0123abcd.tmp", ".out.csv.0123abcd.gz.tmp"}
	for _, name := range append([]string{".out.csv.0123abcd.tmp", ".out.csv.ffffffff.tmp"}, others...) {
		testkit.Write(t, filepath.Join(dir, name), "half")
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
	// Until a run has renamed its temporary file, no other run may write to the same output file.
	if err := o.Store(); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path, true); !errors.Is(err, ErrInUse) {
		t.Errorf("a second run started: %v", err)
	}
	if err := o.Commit(); err != nil {
		t.Error(err)
	}
	wantFiles(t, dir, ".other.csv.0123abcd.tmp", ".out.csv.00000000.tmp", ".out.csv.0123abc.tmp", ".out.csv.0123abcd.gz.tmp", ".out.csv.0123abcd.tmpx", "out.csv")
}

// TestRunsToOneNameDoNotRemoveEachOther checks that concurrent runs with the same output name do
// not destroy each other's data. Each run either fails at the start or succeeds. A run must create
// a new file if its file is removed by another run before being locked.
func TestRunsToOneNameDoNotRemoveEachOther(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	var runs sync.WaitGroup
	var committed atomic.Int64
	for range 20 {
		runs.Go(func() {
			for range 20 {
				o, err := Create(path, true)
				if errors.Is(err, ErrInUse) {
					continue
				}
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
				committed.Add(1)
			}
		})
	}
	if runs.Wait(); committed.Load() == 0 {
		t.Skip("each run met another one")
	}
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
