package dataset

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// TestDedupeLarge writes the keys of GRIDMILL_ROWS rows (default 300,000). A tenth of the rows have
// the key of an earlier row. Only the first row of each key must be kept, and the process must use
// less than a gigabyte of memory. The test logs the time that one worker takes.
func TestDedupeLarge(t *testing.T) {
	rows := int64(300_000)
	if n, err := strconv.ParseInt(os.Getenv("GRIDMILL_ROWS"), 10, 64); err == nil {
		rows = n
	}
	const partRows = 1_000_000
	dir, err := parts.OpenDirectory(t.TempDir(), parts.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	c := &Config{Directory: dir, Selection: Selection{Dedupe: keys.Puzzle, PartRows: partRows}, Config: pipeline.Config{Workers: 1}, Enter: func(pipeline.Phase, pipeline.Counter, int64) {}}
	o := &chooser{Config: c, partitions: keysort.Partitions(rows), rows: &solved{name: "rows", plan: &parts.Plan{}}}
	start, spent := time.Now(), processorTime()
	for first := int64(0); first < rows; first += partRows {
		part := len(o.rows.plan.Parts)
		o.rows.plan.Parts = append(o.rows.plan.Parts, parts.Part{})
		writeKeys(t, c.keyPath(o.rows, part, rowKeys), o.partitions, first, min(partRows, rows-first))
	}
	spread, spreadTime := processorTime()-spent, time.Since(start)
	o.decisions = make([]decision, rows)
	start, spent = time.Now(), processorTime()
	if err := o.dedupe(t.Context()); err != nil {
		t.Fatal(err)
	}
	sorted, sortTime := processorTime()-spent, time.Since(start)
	found := 0
	for row, f := range o.decisions {
		if _, repeats := repeatedRow(uint64(row)); repeats != (f == duplicate) {
			t.Fatalf("row %d: duplicate is %v", row, f == duplicate)
		}
		if f == duplicate {
			found++
		}
	}
	peak := peakMemory()
	if peak >= 1<<20 {
		t.Errorf("%d rows took %d kB of memory", rows, peak)
	}
	t.Logf("%d rows, %d duplicates: %v of processor time (%v) to spread, %v (%v) to sort and mark; peak memory %d kB", rows, found,
		spread.Round(time.Millisecond), spreadTime.Round(time.Millisecond), sorted.Round(time.Millisecond), sortTime.Round(time.Millisecond), peak)
}

// repeatedRow returns the first row that has the key of the given row. It also reports whether that
// row comes before the given row.
func repeatedRow(row uint64) (first uint64, repeats bool) {
	if row%10 == 9 {
		return row - row%10 - (row/10)%(row/10+1)/2*10, true
	}
	return row, false
}

func writeKeys(t *testing.T, path string, partitions int, first, rows int64) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := keysort.NewWriter(f, partitions)
	finder := keys.Finder{Seed: 1}
	for row := uint64(first); row < uint64(first+rows); row++ {
		of, _ := repeatedRow(row)
		if err := w.Add(keysort.Record{Key: finder.Hash(keys.Repeats, strconv.AppendUint(nil, of, 10)), Row: row}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// peakMemory returns the peak memory of the process in kilobytes, or 0 if it is unknown.
func peakMemory() (kilobytes int64) {
	text, _ := os.ReadFile("/proc/self/status")
	if _, rest, found := bytes.Cut(text, []byte("VmHWM:")); found {
		_, _ = fmt.Sscan(string(rest), &kilobytes)
	}
	return kilobytes
}
