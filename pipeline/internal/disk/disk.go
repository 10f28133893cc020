package disk

import "os"

// Sync and Close call the methods of a file with the same names.
var (
	Sync  = (*os.File).Sync
	Close = (*os.File).Close
)
