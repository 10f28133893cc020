package leaks_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/leaks"
)

// This example finds a puzzle in a test set that is equivalent to a puzzle in the training set.
func ExampleFinder() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	file := func(name, puzzle string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(puzzle+"\n"), 0o666); err != nil {
			log.Fatal(err)
		}
		return path
	}
	test := file("test.txt", "146....89......4.....9..52....3........4.19..927.85.....4.6...7..2.5...839..74.15")
	train := file("train.txt", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	f := &leaks.Finder{
		By:      keys.Puzzle,
		Sets:    []leaks.Set{{Name: "test", Files: []string{test}}, {Name: "train", Files: []string{train}}},
		Workers: 1, BatchRows: 4096, Most: 10,
	}
	found, all, err := f.Find(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(all, "leak: line", found[0].Row.Line, "of test is equivalent to line", found[0].Other.Line, "of train")
	if err := os.RemoveAll(dir); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1 leak: line 1 of test is equivalent to line 1 of train
}
