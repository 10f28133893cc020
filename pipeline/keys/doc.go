// Package keys says when puzzles count as the same, computes keys that are equal for such
// puzzles, and finds rows with equal keys. Each criterion is a line in its table of rules.
package keys
