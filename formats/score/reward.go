package score

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// A Reward is a weighted sum of values of a score, each between 0 and 1.
type Reward struct {
	terms []rewardTerm
	// Exact is set if one of the values requires the answers of the data set.
	Exact bool
}

type rewardTerm struct {
	value  rewardValue
	weight float64
}

// A rewardValue returns one of the values, from 0 to 1, that a Reward can include.
type rewardValue func(s *Score, m *Moves, clues int32) float64

// share returns part/of, or 1 if of is 0.
func share(part, of int32) float64 {
	if of == 0 {
		return 1
	}
	return float64(max(part, 0)) / float64(of)
}

// rewardValues lists the values that a Reward can include. The value of a condition is 1 if it is
// true. The value of a count is a share.
var rewardValues = []struct {
	name  string
	value rewardValue
	moves bool
}{
	{"solved", func(s *Score, _ *Moves, _ int32) float64 { return oneIf(s.Solved) }, false},
	{"exact", func(s *Score, _ *Moves, _ int32) float64 { return oneIf(s.Exact) }, false},
	{"consistent", func(s *Score, _ *Moves, _ int32) float64 { return oneIf(s.Consistent) }, false},
	{"found", func(s *Score, _ *Moves, _ int32) float64 { return oneIf(s.whole()) }, false},
	{"filled", func(s *Score, _ *Moves, _ int32) float64 { return share(s.Filled, solver.Cells) }, false},
	{"conflicts", func(s *Score, _ *Moves, _ int32) float64 { return share(s.Conflicts, solver.Cells) }, false},
	{"clues_kept", func(s *Score, _ *Moves, clues int32) float64 { return s.ifFound(share(s.CluesKept, clues)) }, false},
	{"cells_right", func(s *Score, _ *Moves, clues int32) float64 {
		return s.ifFound(share(s.CellsRight, solver.Cells-clues))
	}, false},
	{"moves_legal", func(s *Score, m *Moves, _ int32) float64 { return s.ifFound(share(m.Legal, m.Made)) }, true},
	{"moves_consistent", func(s *Score, m *Moves, _ int32) float64 { return s.ifFound(share(m.Consistent, m.Made)) }, true},
	{"moves_forced", func(s *Score, m *Moves, _ int32) float64 { return s.ifFound(share(m.Forced, m.Made)) }, true},
	{"moves_repeated", func(s *Score, m *Moves, _ int32) float64 { return s.ifFound(share(m.Repeated, m.Made)) }, true},
}

func (s *Score) whole() bool { return s.Cells == solver.Cells }

// ifFound returns share, or 0 if no grid was found.
func (s *Score) ifFound(share float64) float64 { return share * oneIf(s.whole()) }

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// maxWeight limits the sum of all weights, so that rewards in thousandths fit into 32 bits.
const maxWeight = 100_000

// ParseReward parses a list such as "solved=1,cells_right=0.2,conflicts=-0.1". It accepts values
// that rate moves only if moves is set.
func ParseReward(text string, moves bool) (*Reward, error) {
	r := new(Reward)
	var names []string
	total := 0.0
	for _, v := range rewardValues {
		if moves || !v.moves {
			names = append(names, v.name)
		}
	}
	for term := range strings.SplitSeq(text, ",") {
		name, number, _ := strings.Cut(strings.TrimSpace(term), "=")
		weight, err := strconv.ParseFloat(number, 64)
		if err != nil || math.IsNaN(weight) {
			return nil, fmt.Errorf("%q is not a value with a weight, such as solved=1", term)
		}
		if total += math.Abs(weight); total > maxWeight {
			return nil, fmt.Errorf("the absolute values of the weights add up to more than %d", maxWeight)
		}
		found := false
		for _, v := range rewardValues {
			if v.name == name && (moves || !v.moves) {
				r.terms = append(r.terms, rewardTerm{v.value, weight})
				found, r.Exact = true, r.Exact || name == "exact"
			}
		}
		if !found {
			return nil, fmt.Errorf("unknown value %q; choose one of: %s", name, strings.Join(names, ", "))
		}
	}
	return r, nil
}

// Of returns the reward of an output, in thousandths, for a puzzle with the given number of clues.
// m is nil if outputs are not moves.
func (r *Reward) Of(s *Score, m *Moves, clues int32) int32 {
	if m == nil {
		m = &noMoves
	}
	sum := 0.0
	for _, t := range r.terms {
		sum += t.weight * t.value(s, m, clues)
	}
	return int32(math.Round(1000 * sum))
}

var noMoves Moves
