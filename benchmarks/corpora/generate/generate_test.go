// Package generate generates the corpora that gridmill ships. The result is the same on every
// machine. The package consists of tests, which compare new rows with the committed files.
package generate

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

var write = flag.Bool("write", false, "write the corpora; go generate ./benchmarks/corpora does that")

func TestWrite(t *testing.T) {
	if !*write {
		t.Skip("only with -write")
	}
	for _, r := range recipes {
		if err := os.WriteFile(filepath.Join("..", r.file), r.text(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// text returns the contents of the corpus file.
func (r *recipe) text() []byte {
	rows := make([]string, r.rows)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < r.rows; i = int(next.Add(1)) - 1 {
				rows[i] = r.rowAt(i)
			}
		})
	}
	workers.Wait()
	return []byte(r.head() + strings.Join(rows, "\n") + "\n")
}

// rowAt generates row i, counting from 0. Each row has its own random sequence, so rows can be
// generated in any order.
func (r *recipe) rowAt(i int) string {
	return r.row(rand.New(rand.NewPCG(r.seed, uint64(i))), i)
}

// head returns the text before the rows: column names in a CSV file, or comments in a text file.
func (r *recipe) head() string {
	if r.columns != "" {
		return r.columns + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %d puzzles, made by go generate ./benchmarks/corpora\n#\n", r.file, r.rows)
	for line := range strings.Lines(strings.TrimSpace(r.about)) {
		b.WriteString("# " + line)
	}
	fmt.Fprintf(&b, "\n#\n# Seed: row i, counted from 0, comes from PCG(%d, i) of Go's math/rand/v2.\n", r.seed)
	return b.String()
}
