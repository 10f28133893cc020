//go:build unix

package main

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// writeSignals lists the signals that end a program when it writes beyond the file size limit or to
// a pipe without a reader.
var writeSignals = []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ}

// isClosed reports whether a standard stream was closed when the process started, as with <&- in a
// shell. The Go runtime replaces a closed stream with /dev/null, opened for reading and writing.
// Shells, systemd and os/exec open /dev/null only for reading or only for writing. Python opens
// subprocess.DEVNULL for reading and writing, so isClosed wrongly returns true for it.
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
