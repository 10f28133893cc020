package formats

import "iter"

// rowsOneByOne yields those of rows [from, to) that parseMany does not parse: it parses
// simple rows from a row on, and returns the first that is not simple.
func rowsOneByOne(from, to int, parseMany func(from int) (next int)) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := from; i < to; {
			next := parseMany(i)
			end := min(next+oneByOneAfter(next > i), to)
			for i = next; i < end; i++ {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// rowsBeforeRetry is how many rows are parsed one by one where none was simple, before
// parseMany is tried again, so that trying costs little.
const rowsBeforeRetry = 16

// oneByOneAfter returns how many rows are parsed one by one after parseMany: the one where it
// stopped and, where it parsed none, those after it, which are likely not to be simple either.
func oneByOneAfter(parsed bool) int {
	if parsed {
		return 1
	}
	return rowsBeforeRetry
}
