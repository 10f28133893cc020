package benchmarks

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// answerChecker looks through the output of a program that was given puzzles of a
// set, going through it again and again up to a number.
//
// Two kinds of line hold an answer: those with a puzzle of the set, and behind it
// the number of solutions or a solution or both, in any order; and those with 81
// digits alone, which must come in the order of the puzzles, though puzzles may be
// passed over. Everything else is no answer.
type answerChecker struct {
	set   *puzzleSet
	given int
	next  int // the puzzle that an answer without one may belong to, or to a later one
	right int // answers so far
	wrong []string
}

// wrongListed is how many wrong answers of a program are looked for.
const wrongListed = 5

// checkAnswers returns how many right answers are printed, and an error that lists
// wrong ones.
func (s *puzzleSet) checkAnswers(output []byte, given int) (right int, err error) {
	c := answerChecker{set: s, given: given}
	for line := range bytes.Lines(output) {
		if c.check(line); len(c.wrong) == wrongListed {
			break
		}
	}
	if len(c.wrong) > 0 {
		return c.right, fmt.Errorf("it answers wrongly:\n    %s", strings.Join(c.wrong, "\n    "))
	}
	return c.right, nil
}

// solvable returns how many of the puzzles that a program is given have a solution.
// A program that prints answers must print one for each of these.
func (s *puzzleSet) solvable(given int) int {
	n := 0
	for i := range given {
		if s.truth(i%len(s.puzzles)).count > 0 {
			n++
		}
	}
	return n
}

// check takes a line of output.
func (c *answerChecker) check(line []byte) {
	grids, ends := findGrids(line)
	if len(grids) == 0 {
		return
	}
	if i, known := c.set.find(grids[0]); known {
		c.checkNamed(i, line[ends[0]:], grids[1:])
		return
	}
	if answer := grids[len(grids)-1]; answer.Clues() == solver.Cells {
		c.checkInOrder(answer)
	}
}

// checkNamed takes an answer to puzzle i of the set: a number of solutions, if
// that is how the text behind the puzzle starts, and a solution, if there is one.
func (c *answerChecker) checkNamed(i int, text []byte, grids []solver.Grid) {
	truth := c.set.truth(i)
	count, counted := countIn(text)
	solved := len(grids) > 0 && grids[0].Clues() == solver.Cells
	why := ""
	switch {
	case !counted && !solved:
		return
	case solved && !grids[0].SolutionOf(&c.set.puzzles[i]):
		why = "its solution does not solve the puzzle"
	case counted && (count == 0) != (truth.count == 0), counted && truth.verdict == solver.Unique && count != 1:
		// How many of several solutions a program counts is its own choice.
		why = fmt.Sprintf("it counts %d solutions, but %s is true", count, truth.verdict)
	}
	if why != "" {
		c.wrong = append(c.wrong, fmt.Sprintf("%s (an image of line %d): %s", c.set.puzzles[i].String(), c.set.line(i), why))
		return
	}
	c.right++
}

// checkInOrder takes a solution that must belong to the next puzzle or a later one.
func (c *answerChecker) checkInOrder(answer solver.Grid) {
	for i := c.next; i < c.given; i++ {
		if answer.SolutionOf(&c.set.puzzles[i%len(c.set.puzzles)]) {
			c.next = i + 1
			c.right++
			return
		}
	}
	c.wrong = append(c.wrong, fmt.Sprintf("%s solves no puzzle from number %d of its input on", answer.String(), c.next+1))
}

// findGrids returns the grids in a line and where each ends: words of 81 cells.
func findGrids(line []byte) (grids []solver.Grid, ends []int) {
	for start := 0; start < len(line); start++ {
		end := start
		for end < len(line) && solver.IsCell(line[end]) {
			end++
		}
		var g solver.Grid
		if end-start == solver.Cells && solver.Parse(&g, line[start:end]) < 0 {
			grids, ends = append(grids, g), append(ends, end)
		}
		start = end
	}
	return grids, ends
}

// countIn reads the count of "puzzle:count:solution" from what follows the puzzle.
func countIn(text []byte) (count int, found bool) {
	if len(text) == 0 || text[0] != ':' {
		return 0, false
	}
	digits, _, _ := bytes.Cut(text[1:], []byte(":"))
	count, err := strconv.Atoi(string(bytes.TrimSpace(digits)))
	return count, err == nil
}
