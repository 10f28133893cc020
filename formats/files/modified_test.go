package files

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestStates checks that a file counts as modified if its size or modification time has changed, or
// if it no longer exists. Streams must never count as modified. After a stopped run, CheckRun must
// return the error of the run unchanged.
func TestStates(t *testing.T) {
	file := testkit.Store(t, "in.txt", "abc")
	for name, modify := range map[string]func() error{
		"appended":  func() error { return os.WriteFile(file, []byte("abcd"), 0o666) },
		"truncated": func() error { return os.Truncate(file, 1) },
		"rewritten": func() error { return os.Chtimes(file, time.Time{}, time.Now().Add(time.Hour)) },
		"removed":   func() error { return os.Remove(file) },
	} {
		if err := os.WriteFile(file, []byte("abc"), 0o666); err != nil {
			t.Fatal(err)
		}
		states := StatesOf([]string{StdStream, os.DevNull, file})
		if err := states.CheckRun(t.Context(), nil); err != nil {
			t.Fatalf("before the file was %s: %v", name, err)
		}
		if err := modify(); err != nil {
			t.Fatal(err)
		}
		err := states.CheckRun(t.Context(), nil)
		if !errors.Is(err, ErrModified) || states.Modified(0) || states.Modified(1) || !states.Modified(2) {
			t.Errorf("%s: %v", name, err)
		}
		testkit.WantError(t, err, "in.txt was modified during the run")
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if err := states.CheckRun(stopped, context.Canceled); err != context.Canceled {
			t.Errorf("%s: a stopped run ends with: %v", name, err)
		}
	}
	if missing := StatesOf([]string{file + "x"}); !missing.Modified(0) {
		t.Error("a file that never existed counts as unmodified")
	}
}
