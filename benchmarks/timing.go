package benchmarks

import (
	"context"
	"math"
	"slices"
	"time"
)

// timeAlternately times the trials of one corpus in rounds. Each round times every trial that has
// not failed, so that a temporary slowdown of the machine affects all trials equally. share is the
// intended time of each trial in a round.
func timeAlternately(
	ctx context.Context, trials []trial, share time.Duration, start func(),
) ([]*Result, error) {
	speeds := make([][]speed, len(trials))
	results := make([]*Result, len(trials))
	for i, t := range trials {
		results[i] = new(t.result())
	}
	halves := 4 // machineSpeed(4) takes about 10 ms, which is too long for short rounds
	if share < 20*time.Millisecond {
		halves = 1
	}
	machine := machineSpeed(halves)
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
			after := machineSpeed(halves)
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

// median returns the median of numbers, or 0 if numbers is empty.
func median(numbers []float64) float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// spread returns the largest deviation of numbers from their median, as a fraction of the median.
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

// machineSpeed returns how many times per second the machine can count the solutions of the
// 12-queens puzzle. It uses processor time if available, and elapsed time otherwise. halves is the number of
// passes. Each pass counts half of the solutions: those with the first queen in columns 0 to 5.
func machineSpeed(halves int) float64 {
	start, startOnProcessor := time.Now(), processorTime()
	for range halves {
		ways := 0
		for queen := uint(1); queen < 1<<6; queen <<= 1 {
			ways += queens(12, queen, queen<<1, queen>>1)
		}
		if ways != 14_200/2 {
			panic("benchmarks: queens returned a wrong number")
		}
	}
	times := float64(halves) / 2
	if spent := processorTime() - startOnProcessor; spent > 0 {
		return times / spent.Seconds()
	}
	return times / time.Since(start).Seconds()
}

// queens returns the number of ways to place queens on the remaining rows of a board with n
// columns. The other parameters are the sets of columns and diagonals that are already in use.
func queens(n int, columns, left, right uint) (ways int) {
	all := uint(1)<<n - 1
	if columns == all {
		return 1
	}
	for free := all &^ (columns | left | right); free != 0; free &= free - 1 {
		queen := free & -free
		ways += queens(n, columns|queen, (left|queen)<<1, (right|queen)>>1)
	}
	return ways
}
