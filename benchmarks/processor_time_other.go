//go:build !unix

package benchmarks

import "time"

// processorTime returns 0, which means that the processor time is not known.
func processorTime() time.Duration { return 0 }
