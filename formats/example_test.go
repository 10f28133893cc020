package formats_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/gridmill/gridmill/formats"
)

// ExampleOpen reads files in several formats as one data set. Batches must be read in order, but
// any goroutine can parse them.
func ExampleOpen() {
	if err := printPuzzles(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// a.txt, line 2: 53..7....
	// b.csv, line 2: .........
	// b.csv, line 3: 5 characters; a puzzle has 81
}

// printPuzzles prints the start of each puzzle in two files, or the reason why a row is invalid.
func printPuzzles() error {
	dir, err := os.MkdirTemp("", "puzzles")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	lines, table := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.csv")
	puzzle := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	err = errors.Join(
		os.WriteFile(lines, []byte("# one puzzle per line\n"+puzzle+"\n"), 0o600),
		os.WriteFile(table, []byte("puzzle\n"+strings.Repeat("0", 81)+"\n12345\n"), 0o600),
	)
	if err != nil {
		return err
	}

	r, err := formats.Open([]string{lines, table}, formats.ReadOptions{})
	if err != nil {
		return err
	}
	defer r.Close()
	b := formats.NewBatch(formats.SectionRows)
	for {
		err := r.Read(b)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = b.Parse()
		}
		if err != nil {
			return err
		}
		for i := range b.Len() {
			file, line := b.Origin(i)
			row := b.Puzzles[i].String()[:9]
			if b.Puzzles[i][0] == 0 { // the zero Grid is not a puzzle
				row = b.Reasons[i].String()
			}
			fmt.Printf("%s, line %d: %s\n", filepath.Base(file), line, row)
		}
	}
}
