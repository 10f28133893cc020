package formats

import (
	"errors"
	"io/fs"
	"os"
)

// WithoutPath takes out of an error the name of a file, and what the system calls the
// operation that failed: messages begin with the name that people know, which is not that
// of a temporary file, and the operation means nothing to them.
func WithoutPath(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
