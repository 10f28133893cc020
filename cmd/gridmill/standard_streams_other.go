//go:build !unix

package main

import (
	"os"
	"syscall"
)

// writeSignals lists the signals that end a program when it writes to a pipe without a reader.
var writeSignals = []os.Signal{syscall.SIGPIPE}

// isClosed always returns false, because closed streams can be detected only on Unix.
func isClosed(*os.File) bool { return false }
