//go:build !unix

package dataset

import "time"

// processorTime returns 0, because it is implemented only for Unix.
func processorTime() time.Duration { return 0 }
