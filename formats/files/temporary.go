package files

import (
	"fmt"
	"os"
)

// InTemporary adds to an error that it concerns the directory for temporary files. That
// directory can be missing or full, and people rarely think of it.
func InTemporary(err error) error {
	if err == nil {
		return nil
	}
	return TemporaryError{fmt.Errorf("temporary files cannot be kept in %s: %w; set TMPDIR to a directory with room", os.TempDir(), WithoutPath(err))}
}

// A TemporaryError is an error of a temporary file, as opposed to one of an input.
type TemporaryError struct{ error }

// Unwrap returns the error.
func (e TemporaryError) Unwrap() error { return e.error }
