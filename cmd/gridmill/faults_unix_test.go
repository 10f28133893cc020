//go:build unix

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestSmallDisk writes to a file system that is too small. It checks the error message. Only the
// file that existed before the run may remain.
func TestSmallDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this test needs Linux namespaces")
	}
	dir := t.TempDir()
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	// In a separate namespace, the file system is unmounted when the last process ends.
	inside := func(script string) *exec.Cmd {
		return exec.Command("unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k none "+disk+" && cd "+disk+" && "+script)
	}
	if said, err := inside("true").CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %v: %s", err, said)
	}
	input := filepath.Join(dir, "in.txt")
	writeFile(t, input, strings.Repeat(onePuzzle, 5000))
	for _, name := range []string{"out.csv", "out.txt", "out.parquet --compression none"} {
		t.Run(name, func(t *testing.T) {
			run := inside("echo 1 > earlier.csv; gridmill solve --progress none " + input + " --rejects r.csv -o " + name + "; code=$?; ls -A; exit $code")
			var said strings.Builder
			run.Stderr = &said
			left, err := run.Output()
			out, _, _ := strings.Cut(name, " ")
			want := "gridmill: " + out + " cannot be written: no space left on device; free some space and try again\n"
			if err == nil || run.ProcessState.ExitCode() != exitFailed || said.String() != want {
				t.Errorf("error %v, said %q, want %q", err, &said, want)
			}
			if string(left) != "earlier.csv\n" {
				t.Errorf("it left %q", left)
			}
		})
	}
}

// TestReaderOfCompressedPipeStops writes compressed rows to a named pipe whose reader stops
// reading. The program's message must name the pipe, and no file may remain.
func TestReaderOfCompressedPipeStops(t *testing.T) {
	for _, name := range []string{"out.csv.gz", "out.csv.zst"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pipe := filepath.Join(t.TempDir(), name)
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip("no named pipes here:", err)
			}
			// These random bytes must not fit in the buffers and the pipe, even when compressed.
			random := rand.New(rand.NewPCG(1, 2))
			rows := []byte("id,puzzle\n")
			for range 20_000 {
				rows = fmt.Appendf(rows, "%016x%016x%016x,%s", random.Uint64(), random.Uint64(), random.Uint64(), onePuzzle)
			}
			in := filepath.Join(t.TempDir(), "in.csv")
			writeFile(t, in, rows)
			r := start(t, "solve", in, "-o", pipe, "--rejects", "rejects.csv", "--progress", "none")
			reader, err := os.Open(pipe) // waits until the writer opens the pipe
			if err != nil {
				t.Fatal(err)
			}
			begin := make([]byte, 4)
			if _, err := io.ReadFull(reader, begin); err != nil || begin[0] != map[string]byte{".gz": 0x1f, ".zst": 0x28}[filepath.Ext(name)] {
				t.Errorf("it begins with %q, %v", begin, err)
			}
			if err := reader.Close(); err != nil {
				t.Fatal(err)
			}
			r.wantExit(exitFailed)
			r.wantSaid(pipe + " cannot be written: broken pipe")
			r.wantFiles()
		})
	}
}

// TestDirectoryVanishes removes the directory of an output while the program writes the output.
func TestDirectoryVanishes(t *testing.T) {
	for _, more := range [][]string{nil, {"--overwrite"}} {
		t.Run(strings.Join(more, " "), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "gone")
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(dir, "out.csv")
			r := start(t, append([]string{"solve", "-", "-o", out, "--progress", "none"}, more...)...)
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
		})
	}
}
