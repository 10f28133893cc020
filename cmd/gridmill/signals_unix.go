//go:build unix

package main

import (
	"os"
	"syscall"
)

// writeSignals lists the signals that end a program when it writes to a pipe without a reader or
// beyond the file size limit.
var writeSignals = []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ}
