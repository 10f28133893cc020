package generate

import (
	"cmp"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// hardPuzzle is a puzzle in a lineage.
type hardPuzzle struct {
	puzzle, solution solver.Grid
	number           int32 // the number of the task that found the puzzle
	added            uint8 // the cell of the clue that the puzzle's parent lacks
	guesses          int32 // guesses for the puzzle; after countGuesses, total for ten of its morphs
	worth            int64 // puzzles with greater worth become parents first
	steps            int64 // number of steps that the lineage had taken when it found the puzzle
}

// A clue is replaced only if the puzzle without it has at most mostSolutions solutions. Removals
// that leave few solutions yield the most neighbors; see "Lineages" in ../EXPERIMENTS.md.
const mostSolutions = 64

// neighbors returns the puzzles that result from replacing one clue of a parent. Without the old
// clue, a parent has several solutions. If only one solution has a certain digit in a certain cell,
// adding that digit as a clue yields a puzzle with only that solution. The returned slice is valid
// until the next call.
func (q *questioner) neighbors(parents []hardPuzzle) []hardPuzzle {
	q.found, q.puzzles = q.found[:0], parents
	q.run(q.several, len(parents)*solver.Cells, (*questioner).askForNeighbors)
	// The order of the answers depends on the kernel, so sort the neighbors.
	slices.SortStableFunc(q.found, func(a, b hardPuzzle) int { return cmp.Compare(a.number, b.number) })
	return q.found
}

// askForNeighbors is an asker. It asks for the solutions of a parent without one of its clues.
func (q *questioner) askForNeighbors(task, step int, question *solver.Question) bool {
	parent, cell := &q.puzzles[task/solver.Cells], task%solver.Cells
	switch {
	case parent.puzzle[cell] == solver.Blank:
		return false
	case step > 0:
		if len(question.Others) < mostSolutions {
			q.found = appendNeighbors(q.found, question, task)
		}
		return false
	}
	question.Puzzle, question.Known, question.Cell = parent.puzzle, &parent.solution, uint8(cell)
	question.Puzzle[cell] = solver.Blank
	return true
}

// appendNeighbors appends the puzzles that result from adding one clue to q.Puzzle, which is a
// parent without one of its clues. The added clue leaves one of q.Others as the only solution.
func appendNeighbors(found []hardPuzzle, q *solver.Question, number int) []hardPuzzle {
	for cell, clue := range q.Puzzle {
		if clue != solver.Blank {
			continue
		}
		once, several := uint16(1)<<(q.Known[cell]&15), uint16(1)<<(q.Known[cell]&15)
		for i := range q.Others {
			bit := uint16(1) << (q.Others[i][cell] & 15)
			several |= once & bit
			once |= bit
		}
		once &^= several
		for i := 0; i < len(q.Others) && once != 0; i++ {
			if digit := q.Others[i][cell]; once>>(digit&15)&1 != 0 {
				once &^= 1 << (digit & 15)
				p := hardPuzzle{puzzle: q.Puzzle, solution: q.Others[i], number: int32(number), added: uint8(cell)}
				p.puzzle[cell] = digit
				found = append(found, p)
			}
		}
	}
	return found
}

type removal struct {
	order    [solver.Cells]uint8
	position int // order[position] is the current cell
}

// minimize removes unnecessary clues from each puzzle, which must come from q.neighbors. Because
// few clues are unnecessary, it tries one clue at a time, in random order.
func (q *questioner) minimize(puzzles []hardPuzzle, random *stream) {
	q.removals = slices.Grow(q.removals[:0], len(puzzles))[:len(puzzles)]
	for i := range q.removals {
		q.removals[i].position = 0
		random.shuffle(q.removals[i].order[:])
	}
	q.puzzles = puzzles
	q.run(q.one, len(puzzles), (*questioner).askForClues)
}

// askForClues is an asker. It asks whether a puzzle still has only one solution if its next clue is
// removed.
func (q *questioner) askForClues(task, step int, question *solver.Question) bool {
	p, r := &q.puzzles[task], &q.removals[task]
	if step > 0 {
		if question.Result.Count == 0 {
			p.puzzle[r.order[r.position]] = solver.Blank
		}
		r.position++
	}
	for ; r.position < solver.Cells; r.position++ {
		// The added clue is necessary: without it, the puzzle had several solutions.
		if cell := r.order[r.position]; p.puzzle[cell] != solver.Blank && cell != p.added {
			question.Puzzle, question.Known, question.Cell = p.puzzle, &p.solution, cell
			question.Puzzle[cell] = solver.Blank
			return true
		}
	}
	return false
}
