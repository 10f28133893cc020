//go:build !unix

package main

import (
	"os"
	"syscall"
)

// writeSignals end a program that writes to a pipe that nobody reads.
var writeSignals = []os.Signal{syscall.SIGPIPE}
