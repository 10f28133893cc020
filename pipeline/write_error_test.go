package pipeline

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/pipeline/internal/testkit"
)

// torn is a writer that fails in the middle of a write, as if the disk were full.
type torn struct{ room int }

var errTorn = errors.New("the disk is full")

func (w *torn) Write(p []byte) (int, error) {
	if len(p) > w.room {
		n := w.room
		w.room = 0
		return n, errTorn
	}
	w.room -= len(p)
	return len(p), nil
}

type sized int

func (s *sized) Write(p []byte) (int, error) { *s += sized(len(p)); return len(p), nil }

// TestWriterFailsAtEveryByte makes outputs fail after various numbers of bytes. For a large output,
// it tries only numbers near the end of the first batch and near the end of the output. The run
// must return the writer's error and leave no goroutines.
func TestWriterFailsAtEveryByte(t *testing.T) {
	small, large := testkit.Puzzles(t, 3), testkit.Puzzles(t, 9000)
	before := runtime.NumGoroutine()
	for _, name := range []string{"x.csv", "x.csv.gz", "x.csv.zst", "x.txt", "zstd.parquet", "snappy.parquet", "none.parquet"} {
		t.Run(name, func(t *testing.T) {
			sizeOf := func(input string, batch int) (n sized) {
				s := setup{strings.NewReader(input), &n, name, 2, batch, testkit.NewIdle}
				if _, err := s.run(t.Context()); err != nil {
					t.Fatal(err)
				}
				return n
			}
			failAt := func(input string, batch, room int) {
				s := setup{strings.NewReader(input), &torn{room}, name, 2, batch, testkit.NewIdle}
				if _, err := s.run(t.Context()); !errors.Is(err, errTorn) {
					t.Fatalf("room for %d bytes: error %v", room, err)
				}
			}
			step := 1
			switch {
			case testing.Short():
				step = 20
			case name == "zstd.parquet" || name == "snappy.parquet": // written like none.parquet
				step = 7
			}
			for room, size := 0, int(sizeOf(small, 2)); room < size; room += step {
				failAt(small, 2, room)
			}
			size := int(sizeOf(large, 4096))
			for _, edge := range []int{size * 4096 / 9000, size} {
				for room := max(edge-1, 0); room < min(edge+2, size); room++ {
					failAt(large, 4096, room)
				}
			}
		})
	}
	wantNoGoroutines(t, before)
}
