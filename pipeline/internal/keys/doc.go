// Package keys says when puzzles count as the same, finds the keys that those have in common,
// and finds rows with equal keys. A criterion is a line in its table of rules.
package keys
