package formats_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gridmill/gridmill/formats"
)

// ExampleOpen prints the start of each puzzle in a table, or the reason why a row is invalid. Batches
// must be read in order, but any goroutine can parse them.
func ExampleOpen() {
	table := "id,puzzle\n1," + strings.Repeat("0", 81) + "\n2,12345\n"
	r, err := formats.Open([]string{"-"}, formats.ReadOptions{Stdin: strings.NewReader(table)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	for b := formats.NewBatch(formats.SectionRows); ; {
		err := r.Read(b)
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = b.Parse()
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		for i := range b.Len() {
			file, line := b.Origin(i)
			row := b.Puzzles[i].String()[:9]
			if b.Puzzles[i][0] == 0 { // the zero Grid is not a puzzle
				row = b.Reasons[i].String()
			}
			fmt.Printf("%s, line %d: %s\n", file, line, row)
		}
	}
	// Output:
	// standard input, line 2: .........
	// standard input, line 3: 5 characters; a puzzle has 81
}
