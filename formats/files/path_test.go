package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"
)

func TestErrorsLoseTheNamesThatMessagesBeginWith(t *testing.T) {
	because := errors.New("because")
	for _, err := range []error{
		because,
		&fs.PathError{Op: "open", Path: ".name.tmp", Err: because},
		fmt.Errorf("before: %w", &fs.PathError{Op: "open", Path: ".name.tmp", Err: because}),
		&os.LinkError{Op: "rename", Old: ".name.tmp", New: "name", Err: because},
	} {
		if got := WithoutPath(err); got != because { //nolint:errorlint // WithoutPath must remove all wrappers
			t.Errorf("WithoutPath(%v) = %v", err, got)
		}
	}
}
