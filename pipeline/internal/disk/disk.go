// Package disk holds the two functions that make files durable. They are variables so that tests
// can make them fail.
package disk

import "os"

// Sync and Close call the file methods of the same names.
var (
	Sync  = (*os.File).Sync
	Close = (*os.File).Close
)
