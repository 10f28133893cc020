// Gridmill solves Sudoku puzzles by the million.
package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	s := &session{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	s.stopOnSignals(cancel)
	os.Exit(s.execute(ctx, os.Args[1:]))
}

// execute runs a command line and returns its exit code.
func (s *session) execute(ctx context.Context, args []string) int {
	s.args = args
	root := newRoot(s)
	root.SetArgs(args)
	out := bufio.NewWriter(s.stdout) // remembers write errors, which cobra ignores
	root.SetOut(out)
	err := guarded(func() error { return root.ExecuteContext(ctx) })
	err = cmp.Or(err, out.Flush())
	if is[interruption](context.Cause(ctx)) {
		s.lastWord.Lock()
	}
	if err != nil && !readerGone(err) {
		s.complain(err)
	}
	return exitCode(err)
}

func (s *session) complain(err error) {
	fmt.Fprintf(files.PrintableLines(s.stderr), "gridmill: %s\n", plainly(err))
}

// guarded calls the function work. If work panics, guarded returns an error.
func guarded(work func() error) (err error) {
	defer pipeline.Recover(&err, "running the command")
	return work()
}
