package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestDamageDoesNotDependOnBatches reads Parquet files that are damaged at two positions. Large
// batches must report the same damage as batches of one row.
func TestDamageDoesNotDependOnBatches(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	lists := listMaker{random: r, depth: 2, large: 1 << 31}
	var puzzles, answers []string
	for i := range 200 {
		lists.addAny(puzzle(i % 10))
		puzzles, answers = append(puzzles, puzzle(i%10)), append(answers, solution(i%10))
	}
	columns := []column{lists.column("lists", parquet.Types.Int64, schema.NoLogicalType{}), texts("puzzle", puzzles...), texts("solution", answers...)}
	whole := parquetOf(t, [][]column{columns, columns}, parquet.WithCompression(compress.Codecs.Snappy), parquet.WithDataPageSize(1000), parquet.WithBatchSize(20))
	path := store(t, "damaged.parquet", "")
	faults := map[string]bool{}
	rounds := testkit.Rounds(150)
	for round := range rounds {
		text := bytes.Clone(whole)
		for range 2 {
			text[len(whole)/10+r.IntN(len(whole)*8/10)] ^= 1 << r.IntN(8)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		want := readFault(path, 1)
		faults[want] = true
		size := []int{7, 64, 1000}[round%3]
		if got := readFault(path, size); got != want {
			t.Errorf("batches of %d end with %s\nand those of one row with %s", size, got, want)
		}
	}
	if len(faults) < rounds/5 {
		t.Errorf("only %d different errors occurred", len(faults))
	}
}

func readFault(path string, size int) string {
	err := eachBatch([]string{path}, keepAll, size, func(Reader, *Batch) error { return nil })
	return fmt.Sprint(err)
}

// TestRowsBeforeAFaultAreRead checks that, if a stream fails, the reader first returns all rows
// that precede the failure, and then the error. The error can arrive together with the last bytes.
// A row that is cut off by the failure must not be returned.
func TestRowsBeforeAFaultAreRead(t *testing.T) {
	torn := errors.New("the cable was pulled")
	for format, row := range map[Format]string{Text: puzzle(0) + "\n", Grids: linesOf(puzzle(0)) + "\n"} {
		rows := strings.Repeat(row, 10)
		text := rows + row[:len(row)*2/3]
		for name, end := range map[string]func() io.Reader{
			"together": func() io.Reader { return &tornReader{text, torn} },
			"after":    func() io.Reader { return io.MultiReader(strings.NewReader(text), &tornReader{"", torn}) },
		} {
			for _, size := range []int{3, 10, 100} {
				// Open reads only these rows, so the failure occurs later.
				head := strings.NewReader(strings.Repeat(rows, readSize/len(rows)+1))
				r, err := Open([]string{files.StdStream}, ReadOptions{Format: format, Stdin: io.MultiReader(head, end())})
				if err != nil {
					t.Fatal(err)
				}
				n, b := 0, NewBatch(size)
				for err == nil {
					err = r.Read(b)
					n += b.Len()
				}
				if want := 10 * (readSize/len(rows) + 2); n != want || !errors.Is(err, torn) || r.Read(b) == nil {
					t.Errorf("%s, %s, batches of %d: %d rows, want %d, and then %v", format, name, size, n, want, err)
				}
			}
		}
	}
}

// tornReader returns an error once, together with its last bytes.
type tornReader struct {
	text string
	err  error
}

func (r *tornReader) Read(p []byte) (int, error) {
	n := copy(p, r.text)
	r.text = r.text[n:]
	if r.text == "" {
		err := r.err
		r.err = io.EOF
		return n, err
	}
	return n, nil
}
