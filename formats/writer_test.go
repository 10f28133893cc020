package formats

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// batchSizes lists batch sizes below and above the number of rows in a page.
var batchSizes = []int{1, 7, 1000, 5000}

// manyRows returns n rows of CSV with a header. Some rows are not puzzles, and some cannot be split
// into columns.
func manyRows(n int) string {
	text := []byte("id,puzzle,solution\n")
	for i := range n {
		text = append(strconv.AppendInt(text, int64(i), 10), ',')
		switch i % 97 {
		case 5:
			text = append(text, "no puzzle,"...)
		case 6:
			text = append(text, "too,many,fields,"...)
		default:
			text = append(append(append(text, puzzle(i)...), ','), solution(i)...)
		}
		text = append(text, '\n')
	}
	return string(text)
}

// TestOutputsDoNotDependOnBatches checks that the bytes of an output depend only on its rows, not
// on the batch size or the number of input files.
func TestOutputsDoNotDependOnBatches(t *testing.T) {
	rows := SectionRows + 900
	whole := store(t, "whole.csv", manyRows(rows))
	header, body, _ := strings.Cut(manyRows(rows), "\n")
	lines := strings.SplitAfter(body, "\n")
	var parts []string
	dir := t.TempDir()
	for i, cut := range [][2]int{{0, 1}, {1, 1}, {1, 4097}, {4097, 4500}, {4500, rows}} {
		parts = append(parts, storeIn(t, dir, fmt.Sprintf("%d.csv", i), header+"\n"+strings.Join(lines[cut[0]:cut[1]], "")))
	}
	stats, _ := ParseStatistics("all")
	for _, name := range []string{"out.csv", "out.txt", "out.parquet", "out.csv.gz", "out.csv.zst", "out.jsonl", "out.arrow"} {
		t.Run(name, func(t *testing.T) {
			w := WriteOptions{Stats: stats}
			want := mustConvert(t, []string{whole}, keepAll, name, w, SectionRows)
			for _, size := range batchSizes {
				if got := mustConvert(t, []string{whole}, keepAll, name, w, size); !bytes.Equal(got, want) {
					t.Errorf("one file in batches of %d gives different bytes", size)
				}
			}
			for _, size := range []int{7, 5000} {
				if got := mustConvert(t, parts, keepAll, name, w, size); !bytes.Equal(got, want) {
					t.Errorf("several files in batches of %d give different bytes", size)
				}
			}
		})
	}
}

// TestOutputFormatsAreWritten checks that Create writes exactly the formats of OutputFormatNames.
func TestOutputFormatsAreWritten(t *testing.T) {
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	for f := Auto + 1; f < numFormats; f++ {
		_, err := Create(out, "out", &Schema{}, WriteOptions{Format: f})
		if written := slices.Contains(OutputFormatNames(), f.String()); written != (err == nil) {
			t.Errorf("%s is an output format: %t, but Create returns the error %v", f, written, err)
		}
	}
}

// full is a writer that fails when there is no more room.
type full struct{ room int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestWritersReportFullDisks checks that writers return the error that a full disk causes,
// regardless of when the disk becomes full.
func TestWritersReportFullDisks(t *testing.T) {
	in := store(t, "in.csv", manyRows(300))
	for _, name := range []string{"out.csv", "out.txt", "out.parquet", "out.csv.gz", "out.csv.zst", "out.jsonl", "out.arrow"} {
		size := len(mustConvert(t, []string{in}, keepAll, name, WriteOptions{}, 100))
		checkFullDisks(t, name, size, func(w *full) error {
			return convertTo(w, []string{in}, keepAll, name, WriteOptions{}, 100)
		})
	}
}

// checkFullDisks calls write with disks that have different amounts of room. Each call writes size
// bytes. If there is too little room, write must return the error that a full disk causes.
// Otherwise, write must return nil.
func checkFullDisks(t *testing.T, name string, size int, write func(*full) error) {
	t.Helper()
	for room := 0; room < size; room += 1 + size/17 {
		if err := write(&full{room}); !errors.Is(err, errFull) {
			t.Fatalf("%s, room for %d of %d bytes: error %v", name, room, size, err)
		}
	}
	if err := write(&full{size}); err != nil {
		t.Errorf("%s, room for all: error %v", name, err)
	}
}
