package benchmarks

import "time"

// machineSpeed returns how many times per second of processor time the machine currently does a
// fixed piece of work. That work has nothing in common with gridmill's solvers. On a shared
// machine, even processor time is worth less at some times than at others: cores share their
// units and caches, and virtual machines share cores.
func machineSpeed() float64 {
	const times = 2 // takes about 10 ms
	start, startOnProcessor := time.Now(), processorTime()
	for range times {
		if queens(12, 0, 0, 0) != 14_200 {
			panic("benchmarks: queens miscounts")
		}
	}
	if spent := processorTime() - startOnProcessor; spent > 0 {
		return times / spent.Seconds()
	}
	return times / time.Since(start).Seconds()
}

// queens counts the ways to place n queens on the remaining rows of a board with n columns,
// by backtracking, as solvers work. The sets are the columns and diagonals in use.
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
