package arrowrows

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain makes garbage collection less frequent. By default, it is very frequent, because the
// tests use little memory.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
