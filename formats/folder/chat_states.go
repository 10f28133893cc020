package folder

import (
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// appendStates appends lines with positions (partly filled grids) of row i's puzzle: first a group
// of lines with the right next step, and then a group of lines with wrong steps. The positions in a
// group are all different, and evenly spaced between puzzle and solution.
func (c *Chat) appendStates(dst []byte, b *formats.Batch, i int, split string) []byte {
	return appendTrace(dst, b, i, func(dst []byte, clues int, trace []placement) []byte {
		solution := &b.Results[i].Solution
		for _, kind := range []struct {
			count int
			label string
		}{{c.States, rightStep}, {c.Negatives, wrongStep}} {
			blanks := len(trace) - clues
			count := min(kind.count, blanks-1)
			for k := range count {
				placed := clues + (k+1)*blanks/(count+1)
				dst = c.appendState(dst, trace[:placed+1], solution, kind.label)
				dst = appendProperties(dst, b, i, split)
			}
		}
		return dst
	})
}

const rightStep, wrongStep = "right", "wrong"

// appendState appends a position and a step as JSON fields. The position is trace without its last
// placement. The step is wrong if label is wrongStep. Otherwise, it is the ladder's next step, or
// the last placement in trace if no technique places a digit.
func (c *Chat) appendState(dst []byte, trace []placement, solution *solver.Grid, label string) []byte {
	var position solver.Grid
	for i := range position {
		position[i] = solver.Blank
	}
	for _, p := range trace[:len(trace)-1] {
		position[p.cell] = byte('0' + p.digit)
	}
	n := narrators.Get().(*narrator)
	defer narrators.Put(n)
	if n.tell(&position, true, false); n.digit == 0 { // the ladder is stuck
		fallback := trace[len(trace)-1].cell
		n.text, n.cell, n.digit = n.text[:0], fallback, solution[fallback]
	}
	if label == wrongStep {
		n.text = n.text[:0]
		n.cell, n.digit = findWrongStep(&position, solution, n.cell)
	}
	n.prompt = append(append(append(n.prompt[:0], "This is a partly solved Sudoku puzzle. "+rules...), forms[c.Style]...), " Give the next step as rXcY=D.\n\n"...)
	n.prompt = c.appendGrid(n.prompt, &position)
	n.answer = fmt.Appendf(append(n.answer[:0], n.text...), "r%dc%d=%c", n.cell/9+1, n.cell%9+1, n.digit)
	step := n.answer[len(n.text):]
	dst = appendMessages(append(dst, `{"messages":`...), n.prompt, n.answer)
	return fmt.Appendf(dst, `,"position":"%s","step":"%s","label":"%s"`, position[:], step, label)
}

// findWrongStep returns a step that contradicts the solution. If possible, the step does not repeat
// a digit in a house. first is the index of the cell at which the search starts.
func findWrongStep(position, solution *solver.Grid, first int) (cell int, digit byte) {
	for k := range position {
		cell := (first + k) % solver.Cells
		if position[cell] != solver.Blank {
			continue
		}
		for d := byte('1'); d <= '9'; d++ {
			next := *position
			next[cell] = d
			if _, repeats := next.FindRepeat(); !repeats && d != solution[cell] {
				return cell, d
			}
		}
	}
	return first, '1' + (solution[first]-'0')%9
}
