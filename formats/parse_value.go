package formats

import (
	"bytes"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// parseValue parses a grid, or a chat with a puzzle in its prompt. If leftPad is set, it restores
// lost leading zeros.
func parseValue(g *solver.Grid, value []byte, leftPad bool) Reason {
	reason := gridtext.Parse(g, value)
	if reason.Kind == gridtext.NoReason {
		return reason
	}
	if reason.Kind == gridtext.LostZeros && leftPad {
		var padded solver.Grid
		digits := bytes.TrimSpace(value)
		for i := range padded[:len(padded)-len(digits)] {
			padded[i] = '0'
		}
		copy(padded[len(padded)-len(digits):], digits)
		return gridtext.Parse(g, padded[:])
	}
	if prompt, isChat := extract.Prompt(value); prompt.Whole() {
		*g = prompt.Grid
		return Reason{}
	} else if isChat {
		return Reason{Kind: gridtext.NoPuzzle}
	}
	return reason
}

// isLostZeros reports whether a line may be a grid that lost leading zeros when read as a number.
func isLostZeros(line []byte) bool {
	var g solver.Grid
	return gridtext.Parse(&g, line).Kind == gridtext.LostZeros
}
