package formats

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// partsOf writes solved rows to several files. ends[i] is the index of the row after the last row of
// file i. whole is the output of one run over all rows.
func partsOf(t testing.TB, name string, w WriteOptions, ends ...int) (parts []string, whole []byte) {
	t.Helper()
	rows := ends[len(ends)-1]
	header, body, _ := strings.Cut(manyRows(rows), "\n")
	header = strings.Replace(header, "id", "\"id of\nthe row\"", 1) + "\n"
	lines := strings.SplitAfter(body, "\n")
	dir := t.TempDir()
	from := 0
	for i, to := range ends {
		in := storeIn(t, dir, fmt.Sprintf("%d.csv", i), header+strings.Join(lines[from:to], ""))
		out := mustConvert(t, []string{in}, keepAll, name, w, 1000)
		parts = append(parts, storeIn(t, dir, fmt.Sprintf("%d-%s", i, name), string(out)))
		from = to
	}
	in := storeIn(t, dir, "whole.csv", header+body)
	return parts, mustConvert(t, []string{in}, keepAll, name, w, 1000)
}

func joined(name string, parts ...string) ([]byte, error) {
	var out bytes.Buffer
	err := Concat(context.Background(), &out, name, parts, Auto, nil)
	return out.Bytes(), err
}

func mustJoin(t testing.TB, name string, parts ...string) []byte {
	t.Helper()
	data, err := joined(name, parts...)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func decompressed(t testing.TB, name string, data []byte) string {
	t.Helper()
	text, err := oracle(compress.ByExtension(name), data)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestConcatText checks that joining parts gives the text that one run would have written.
func TestConcatText(t *testing.T) {
	for _, names := range [][2]string{
		{"part.csv", "out.csv"}, {"part.tsv", "out.tsv"}, {"part.txt", "out.txt"},
		{"part.jsonl", "out.jsonl"}, {"part.jsonl.zst", "out.jsonl.gz"}, {"part.csv.gz", "out.csv.gz"}, {"part.csv.zst", "out.csv.zst"}, {"part.txt.zst", "out.txt"}, {"part.csv", "out.csv.gz"},
	} {
		t.Run(names[0]+" to "+names[1], func(t *testing.T) {
			parts, whole := partsOf(t, names[0], WriteOptions{}, 0, 1, 1, 700, 1500, 1500)
			want := decompressed(t, names[0], whole)
			got := decompressed(t, names[1], mustJoin(t, names[1], parts...))
			if got != want {
				t.Errorf("the parts make\n%.300s...\nwant\n%.300s...", got, want)
			}
		})
	}
}

// TestConcatSections checks that joining Parquet or Arrow parts keeps all rows. If only the last
// part ends with an incomplete section, the file must equal the output of one run.
func TestConcatSections(t *testing.T) {
	for _, kind := range slices.Concat(testkit.Some(PageCompressions), []string{"arrow"}) {
		w := WriteOptions{Compression: kind, GroupRows: SectionRows, Provenance: `{"version":"1"}`}
		name, sizes := "part.parquet", func(data []byte) []int64 { return groupSizes(openBytes(t, data)) }
		if kind == "arrow" {
			w, name = WriteOptions{Provenance: w.Provenance}, "part.arrow"
			sizes = func(data []byte) []int64 { return batchRows(t, readArrow(t, data)) }
		}
		parts, whole := partsOf(t, name, w, SectionRows, 3*SectionRows, 3*SectionRows+10)
		if !bytes.Equal(mustJoin(t, name, parts...), whole) {
			t.Errorf("%s: joining parts of full sections does not give the file of one run", kind)
		}

		parts, whole = partsOf(t, name, w, 0, 9, SectionRows, SectionRows, SectionRows+500)
		data := mustJoin(t, name, parts...)
		if diff := cmp.Diff([]int64{9, SectionRows - 9, 500}, sizes(data)); diff != "" {
			t.Errorf("%s: rows of sections (-want +got):\n%s", kind, diff)
		}
		a := mustConvert(t, []string{store(t, name, string(data))}, keepAll, "a.csv", WriteOptions{}, 1000)
		b := mustConvert(t, []string{store(t, name, string(whole))}, keepAll, "a.csv", WriteOptions{}, 1000)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: the rows differ from those of one run", kind)
		}
		if !bytes.Equal(mustJoin(t, name, store(t, name, string(whole))), whole) {
			t.Errorf("%s: joining a single part changes it", kind)
		}
	}
}

// TestConcatManyRowGroups checks that Concat can join files with more than 32,767 row groups in
// total.
func TestConcatManyRowGroups(t *testing.T) {
	if testing.Short() {
		t.Skip("writing many row groups takes a long time")
	}
	in := store(t, "in.txt", puzzle(0)+"\n")
	verdict, err := ParseSelection("verdict") // only one column, to save time
	if err != nil {
		t.Fatal(err)
	}
	one := store(t, "1.parquet", string(mustConvert(t, []string{in}, ReadOptions{}, "out.parquet", WriteOptions{Select: verdict}, 10)))
	many := store(t, "200.parquet", string(mustJoin(t, "out.parquet", slices.Repeat([]string{one}, 200)...)))
	data := mustJoin(t, "out.parquet", slices.Repeat([]string{many}, math.MaxInt16/200+2)...)
	rows := 200 * (math.MaxInt16/200 + 2)
	if r := openBytes(t, data); r.NumRows() != int64(rows) || r.NumRowGroups() != rows || r.MetaData().RowGroups[1].Ordinal != nil {
		t.Fatalf("%d rows in %d row groups, want %d rows in as many row groups, without numbers", r.NumRows(), r.NumRowGroups(), rows)
	}
}

// TestConcatRefuses checks that Concat rejects damaged parts and parts that do not belong together.
func TestConcatRefuses(t *testing.T) {
	for _, ext := range []string{"csv", "csv.gz", "parquet", "arrow"} {
		name := "part." + ext
		parts, _ := partsOf(t, name, WriteOptions{}, 3, 5)
		stats, _ := ParseStatistics("clues")
		others, _ := partsOf(t, name, WriteOptions{Stats: stats}, 5)
		content, err := os.ReadFile(parts[1])
		if err != nil {
			t.Fatal(err)
		}
		cut := store(t, "cut."+ext, string(content[:len(content)-1]))
		for _, c := range []struct {
			parts []string
			says  []string
		}{
			{nil, []string{"out." + ext, "no parts"}},
			{[]string{parts[0], "missing." + ext}, []string{"missing." + ext, "no such file"}},
			{[]string{parts[0], others[0]}, []string{others[0], "different runs"}},
			{[]string{parts[0], cut}, []string{cut, "complete"}},
			{[]string{parts[0], store(t, "empty."+ext, "")}, []string{"empty." + ext}},
		} {
			_, err := joined("out."+ext, c.parts...)
			wantError(t, err, c.says...)
		}
	}
	_, err := joined("out.dat", "a.csv")
	wantError(t, err, "out.dat", "use the extension .csv")
	_, err = joined("out.csv", store(t, "a.csv", "no line end"))
	wantError(t, err, "a.csv", "header")
	_, err = joined("out.parquet", store(t, "a.parquet", string(parquetOf(t, [][]column{{texts("puzzle", puzzle(0))}}))))
	wantError(t, err, "a.parquet", "not a Parquet file written by gridmill")

	for _, ext := range []string{"parquet", "arrow"} {
		one, _ := partsOf(t, "a."+ext, WriteOptions{Provenance: "1"}, 2)
		two, _ := partsOf(t, "a."+ext, WriteOptions{Provenance: "2"}, 2)
		_, err = joined("out."+ext, one[0], two[0])
		wantError(t, err, two[0], "it comes from a different run")
	}
}

// TestConcatMutated joins a file with damaged copies of itself. In each copy, a different byte is
// changed. In Parquet files, the byte is in the footer. In Arrow files, the byte is between the
// schema and the footer. Concat must reject many of the copies. If it accepts a Parquet copy, the
// output must have the right number of rows. Concat must never use much memory.
func TestConcatMutated(t *testing.T) {
	for ext, rows := range map[string]int64{"parquet": 20, "arrow": 4} {
		parts, whole := partsOf(t, "part."+ext, WriteOptions{}, int(rows))
		dir, flips, refused := t.TempDir(), []byte{1, 0x80, 0xff}, 0
		first, end, least := len(whole)-900, len(whole), 300
		if ext == "arrow" {
			first = 16 + int(binary.LittleEndian.Uint32(whole[12:]))
			end, least = len(whole)-10-int(binary.LittleEndian.Uint32(whole[len(whole)-10:])), 200
		}
		for i := first; i < end; i++ {
			data := bytes.Clone(whole)
			data[i] ^= flips[i%len(flips)]
			bad := storeIn(t, dir, "bad."+ext, string(data))
			var out []byte
			var err error
			if n, limit := allocated(func() { out, err = joined("out."+ext, parts[0], bad) }), uint64(20*len(whole)+1<<20); n > limit {
				t.Errorf("%s: byte %d changed: %d bytes allocated, more than the limit of %d", ext, i, n, limit)
			}
			if err != nil {
				refused++
			} else if ext == "parquet" && openBytes(t, out).NumRows() != 2*rows {
				t.Errorf("byte %d changed: %d rows, want %d", i, openBytes(t, out).NumRows(), 2*rows)
			}
		}
		if refused < least {
			t.Errorf("%s: only %d of %d changes are detected", ext, refused, end-first)
		}
	}
}

type canceling struct{ cancel context.CancelCauseFunc }

var errStopped = errors.New("stopped")

func (c canceling) Write(p []byte) (int, error) {
	c.cancel(errStopped)
	return len(p), nil
}

// TestConcatStops checks that Concat reports a full disk, regardless of when the disk becomes full,
// and that it stops when its context is canceled. The errors must not name a part.
func TestConcatStops(t *testing.T) {
	for _, name := range []string{"out.csv", "out.txt", "out.parquet", "out.csv.gz"} {
		parts, _ := partsOf(t, name, WriteOptions{}, 100, 200)
		checkFullDisks(t, name, len(mustJoin(t, name, parts...)), func(w *full) error {
			err := Concat(context.Background(), w, name, parts, Auto, nil)
			if err != nil && strings.Contains(err.Error(), parts[0]) {
				t.Errorf("%s: the error names a part: %v", name, err)
			}
			return err
		})
		ctx, cancel := context.WithCancelCause(t.Context())
		if name == "out.csv.gz" { // canceling in Write would be too late, because all parts have been read by then
			cancel(errStopped)
		}
		if err := Concat(ctx, canceling{cancel}, name, parts, Auto, nil); err != errStopped {
			t.Errorf("%s: error %v", name, err)
		}
		cancel(nil)
	}
}
