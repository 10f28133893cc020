package formats

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// recordFiles stores a data set with an invalid third row in many formats, and returns the files.
func recordFiles(t testing.TB) map[string]string {
	const rows = 7
	var lines, csv strings.Builder
	csv.WriteString("id,puzzle,note\n")
	npy := fmt.Sprintf("{'descr': '|S81', 'fortran_order': False, 'shape': (%d,), }", rows)
	npy = "\x93NUMPY\x01\x00\x76\x00" + npy + strings.Repeat(" ", 117-len(npy)) + "\n"
	for n := range rows {
		p := puzzle(n)
		if n == 2 {
			p = p[:80] + "!"
		}
		fmt.Fprintf(&lines, "{\"id\": %d, \"puzzle\": %q, \"note\": \"two\\nlines\"}\n", n, p)
		fmt.Fprintf(&csv, "%d,%s,\"two\nlines\"\n", n, p)
		npy += p
	}
	array := "[" + strings.ReplaceAll(strings.TrimSpace(lines.String()), "\n", ",\n") + "]"
	first, rest := csv.String()[:bytesOfRows(csv.String(), 4)], csv.String()[bytesOfRows(csv.String(), 4):]
	dir := t.TempDir()
	in := func(name, text string) string { return storeIn(t, dir, name, text) }
	return map[string]string{
		"jsonl":    in("in.jsonl", lines.String()),
		"json":     in("in.json", array),
		"jsonl.gz": in("in.jsonl.gz", compressText(t, compress.Gzip, lines.String())),
		"npy":      in("in.npy", npy),
		"npz":      in("in.npz", testkit.Zip("puzzle.npy", npy)),
		"zip":      in("in.zip", testkit.Zip("a.csv", first, "empty.csv", "", "b.csv", "id,puzzle,note\n"+rest, "c.txt.csv", "id,puzzle,note\n")),
		"zipped":   in("zipped.zip", testkit.Zip("in.jsonl", lines.String())),
		"arrow":    in("in.arrow", string(mustConvert(t.(*testing.T), []string{in("in.csv", csv.String())}, keepAll, "out.arrow", WriteOptions{}, 3))),
	}
}

// bytesOfRows returns the combined size of the header and the given number of rows. Each row
// consists of two lines.
func bytesOfRows(csv string, rows int) int {
	n := 0
	for range 2*rows + 1 {
		n += strings.IndexByte(csv[n:], '\n') + 1
	}
	return n
}

// TestPartsOfRecordFiles checks that parts of recordFiles yield the same rows as the whole files.
func TestPartsOfRecordFiles(t *testing.T) {
	for name, file := range recordFiles(t) {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) { checkParts(t, []string{file, file}, keepAll) }))
	}
}

// FuzzZip checks that reading an archive either fails or yields the same rows for every batch size.
func FuzzZip(f *testing.F) {
	f.Add([]byte(testkit.Zip("a.csv", "puzzle\n"+puzzle(0)+"\n", "b.csv", "puzzle\nx\n")), byte(1))
	f.Add([]byte(testkit.Zip("in.jsonl", "{\"puzzle\": \""+puzzle(0)+"\"}\n")), byte(2))
	f.Fuzz(func(t *testing.T, data []byte, batch byte) {
		if kind := filekind.Of(data); kind == nil || kind.Container != filekind.Zip {
			t.Skip("no archive")
		}
		checkOutcomes(t, "in.zip", string(data), keepAll, int(batch)+1)
	})
}

// FuzzRecords checks that reading JSON either fails or yields the same rows for every batch size.
func FuzzRecords(f *testing.F) {
	f.Add("{\"puzzle\": \""+puzzle(0)+"\"}\n{\"puzzle\": "+nested(puzzle(1))+", \"x\": {\"y\": [1]}}\n{}", byte(1))
	f.Add("[{\"puzzle\": \"\\u0031\"},\n{\"puzzle\": null}]", byte(2))
	f.Add("{\"a\": 1\n}{\"a\": \"\\\\\"}", byte(3))
	f.Fuzz(func(t *testing.T, text string, batch byte) {
		if kind := filekind.Of([]byte(text)); kind == nil || kind.What != "JSON" {
			t.Skip("no JSON")
		}
		checkOutcomes(t, "in.json", text, keepAll, int(batch)+1)
	})
}

// TestSkippedPuzzleArrays checks that the error for an archive without puzzles names an array that
// was skipped.
func TestSkippedPuzzleArrays(t *testing.T) {
	array := func(order, values string) string {
		header := fmt.Sprintf("{'descr': '|u1', 'fortran_order': %s, 'shape': (1, 81), }", order)
		return "\x93NUMPY\x01\x00\x76\x00" + header + strings.Repeat(" ", 117-len(header)) + "\n" + values
	}
	digits := func(grid string) string {
		return strings.Map(func(c rune) rune { return max(c-'0', 0) }, grid)
	}
	file := store(t, "in.npz", testkit.Zip("x.npy", array("True", digits(puzzle(0))), "y.npy", array("False", digits(solution(0)))))
	_, err := outcomes([]string{file}, ReadOptions{}, 10)
	wantError(t, err, "in.npz: the array x.npy was skipped: it is stored column by column", "its grids (in y) have no blanks")
}
