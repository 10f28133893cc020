//go:build unix

package main

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// writeSignals lists the signals that end a program when it writes to a pipe without a reader or
// beyond the file size limit.
var writeSignals = []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ}

// isClosed reports whether a standard stream was closed when the process started, as with <&- or
// >&- in a shell. The Go runtime replaces a closed stream with /dev/null, opened for both reading
// and writing, and isClosed detects this. Shells, systemd and os/exec open /dev/null either for
// reading or for writing. Python opens subprocess.DEVNULL for both, so isClosed wrongly returns
// true for a stream that Python set to DEVNULL.
func isClosed(stream *os.File) bool {
	info, err := stream.Stat()
	if err != nil {
		return true
	}
	null, err := os.Stat(os.DevNull)
	if err != nil || !os.SameFile(info, null) {
		return false
	}
	flags, err := unix.FcntlInt(stream.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
}
