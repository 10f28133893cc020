package formats

import (
	"testing"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestPromisesOfNames checks that a file with an extension such as .zip or .parquet causes an error
// if it is empty or has a different format.
func TestPromisesOfNames(t *testing.T) {
	line := puzzle(0) + "\n"
	damaged := []byte(testkit.Zip("a.txt", line))
	damaged[0] ^= 1
	readEmpty := func(extension string) ([]outcome, error) {
		name, text := "in."+extension, ""
		if k := compress.ByExtension(name); k != compress.None {
			text = compressText(t, k, "")
		}
		return outcomes([]string{store(t, name, text)}, ReadOptions{}, 10)
	}
	for _, extension := range []string{"zip", "npz", "npy", "json", "arrow", "feather", "parquet", "npy.gz", "json.zst", "arrow.gz"} {
		_, err := readEmpty(extension)
		wantError(t, err, "in."+extension)
	}
	_, err := outcomes([]string{store(t, "in.zip", string(damaged))}, ReadOptions{}, 10)
	wantError(t, err, "in.zip: it is binary data of an unknown kind", "damaged")
	for _, extension := range []string{"zip", "npy", "arrow", "parquet"} {
		for _, text := range []string{line, `{"error":"Access denied"}`} {
			_, err := outcomes([]string{store(t, "in."+extension, text)}, ReadOptions{}, 10)
			wantError(t, err, "in."+extension+": the first bytes are not those of "+extension+" data")
		}
	}
	for _, format := range []Format{NPY, Arrow, JSON, Parquet} {
		_, err := outcomes([]string{store(t, "in", "")}, ReadOptions{Format: format}, 10)
		wantError(t, err, "in: ")
	}
	for _, extension := range []string{"txt", "csv", "tsv", "jsonl", "txt.gz", "dat"} {
		if rows, err := readEmpty(extension); err != nil || len(rows) > 0 {
			t.Errorf("%s: %d rows, error %v", extension, len(rows), err)
		}
	}
	if rows, err := outcomes([]string{store(t, "in.zip", line)}, ReadOptions{Format: Text}, 10); err != nil || len(rows) != 1 {
		t.Errorf("text by request: %d rows, error %v", len(rows), err)
	}
}
