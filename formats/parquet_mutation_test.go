package formats

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/parquet"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

var mutations = flag.Int("mutations", 1500, "how many damaged Parquet files to read")

const (
	// readLimit is the maximum time for reading a small file. A reader that takes longer is
	// considered hung, even on a very busy machine.
	readLimit = 2 * time.Minute
	// allocationLimit is the maximum number of bytes that reading a file may allocate, regardless
	// of the sizes that the file declares.
	allocationLimit = 64 << 20
)

// madeGood holds the files of goodFiles, which are created only once. Tests must not change them.
var madeGood map[string][]byte

// goodFiles returns small undamaged Parquet files of all kinds.
func goodFiles(t *testing.T) map[string][]byte {
	if madeGood == nil {
		madeGood = makeGoodFiles(t)
	}
	return madeGood
}

func makeGoodFiles(t *testing.T) map[string][]byte {
	files := map[string][]byte{}
	for name, o := range parquetVariants {
		files["types, "+name] = typedFile(t, o...)
	}
	for name, c := range codecs {
		files["types, "+name] = typedFile(t, parquet.WithCompression(c))
		files["types, "+name+", version 2"] = typedFile(t, parquet.WithCompression(c), parquet.WithDataPageVersion(parquet.DataPageV2))
	}
	in := store(t, "in.csv", manyRows(200))
	for _, c := range []string{"none", "snappy", "zstd"} {
		files["gridmill's, "+c] = mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: c}, 100)
	}
	for _, e := range []parquet.Encoding{parquet.Encodings.DeltaLengthByteArray, parquet.Encodings.DeltaByteArray} {
		files["puzzles, "+e.String()] = parquetOf(t, [][]column{{texts("puzzle", puzzle(0), puzzle(1), "x", puzzle(2))}},
			parquet.WithDictionaryDefault(false), parquet.WithEncoding(e))
	}
	return files
}

// readDamaged reads a file that may be damaged, and parses, solves and rewrites its rows.
func readDamaged(path string) (rows int64, err error) {
	var w Writer
	var encoded Encoded
	err = eachBatch([]string{path}, keepAll, 100, func(r Reader, b *Batch) (err error) {
		if w == nil {
			if w, err = Create(io.Discard, "out.parquet", r.Schema(), WriteOptions{Compression: "none"}); err != nil {
				return err
			}
		}
		for i := range b.Len() {
			if isPuzzle := b.Puzzles[i][0] != 0; isPuzzle != (b.Results[i].Verdict != solver.Invalid) {
				return fmt.Errorf("row %d must be either a puzzle or invalid", i)
			}
		}
		rows += int64(b.Len())
		return writeBatch(w, b, &encoded)
	})
	return rows, err
}

// checkDamaged checks that a file that may be damaged yields as many rows as its footer declares,
// or an error that names the file. Reading must not take longer than readLimit. most is the number
// of bytes that reading may allocate. Changed values may remain undetected.
func checkDamaged(t *testing.T, what, path string, most uint64) error {
	t.Helper()
	watch := time.AfterFunc(readLimit, func() { panic(what + " is still being read") })
	defer watch.Stop()
	var rows int64
	var err error
	if grown := allocated(func() { rows, err = readDamaged(path) }); grown > most {
		t.Errorf("%s: %d MB allocated; %d rows, error %v", what, grown>>20, rows, err)
	}
	if err != nil {
		if !strings.Contains(err.Error(), filepath.Base(path)) && !isRefusal(err) {
			t.Errorf("%s: the error does not name the file: %v", what, err)
		}
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := openBytes(t, data).NumRows(); rows != want {
		t.Errorf("%s: %d rows, but the footer claims %d", what, rows, want)
	}
	return nil
}

// TestDamagedParquet checks undamaged files of all kinds, and damaged copies of them.
func TestDamagedParquet(t *testing.T) {
	good, dir, refused := goodFiles(t), t.TempDir(), 0
	names := slices.Sorted(maps.Keys(good))
	for _, name := range names {
		if err := checkDamaged(t, name, store(t, "in.parquet", string(good[name])), allocationLimit); err != nil {
			t.Fatalf("%s, not damaged: %v", name, err)
		}
	}
	for i := range testkit.Rounds(*mutations) {
		name := names[i%len(names)]
		bad := testkit.Damage(rand.New(rand.NewPCG(uint64(i), 7)), good[name])
		if checkDamaged(t, fmt.Sprintf("%s, mutation %d", name, i), storeIn(t, dir, "in.parquet", string(bad)), allocationLimit) != nil {
			refused++
		}
	}
	t.Logf("%d of %d damaged files were rejected", refused, testkit.Rounds(*mutations))
}

// isRefusal reports whether an error says that two columns have the same name. In these tests, only
// damaged names cause such an error.
func isRefusal(err error) bool { return strings.Contains(err.Error(), "two columns are named") }
