package disk

import "os"

// Sync and Close are the methods of a file of the same names.
var (
	Sync  = (*os.File).Sync
	Close = (*os.File).Close
)
