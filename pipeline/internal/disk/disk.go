// Package disk has the two calls that store files safely, as variables, so that tests
// of all pipeline packages can make them fail.
package disk

import "os"

// Sync and Close call the methods of a file with the same names.
var (
	Sync  = (*os.File).Sync
	Close = (*os.File).Close
)
