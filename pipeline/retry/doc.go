// Package retry goes on from a result: only the puzzles whose search was cut off are
// solved again, with a larger budget, and the results of the others are taken over. The
// output is what solving everything with the new budget gives, if the other options are
// those with which the result was made; where they are not, it is refused.
package retry
