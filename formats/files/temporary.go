package files

import (
	"fmt"
	"os"
)

// InTemporary says of an error that it concerns the directory for temporary files, where people
// look last: it may be missing, or full.
func InTemporary(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("temporary files cannot be kept in %s: %w; set TMPDIR to a directory with room", os.TempDir(), WithoutPath(err))
}
