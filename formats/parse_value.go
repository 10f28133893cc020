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
		digits := bytes.TrimSpace(value)
		zeros := bytes.Repeat([]byte{'0'}, solver.Cells-len(digits))
		return gridtext.Parse(g, append(zeros, digits...))
	}
	if !extract.IsChat(value) {
		return reason
	}
	prompt := extract.LastOf(value, "user")
	if prompt.Whole() {
		*g = prompt.Grid
		return Reason{}
	}
	return Reason{Kind: gridtext.NoPuzzle}
}

// isLostZeros reports whether a line may be a grid that lost leading zeros when read as a number.
func isLostZeros(line []byte) bool {
	var g solver.Grid
	return gridtext.Parse(&g, line).Kind == gridtext.LostZeros
}
