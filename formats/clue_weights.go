package formats

import (
	"slices"
	"strconv"
)

// Removing clues at random finds far too many minimal puzzles with few clues. Weights correct this.
// The weight of a puzzle with n clues is the share of puzzles with n clues among all minimal
// puzzles, divided by the share of puzzles with n clues among the puzzles found. A mean with these
// weights estimates the mean over all minimal puzzles. The estimate assumes that, for each n, the
// puzzles found are representative.

// leastWeighted is the smallest number of clues that has a weight. For smaller numbers, the shares
// are not known precisely enough.
const leastWeighted = 22

// shares holds two percentages for each number of clues, starting with leastWeighted. The first is
// the share among all minimal puzzles, as estimated by Denis Berthier and Ed Russell. The second is
// the share among six million generated puzzles.
var shares = [][2]float64{
	{0.0035, 3.30}, {0.15, 16.82}, {2.28, 34.10}, {13.4, 30.13},
	{31.9, 12.51}, {32.7, 2.60}, {15.5, 0.286}, {3.6, 0.0179}, {0.41, 0.00045},
}

// weights and weightTexts hold the weights as numbers and as text. Entry 0 is for puzzles without a
// weight. Entry k+1 belongs to shares[k].
var (
	weights     = make([]float64, len(shares)+1)
	weightTexts = make([]string, len(shares)+1)
)

func init() {
	for i, s := range shares {
		// Three significant digits suffice, because the estimate s[0] has at most three.
		weightTexts[i+1] = strconv.FormatFloat(s[0]/s[1], 'g', 3, 64)
		weights[i+1], _ = strconv.ParseFloat(weightTexts[i+1], 64)
	}
}

// HasWeight reports whether the weight of minimal puzzles with the given number of clues is known.
func HasWeight(clues int) bool { return clues >= leastWeighted && clues < leastWeighted+len(shares) }

// weightOf returns the weight of row i as an index into weightTexts, or 0 if the row has no weight.
func weightOf(b *Batch, i int) int32 {
	if n := b.Puzzles[i].Clues(); b.Weighted[i] && b.Minimal[i] && HasWeight(n) {
		return int32(n - leastWeighted + 1)
	}
	return 0
}

func parseWeight(b *Batch, i int, text []byte) bool {
	if len(text) == 0 {
		return true
	}
	weight, _ := strconv.ParseFloat(string(text), 64) // if text is not a number, weight and n are 0
	n := slices.Index(weights, weight)
	if n > 0 {
		b.Weighted[i], b.Readback[i].WeightClues = true, int8(leastWeighted+n-1)
	}
	return n > 0
}
