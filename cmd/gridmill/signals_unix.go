//go:build unix

package main

import (
	"os"
	"syscall"
)

// writeSignals end a program that writes where it cannot: to a pipe without a reader, or
// beyond the limit of file sizes.
var writeSignals = []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ}
