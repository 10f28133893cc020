package formats

import (
	"strings"
	"testing"
)

// Each kind of file is recognized whatever its name, and what is not read says what to do.
func TestRecognized(t *testing.T) {
	for start, what := range map[string]string{
		strings.Repeat("\x00", 257) + "ustar": "a tar archive", "7z\xbc\xaf\x27\x1c": "a 7z archive", "Rar!\x1a\x07": "a RAR archive",
		"\x5d\x00\x00": "LZMA data of the old kind", "\xff\x06\x00\x00sNaPpY": "Snappy data", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "an old Excel workbook (.xls)",
		"SQLite format 3\x00": "an SQLite database", "12345678DUCK": "a DuckDB database", "\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.": "a PyTorch file",
		"\x80\x04\x95": "a Python pickle", "\x89HDF\r\n\x1a\n": "an HDF5 file", "FEA1": "a Feather file of version 1", "ORC\n\x03\x00": "an ORC file", "Obj\x01": "an Avro file",
		"%PDF-1.7": "a PDF document", "\x89PNG\r\n": "a picture", "\n<!DOCTYPE HTML>": "a web page (HTML)", "<HTML>": "a web page (HTML)", "<?xml version=\"1.0\"?>": "XML",
		"version https://git-lfs.github.com/spec/v1\n": "a pointer of Git LFS",
	} {
		for _, name := range []string{"in", "in.csv", "in.txt"} {
			_, err := outcomes([]string{store(t, name, start+strings.Repeat(" ", 300))}, ReadOptions{}, 1)
			wantError(t, err, name+": it is "+what+", which cannot be read; ")
		}
	}
	// Text is read as text where that is asked for.
	rows, err := outcomes([]string{store(t, "in.txt", "{\"a\": 1}\n"+puzzle(0)+"\n")}, ReadOptions{Format: Text}, 9)
	if err != nil || len(rows) != 2 || rows[1].Puzzle != puzzle(0) {
		t.Errorf("rows %v, error %v", rows, err)
	}
}
