package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/pipeline/internal/disk"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
)

// wantFiles fails the test unless dir contains exactly the named files.
func wantFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the directory contains %q, want %q", got, names)
	}
}

// TestFileThatAppearsIsKept creates a file with the name of an output that is being written. Commit
// must not replace the file.
func TestFileThatAppearsIsKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	late, err := Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Write(t, path, "earlier")
	if err := late.Commit(); err == nil {
		t.Error("a file that appeared meanwhile was replaced")
	}
	late.Abort()
	wantFiles(t, dir, "out.csv")
}

// TestWritesKeepTheirOrder checks that a large write, which bypasses the buffer, is stored after
// earlier small writes.
func TestWritesKeepTheirOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.csv")
	o, err := Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for i, size := range []int{10, largeWrite, largeWrite - 1, 1, largeWrite + 1, 0, 2 * bufferBytes, 10} {
		text := bytes.Repeat([]byte{byte('a' + i)}, size)
		want = append(want, text...)
		if n, err := o.Write(text); n != size || err != nil {
			t.Fatalf("%d bytes: %d were written, error %v", size, n, err)
		}
	}
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, error %v; want %d in the order written", len(got), err, len(want))
	}
}

// TestFailedWritesAreRemembered checks that Commit fails after a small or large write has failed.
func TestFailedWritesAreRemembered(t *testing.T) {
	for _, size := range []int{largeWrite, largeWrite - 1} {
		dir := t.TempDir()
		o, err := Create(filepath.Join(dir, "out.csv"), false)
		if err != nil {
			t.Fatal(err)
		}
		whole := o.file
		if o.file, err = os.Open(whole.Name()); err != nil { // open for reading only
			t.Fatal(err)
		}
		o.buffer.Reset(o.file)
		failed := false
		for n := 0; n <= bufferBytes; n += size { // more than fits in the buffer
			_, err := o.Write(make([]byte, size))
			failed = failed || err != nil
		}
		if !failed {
			t.Fatalf("writes of %d bytes to a read-only file succeeded", size)
		}
		o.file.Close()
		o.file = whole
		o.buffer.Reset(whole)
		if _, err := o.Write([]byte("more")); err == nil {
			t.Error("an output accepts more bytes after a failed write")
		}
		if n, err := o.WriteAt([]byte("more"), 0); n > 0 || err == nil {
			t.Errorf("after a failed write, %d bytes are written, error %v", n, err)
		}
		if err := o.Commit(); err == nil {
			t.Error("an output is committed after a failed write")
		}
		o.Abort()
		wantFiles(t, dir)
	}
}

// TestUnsafeFilesAreNotCommitted makes three steps of Commit fail in turn: the sync of the file,
// the close, and the sync of the directory. Commit must return an error that names the output. If a
// step before the rename fails, no file may remain.
func TestUnsafeFilesAreNotCommitted(t *testing.T) {
	broken := errors.New("the disk is broken")
	isDirectory := func(f *os.File) bool {
		info, err := f.Stat()
		return err == nil && info.IsDir()
	}
	steps := map[string]func(){
		"sync": func() {
			disk.Sync = func(f *os.File) error {
				if isDirectory(f) {
					return nil
				}
				return broken
			}
		},
		"close": func() {
			disk.Close = func(f *os.File) error { return errors.Join(broken, f.Close()) }
		},
		"sync of the directory": func() {
			disk.Sync = func(f *os.File) error {
				if isDirectory(f) {
					return broken
				}
				return f.Sync()
			}
		},
	}
	for name, breakIt := range steps {
		t.Run(name, func(t *testing.T) {
			defer func(s, c func(*os.File) error) { disk.Sync, disk.Close = s, c }(disk.Sync, disk.Close)
			dir := t.TempDir()
			path := filepath.Join(dir, "out.csv")
			o, err := Create(path, false)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(o, "hello"); err != nil {
				t.Fatal(err)
			}
			breakIt()
			if err := o.Commit(); !errors.Is(err, broken) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v", err)
			}
			o.Abort()
			if name != "sync of the directory" { // the directory is synced after the rename
				wantFiles(t, dir)
			}
		})
	}
}

// TestReplacedFileKeepsItsPermissions replaces a file that only its owner can read. The new file
// must have the same permissions.
func TestReplacedFileKeepsItsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.csv")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := Create(path, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the new file has the permissions %v, error %v", info.Mode(), err)
	}
}
