package formats

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/filekind"
)

// FuzzCSV checks that CSV rows are the same for every batch size, and that they agree with
// fieldByField.
func FuzzCSV(f *testing.F) {
	f.Add("id,puzzle\n1,\""+puzzle(0)+"\"\r\n", byte(1), byte(1))
	f.Add("a,\"b\n\"\"c\",d\r\n\r\n\"x\"y,z\n", byte(2), byte(3))
	f.Add("\ufeff\"a\"\r\r\n,\"\n", byte(3), byte(2))
	f.Add("puzzle,solution\n"+puzzle(0)+","+solution(0)+"\n\""+puzzle(1)+"\",\""+solution(1)+"\"\n", byte(9), byte(1))
	f.Add("id,puzzle,note\n"+strings.Repeat("1,"+puzzle(0)+","+notes[5]+"\n,"+puzzle(1)+",\n", 9), byte(99), byte(99))
	f.Fuzz(func(t *testing.T, text string, _, batch byte) {
		if filekind.Of([]byte(text)) != nil || formatOfStart([]byte(text)) != Auto {
			t.Skip("may not be text")
		}
		checkOutcomes(t, "in.csv", text, keepAll, int(batch)+1)
		checkParsing(t, text, keepAll, int(batch)+1)
	})
}

// checkOutcomes reads a file in batches of the given size and in batches of 1,000 rows. The
// outcomes must be equal.
func checkOutcomes(t *testing.T, name, text string, o ReadOptions, batch int) []outcome {
	file := store(t, name, text)
	one, errOne := outcomes([]string{file}, o, batch)
	all, errAll := outcomes([]string{file}, o, 1000)
	if (errOne == nil) != (errAll == nil) {
		t.Fatalf("batches of %d give the error %v, of 1000 %v", batch, errOne, errAll)
	}
	if errAll != nil {
		return nil
	}
	if len(one) != len(all) {
		t.Fatalf("batches of %d give %d rows, of 1000 %d", batch, len(one), len(all))
	}
	for i := range all {
		if one[i] != all[i] {
			t.Fatalf("batches of %d: row %d is %+v, want %+v", batch, i, one[i], all[i])
		}
		if (all[i].Puzzle == "") != (all[i].Verdict == "invalid") || all[i].Puzzle == "" && all[i].Reason == "" {
			t.Fatalf("row %d must be a puzzle or invalid for a reason: %+v", i, all[i])
		}
	}
	return all
}

// FuzzText checks that each line of a text file is a row, unless the line is empty or a comment.
func FuzzText(f *testing.F) {
	f.Add("# comment\r\n"+puzzle(0)+" tail\n", byte(1))
	f.Add("2\n"+nested(puzzle(0))+" x\nabc "+puzzle(1), byte(2))
	f.Add("é"+puzzle(0)+"\n[[1]\n\n\r\n", byte(3))
	f.Fuzz(func(t *testing.T, text string, batch byte) {
		if bytes.ContainsFunc([]byte(text[:min(len(text), 1)]), func(c rune) bool { return c == utf8.RuneError || c == 0x1f || c == 0x28 || c == 'P' }) || len(text) > 1<<15 || filekind.Of([]byte(text)) != nil || formatOfStart([]byte(text)) != Auto {
			t.Skip("perhaps not text, or not one row per line")
		}
		rows := checkOutcomes(t, "in.txt", text, ReadOptions{Format: Text, Keep: ParseKeep("all")}, int(batch)+1)
		if !strings.Contains(text, "\n") {
			text = strings.ReplaceAll(text, "\r", "\n")
		}
		want := 0
		for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
			line := []byte(strings.TrimSuffix(line, "\r"))
			if !skipLine(line) {
				if want < len(rows) && rows[want].Line != int64(i+1) {
					t.Fatalf("row %d is on line %d, but Line is %d", want, i+1, rows[want].Line)
				}
				want++
			}
		}
		if len(rows) != want {
			t.Fatalf("%d rows, want %d", len(rows), want)
		}
	})
}

// FuzzParquet checks that reading a Parquet file either fails or yields as many rows as its footer
// declares.
func FuzzParquet(f *testing.F) {
	f.Add(parquetOf(f, [][]column{{texts("puzzle", puzzle(0), puzzle(1))}, {texts("puzzle", "x")}}))
	f.Add(parquetOf(f, [][]column{{texts("id", "1"), texts("grid", puzzle(0))}}, parquetVariants["plain"]...))
	f.Add(typedFile(f)[:100])
	seeds, _ := filepath.Glob(filepath.Join(hostile, "*.parquet"))
	for _, seed := range seeds {
		if data, err := os.ReadFile(seed); err == nil && len(data) < 1<<13 {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		// The fuzzer does not notice if reading hangs.
		watch := time.AfterFunc(readLimit, func() { panic("still reading") })
		rows := checkOutcomes(t, "in.parquet", string(data), keepAll, 3)
		watch.Stop()
		if rows == nil {
			return
		}
		if want := openBytes(t, data).NumRows(); int64(len(rows)) != want {
			t.Fatalf("%d rows, but the footer says %d", len(rows), want)
		}
	})
}

// FuzzDecompress checks that package compress and the function oracle either return the same text
// or both fail.
func FuzzDecompress(f *testing.F) {
	for c := range extensions {
		f.Add([]byte(compressText(f, c, puzzle(0))))
		f.Add([]byte(compressText(f, c, puzzle(0)) + compressText(f, c, "") + compressText(f, c, "x")))
	}
	f.Add([]byte("plain"))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, kind, err := compress.NewReader(bytes.NewReader(data), compress.None)
		var got []byte
		if err == nil {
			got, err = io.ReadAll(io.LimitReader(in, 1<<22))
			if closed := in.Close(); err == nil {
				err = closed
			}
		}
		want, wantErr := oracle(kind, data)
		if (err == nil) != (wantErr == nil) || err == nil && !bytes.Equal(got, want) {
			t.Fatalf("%d bytes, error %v; other decoders give %d bytes, error %v", len(got), err, len(want), wantErr)
		}
	})
}

// oracle decompresses gzip and Zstandard data, and returns other data unchanged.
func oracle(kind compress.Kind, data []byte) ([]byte, error) {
	switch kind {
	case compress.Gzip:
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(io.LimitReader(r, 1<<22))
	case compress.Zstd:
		r, err := zstd.NewReader(nil, zstd.WithDecoderMaxWindow(128<<20), zstd.WithDecoderMaxMemory(1<<22))
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return r.DecodeAll(data, nil)
	}
	return data, nil
}
