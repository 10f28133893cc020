// Package retry continues from a result: only the puzzles whose search was cut off are
// solved again, with a larger budget, and the results of the others are copied. The
// output is the same as that of solving everything with the new budget. The other options
// must be those with which the result was made; otherwise the result is rejected.
package retry
