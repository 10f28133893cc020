package score

import (
	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/solver"
)

// Moves counts the moves in one or more outputs.
type Moves struct {
	Made       int64
	Legal      int64 // moves that put a digit into an empty cell without a conflict
	Consistent int64 // legal moves after which the position still has a solution
	Forced     int64 // legal moves that place a naked or hidden single
	Repeated   int64 // moves that repeat an earlier move
	FirstWrong int64 // number of the first illegal or inconsistent move, counted from 1; 0 if none
}

// QueueMoves applies the legal moves of an output to a puzzle, and queues the score of the final
// position. r is the result of a search for up to two solutions. The next Flush completes *to and
// *moves. Until then, do not copy them.
func (s *Scorer) QueueMoves(to *Score, moves *Moves, puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, output []byte) {
	g := &s.game
	*moves = Moves{}
	*g = game{Scorer: s, Moves: moves, position: *puzzle, result: r, agrees: true}
	if puzzle[0] != 0 {
		extract.Moves(output, s.play)
	}
	found := extract.Found{Shape: extract.NoGrid}
	if moves.Made > 0 {
		found = extract.Found{Grid: g.position, Shape: extract.Played, Cells: solver.Cells}
	}
	s.Queue(to, puzzle, r, answer, &found)
}

// A game is a position and the moves that led to it.
type game struct {
	*Scorer
	*Moves
	position solver.Grid
	result   *solver.Result
	agrees   bool                  // whether all legal moves so far agree with the unique solution, if there is one
	played   [solver.Cells]uint64  // for each cell, the OR of countOf[digit] for all moves in the cell
	outside  map[extract.Move]bool // earlier moves outside the grid, which are rare
}

func (g *game) play(m extract.Move) {
	g.Made++
	if !m.InGrid() {
		g.playOutside(m)
		return
	}
	cell, digit := m.Cell(), '0'+byte(m.Digit)
	one := countOf[digit]
	if g.played[cell]&one != 0 {
		g.Repeated++
	}
	g.played[cell] |= one
	u := usedIn(&g.position)
	if g.position[cell] != solver.Blank || u.around(cell)&one != 0 {
		g.wrong(g.Made)
		return
	}
	g.Legal++
	if g.forced(&u, cell, one) {
		g.Forced++
	}
	g.position[cell] = digit
	if g.result.Verdict != solver.Unique {
		*g.queued.Next(open{moves: g.Moves, number: g.Made}) = g.position
		return
	}
	g.agrees = g.agrees && g.result.Solution[cell] == digit
	g.judge(g.Made, g.agrees)
}

// playOutside handles a move outside the grid.
func (g *game) playOutside(m extract.Move) {
	g.wrong(g.Made)
	if g.outside == nil {
		g.outside = map[extract.Move]bool{}
	}
	if g.outside[m] {
		g.Repeated++
	}
	g.outside[m] = true
}

// judge records whether a legal move is consistent. Moves can be judged in any order.
func (m *Moves) judge(number int64, isConsistent bool) {
	if isConsistent {
		m.Consistent++
	} else {
		m.wrong(number)
	}
}

func (m *Moves) wrong(number int64) {
	if m.FirstWrong == 0 || number < m.FirstWrong {
		m.FirstWrong = number
	}
}

// forced reports whether a legal move is a single: the cell has no other candidate, or one of its
// houses has no other place for the digit.
func (g *game) forced(u *used, cell int, one uint64) bool {
	if u.around(cell) == oneOfEach&^one {
		return true
	}
	for k := range housesOf[cell] {
		places := 0
		for other := range g.position {
			if housesOf[other][k] == housesOf[cell][k] && g.position[other] == solver.Blank && u.around(other)&one == 0 {
				places++
			}
		}
		if places == 1 {
			return true
		}
	}
	return false
}

// Add adds the counts in o to those in m. FirstWrong does not change.
func (m *Moves) Add(o *Moves) {
	m.Made += o.Made
	m.Legal += o.Legal
	m.Consistent += o.Consistent
	m.Forced += o.Forced
	m.Repeated += o.Repeated
}
