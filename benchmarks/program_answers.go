package benchmarks

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/solver"
)

// answerChecker checks the answers in the output of a program. The program received the puzzles of
// the set in order, repeated if necessary.
//
// A named answer is a line whose first grid is a puzzle of the set, followed by the number of
// solutions, a solution, or both. Named answers may be in any order. An unnamed answer is a line
// whose last grid is full, or a line of 81 digits from 0 to 9. Unnamed answers must be in the order
// of the puzzles but may skip puzzles. All other lines are ignored.
type answerChecker struct {
	set      *puzzleSet
	given    int   // number of puzzles that the program received
	next     int   // index of the first input puzzle that checkInOrder tries
	missing  []int // missing[find(p)] is the number of missing answers for puzzle p of the set
	unsolved int   // number of missing answers for puzzles that have a solution
	right    int   // number of correct answers, not counting repeated answers
	repeated int   // number of correct answers to puzzles that were already answered
	counts   int   // number of correct answers that consist only of a positive solution count
	wrong    []string
	// found is called for each answer to a puzzle of the set. i is the puzzle's index.
	found func(i int, a *programAnswer)
}

type programAnswer struct {
	count    int
	counted  bool        // whether the program counted solutions
	solution solver.Grid // zero if the program printed no solution
	wrong    string      // reason why the answer is wrong; empty if it is correct
}

// wrongListed is the maximum number of wrong answers that an error lists.
const wrongListed = 5

// checkAnswers checks the output and returns the answerChecker. It calls found for each answer to a
// puzzle of the set. If found is nil, checkAnswers stops after wrongListed wrong answers.
func (s *puzzleSet) checkAnswers(output []byte, given int, found func(i int, a *programAnswer)) *answerChecker {
	c := &answerChecker{set: s, given: given, found: found, missing: make([]int, len(s.puzzles))}
	for i, p := range s.puzzles[:min(given, len(s.puzzles))] {
		index, _ := s.find(p) // index is not always i, because morphs of a symmetric puzzle can be equal
		times := (given-1-i)/len(s.puzzles) + 1
		c.missing[index] += times
		if s.truth(i).count > 0 {
			c.unsolved += times
		}
	}
	if found == nil {
		c.found = func(int, *programAnswer) {}
	}
	for line := range bytes.Lines(output) {
		if c.check(line); len(c.wrong) >= wrongListed && found == nil {
			break
		}
	}
	return c
}

// err returns an error if an answer is wrong. It also returns an error if the program answered some
// puzzles, but left out a puzzle that has a solution. A program that prints no answers passes.
func (c *answerChecker) err() error {
	if len(c.wrong) > 0 {
		first := ""
		if len(c.wrong) >= wrongListed { // the remaining output was not checked
			first = "first "
		}
		return fmt.Errorf("%s of its %s%s wrong:\n    %s", humanize.Comma(int64(len(c.wrong))), first,
			english.Plural(c.right+c.repeated+len(c.wrong), "answer is", "answers are"), strings.Join(c.wrong, "\n    "))
	}
	if c.right > 0 && c.unsolved > 0 {
		return fmt.Errorf("it did not answer %s", english.Plural(c.unsolved, "puzzle that has a solution", "puzzles that have a solution"))
	}
	return nil
}

// addRight counts a correct answer to a puzzle. i is the index that find returns for the puzzle.
func (c *answerChecker) addRight(i int) {
	if c.missing[i] == 0 {
		c.repeated++
		return
	}
	c.missing[i]--
	c.right++
	if c.set.truth(i).count > 0 {
		c.unsolved--
	}
}

func (c *answerChecker) check(line []byte) {
	grids, ends := findGrids(line)
	if len(grids) == 0 {
		return
	}
	if i, known := c.set.find(grids[0]); known {
		c.checkNamed(i, line[ends[0]:], grids[1:])
		return
	}
	if answer := grids[len(grids)-1]; answer.Clues() == solver.Cells || len(bytes.Trim(bytes.TrimSpace(line), "0123456789")) == 0 {
		c.checkInOrder(answer)
	}
}

// checkNamed checks a named answer to puzzle i of the set. text is the rest of the line after the
// puzzle, and grids holds the grids in text.
func (c *answerChecker) checkNamed(i int, text []byte, grids []solver.Grid) {
	truth := c.set.truth(i)
	count, counted, field := countIn(text)
	solved := len(grids) > 0 && grids[0].Clues() == solver.Cells
	answer := programAnswer{count: count, counted: counted}
	if len(grids) > 0 {
		answer.solution = grids[0]
	}
	switch {
	case !solved && len(grids) > 0 && (count == 1 || count > 1 && grids[0].Clues() > 0 ||
		!counted && grids[0].Clues() > c.set.puzzles[i].Clues()):
		answer.wrong = "its solution has empty cells"
	case !counted && !solved:
		return
	case !solved && len(grids) == 0 && count > 0 && len(field) > 0:
		answer.wrong = fmt.Sprintf("its solution is not a grid of 81 cells, but %.90q", field)
	case solved && !grids[0].SolutionOf(&c.set.puzzles[i]):
		answer.wrong = "its solution does not solve the puzzle"
	case counted && (count == 0) != (truth.count == 0), counted && truth.verdict == solver.Unique && count != 1,
		counted && !solved && truth.verdict == solver.Multiple && count == 1:
		// A program may stop counting solutions at any number above one. It may stop at one only if
		// it prints the solution.
		answer.wrong = fmt.Sprintf("it counted %s, but the correct verdict is %s", english.Plural(count, "solution", ""), truth.verdict)
	}
	c.found(i, &answer)
	if answer.wrong != "" {
		c.wrong = append(c.wrong, fmt.Sprintf("%s (a morph of line %d): %s", c.set.puzzles[i].String(), c.set.line(i), answer.wrong))
		return
	}
	right := c.right
	c.addRight(i)
	if !solved && truth.count > 0 {
		c.counts += c.right - right
	}
}

// checkInOrder checks an unnamed answer. The answer must solve the next puzzle of the input or a
// later puzzle.
func (c *answerChecker) checkInOrder(answer solver.Grid) {
	for i := c.next; i < c.given; i++ {
		at := i % len(c.set.puzzles)
		if answer.SolutionOf(&c.set.puzzles[at]) {
			c.next = i + 1
			index, _ := c.set.find(c.set.puzzles[at])
			c.addRight(index)
			c.found(at, &programAnswer{solution: answer})
			return
		}
	}
	c.wrong = append(c.wrong, fmt.Sprintf("%s does not solve puzzle %d of the input or any later puzzle", answer.String(), c.next+1))
}

// findGrids returns the grids in a line and the position where each grid ends. A grid is a word of
// 81 cells.
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

// countIn returns the count in "puzzle:count:solution", whether a count was found, and the field
// after the count. text starts after the puzzle.
func countIn(text []byte) (count int, found bool, field []byte) {
	if len(text) == 0 || text[0] != ':' {
		return 0, false, nil
	}
	digits, rest, _ := bytes.Cut(text[1:], []byte(":"))
	count, err := strconv.Atoi(string(bytes.TrimSpace(digits)))
	field, _, _ = bytes.Cut(rest, []byte(":"))
	return count, err == nil, bytes.TrimSpace(field)
}
