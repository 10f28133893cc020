package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDiskLeavesAResumableDirectory fills the disk during a run that writes parts. Once there
// is space again, the run must be resumable.
func TestFullDiskLeavesAResumableDirectory(t *testing.T) {
	l := newLongRun(t)
	disk := filepath.Join(l.dir, "disk")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=4m"); err != nil {
		t.Skip("no file system can be mounted here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	filler := filepath.Join(disk, "filler")
	writeFile(t, filler, make([]byte, 2<<20))
	said := l.want(exitFailed, l.solve("disk/out/")...)
	if !strings.Contains(said, "no space left on device; free some space and try again") || strings.Count(said, "\n") != 1 {
		t.Errorf("it said %q", said)
	}
	files, err := tree(filepath.Join(disk, "out"))
	if err != nil || len(files) < 3 {
		t.Errorf("only %d files are there: %v", len(files), err)
	}
	for name := range files {
		if strings.HasSuffix(name, ".tmp") {
			t.Errorf("%s was left", name)
		}
	}
	l.want(exitFailed, l.solve("disk/out/")...) // the disk is still full
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	l.want(exitDone, l.solve("disk/out/")...)
	l.wantSame("disk/out/")
}
