package formats

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// packed wraps text as a file of the given compression would be.
func packed(t testing.TB, c Compression, text string) string {
	t.Helper()
	var out bytes.Buffer
	w, err := compressTo(&out, c)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var extensions = map[Compression]string{Gzip: ".gz", Zstd: ".zst"}

// Compressed files are told by their first bytes, whatever their name, and may
// consist of several members or frames, empty ones among them.
func TestCompressedInputs(t *testing.T) {
	for c, ext := range extensions {
		one, none, two := packed(t, c, "id,puzzle\n1,"+puzzle(0)+"\n2,"), packed(t, c, ""), packed(t, c, puzzle(1)+"\n")
		for _, name := range []string{"in.csv" + ext, "in.csv", "in"} {
			t.Run(name+" "+c.String(), func(t *testing.T) {
				got := mustOutcomes(t, store(t, name, one+none+two+none), ReadOptions{})
				if len(got) != 2 || got[0].Puzzle != puzzle(0) || got[1].Puzzle != puzzle(1) || got[1].Line != 3 {
					t.Errorf("rows %v", got)
				}
			})
		}
		if got := mustOutcomes(t, store(t, "in.txt"+ext, none), ReadOptions{}); len(got) != 0 {
			t.Errorf("nothing, compressed, gives rows %v", got)
		}
		if got := mustOutcomes(t, store(t, "in.txt"+ext, puzzle(0)+"\n"), ReadOptions{}); len(got) != 1 {
			t.Errorf("%s on text that is not compressed gives rows %v", ext, got)
		}
	}
	skipped := "\x5a\x2a\x4d\x18\x03\x00\x00\x00abc" + packed(t, Zstd, puzzle(0))
	if got := mustOutcomes(t, store(t, "in.txt", skipped), ReadOptions{}); len(got) != 1 || got[0].Puzzle != puzzle(0) {
		t.Errorf("a frame to skip before it gives rows %v", got)
	}
}

// A compressed file that is cut off anywhere but between members gives an error
// that names it, never fewer rows.
func TestTruncatedInputs(t *testing.T) {
	var text strings.Builder
	for n := range 40 {
		text.WriteString(puzzle(n) + "\n")
	}
	for c, ext := range extensions {
		first := packed(t, c, text.String())
		data := first + packed(t, c, text.String())
		dir := t.TempDir()
		for n := range len(data) {
			if n == len(first) {
				continue // the second member is not there at all
			}
			file := storeIn(t, dir, "in.txt"+ext, data[:n])
			rows, err := outcomes([]string{file}, ReadOptions{}, 10)
			if err == nil {
				t.Fatalf("%d of %d bytes of %s give %d rows and no error", n, len(data), ext, len(rows))
			}
			wantError(t, err, "in.txt"+ext+": the "+c.String()+" data ")
		}
	}
}

// A flipped bit gives an error or does not matter, but never other rows.
func TestDamagedInputs(t *testing.T) {
	var text strings.Builder
	for n := range 20 {
		text.WriteString(puzzle(n) + "\n")
	}
	whole := map[Compression]string{Gzip: packed(t, Gzip, text.String()), Zstd: packed(t, Zstd, text.String())}
	dir := t.TempDir()
	want := fmt.Sprint(mustOutcomes(t, storeIn(t, dir, "in.txt", text.String()), ReadOptions{}))
	for c, data := range whole {
		damagedFiles := 0
		for n := 4; n < len(data); n++ {
			flipped := []byte(data)
			flipped[n] ^= 1 << (n % 8)
			file := storeIn(t, dir, "in.txt", string(flipped))
			rows, err := outcomes([]string{file}, ReadOptions{}, 10)
			switch {
			case err != nil:
				damagedFiles++
				wantError(t, err, "in.txt: the "+c.String()+" data ")
			case fmt.Sprint(rows) != want:
				t.Fatalf("%s with byte %d changed gives other rows and no error", c, n)
			}
		}
		if damagedFiles < len(data)/2 {
			t.Errorf("%s: only %d of %d changes were noticed", c, damagedFiles, len(data))
		}
	}
}

// What asks for too much memory is refused.
func TestHugeZstdWindowIsRefused(t *testing.T) {
	header := "\x28\xb5\x2f\xfd\x00\xa8" + strings.Repeat("\x00", 20) // a window of 2 GB
	_, err := outcomes([]string{store(t, "in.txt.zst", header)}, ReadOptions{}, 10)
	wantError(t, err, "in.txt.zst: the zstd data is damaged: window size exceeded")
}

// The compressed outputs are what the formats' own readers expect.
func TestCompressedOutputs(t *testing.T) {
	in := store(t, "in.txt", puzzle(0)+"\n")
	want := mustConvert(t, []string{in}, ReadOptions{}, "out.csv", WriteOptions{}, 10)
	gz, err := gzip.NewReader(bytes.NewReader(mustConvert(t, []string{in}, ReadOptions{}, "out.csv.gz", WriteOptions{}, 10)))
	if err != nil {
		t.Fatal(err)
	}
	zst, err := zstd.NewReader(bytes.NewReader(mustConvert(t, []string{in}, ReadOptions{}, "out.csv.zst", WriteOptions{}, 10)))
	if err != nil {
		t.Fatal(err)
	}
	defer zst.Close()
	var fromGzip, fromZstd bytes.Buffer
	if _, err := fromGzip.ReadFrom(gz); err != nil || !bytes.Equal(fromGzip.Bytes(), want) {
		t.Errorf("gzip gives %q, error %v", fromGzip.Bytes(), err)
	}
	if _, err := fromZstd.ReadFrom(zst); err != nil || !bytes.Equal(fromZstd.Bytes(), want) {
		t.Errorf("zstd gives %q, error %v", fromZstd.Bytes(), err)
	}
}
