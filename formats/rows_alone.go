package formats

import "iter"

// rowsAlone yields those of rows [from, to) that are taken one by one. The others are
// taken by together, which takes simple rows from a row on and returns the first that it
// did not take.
func rowsAlone(from, to int, together func(from int) (next int)) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := from; i < to; {
			next := together(i)
			alone := next + aloneAfter(next > i)
			for i = next; i < min(alone, to); i++ {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// aloneInVain is how many rows are taken one by one where simple ones were looked for in
// vain, before they are looked for again: so looking costs little.
const aloneInVain = 16

// aloneAfter returns how many rows are taken one by one after an attempt to take some
// together: the one that is otherwise and, where none was taken, those after it, which are
// likely to be otherwise too.
func aloneAfter(took bool) int {
	if took {
		return 1
	}
	return aloneInVain
}
