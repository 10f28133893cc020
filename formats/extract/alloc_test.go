//go:build !race

// Race builds exclude this file, because the race detector makes sync.Pool drop items at random.

package extract

import (
	"slices"
	"testing"
)

// TestLastDoesNotAllocate skips outputs with ANSI escape codes, because Last makes a copy without
// the codes.
func TestLastDoesNotAllocate(t *testing.T) {
	all := slices.DeleteFunc(outputs(t), func(o output) bool { return len(withoutColors(o.text)) < len(o.text) })
	allocated := testing.AllocsPerRun(10, func() {
		for i := range all {
			Last(all[i].text)
		}
	})
	if allocated != 0 {
		t.Errorf("%v allocations", allocated)
	}
}
