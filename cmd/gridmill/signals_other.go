//go:build !unix

package main

import (
	"os"
	"syscall"
)

// writeSignals end a program that writes to a pipe without a reader.
var writeSignals = []os.Signal{syscall.SIGPIPE}
