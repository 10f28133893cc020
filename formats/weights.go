package formats

import "strconv"

// Removing clues at random finds minimal puzzles with few clues far too often. The weight
// of a puzzle is the share that its number of clues has among all minimal puzzles, divided by
// the share that it has among those that are found: means over puzzles that are weighted
// so are those over all minimal puzzles, as far as puzzles with the same number of clues are
// alike.

// leastWeighted is the number of clues that the first weight belongs to. Below, the share of
// all minimal puzzles is not known well enough.
const leastWeighted = 22

// shares are percentages of numbers of clues from leastWeighted on: of all minimal puzzles,
// as estimated by Denis Berthier and Ed Russell, and of six million that were generated.
var shares = [][2]float64{
	{0.0035, 3.30}, {0.15, 16.82}, {2.28, 34.10}, {13.4, 30.13},
	{31.9, 12.51}, {32.7, 2.60}, {15.5, 0.286}, {3.6, 0.0179}, {0.41, 0.00045},
}

// weights and weightTexts have an entry for each of the shares, behind one for none.
var (
	weights     = make([]float64, len(shares)+1)
	weightTexts = make([]string, len(shares)+1)
)

func init() {
	for i, s := range shares {
		// Three digits are more than is known.
		weightTexts[i+1] = strconv.FormatFloat(s[0]/s[1], 'g', 3, 64)
		weights[i+1], _ = strconv.ParseFloat(weightTexts[i+1], 64)
	}
}

// weightsOf stores which weight each row has.
func weightsOf(dst []int32, b *Batch, from int) {
	for i := range dst {
		dst[i] = 0
		if b.weighted && b.minimal[from+i] {
			if n := b.Puzzles[from+i].Clues() - leastWeighted + 1; n > 0 && n < len(weights) {
				dst[i] = int32(n)
			}
		}
	}
}

func parseWeight(_ *Batch, _ int, text []byte) bool {
	if len(text) == 0 {
		return true
	}
	weight, err := strconv.ParseFloat(string(text), 64)
	return err == nil && weight > 0
}

func parseMinimal(b *Batch, i int, text []byte) bool {
	b.Readback.Minimal[i] = string(text) == "true"
	return b.Readback.Minimal[i] || string(text) == "false"
}
