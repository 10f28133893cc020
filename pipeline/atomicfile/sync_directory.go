//go:build !windows

package atomicfile

import (
	"errors"
	"os"
	"syscall"

	"github.com/gridmill/gridmill/pipeline/internal/disk"
)

// syncDirectory makes a new name in a directory durable.
func syncDirectory(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	// Some file systems cannot sync a directory and report an error; there is
	// nothing more to do on them.
	if err := disk.Sync(d); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}
