package arrowrows

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain makes garbage collection less frequent, to save time. The tests use little memory.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
