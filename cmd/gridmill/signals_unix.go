//go:build unix

package main

import (
	"os"
	"syscall"
)

// writeSignals end a program that writes to a pipe without a reader or beyond the file size limit.
var writeSignals = []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ}
