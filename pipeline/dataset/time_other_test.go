//go:build !unix

package dataset

import "time"

// processorTime returns 0 on systems that report it differently.
func processorTime() time.Duration { return 0 }
