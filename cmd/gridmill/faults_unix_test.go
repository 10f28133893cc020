//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestSmallDisk writes files to a file system that is too small for them,
// and wants one line about it and only the file that stood there before.
func TestSmallDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("small file systems are made with Linux's namespaces")
	}
	dir := t.TempDir()
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	// A namespace of its own unmounts the file system with the last process in it.
	inside := func(script string) *exec.Cmd {
		return exec.Command("unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k none "+disk+" && cd "+disk+" && "+script)
	}
	if said, err := inside("true").CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %v: %s", err, said)
	}
	input := filepath.Join(dir, "in.txt")
	if err := os.WriteFile(input, []byte(strings.Repeat(onePuzzle, 5000)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"out.csv", "out.txt", "out.parquet --compression none"} {
		t.Run(name, func(t *testing.T) {
			run := inside("echo 1 > earlier.csv; gridmill solve --progress none " + input + " --rejects r.csv -o " + name + "; code=$?; ls -A; exit $code")
			var said strings.Builder
			run.Stderr = &said
			left, err := run.Output()
			out, _, _ := strings.Cut(name, " ")
			want := "gridmill: " + out + " cannot be written: no space left on device; make room and run again\n"
			if err == nil || run.ProcessState.ExitCode() != exitFailed || said.String() != want {
				t.Errorf("error %v, said %q, want %q", err, &said, want)
			}
			if string(left) != "earlier.csv\n" {
				t.Errorf("it left %q", left)
			}
		})
	}
}

// TestDirectoryVanishes takes the directory of an output away while it is written.
func TestDirectoryVanishes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.csv")
	r := start(t, "solve", "-", "-o", out, "--progress", "none")
	r.feed(underWay)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	r.feed(underWay)
	if err := r.in.Close(); err != nil {
		t.Fatal(err)
	}
	r.wantExit(exitFailed)
	r.wantSaid(out + " cannot be written: no such file or directory")
}
