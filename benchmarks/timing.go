package benchmarks

import (
	"context"
	"math"
	"slices"
)

// timeAlternately times the trials of one corpus: all of them once, then all of them
// again, and so on, so that temporary slowness of the machine affects all alike.
func timeAlternately(ctx context.Context, trials []trial, start func()) ([]Result, error) {
	speeds := make([][]speed, len(trials))
	results := make([]Result, len(trials))
	for i, t := range trials {
		results[i] = t.result()
	}
	machine := machineSpeed()
	for range Rounds {
		start()
		for i, t := range trials {
			if results[i].Failure != "" {
				continue
			}
			speed, err := t.round(ctx)
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if err != nil {
				results[i].Failure = err.Error()
				continue
			}
			after := machineSpeed()
			speed.machine, machine = (machine+after)/2, after
			speeds[i] = append(speeds[i], speed)
		}
	}
	for i := range results {
		if results[i].Failure == "" {
			results[i].setSpeed(speeds[i])
		}
	}
	return results, nil
}

// median returns the middle one of some numbers, or the mean of the middle two.
func median(numbers []float64) float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// spread returns the largest deviation of some numbers from their median, as a
// part of the median.
func spread(numbers []float64) float64 {
	middle, farthest := median(numbers), 0.0
	for _, n := range numbers {
		farthest = max(farthest, math.Abs(n-middle))
	}
	if middle == 0 {
		return 0
	}
	return farthest / middle
}
