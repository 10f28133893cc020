package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestNoOutputIsRenamedBeforeAllAreStored makes the last output fail when it is closed. In this
// case, the first output must not be renamed to its final name.
func TestNoOutputIsRenamedBeforeAllAreStored(t *testing.T) {
	dir := t.TempDir()
	stdout, err := os.Create(filepath.Join(dir, "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	o := &outputSet{session: &session{stdout: stdout}}
	first := filepath.Join(dir, "first.csv")
	for _, name := range []string{first, "-"} {
		if _, err := o.create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := stdout.Close(); err != nil {
		t.Fatal(err)
	}
	if err := o.commit(); err == nil {
		t.Error("an output that cannot be closed is committed")
	}
	if _, err := os.Stat(first); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the first output has its final name: %v", err)
	}
	o.abort()
}
