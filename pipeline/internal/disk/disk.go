// Package disk holds the two calls that make files safe, as variables, so that tests
// of any package of the pipeline can make them fail.
package disk

import "os"

// Sync and Close are the methods of a file of the same names.
var (
	Sync  = (*os.File).Sync
	Close = (*os.File).Close
)
