package converted

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An unusableError is that of an array that is not damaged, but holds no grids that can be read.
type unusableError struct {
	error
	advice string // what to do about it, or empty
}

// unusable returns that fault. The advice is on an array of its own file.
func unusable(advice, format string, args ...any) error {
	return &unusableError{fmt.Errorf(format, args...), advice}
}

// withAdvice returns an error of an array with what to do about it. The name is that of the array
// in its archive, or empty.
func withAdvice(err error, name string) error {
	u, found := errors.AsType[*unusableError](err)
	if !found || u.advice == "" {
		return err
	}
	advice := u.advice
	if name != "" {
		member := "['" + name + "']"
		advice = strings.NewReplacer(loaded, loaded+member, loadedObjects, loadedObjects+member).Replace(advice)
	}
	return fmt.Errorf("%w; %s", err, advice)
}

// What NumPy does with an array, so that its elements or its shape become those of grids.
const (
	loaded        = "a = numpy.load(FILE)"
	loadedObjects = "a = numpy.load(FILE, allow_pickle=True)"

	adviceOnPairs   = "numpy.savez('both.npz', puzzle=%s, solution=%s)"
	adviceOnOneHot  = "numpy.save('grids.npy', (a.reshape(-1, 81, 9) * numpy.arange(1, 10)).sum(-1))"
	adviceOnChoices = "numpy.save('grids.npy', a.reshape(-1, 81, 10).argmax(-1))"
	adviceOnRecords = "store its fields (in Python: " + loaded + "; numpy.savez('both.npz', **{n: a[n] for n in a.dtype.names}))"
	adviceOnObjects = "make an array of what they hold (in Python: " + loadedObjects + "; numpy.save('grids.npy', numpy.array(a.tolist())))"
	adviceOnObject  = "store what it holds (in Python: " + loadedObjects + "; numpy.savez('both.npz', **a.item()))"
	adviceOnNumbers = "make whole numbers of them first (in Python: " + loaded + "; numpy.save('grids.npy', a.astype('i8')))"
)

// shapeAdvice returns how to make grids of an array of numbers with such axes, or nothing where
// that is not known.
func shapeAdvice(axes []int64) string {
	var how string
	n := len(axes)
	isLast := func(last ...int64) bool { return n > len(last) && slices.Equal(axes[n-len(last):], last) }
	switch {
	case isLast(81, 9), isLast(9, 9, 9), isLast(729):
		how = adviceOnOneHot
	case isLast(81, 10), isLast(9, 9, 10), isLast(810):
		how = adviceOnChoices
	case n == 2 && isLast(162):
		how = fmt.Sprintf(adviceOnPairs, "a[:, :81]", "a[:, 81:]")
	case isLast(2, 81), isLast(2, 9, 9):
		how = fmt.Sprintf(adviceOnPairs, "a[:, 0]", "a[:, 1]")
	case n > 2 && axes[0] == 2 && (isLast(81) || isLast(9, 9)):
		how = fmt.Sprintf(adviceOnPairs, "a[0]", "a[1]")
	case n == 2 && axes[0] == cells, n == 3 && axes[0] == 9 && axes[1] == 9:
		how = "numpy.save('grids.npy', numpy.ascontiguousarray(a.reshape(81, -1).T))"
	case n == 2 && axes[1] == 9 && axes[0]%9 == 0, n > 2 && (isLast(81) || isLast(9, 9)):
		how = "numpy.save('grids.npy', a.reshape(-1, 81))"
	default:
		return ""
	}
	return fmt.Sprintf("make them so first (in Python: %s; %s)", loaded, how)
}
