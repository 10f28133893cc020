//go:build unix && !race

// The tests in this file do not run under the race detector, which uses several times as much
// memory.

package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// peak returns the peak memory, in bytes, of a program that has ended.
func (r *process) peak() int64 {
	usage := r.ProcessState.SysUsage().(*syscall.Rusage)
	most := int64(usage.Maxrss) //nolint:unconvert // Maxrss has 32 bits on some processors
	if runtime.GOOS == "darwin" {
		return most
	}
	return most << 10
}

// startSmall is like start, but first resets the peak memory of the test process. Otherwise, Linux
// would count this peak as the program's.
func startSmall(t *testing.T, args ...string) *process {
	t.Helper()
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // resets the peak; the file exists only on Linux
	return start(t, args...)
}

// wantPeak checks that the program succeeded and used at most the given number of megabytes.
func (r *process) wantPeak(megabytes int64) {
	r.t.Helper()
	r.wantExit(exitDone)
	r.t.Logf("%s: %d MB", strings.Join(r.Args[1:], " "), r.peak()/1e6)
	if r.peak() > megabytes*1e6 {
		r.t.Errorf("%s took %d MB, want at most %d", strings.Join(r.Args[1:], " "), r.peak()/1e6, megabytes)
	}
}

// TestLargeMemory checks that a run with typical data uses at most 256 MB. The data has
// GRIDMILL_ROWS rows, or a million rows by default.
func TestLargeMemory(t *testing.T) {
	rows := 1_000_000
	if text := os.Getenv("GRIDMILL_ROWS"); text != "" {
		var err error
		if rows, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, to := range []string{"csv", "parquet"} {
		t.Run(to, func(t *testing.T) {
			r := startSmall(t, "solve", "-", "-o", "-", "--to", to, "--workers", "2", "--summary", "summary.json", "--progress", "none")
			go func() {
				in := bufio.NewWriterSize(r.in, 1<<16)
				for range rows {
					_, _ = in.WriteString(onePuzzle) // if this fails, the check of the summary fails
				}
				_ = in.Flush()
				_ = r.in.Close()
			}()
			if _, err := io.Copy(io.Discard, r.stdout); err != nil {
				t.Fatal(err)
			}
			r.wantPeak(256)
			summary, err := os.ReadFile(filepath.Join(r.dir, "summary.json"))
			if err != nil || !bytes.Contains(summary, fmt.Appendf(nil, `"rows": %d,`, rows)) {
				t.Errorf("want %d rows in the summary, error %v:\n%s", rows, err, summary)
			}
		})
	}
}

// TestMemoryLimit checks that runs with long rows, many workers or compressed text stay below the
// --memory limit.
func TestMemoryLimit(t *testing.T) {
	dir := t.TempDir()
	long := filepath.Join(dir, "long.csv.zst")
	if err := writeLongRows(long, 200); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		megabytes int64
		args      []string
	}{
		{128, []string{long, "-o", "out.csv.zst"}},
		{128, []string{long, "-o", "out.txt", "--rejects", "rejects.csv.gz"}},
		{128, []string{long, "-o", "out.parquet", "--keep", "id"}},
		{1000, []string{long, "-o", "out.csv", "--workers", "64"}},
	} {
		args := append([]string{"solve", "--progress", "none", "--memory", fmt.Sprintf("%dMB", c.megabytes)}, c.args...)
		if !slices.Contains(args, "--workers") {
			args = append(args, "--workers", "2")
		}
		r := startSmall(t, args...)
		r.wantPeak(c.megabytes)
	}
}

// TestPartsTakeLittleMemory checks that each part reuses the memory of earlier parts. Without
// reuse, the run would use at least 235 MB.
func TestPartsTakeLittleMemory(t *testing.T) {
	in := filepath.Join(t.TempDir(), "in.csv")
	if err := writeNotes(in, 150_000); err != nil {
		t.Fatal(err)
	}
	r := startSmall(t, "solve", in, "-o", "out/", "--to", "parquet", "--keep", "all", "--part-rows", "10000", "--workers", "4", "--progress", "none")
	r.wantPeak(210)
}

// writeNotes writes a file of rows that compress poorly. It writes one row at a time to save
// memory, because Linux also counts the memory of this process as memory of the programs that the
// process starts.
func writeNotes(name string, rows int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriter(f)
	fmt.Fprintf(out, "note,puzzle\n")
	var note [150]byte
	for noise := rand.NewChaCha8([32]byte{16}); rows > 0; rows-- {
		_, _ = noise.Read(note[:]) // never fails
		fmt.Fprintf(out, "%x,%s", note, onePuzzle)
	}
	return out.Flush()
}

// writeLongRows writes a file with rows of up to a megabyte.
func writeLongRows(name string, rows int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	out, err := zstd.NewWriter(f)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "id,note,puzzle\n")
	for i := range rows {
		fmt.Fprintf(out, "%d,%s,%s", i, strings.Repeat("what a long note ", 61_000/(1+i%3)), onePuzzle)
	}
	return out.Close()
}

// TestLargeManyInputs checks the memory and time of runs with many inputs that hold one puzzle
// each. The inputs are members of an archive or files in a directory. If GRIDMILL_ROWS is set,
// there are 100,000 inputs.
func TestLargeManyInputs(t *testing.T) {
	inputs := 2000
	if os.Getenv("GRIDMILL_ROWS") != "" {
		inputs = 100_000
	}
	dir := t.TempDir()
	folder := filepath.Join(dir, "in")
	if err := writeTinyFiles(folder, inputs); err != nil {
		t.Fatal(err)
	}
	archiveOf := func(extension, text string) string {
		name := filepath.Join(dir, extension+".zip")
		if err := writeTinyMembers(name, extension, text, inputs); err != nil {
			t.Fatal(err)
		}
		return name
	}
	oneRow := "{'descr': '|S81', 'fortran_order': False, 'shape': (1,), }"
	t.Setenv("GOMAXPROCS", "1")
	for _, c := range []struct {
		megabytes int64
		args      []string
	}{
		{150, []string{archiveOf("txt", onePuzzle), "-o", "out.csv"}},
		{150, []string{archiveOf("jsonl", fmt.Sprintf(`{"puzzle": %q}`, strings.TrimSpace(onePuzzle))), "-o", "out.csv"}},
		{150, []string{archiveOf("txt.zst", streamOf(onePuzzle)), "-o", "out.csv"}},
		{150, []string{archiveOf("txt.bz2", bzip2OfOnePuzzle), "-o", "out.csv"}},
		{150, []string{archiveOf("npy", fmt.Sprintf("\x93NUMPY\x01\x00%c\x00%s%s", len(oneRow), oneRow, onePuzzle[:81])), "-o", "out.csv"}},
		{150, []string{folder, "-o", "out.csv"}},
		{170, []string{folder, "-o", "out/", "--to", "csv"}}, // a higher limit, because the plan and _SUCCESS.json are 15 MB each
	} {
		args := c.args
		r := startSmall(t, append([]string{"solve", "--progress", "none", "--summary", "summary.json"}, args...)...)
		r.wantPeak(c.megabytes)
		if spent := r.ProcessState.UserTime() + r.ProcessState.SystemTime(); spent > 20*time.Second {
			t.Errorf("%s took %s of processor time", strings.Join(args, " "), spent)
		}
		summary, err := os.ReadFile(filepath.Join(r.dir, "summary.json"))
		if err != nil || !bytes.Contains(summary, fmt.Appendf(nil, `"rows": %d,`, inputs)) {
			t.Errorf("the summary does not count %d rows, error %v", inputs, err)
		}
	}
}

const bzip2OfOnePuzzle = "BZh91AY&SYE\xc8\x0b\x17\x00\x00\x13\xd8\x00`\x10\x00\x01?\xe0 \x00T5=G\xea\x99\x1a0\x95?R\x09\xe9\xa6\xa6AC\x1e\xdf}5x\xd7\xd0\x96\xdb\xb9\x82\xd2^\xa4%%&XW\xb5@\x90\xd5w2\xbeI\x86\xec]\xc9\x14\xe1BA\x17 ,\x5c"

// streamOf compresses text into a Zstandard frame that does not record the length of text.
func streamOf(text string) string {
	var frame bytes.Buffer
	w, err := zstd.NewWriter(&frame)
	must(err)
	for _, part := range []string{text[:1], text[1:]} {
		_, err := io.WriteString(w, part)
		must(errors.Join(err, w.Flush()))
	}
	must(w.Close())
	return frame.String()
}

// writeTinyMembers writes an archive of files with the given extension and text.
func writeTinyMembers(name, extension, text string, members int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	out := zip.NewWriter(f)
	for i := range members {
		to, err := out.Create(fmt.Sprintf("%06d.%s", i, extension))
		if err == nil {
			_, err = io.WriteString(to, text)
		}
		if err != nil {
			return err
		}
	}
	return out.Close()
}

// writeTinyFiles writes a directory of files with one line each.
func writeTinyFiles(dir string, count int) error {
	err := os.Mkdir(dir, 0o777)
	for i := 0; i < count && err == nil; i++ {
		err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%06d.txt", i)), []byte(onePuzzle), 0o666)
	}
	return err
}
