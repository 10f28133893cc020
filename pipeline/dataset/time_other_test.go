//go:build !unix

package dataset

import "time"

// processorTime returns nothing where the system has another way to ask.
func processorTime() time.Duration { return 0 }
