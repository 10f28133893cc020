package formats

import (
	"math"
	"strconv"
	"testing"

	"github.com/gridmill/gridmill/solver/ladder"
)

// TestStepsBeyondInt32 adds steps after 2 GiB of text. The text is never written or read, so it
// takes up no memory.
func TestStepsBeyondInt32(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("the text is longer than a slice can be")
	}
	before := math.MaxInt32
	var steps stepTexts
	steps.reset()
	steps.text = make([]byte, before, before+1<<10)
	steps.addStep(&ladder.Step{Name: "naked_single"})
	steps.endRow()
	start := len(steps.text)
	steps.addStep(&ladder.Step{Name: "hidden_single"})
	steps.endRow()
	if got, want := string(steps.appendArray(nil, 1)), "["+string(steps.text[start:len(steps.text)-1])+"]"; got != want {
		t.Errorf("steps %s, want %s", got, want)
	}
}
