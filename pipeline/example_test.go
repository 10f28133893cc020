package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// This example reads lines of text and writes CSV in the same order.
func ExampleRun() {
	input := strings.NewReader(`
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
.................................................................................
55...............................................................................
`)
	reader, err := formats.Open([]string{files.StdStream}, formats.ReadOptions{Stdin: input, Format: formats.Text})
	if err != nil {
		log.Fatal(err)
	}
	writer, err := formats.Create(os.Stdout, "solved.csv", reader.Schema(), formats.WriteOptions{})
	if err != nil {
		log.Fatal(err)
	}
	totals, err := pipeline.Run(context.Background(), pipeline.Config{
		Reader:    reader,
		Writers:   []formats.Writer{writer},
		NewSolver: func() (solver.Solver, error) { return solver.New(solver.Default, solver.Config{MaxSolutions: 2}) },
		Workers:   2,
		BatchRows: 4096,
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := errors.Join(writer.Close(), reader.Close()); err != nil {
		log.Fatal(err)
	}
	fmt.Println(totals.Rows, "rows,", totals.Verdicts[solver.Unique], "with one solution")
	// Output:
	// puzzle,solution,verdict,solution_count,reason
	// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,534678912672195348198342567859761423426853791713924856961537284287419635345286179,unique,1,
	// .................................................................................,123456789456789123789123456231674895875912364694538217542361978317895642968247531,multiple,2,
	// 55...............................................................................,,none,0,clue_repeats digit=5 house=row1
	// 3 rows, 1 with one solution
}
