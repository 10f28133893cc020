// Package disk holds the two calls that store files safely. They are variables so that tests can
// make them fail.
package disk

import "os"

// Sync and Close call the file methods of the same names.
var (
	Sync  = (*os.File).Sync
	Close = (*os.File).Close
)
