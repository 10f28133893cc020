package solver

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestUniquenessChecker compares the answers of a UniquenessChecker with the results of mrv. Some
// puzzles have a unique solution. The others are created from these puzzles by removing clues.
func TestUniquenessChecker(t *testing.T) {
	mrv, err := New("mrv", Config{MaxSolutions: 2})
	if err != nil {
		t.Fatal(err)
	}
	var questions []Question
	var others []bool
	var stats []Stats
	lanes := newKernel(t, "", Config{MaxSolutions: 2})
	ask := func(q Question) {
		with := q.Puzzle
		found := false
		results := make([]Result, 1)
		if q.Cell == Cells {
			mrv.Solve([]Grid{q.Puzzle}, results)
			found = results[0].Count > 1
		} else {
			for with[q.Cell] = '1'; with[q.Cell] <= '9'; with[q.Cell]++ {
				mrv.Solve([]Grid{with}, results)
				found = found || with[q.Cell] != q.Known[q.Cell] && results[0].Count > 0
			}
		}
		questions, others = append(questions, q), append(others, found)
		stats = append(stats, searchStats(lanes, &q.Puzzle))
	}
	table := readKnown(t)
	for i := range table {
		row := &table[i]
		if row.count != 1 {
			continue
		}
		ask(Question{Puzzle: row.puzzle, Known: &row.solution, Cell: Cells})
		for cell := i % 7; cell < Cells; cell += 7 {
			less := row.puzzle
			less[cell] = Blank
			less[(cell+40)%Cells] = Blank
			ask(Question{Puzzle: less, Known: &row.solution, Cell: Cells})
			ask(Question{Puzzle: less, Known: &row.solution, Cell: uint8(cell)})
		}
	}
	for _, kernel := range kernelNames() {
		for _, places := range []int{1, 7, 1 << 20} {
			t.Run(fmt.Sprintf("%s/%d", kernel, places), func(t *testing.T) {
				o, err := NewUniquenessChecker(kernel, places == 7)
				if err != nil {
					t.Fatal(err)
				}
				checkAnswers(t, o, questions, others, stats, min(places, o.Places()))
			})
		}
	}
}

// checkAnswers asks all questions several times. The function that it passes to Run returns false
// at random, so that searches start and end at varying times.
func checkAnswers(t *testing.T, o *UniquenessChecker, questions []Question, others []bool, stats []Stats, places int) {
	t.Helper()
	const turns = 4
	yes := 0
	for turn := range uint64(turns) {
		random := rand.New(rand.NewPCG(turn, 1))
		asked, answered, calls := 0, 0, 0
		at := make([]int, places) // 1 + the index of the question at each place, or 0 if none
		current := make([]Question, places)
		o.Run(current, func(place int) bool {
			if i := at[place] - 1; i >= 0 {
				r := &current[place].Result
				if found := r.Count > 0; found != others[i] {
					t.Fatalf("%s, cell %d, known solution %s: another solution %v, expected %v", &questions[i].Puzzle, questions[i].Cell, questions[i].Known, found, others[i])
				}
				if r.Count > 0 && questions[i].Cell == Cells && (!r.Solution.SolutionOf(&questions[i].Puzzle) || r.Solution == *questions[i].Known) {
					t.Fatalf("%s is not another solution of %s", &r.Solution, &questions[i].Puzzle)
				}
				if places == 7 && questions[i].Cell == Cells && r.Count == 0 && r.Stats != stats[i] {
					t.Fatalf("%s takes %+v, expected %+v", &questions[i].Puzzle, r.Stats, stats[i])
				}
				yes += int(r.Count)
				answered++
				at[place] = 0
			}
			calls++
			refused := [...]int{5, 90, 40}[calls/50%3]
			if asked == len(questions) || random.IntN(100) < refused && asked > answered {
				return false
			}
			current[place] = questions[asked]
			asked++
			at[place] = asked
			return true
		})
		if answered != len(questions) {
			t.Fatalf("%d of %d questions were answered", answered, len(questions))
		}
	}
	if yes == 0 || yes == turns*len(questions) {
		t.Errorf("all answers are the same: %d of %d are positive", yes, turns*len(questions))
	}
}

// searchStats returns the statistics of the lanes solver when it looks for two solutions of puzzle.
func searchStats(lanes Solver, puzzle *Grid) Stats {
	results := make([]Result, 1)
	lanes.Solve([]Grid{*puzzle}, results)
	return results[0].Stats
}

// TestOthers collects solutions that differ from Question.Known, and compares their number with a
// Solver's count, which includes Known.
func TestOthers(t *testing.T) {
	const most = 20
	lanes, err := New("lanes", Config{MaxSolutions: most + 1, MaxGuesses: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	for _, kernel := range kernelNames() {
		checker, err := NewUniquenessChecker(kernel, false)
		if err != nil {
			t.Fatal(err)
		}
		partly := 0
		for _, row := range readKnown(t) {
			if row.count != 1 || row.puzzle.Full() {
				continue
			}
			for cell := 0; cell < Cells; cell += 20 {
				q := []Question{{Puzzle: row.puzzle, Known: &row.solution, Cell: Cells, Others: make([]Grid, 0, most)}}
				q[0].Puzzle[cell], q[0].Puzzle[(cell+1)%Cells] = Blank, Blank
				result := make([]Result, 1)
				if lanes.Solve([]Grid{q[0].Puzzle}, result); result[0].Verdict == Unfinished {
					continue
				}
				asked := false
				checker.Run(q, func(int) bool {
					first := !asked
					asked = true
					return first
				})
				others, want := q[0].Others, min(int(result[0].Count)-1, most)
				if len(others) != want || int(q[0].Result.Count) != want {
					t.Fatalf("%s: %s has %d other solutions, expected %d", kernel, &q[0].Puzzle, len(others), want)
				}
				seen := map[Grid]bool{row.solution: true}
				for i := range others {
					if seen[others[i]] || !others[i].SolutionOf(&q[0].Puzzle) {
						t.Fatalf("%s: %s is repeated or does not solve %s", kernel, &others[i], &q[0].Puzzle)
					}
					seen[others[i]] = true
				}
				if want > 0 && want < most {
					partly++
				}
			}
		}
		if partly == 0 {
			t.Errorf("%s: no puzzle has a small number of other solutions", kernel)
		}
	}
}
