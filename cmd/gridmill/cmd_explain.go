package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

func newExplain(s *session) *cobra.Command {
	search := false
	c := &cobra.Command{
		Use:   "explain PUZZLE",
		Short: "Solve one puzzle step by step, with the techniques that people use",
		Long: `Explain solves a puzzle with the techniques that people use, from the easiest to the
hardest, and says why each step is right. It works in waves: a wave applies everything
that the easiest technique with any effect finds. Cells are named by row and column:
r4c2 is the second cell of the fourth row.

The puzzle is 81 characters with a dot or 0 for each blank, or - to read it from
standard input in any format that gridmill reads. It must have a single solution.

If no technique makes progress, --search guesses: it tries the smallest candidate of a
cell with the fewest candidates, until the puzzle is solved or a contradiction shows
that the guess was wrong.

For millions of puzzles, gridmill solve --with steps writes the same steps.`,
		Example: `  gridmill explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  head -1 puzzles.txt | gridmill explain -`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageOf(c, errors.New("explain takes one puzzle: 81 characters in one argument, or - for standard input"))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			text := s.input()
			if args[0] != "-" {
				text = strings.NewReader(args[0])
			}
			puzzle, err := firstPuzzle(text)
			if err != nil {
				return err
			}
			solution, err := onlySolution(&puzzle)
			if err != nil {
				return err
			}
			to := bufio.NewWriter(s.stdout)
			explain(to, &puzzle, solution, search)
			return to.Flush()
		},
	}
	c.Flags().BoolVar(&search, "search", false, "guess if no technique makes progress")
	return c
}

// longestLine is the length up to which a single line cannot be CSV with two grids.
const longestLine = 2 * solver.Cells

// firstPuzzle reads the first puzzle of a text. It reads a single short line as text, so that
// anything other than a puzzle is an invalid row with a reason, not a file of an unknown format.
func firstPuzzle(text io.Reader) (solver.Grid, error) {
	buffered := bufio.NewReader(text)
	o := formats.ReadOptions{Stdin: buffered}
	head, _ := buffered.Peek(longestLine + 2) // reading returns the error again
	if len(head) <= longestLine+1 && !bytes.ContainsAny(bytes.TrimSpace(head), "\r\n") {
		o.Format = formats.Text
	}
	reader, err := formats.Open([]string{"-"}, o)
	if err != nil {
		return solver.Grid{}, err
	}
	defer reader.Close()
	b := formats.NewBatch(1)
	if err := reader.Read(b); errors.Is(err, io.EOF) {
		return solver.Grid{}, errors.New("the input is empty; give 81 characters, or - to read them from standard input")
	} else if err != nil {
		return solver.Grid{}, err
	}
	if err := b.Parse(); err != nil {
		return solver.Grid{}, err
	}
	if b.Puzzles[0] == (solver.Grid{}) {
		return solver.Grid{}, fmt.Errorf("this is not a puzzle (%s); blanks are . or 0", b.Reasons[0])
	}
	return b.Puzzles[0], nil
}

// onlySolution returns the solution of a puzzle, or why there is not exactly one.
func onlySolution(puzzle *solver.Grid) (*solver.Grid, error) {
	sol, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	if err != nil {
		return nil, err
	}
	var result [1]solver.Result
	sol.Solve([]solver.Grid{*puzzle}, result[:])
	switch result[0].Verdict {
	case solver.Unique:
		return &result[0].Solution, nil
	case solver.Multiple:
		return nil, errors.New("the puzzle has more than one solution")
	}
	if repeat, found := puzzle.FindRepeat(); found {
		return nil, fmt.Errorf("the puzzle has no solution: %d occurs twice in %s", repeat.Digit, repeat.House)
	}
	return nil, errors.New("the puzzle has no solution")
}

// explain prints how a puzzle is solved.
func explain(to io.Writer, puzzle, solution *solver.Grid, search bool) {
	drawGrids(to, []solver.Grid{*puzzle})
	e := explanation{to: to}
	find := ladder.New().Explain
	if search {
		find = ladder.New().ExplainSearch
	}
	rating := find(puzzle, e.step)
	if !rating.Solved && !search {
		fmt.Fprintf(to, "\nNo technique makes progress from here; the rest requires a search. The solution is\n")
	}
	drawGrids(to, []solver.Grid{*solution})
	fmt.Fprintln(to)
	switch {
	case rating.Solved:
		fmt.Fprintf(to, "Hardest technique: %s.\n", rating.Hardest.Title())
	case search:
		fmt.Fprintf(to, "Harder than all known techniques: it took %s, and %d led to contradictions.\n",
			countOf(int64(e.guesses), "guess"), e.backtracks)
	default:
		fmt.Fprintln(to, "Harder than all known techniques.")
	}
}
