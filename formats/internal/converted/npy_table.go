package converted

import (
	"archive/zip"
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/archive"
)

// npyTable makes rows of arrays that stand side by side.
type npyTable struct {
	arrays  []*npyArray
	started bool
	done    int64 // rows
	text    []byte
}

// NPY returns CSV of an array of NumPy: of grids as 81 characters, or else of numbers or
// text. The column is called puzzle, or solution where the first grids are full: an array has
// no name of its own that says which it holds.
//
// The first rows decide which numbers are cells, see findCells. A grid that does not fit becomes
// a list of its numbers, in which those at fault stand in angle brackets.
func NPY(in io.Reader) *Reader {
	a := &npyArray{in: bufio.NewReaderSize(in, npySample), closer: io.NopCloser(nil)}
	return &Reader{rows: &npyTable{arrays: []*npyArray{a}}}
}

// maxArrays is how many arrays an archive may have, each of which takes memory.
const maxArrays = 100

// A SkippedArray is an array of an archive that is not read, and why.
type SkippedArray struct{ Name, Why string }

// NPZ returns CSV of the arrays in an archive of NumPy, a column each, which are called as the
// members are. It skips those without grids that cannot be read or have another number of rows,
// unless they are needed, by name, or there are no others.
func NPZ(members []*zip.File, needed []string) (_ *Reader, skipped []SkippedArray, err error) {
	if len(members) > maxArrays {
		return nil, nil, fmt.Errorf("it has %d arrays, of which %d may be; store those that matter in a file of their own", len(members), maxArrays)
	}
	t := &npyTable{}
	for _, m := range members {
		in, err := archive.OpenMember(m)
		if err != nil {
			return nil, nil, errors.Join(err, t.Close())
		}
		name := strings.TrimSuffix(path.Base(m.Name), ".npy")
		t.arrays = append(t.arrays, &npyArray{name: name, in: bufio.NewReaderSize(in, npySample), closer: in})
	}
	if skipped, err = t.start(needed); err != nil {
		return nil, nil, errors.Join(err, t.Close())
	}
	return &Reader{rows: t}, skipped, nil
}

func (t *npyTable) Close() error {
	var errs []error
	for _, a := range t.arrays {
		errs = append(errs, a.closer.Close())
	}
	return errors.Join(errs...)
}

func (t *npyTable) appendRows(out *output) error {
	if !t.started {
		if _, err := t.start(nil); err != nil {
			return err
		}
	}
	if out.columns == 0 {
		var names []string
		var types []Type
		for _, a := range t.arrays {
			types = append(types, a.valueType())
			switch {
			case a.name != "":
				names = append(names, a.name)
			case a.full:
				names = append(names, "solution")
			default:
				names = append(names, "puzzle")
			}
		}
		out.header(names, types)
	}
	for !out.full() {
		if t.done == t.arrays[0].rows {
			return t.end()
		}
		for _, a := range t.arrays {
			if _, err := io.ReadFull(a.in, a.row); err != nil {
				return t.inArray(a, fmt.Errorf("after row %d of %d: %w", t.done, a.rows, endsEarly(err)))
			}
			t.text = a.appendText(t.text[:0])
			out.add(t.text, a.valueType().Kind(false))
		}
		out.end()
		t.done++
	}
	return nil
}

// start reads the headers, and skips what NPZ may skip.
func (t *npyTable) start(needed []string) (skipped []SkippedArray, err error) {
	t.started = true
	skip := func(a *npyArray, why error) error {
		if len(t.arrays) == 1 || slices.Contains(needed, a.name) {
			return t.inArray(a, why)
		}
		skipped = append(skipped, SkippedArray{a.name, why.Error()})
		return a.closer.Close()
	}
	var usable, kept []*npyArray
	var firstFault error
	for _, a := range t.arrays {
		var unusable *unusableError
		switch a.npyHeader, err = readHeader(a.in); {
		case err == nil:
			usable = append(usable, a)
		case !errors.As(err, &unusable):
			return nil, t.inArray(a, err)
		default:
			firstFault = cmp.Or(firstFault, t.inArray(a, err))
			if err := skip(a, err); err != nil {
				return nil, err
			}
		}
	}
	if len(usable) == 0 {
		return nil, firstFault
	}
	room := int64(maxColumns)
	first := usable[max(slices.IndexFunc(usable, (*npyArray).holdsGrids), 0)]
	for _, a := range usable {
		switch {
		case a.rows == first.rows:
			if err := a.prepare(&room); err != nil {
				return nil, t.inArray(a, err)
			}
			kept = append(kept, a)
		case a.holdsGrids():
			return nil, fmt.Errorf("its arrays differ in length: %s has %d rows, and %s has %d; store those of one length in a file of their own (in Python: a = numpy.load(FILE); numpy.savez('%s.npz', **{n: a[n] for n in a if a[n].shape[:1] == (%d,)}))", first.name, first.rows, a.name, a.rows, first.name, first.rows)
		default:
			if err := skip(a, fmt.Errorf("it has %d rows, and %s has %d", a.rows, first.name, first.rows)); err != nil {
				return nil, err
			}
		}
	}
	t.arrays = kept
	return skipped, nil
}

// inArray says which array an error concerns, where there are several, and what to do about it.
func (t *npyTable) inArray(a *npyArray, err error) error {
	err = withAdvice(err, a.name)
	if len(t.arrays) == 1 {
		return err
	}
	return fmt.Errorf("its array %s: %w", a.name, err)
}

// end wants nothing to follow the last row.
func (t *npyTable) end() error {
	for _, a := range t.arrays {
		_, err := a.in.ReadByte()
		switch {
		case err == nil:
			return t.inArray(a, fmt.Errorf("behind its %d rows there is something else, which would be lost; store each array in a file of its own", a.rows))
		case !files.IsEnd(err):
			return t.inArray(a, err)
		}
	}
	return io.EOF
}
