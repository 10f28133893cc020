package formats

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// atFile returns the position before the first row of file i.
func atFile(i int) Position { return Position{File: i, Line: 1} }

// TestPartsBetweenLongRows checks that a part can start after a row that is too long, whether or
// not the row is quoted. It checks this in plain and compressed files.
func TestPartsBetweenLongRows(t *testing.T) {
	long := strings.Repeat("x", 2*scan.MaxRow+5)
	text := "puzzle,note\n1,a\n" + long + "\n2,b\n\"" + strings.Repeat("\n", scan.MaxRow+3) + "\",c\n3,d\n" + long
	// The format is specified, because recognizing it would take most of the time.
	o := ReadOptions{Keep: ParseKeep("all"), Format: CSV, Delimiter: ',', Header: HasHeader, Column: "puzzle", AnswerColumn: "none"}
	for _, c := range []compress.Kind{compress.None, compress.Zstd} {
		file := storePacked(t, t.TempDir(), "in.csv", text, c)
		r := mustOpenWith(t, file, o)
		want, err := readRows(r, 1000)
		if err != nil {
			t.Fatal(err)
		}
		at := atFile(0)
		for i := range want {
			var next Position
			for _, r := range []Reader{r, mustOpenWith(t, file, o)} { // after row 0, r is already at the right position, but the new reader must seek
				if err := r.Seek(at, int64(i), 1); err != nil {
					t.Fatal(err)
				}
				got, err := readRows(r, 7)
				if err != nil || !slices.Equal(got, want[i:i+1]) {
					t.Fatalf("%s: row %d: error %v, difference (-want +got):\n%s", c, i, err, cmp.Diff(want[i:i+1], got))
				}
				next = r.Position()
			}
			if at == next || next != r.Position() {
				t.Fatalf("%s: after row %d one reader is at %v, another at %v", c, i, r.Position(), next)
			}
			at = next
		}
		if at != atFile(1) {
			t.Errorf("%s: after the last row, the reader is at %v", c, at)
		}
	}
}

// openTB is implemented by *testing.T, *testing.B and *rapid.T.
type openTB interface {
	rapid.TB
	Cleanup(func())
}

func mustOpen(t openTB, file string) Reader { return mustOpenWith(t, file, keepAll) }

func mustOpenWith(t openTB, file string, o ReadOptions) Reader {
	t.Helper()
	r, err := Open([]string{file}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// mustRead reads the next n rows, or all remaining rows if n is negative, and returns the position
// after these rows.
func mustRead(t *testing.T, r Reader, n int64) Position {
	t.Helper()
	if err := r.Seek(r.Position(), 0, n); err != nil {
		t.Fatal(err)
	}
	if _, err := readRows(r, 2); err != nil {
		t.Fatal(err)
	}
	return r.Position()
}

// TestSeekInPlaceIsFree checks that seeking to the current position of a reader neither opens a
// file nor reads from it.
func TestSeekInPlaceIsFree(t *testing.T) {
	lines := strings.Repeat(puzzle(0)+"\n", 10)
	files := []string{
		store(t, "in.txt", lines),
		store(t, "in.txt.gz", compressText(t, compress.Gzip, lines)),
		store(t, "in.parquet", string(parquetOf(t, [][]column{{texts("puzzle", strings.Fields(lines)...)}}))),
	}
	for _, file := range files {
		r := mustOpen(t, file)
		at := mustRead(t, r, 5)
		before, _ := r.Progress()
		source := r.(*dataSet).current
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if err := r.Seek(at, 5, -1); err != nil {
			t.Fatal(err)
		}
		if done, _ := r.Progress(); done != before || r.(*dataSet).current != source {
			t.Errorf("%s: the file was read or opened again", file)
		}
		if got, err := readRows(r, 100); err != nil || len(got) != 5 {
			t.Errorf("%s: %d rows are left, error %v", file, len(got), err)
		}
	}
}

// TestImpossiblePositions checks that seeking to an impossible position fails, and that the reader
// can still seek to a valid position.
func TestImpossiblePositions(t *testing.T) {
	text := "puzzle,id\n" + puzzle(0) + ",1\n" + puzzle(1) + ",2"
	gz, plain := store(t, "in.csv.gz", compressText(t, compress.Gzip, text)), store(t, "in.csv", text)
	columnar := store(t, "in.parquet", string(parquetOf(t, [][]column{{texts("puzzle", puzzle(0), puzzle(1))}})))
	arrow := store(t, "in.arrow", string(mustConvert(t, []string{plain}, keepAll, "out.arrow", WriteOptions{}, 10)))
	array := store(t, "in.npy", npyOf("'|u1'", "%d, 81", 1)(sampleRecords(2)))
	archive := store(t, "in.zip", testkit.Zip("in.csv", text))
	tests := []struct {
		file string
		at   Position
		says string
	}{
		{plain, Position{0, 5, 1}, "in.csv: no row starts at byte 5"},
		{plain, Position{0, 20, 2}, "in.csv: no row starts at byte 20"},
		{plain, Position{0, 1000, 2}, "in.csv: byte 1000 is beyond the end of the text, which has 177 bytes"},
		{gz, Position{0, 5, 1}, "in.csv.gz: no row starts at byte 5"},
		{gz, Position{0, 20, 2}, "in.csv.gz: no row starts at byte 20"},
		{gz, Position{0, 1000, 2}, "in.csv.gz: byte 1000 is beyond the end of the text, which has 177 bytes"},
		{columnar, Position{0, 3, 4}, "in.parquet: row 4 is beyond the last row (2)"},
		{arrow, Position{0, 3, 4}, "in.arrow: row 4 is beyond the last row (2)"},
		{array, Position{0, 3, 4}, "in.npy: row 4 is beyond the last row (2)"},
		{archive, Position{0, 1 << 50, 99}, "in.zip: there is no row at the recorded position"},
		{plain, Position{0, -1, 1}, "cannot be the start of row"},
		{plain, Position{0, 0, 0}, "cannot be the start of row"},
		{plain, Position{1, 3, 1}, "beyond the end of the data set; the last file is file 0"},
		{plain, Position{2, 0, 1}, "beyond the end of the data set"},
	}
	for _, test := range tests {
		r := mustOpen(t, test.file)
		wantError(t, r.Seek(test.at, 0, -1), test.says)
		if err := r.Seek(atFile(0), 0, -1); err != nil {
			t.Fatal(err)
		}
		if got, err := readRows(r, 10); err != nil || len(got) != 2 {
			t.Errorf("after seeking to %+v: %d rows, error %v", test, len(got), err)
		}
	}
	wantError(t, mustOpen(t, plain).Seek(atFile(0), -1, 1), "row -1")
	wantError(t, mustOpen(t, store(t, "in.json", "[]")).Seek(Position{0, 2, 1}, 0, -1), "in.json: no row starts at byte 2")
	// The end of the text is a valid position even if the last line has no line ending.
	if err := mustOpen(t, gz).Seek(Position{0, 177, 4}, 2, -1); err != nil {
		t.Error(err)
	}
}

// TestSeekInStandardInput checks that a reader can seek forward in standard input, but not
// backward.
func TestSeekInStandardInput(t *testing.T) {
	text := "2\n" + puzzle(0) + "\n" + puzzle(1) + "\n" + puzzle(2) + "\n"
	open := func() Reader {
		r := mustOpenWith(t, "-", ReadOptions{Stdin: strings.NewReader(text)})
		return r
	}
	r := open()
	want, err := readRows(r, 10)
	if err != nil {
		t.Fatal(err)
	}
	first := open()
	second := mustRead(t, first, 1)
	wantError(t, first.Seek(atFile(0), 0, -1), "standard input: a stream cannot be read again from an earlier position")
	wantError(t, r.Seek(second, 1, -1), "standard input: a stream cannot be read again")
	last := open()
	if err := last.Seek(second, 1, -1); err != nil {
		t.Fatal(err)
	}
	got, err := readRows(last, 10)
	if diff := cmp.Diff(want[1:], got); err != nil || diff != "" {
		t.Errorf("error %v, rows differ (-want +got):\n%s", err, diff)
	}
}

// TestSeekDecodesNoPagesBefore checks that pages before a part are not decoded. Damage in these
// pages must not affect the part.
func TestSeekDecodesNoPagesBefore(t *testing.T) {
	var grids []string
	for i := range 2 * sampleRows {
		grids = append(grids, fmt.Sprintf("%03d%s", i, puzzle(0)[3:]))
	}
	data := parquetOf(t, [][]column{{texts("puzzle", grids...)}}, append([]parquet.WriterProperty{parquet.WithDictionaryDefault(false)}, parquetVariants["small pages"]...)...)
	data = bytes.Replace(data, []byte("Q\x00\x00\x00150"), []byte("\xff\xff\xff\xff150"), 1) // damage the length of a value in a page that Open does not read
	r := mustOpen(t, store(t, "in.parquet", string(data)))
	if err := r.Seek(Position{0, 160, 161}, 160, -1); err != nil {
		t.Fatal(err)
	}
	if got, err := readRows(r, 7); err != nil || len(got) != 40 {
		t.Errorf("%d rows, error %v", len(got), err)
	}
	if err := r.Seek(atFile(0), 0, -1); err != nil {
		t.Fatal(err)
	}
	_, err := readRows(r, 7)
	wantError(t, err, "page 151: the declared size of value 1")
}
