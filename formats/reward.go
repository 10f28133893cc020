package formats

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/score"
	"github.com/gridmill/gridmill/solver"
)

// A Reward is a weighted sum of values of a score, each from 0 to 1.
type Reward struct{ terms []rewardTerm }

type rewardTerm struct {
	value  func(r *scored) float64
	weight float64
}

// scored is an output whose reward is computed.
type scored struct {
	score.Score
	moves score.Moves
	clues int32
}

// share returns part/of, or 1 if of is 0.
func share(part, of int32) float64 {
	if of == 0 {
		return 1
	}
	return float64(max(part, 0)) / float64(of)
}

// rewardValues are the values that a Reward can have: 1 for true, and shares for numbers.
var rewardValues = []struct {
	name  string
	value func(r *scored) float64
	moves bool
}{
	{"solved", func(r *scored) float64 { return float64(toNumber(r.Solved)) }, false},
	{"exact", func(r *scored) float64 { return float64(toNumber(r.Exact)) }, false},
	{"consistent", func(r *scored) float64 { return float64(toNumber(r.Consistent)) }, false},
	{"found", func(r *scored) float64 { return float64(toNumber(r.whole())) }, false},
	{"filled", func(r *scored) float64 { return share(r.Filled, solver.Cells) }, false},
	{"conflicts", func(r *scored) float64 { return share(r.Conflicts, solver.Cells) }, false},
	{"clues_kept", func(r *scored) float64 { return ifFound(r, share(r.CluesKept, r.clues)) }, false},
	{"cells_right", func(r *scored) float64 { return ifFound(r, share(r.CellsRight, solver.Cells-r.clues)) }, false},
	{"moves_legal", func(r *scored) float64 { return ifFound(r, share(r.moves.Legal, r.moves.Made)) }, true},
	{"moves_consistent", func(r *scored) float64 { return ifFound(r, share(r.moves.Consistent, r.moves.Made)) }, true},
	{"moves_forced", func(r *scored) float64 { return ifFound(r, share(r.moves.Forced, r.moves.Made)) }, true},
	{"moves_repeated", func(r *scored) float64 { return ifFound(r, share(r.moves.Repeated, r.moves.Made)) }, true},
}

func (r *scored) whole() bool { return r.Cells == solver.Cells }

// ifFound returns a share, or 0 without a grid.
func ifFound(r *scored, share float64) float64 {
	if r.whole() {
		return share
	}
	return 0
}

// maxWeight is the largest weight, so that rewards in thousandths fit into 32 bits.
const maxWeight = 100_000

// ParseReward reads a list such as "solved=1,cells_right=0.2,conflicts=-0.1". Values of moves are
// only known if outputs are moves.
func ParseReward(text string, moves bool) (*Reward, error) {
	r := new(Reward)
	var names []string
	for _, v := range rewardValues {
		if moves || !v.moves {
			names = append(names, v.name)
		}
	}
	for term := range strings.SplitSeq(text, ",") {
		name, number, _ := strings.Cut(strings.TrimSpace(term), "=")
		weight, err := strconv.ParseFloat(number, 64)
		if err != nil || math.IsNaN(weight) || math.Abs(weight) > maxWeight {
			return nil, fmt.Errorf("%q is not a value and its weight, such as solved=1", term)
		}
		found := false
		for _, v := range rewardValues {
			if v.name == name && (moves || !v.moves) {
				r.terms = append(r.terms, rewardTerm{v.value, weight})
				found = true
			}
		}
		if !found {
			return nil, fmt.Errorf("unknown value %q; choose one of: %s", name, strings.Join(names, ", "))
		}
	}
	return r, nil
}

// of returns the reward of an output of row i in thousandths.
func (r *Reward) of(b *Batch, s *Scores, i int) int32 {
	o := &b.scorer.rewarded
	*o = scored{Score: s.Found[i]}
	if b.Puzzles[i][0] != 0 {
		o.clues = int32(b.Puzzles[i].Clues())
	}
	if len(s.Moves) > 0 {
		o.moves = s.Moves[i]
	}
	sum := 0.0
	for _, t := range r.terms {
		sum += t.weight * t.value(o)
	}
	return int32(math.Round(1000 * sum))
}
