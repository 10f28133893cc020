package score

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// A Reward is a weighted sum of values from 0 to 1 that describe a score.
type Reward struct {
	terms []rewardTerm
	// Exact is set if the sum includes the value "exact", which requires answers.
	Exact bool
}

type rewardTerm struct {
	rewardValue
	weight float64
}

// share returns part/whole, or 1 if whole is 0. A part that is Unknown counts as 0.
func share[N int32 | int64](part, whole N) float64 {
	if whole == 0 {
		return 1
	}
	return float64(max(part, 0)) / float64(whole)
}

// A rewardValue is a value from 0 to 1 in a Reward. moves is set if the value requires Moves.
type rewardValue struct {
	name  string
	of    func(s *Score, m *Moves, clues int32) float64
	moves bool
}

// rewardValues lists the values for a Reward. A true condition is 1, and a false condition is 0. A
// count is divided by its maximum. All values are 0 if no whole grid was found.
var rewardValues = []rewardValue{
	{"solved", func(s *Score, _ *Moves, _ int32) float64 { return oneIf(s.Solved) }, false},
	{"exact", func(s *Score, _ *Moves, _ int32) float64 { return oneIf(s.Exact) }, false},
	{"consistent", func(s *Score, _ *Moves, _ int32) float64 { return oneIf(s.Consistent) }, false},
	{"found", func(*Score, *Moves, int32) float64 { return 1 }, false},
	{"filled", func(s *Score, _ *Moves, _ int32) float64 { return share(s.Filled, solver.Cells) }, false},
	{"conflicts", func(s *Score, _ *Moves, _ int32) float64 { return share(s.Conflicts, solver.Cells) }, false},
	{"clues_kept", func(s *Score, _ *Moves, clues int32) float64 { return share(s.CluesKept, clues) }, false},
	{"cells_right", func(s *Score, _ *Moves, clues int32) float64 { return share(s.CellsRight, solver.Cells-clues) }, false},
	{"moves_legal", func(_ *Score, m *Moves, _ int32) float64 { return share(m.Legal, m.Made) }, true},
	{"moves_consistent", func(_ *Score, m *Moves, _ int32) float64 { return share(m.Consistent, m.Made) }, true},
	{"moves_forced", func(_ *Score, m *Moves, _ int32) float64 { return share(m.Forced, m.Made) }, true},
	{"moves_repeated", func(_ *Score, m *Moves, _ int32) float64 { return share(m.Repeated, m.Made) }, true},
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// maxWeight limits the sum of absolute weights, so that rewards in thousandths fit in 32 bits.
const maxWeight = 100_000

// ParseReward parses a list such as "solved=1,cells_right=0.2,conflicts=-0.1". Unless moves is set,
// it rejects values that depend on moves.
func ParseReward(text string, moves bool) (*Reward, error) {
	r := new(Reward)
	values := slices.DeleteFunc(slices.Clone(rewardValues), func(v rewardValue) bool { return v.moves && !moves })
	total := 0.0
	for _, term := range option.ItemsOf(text) {
		name, number, _ := strings.Cut(strings.TrimSpace(term), "=")
		weight, err := option.ParseFraction(number)
		if err != nil || math.IsNaN(weight) {
			return nil, fmt.Errorf("%q must have the form NAME=WEIGHT, such as solved=1", term)
		}
		if total += math.Abs(weight); total > maxWeight {
			return nil, fmt.Errorf("the absolute values of the weights add up to more than the limit of %d", maxWeight)
		}
		at := slices.IndexFunc(values, func(v rewardValue) bool { return v.name == name })
		if at < 0 {
			var names []string
			for _, v := range values {
				names = append(names, v.name)
			}
			return nil, fmt.Errorf("unknown value %q; choose one of: %s", name, strings.Join(names, ", "))
		}
		if slices.ContainsFunc(r.terms, func(t rewardTerm) bool { return t.name == name }) {
			return nil, fmt.Errorf("%s is listed twice", name)
		}
		r.terms = append(r.terms, rewardTerm{values[at], weight})
		r.Exact = r.Exact || name == "exact"
	}
	return r, nil
}

// Of returns the reward of an output, in thousandths. clues is the puzzle's number of clues. m
// is used only for outputs that are lists of moves.
func (r *Reward) Of(s *Score, m *Moves, clues int32) int32 {
	if s.Cells != solver.Cells {
		return 0
	}
	sum := 0.0
	for _, t := range r.terms {
		sum += t.weight * t.of(s, m, clues)
	}
	return int32(math.Round(1000 * sum))
}
