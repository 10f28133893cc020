package formats

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestPartsOfFormats checks that parts of files yield the same rows as whole files. It reads a file
// of each format, plain and in one of the containers. The third row is invalid. A few checks
// suffice, because the files are small and each check reads several parts of each file.
func TestPartsOfFormats(t *testing.T) {
	boundRapid(t, "16")
	records := sampleRecords(7)
	records[2].puzzle = records[2].puzzle[:80] + "!"
	for i, f := range sampleFormats() {
		for _, c := range []sampleContainer{sampleContainers[0], sampleContainers[1+i%3]} {
			name, text := c.pack(f.file, f.encode(records))
			if file := store(t, name, text); f.from != "parquet" || c.name == "plain" { // Parquet cannot be read from a container
				t.Run(f.name+"/"+c.name, rapid.MakeCheck(func(t *rapid.T) { checkParts(t, []string{file, file}, keepAll) }))
			}
		}
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
		if !formatOfStart([]byte(text)).isJSON() {
			t.Skip("no JSON")
		}
		checkOutcomes(t, "in.json", text, keepAll, int(batch)+1)
	})
}

// TestSkippedPuzzleArrays checks that the error names a skipped array if an archive has no puzzles.
func TestSkippedPuzzleArrays(t *testing.T) {
	digits := func(grid string) string {
		return strings.Map(func(c rune) rune { return max(c-'0', 0) }, grid)
	}
	file := store(t, "in.npz", testkit.Zip("x.npy", testkit.NPY("'|u1'", "True", "1, 81", digits(puzzle(0))), "y.npy", testkit.NPY("'|u1'", "False", "1, 81", digits(solution(0)))))
	_, err := outcomes([]string{file}, ReadOptions{}, 10)
	wantError(t, err, "in.npz: the array x.npy was skipped: it is stored in column-major order", "the grids (in y) have no blanks")
}
