// Package disk holds the two functions that make files durable. The functions are variables, so
// that tests can replace them with functions that fail.
package disk

import "os"

// Sync and Close call the methods of os.File with the same names.
var (
	Sync  = (*os.File).Sync
	Close = (*os.File).Close
)
