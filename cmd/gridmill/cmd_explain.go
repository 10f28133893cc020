package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

type explainOptions struct{ search, hint, json bool }

func newExplain(s *session) *cobra.Command {
	var o explainOptions
	c := &cobra.Command{
		Use:   "explain PUZZLE",
		Short: "Solve one puzzle step by step, as a person would, or print a hint",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageOf(c, errors.New("explain takes one puzzle: 81 characters in one argument, or - for standard input"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			puzzle, err := s.givenPuzzle(c.Context(), args[0], "explain -")
			if err != nil {
				return err
			}
			solution, err := onlySolution(&puzzle)
			if err != nil {
				return err
			}
			to := bufio.NewWriter(s.stdout)
			o.explain(to, &puzzle, solution)
			return to.Flush()
		},
	}
	c.Flags().BoolVar(&o.search, "search", false, "guess if no technique makes progress")
	c.Flags().BoolVar(&o.hint, "hint", false, "print only the next step")
	c.Flags().BoolVar(&o.json, "json", false, "print a JSON object, for programs")
	return c
}

// givenPuzzle returns the puzzle in argument or, if argument is "-", the first puzzle on standard
// input. If argument names a file, the error suggests running command with the file as standard
// input.
func (s *session) givenPuzzle(ctx context.Context, argument, command string) (solver.Grid, error) {
	if argument == files.StdStream {
		return firstPuzzle(pipeline.Interruptible(ctx, s.input()))
	}
	if err := files.RejectRemoteInput(argument); err != nil {
		return solver.Grid{}, usageError{err}
	}
	puzzle, err := firstPuzzle(strings.NewReader(argument))
	if err == nil || argument == "" {
		return puzzle, err
	}
	if _, missing := os.Stat(argument); missing == nil {
		return puzzle, usageError{fmt.Errorf("%s is a file; to use its first puzzle, run: gridmill %s < %s", argument, command, files.InShell(argument))}
	}
	called := fmt.Sprintf("PUZZLE (%s):", countOf(int64(utf8.RuneCountInString(argument)), "character"))
	return puzzle, errors.New(strings.Replace(err.Error(), files.InputName(files.StdStream)+":", called, 1))
}

// firstPuzzle reads text like any other input, and returns the puzzle in the first row. In error
// messages, text is called "standard input". firstPuzzle does not wrap an option.Error, because the
// advice on such an error names flags that do not apply to this puzzle.
func firstPuzzle(text io.Reader) (puzzle solver.Grid, err error) {
	const instead = "give the puzzle as 81 characters, with . or 0 for blanks"
	reader, err := formats.Open([]string{files.StdStream}, formats.ReadOptions{Stdin: text, FullGrids: true, AnswersPauses: true})
	switch {
	case is[*option.Error](err):
		return puzzle, fmt.Errorf("%s; %s", err, instead) //nolint:errorlint // see above
	case err != nil:
		return puzzle, err
	}
	defer reader.Close()
	b := formats.NewBatch(1)
	if err := reader.Read(b); files.IsEnd(err) {
		return puzzle, errors.New("the input is empty; give 81 characters, or - to read them from standard input")
	} else if err != nil {
		return puzzle, err
	}
	if err := b.Parse(); err != nil {
		return puzzle, err
	}
	if puzzle = b.Puzzles[0]; puzzle == (solver.Grid{}) {
		name, line := b.Origin(0)
		err = fmt.Errorf("%s: line %d is not a puzzle (%s); %s", name, line, b.Reasons[0], instead)
	}
	return puzzle, err
}

// onlySolution returns the solution of puzzle, or an error if it has no solution or more than one.
func onlySolution(puzzle *solver.Grid) (*solver.Grid, error) {
	sol, _ := solver.New(solver.Default, solver.Config{MaxSolutions: 2}) // cannot fail: the default solver runs on every machine
	var result [1]solver.Result
	sol.Solve([]solver.Grid{*puzzle}, result[:])
	switch result[0].Verdict {
	case solver.Unique:
		return &result[0].Solution, nil
	case solver.Multiple:
		return nil, errors.New("the puzzle has more than one solution; gridmill solve --max-solutions N counts up to N solutions")
	}
	if repeat, found := puzzle.FindRepeat(); found {
		return nil, fmt.Errorf("the puzzle has no solution: %d occurs twice in %s", repeat.Digit, repeat.House)
	}
	return nil, errors.New("the puzzle has no solution")
}

func (o *explainOptions) explain(to io.Writer, puzzle, solution *solver.Grid) {
	find := ladder.New().Explain
	if o.search {
		find = ladder.New().ExplainSearch
	}
	e := explanation{to: to, first: o.hint}
	switch {
	case o.json:
		fmt.Fprintf(to, `{"puzzle":"%s","solution":"%s","steps":[`, puzzle, solution)
		rating := find(puzzle, e.object)
		hardest := rating.Hardest.String()
		if rating.Hardest == ladder.None {
			hardest = "" // the "hardest" column is also empty in this case
		}
		fmt.Fprintf(to, "\n],\"hardest\":%q,\"difficulty\":%q,\"conclusion\":%q}\n", hardest, rating.Hardest.Difficulty(), e.conclusion(&rating))
	case o.hint:
		if rating := find(puzzle, e.sentence); e.steps == 0 {
			fmt.Fprintln(to, e.conclusion(&rating))
		}
	default:
		drawGrids(to, []solver.Grid{*puzzle})
		rating := find(puzzle, e.step)
		if !rating.Solved && !o.search {
			fmt.Fprintf(to, "\nNo technique makes progress from here, so the remaining cells require a search. The solution is\n")
		}
		drawGrids(to, []solver.Grid{*solution})
		fmt.Fprintf(to, "\n%s\n", e.conclusion(&rating))
	}
}
