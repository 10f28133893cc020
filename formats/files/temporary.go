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
	return fmt.Errorf("temporary files cannot be written to %s: %w; set TMPDIR to a directory with enough space", os.TempDir(), WithoutPath(err))
}
