// Gridmill solves Sudoku puzzles by the million.
package main

import (
	"context"
	"os"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	std := streams{os.Stdin, os.Stdout, os.Stderr}
	stopOnSignals(cancel, std.err)
	os.Exit(run(ctx, os.Args[1:], std))
}
