//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// isClosed reports whether a standard stream was closed when the process started, as by <&- and >&-
// in a shell. Before the program runs, the Go runtime opens /dev/null for reading and writing as
// the stream. This is how isClosed recognizes it. Shells, systemd and Go open /dev/null either for
// reading or for writing. If a program opens it for both, as Python does for subprocess.DEVNULL,
// the stream looks closed.
func isClosed(stream *os.File) bool {
	info, err := stream.Stat()
	if err != nil {
		return true
	}
	null, err := os.Stat(os.DevNull)
	if err != nil || !os.SameFile(info, null) {
		return false
	}
	raw, err := stream.SyscallConn() // Fd would make reads of a pipe uninterruptible
	flags := 0
	if err == nil {
		err = raw.Control(func(fd uintptr) { flags, _ = unix.FcntlInt(fd, unix.F_GETFL, 0) })
	}
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
}
