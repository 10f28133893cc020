package dataset

// A fate is what becomes of a row of the inputs. A byte for each row is all that the whole
// data set takes in memory.
type fate = byte

// The fates. Rows of a split have firstSplit and its index.
const (
	candidate fate = iota // not known yet
	notUnique
	filtered
	duplicate
	excluded
	unassigned
	unsampled
	firstSplit
)

// count counts rows by their fates.
func (d *Dropped) count(fates []byte) {
	var n [256]int64
	for _, f := range fates {
		n[f]++
	}
	*d = Dropped{
		NotUnique: n[notUnique], Filtered: n[filtered], Duplicate: n[duplicate],
		Excluded: n[excluded], Unassigned: n[unassigned], Unsampled: n[unsampled],
	}
}

// assigner divides classes among the splits, in the order of their keys.
type assigner struct {
	splits []Split
	ends   []float64 // where the share of each split ends, from 0 to 1
	rest   fate      // of rows that no share or number takes
	left   []int64   // of the number of puzzles of each split
}

func newAssigner(splits []Split) *assigner {
	a := &assigner{splits: splits, rest: unassigned}
	sum := 0.0
	for i, s := range splits {
		if s.Share == 0 && s.Count == 0 {
			a.rest = firstSplit + fate(i)
		}
		if sum += s.Share; sum > 1-1e-9 {
			sum = 1
		}
		a.ends = append(a.ends, sum)
		a.left = append(a.left, s.Count)
	}
	return a
}

// share returns the fate of a class by the first bits of its key, where splits are shares.
// It depends on nothing else, so rows that come later move nothing.
func (a *assigner) share(high uint64) fate {
	at := float64(high>>11) / (1 << 53)
	for i, end := range a.ends {
		if at < end && a.splits[i].Share > 0 {
			return firstSplit + fate(i)
		}
	}
	return a.rest
}

// next returns the fate of the next puzzle, where splits are numbers of puzzles. The puzzles of
// a class come one after the other, and classFate is that of the one before: where the number of
// a split is reached in the middle of a class, the rest of it must be in no other split.
func (a *assigner) next(sameClass bool, classFate fate) fate {
	if sameClass && classFate >= firstSplit && classFate != a.rest {
		if i := classFate - firstSplit; a.left[i] > 0 {
			a.left[i]--
			return classFate
		}
		return unassigned
	}
	if sameClass {
		return classFate
	}
	for i := range a.left {
		if a.left[i] > 0 {
			a.left[i]--
			return firstSplit + fate(i)
		}
	}
	return a.rest
}
