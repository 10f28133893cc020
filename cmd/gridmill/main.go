// Gridmill solves Sudoku puzzles by the million.
package main

import (
	"context"
	"os"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	s := &session{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	s.stopOnSignals(s.stderr, cancel)
	os.Exit(s.execute(ctx, os.Args[1:]))
}
