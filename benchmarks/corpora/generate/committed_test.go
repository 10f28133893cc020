package generate

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// every is the interval between the rows that TestCommittedFilesAreFresh generates again. With
// -short, the interval is ten times as long. Generating all rows takes most of a minute, but a few
// rows reveal a change to the generator.
var every = flag.Int("every", 40, "generate every n-th row of the corpora again")

func TestCommittedFilesAreFresh(t *testing.T) {
	step := *every
	if testing.Short() {
		step *= 10
	}
	for _, r := range recipes {
		t.Run(r.file, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("..", r.file))
			if err != nil {
				t.Fatal(err)
			}
			rest, found := strings.CutPrefix(string(text), r.head())
			if !found {
				t.Fatalf("the header is stale; run go generate ./benchmarks/corpora")
			}
			rows := strings.SplitAfter(rest, "\n")
			if len(rows) != r.rows+1 || rows[r.rows] != "" {
				t.Fatalf("got %d lines that end in a newline, want %d", len(rows)-1, r.rows)
			}
			for i := 0; i < r.rows; i += step {
				if want := r.rowAt(i) + "\n"; rows[i] != want {
					t.Fatalf("row %d is stale; run go generate ./benchmarks/corpora\nhave %swant %s", i, rows[i], want)
				}
			}
		})
	}
}

func TestTextIsHeadAndRows(t *testing.T) {
	r := recipes[0]
	r.rows = 50
	want := r.head()
	for i := range r.rows {
		want += r.rowAt(i) + "\n"
	}
	if string(r.text()) != want {
		t.Error("rows are missing or out of order")
	}
}

func TestSeedsDiffer(t *testing.T) {
	files := make(map[uint64]string)
	for _, r := range recipes {
		if other, found := files[r.seed]; found {
			t.Errorf("%s and %s have seed %d", other, r.file, r.seed)
		}
		files[r.seed] = r.file
	}
}

func TestShuffledIsEquivalent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		solution, puzzle := solvedGrid(rng), minimal(rng)
		if q := shuffled(rng, &solution); !q.SolutionOf(&q) {
			t.Errorf("%s became %s", &solution, &q)
		}
		if q := shuffled(rng, &puzzle); q.Clues() != puzzle.Clues() || !isUnique(&q) {
			t.Errorf("%s became %s", &puzzle, &q)
		}
	}
}
