package solver

// newExhaust returns flags that keeps the first solution when it passes it and
// walks on through the whole tree, as programs do that have no way to say that
// they are done. Only the guess budget ends it early. Solutions beyond
// Config.MaxSolutions are passed without being counted, so that it answers like
// every other variant; what it says of a puzzle with many solutions therefore
// takes as long as finding them all.
func newExhaust(c Config) Solver {
	s := newSearch(c)
	s.exhaustive = true
	return oneByOne{&flags{search: s}}
}
