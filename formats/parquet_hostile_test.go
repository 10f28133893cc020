package formats

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/parquet"
)

// hostile is where a collection of Parquet files that lie may lie beside the
// checkout.
const hostile = "../../shared/hostile"

// readBounded reads a Parquet file that may lie. It fails where that takes long.
// The error it returns names the file.
func readBounded(t *testing.T, path string) (rows int, err error) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		var all []outcome
		all, err = outcomes([]string{path}, keepAll, 100)
		rows = len(all)
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatalf("%s is still being read", path)
	}
	if err != nil {
		wantError(t, err, filepath.Base(path)+": ")
	}
	return rows, err
}

// Files that lie get a clear error or are read right, in little time and memory.
func TestHostileParquet(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(hostile, "*.parquet"))
	if len(files) == 0 {
		t.Skipf("there are no hostile files in %s", hostile)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			rows, err := readBounded(t, path)
			runtime.ReadMemStats(&after)
			t.Logf("%d rows, %d MB allocated, error %v", rows, (after.TotalAlloc-before.TotalAlloc)>>20, err)
			if err != nil {
				return
			}
			if want := openBytes(t, data).NumRows(); int64(rows) != want {
				t.Errorf("%d rows and no error, where the footer says %d", rows, want)
			}
		})
	}
}

// A Parquet file that is cut off anywhere gives an error.
func TestTruncatedParquet(t *testing.T) {
	data := typedFile(t)
	dir := t.TempDir()
	for n := 0; n < len(data); n += 7 {
		if _, err := readBounded(t, storeIn(t, dir, "in.parquet", string(data[:n]))); err == nil {
			t.Fatalf("%d of %d bytes give no error", n, len(data))
		}
	}
}

// Puzzles behind a page without values are not lost.
func TestParquetPagesWithoutValues(t *testing.T) {
	var pages [][]column
	for n := range 3 {
		pages = append(pages, []column{texts("puzzle", puzzle(n))})
	}
	pages = append(pages, []column{texts("puzzle")}) // a row group without rows
	data := parquetOf(t, pages, parquet.WithDictionaryDefault(false))
	rows, err := readBounded(t, store(t, "in.parquet", string(data)))
	if err != nil || rows != 3 {
		t.Errorf("%d rows, error %v, want 3", rows, err)
	}
}

// A file whose footer counts other rows than its row groups hold is refused.
func TestParquetFooterThatMiscounts(t *testing.T) {
	data := parquetOf(t, [][]column{{texts("puzzle", puzzle(0), puzzle(1))}})
	r := openBytes(t, data)
	r.MetaData().NumRows = 3
	var footer bytes.Buffer
	n, err := r.MetaData().WriteTo(&footer, nil)
	if err != nil {
		t.Fatal(err)
	}
	old := int(data[len(data)-8]) | int(data[len(data)-7])<<8
	lying := append(bytes.Clone(data[:len(data)-8-old]), footer.Bytes()...)
	lying = append(lying, byte(n), byte(n>>8), 0, 0)
	_, err = readBounded(t, store(t, "in.parquet", string(append(lying, parquetMagic...))))
	wantError(t, err, "its row groups hold 2 rows where the footer says 3")
}
