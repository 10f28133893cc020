package converted

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// BenchmarkJSON converts lines as data sets have them; one operation is a row.
func BenchmarkJSON(b *testing.B) {
	line := `{"id": 12345, "question": "` + testkit.Puzzle(0) + `", "answer": "` + testkit.Solution(0) + `", "meta": {"source": "x", "tags": [1, 2]}}` + "\n"
	const rows = 30000 // so that the sample matters little
	text := []byte(strings.Repeat(line, rows))
	b.SetBytes(int64(len(line)))
	for n := 0; n < b.N; n += rows {
		if _, err := io.Copy(io.Discard, JSON(bytes.NewReader(text), Look{}, nil)); err != nil {
			b.Fatal(err)
		}
	}
}
