//go:build !unix

package dataset

import "time"

// processorTime returns 0, because the processor time is measured only on Unix.
func processorTime() time.Duration { return 0 }
