package solver

import "math/bits"

// oneByOne is a Solver that searches one puzzle at a time.
type oneByOne struct{ program }

// program is a variant that searches one puzzle at a time. Each program is a struct that embeds a
// search and adds the method solve.
type program interface {
	start(puzzle *Grid) bool
	solve()
	end() *Result
}

func (p oneByOne) Solve(puzzles []Grid, results []Result) {
	for i := range puzzles {
		if p.start(&puzzles[i]) {
			p.solve()
		}
		results[i] = *p.end()
	}
}

// search is embedded in every variant except lanes. It holds the grid to fill, and the counts of
// guesses, contradictions and solutions. When enough solutions have been found or the guess budget
// is used up, it sets finished. After that, no more candidates are tried, so the recursion unwinds.
type search struct {
	Config
	Result
	cells       Grid       // clues and digits placed so far
	used        [27]uint16 // digits of the clues in each house; in mrv, also the placed digits
	exhaustive  bool       // continue after MaxSolutions solutions
	open        int32      // current number of nested guesses
	finished    bool
	outOfBudget bool
}

// start loads a puzzle and reports whether a search is necessary. If the grid is not a puzzle, the
// verdict is Invalid. If clues contradict each other, the verdict is None. Otherwise, a search is
// necessary, and the verdict is Unfinished until the search ends.
func (s *search) start(puzzle *Grid) bool {
	s.Result = Result{Verdict: Unfinished}
	s.cells, s.used = *puzzle, [27]uint16{}
	s.open, s.finished, s.outOfBudget = 0, false, false
	for cell, c := range puzzle {
		if c == Blank {
			continue
		}
		if c-'1' >= 9 {
			s.Verdict = Invalid
			return false
		}
		bit := uint16(1) << (c - '1')
		h := &housesOf[cell]
		if (s.used[h[0]]|s.used[h[1]]|s.used[h[2]])&bit != 0 {
			s.Verdict = None
		}
		s.used[h[0]] |= bit
		s.used[h[1]] |= bit
		s.used[h[2]] |= bit
	}
	return s.Verdict == Unfinished
}

func (s *search) end() *Result {
	if s.Verdict == Unfinished {
		s.setVerdict(s.Config, s.outOfBudget)
	}
	return &s.Result
}

// found counts the filled grid as a solution.
func (s *search) found() {
	if s.Count == 0 {
		s.Solution = s.cells
	}
	if s.Count < s.MaxSolutions {
		s.Count++
	}
	s.finished = s.Count == s.MaxSolutions && !s.exhaustive
}

// branch holds the current candidate and the untried candidates of a blank.
type branch struct {
	left  uint16 // candidates after the current one
	bit   uint16 // current candidate
	guess bool   // whether the current candidate is a guess (left is not empty)
}

// branch returns the branch for a blank with the given candidates. If candidates is empty, it
// counts a contradiction.
func (s *search) branch(candidates uint16) branch {
	if candidates == 0 {
		s.contradiction()
	}
	return branch{left: candidates}
}

// next advances b to its next candidate, in ascending order. It returns false if no candidate is
// left or the search is finished.
func (s *search) next(b *branch) bool {
	if b.guess {
		s.open--
	}
	if b.left == 0 || s.finished {
		return false
	}
	b.bit = b.left & -b.left
	b.left ^= b.bit
	b.guess = b.left != 0
	return !b.guess || s.assume()
}

// digit returns the current candidate as a character.
func (b *branch) digit() byte { return '1' + byte(bits.TrailingZeros16(b.bit)) }

// assume counts a guess. If the guess budget is used up, it finishes the search and returns false.
func (s *search) assume() bool {
	if s.Guesses == s.MaxGuesses {
		s.finished, s.outOfBudget = true, true
		return false
	}
	s.Guesses++
	s.open++
	s.MaxDepth = max(s.MaxDepth, s.open)
	return true
}

// contradiction counts a backtrack if there is a guess to undo.
func (s *search) contradiction() {
	if s.open > 0 {
		s.Backtracks++
	}
}
