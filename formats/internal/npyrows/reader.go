// Package npyrows reads NumPy arrays as rows: one array, or several of the same length. Fill copies
// rows without decoding them. Parse decodes a row, and can run in several goroutines at once.
package npyrows

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/archive"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// A Reader reads the rows of arrays of equal length.
type Reader struct {
	scan.TypedColumns
	scan.RowCount
	// Blanks is the number that means a blank ("0" or "1"), or empty if the arrays hold strings.
	Blanks string
	arrays []*array
	rows   int64 // number of rows of each array
}

// Default names for the column of a single array.
const (
	PuzzleName   = "puzzle"
	SolutionName = "solution"
)

// New returns a Reader of one array. blanks is the number that means a blank ("0" or "1"), or empty
// if the first rows determine it. name is the name of the column. An empty name stands for
// "solution" if the first grids have no blanks, and for "puzzle" otherwise.
func New(in io.Reader, blanks, name string) (*Reader, error) {
	a := &array{file: io.NopCloser(in)}
	r := &Reader{Blanks: blanks, arrays: []*array{a}}
	if err := r.start(nil, nil); err != nil {
		return nil, err
	}
	if r.Columns[0].Name = cmp.Or(name, PuzzleName); name == "" && a.full {
		r.Columns[0].Name = SolutionName
	}
	return r, nil
}

// maxArrays limits the number of arrays in an archive, because each array takes memory.
const maxArrays = 100

// NewArchive returns a Reader of the arrays in an archive. Each array is a column, named after its
// member. NewArchive skips arrays without grids and calls skip for each of them. It returns an
// error if one of the needed arrays has no grids, or if no array has grids.
func NewArchive(members []*zip.File, blanks string, needed []string, skip func(name, why string)) (*Reader, error) {
	if len(members) > maxArrays {
		return nil, fmt.Errorf("it has %d arrays, more than the limit of %d; save only the arrays with grids to a separate file", len(members), maxArrays)
	}
	r := &Reader{Blanks: blanks}
	for _, m := range members {
		in, err := archive.OpenMember(m)
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		r.arrays = append(r.arrays, &array{name: strings.TrimSuffix(path.Base(m.Name), ".npy"), file: in})
	}
	if err := r.start(needed, skip); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Close closes the members of an archive.
func (r *Reader) Close() (err error) {
	for _, a := range r.arrays {
		err = errors.Join(err, a.file.Close())
	}
	return err
}

// start reads the headers and skips arrays without grids (see NewArchive).
func (r *Reader) start(needed []string, skip func(name, why string)) error {
	var kept []*array
	var firstErr error
	for _, a := range r.arrays {
		err := a.start(r.Blanks)
		_, is := errors.AsType[*unusableError](err)
		switch {
		case err == nil:
			r.Add(scan.TypedColumn{Name: a.name})
			kept = append(kept, a)
			continue
		case !is || len(r.arrays) == 1 || slices.Contains(needed, a.name):
			return a.named(err)
		}
		if _, err := io.Copy(io.Discard, a.file); err != nil { // the member is damaged, and its header may be damaged too
			return a.named(err)
		}
		firstErr = cmp.Or(firstErr, a.named(err))
		skip(a.name+".npy", err.Error())
		if err := a.file.Close(); err != nil {
			return err
		}
	}
	if len(kept) == 0 {
		return firstErr
	}
	first := kept[0]
	var numbers *array // the first array of numbers
	for _, a := range kept {
		if a.rows != first.rows {
			return fmt.Errorf("its arrays differ in length: %s has %d rows, and %s has %d; save the arrays of each length to a separate file", first.name, first.rows, a.name, a.rows)
		}
		if a.width != cells {
			continue
		}
		if numbers = cmp.Or(numbers, a); a.blank != numbers.blank {
			return option.Errorf(option.ArrayBlanks, "its arrays differ in the number that stands for a blank: %d in %s, and %d in %s", numbers.blank, numbers.name, a.blank, a.name)
		}
	}
	if r.Blanks = ""; numbers != nil {
		r.Blanks = strconv.FormatInt(numbers.blank, 10)
	}
	r.arrays, r.rows = kept, first.rows
	return nil
}

// named adds the name of the array to an error if the array is in an archive.
func (a *array) named(err error) error {
	if a.name == "" {
		return err
	}
	return fmt.Errorf("array %s: %w", a.name, err)
}

// Sample fills a block with the first rows, without consuming them. It stops at a read error.
func (r *Reader) Sample(b *scan.Block, limit int) {
	n := int(min(int64(limit), r.rows))
	var heads [][]byte
	for _, a := range r.arrays {
		head, _ := a.in.Peek(min(n*a.rowSize(), headSize)) // if the read fails, Fill returns the error
		heads = append(heads, head)
		n = min(n, len(head)/a.rowSize())
	}
	for range n {
		start := len(b.Bytes)
		for k, a := range r.arrays {
			b.Bytes = append(b.Bytes, heads[k][:a.rowSize()]...)
			heads[k] = heads[k][a.rowSize():]
		}
		b.AddRow(start, 0)
	}
}

// Fill implements scan.Rows.
func (r *Reader) Fill(b *scan.Block, maxRows, maxBytes int) error {
	line := r.Line()
	for len(b.Rows) < maxRows && b.Size() <= maxBytes {
		if err := r.ToNextRow(true); err != nil {
			return err
		}
		start := len(b.Bytes)
		for _, a := range r.arrays {
			from := len(b.Bytes)
			b.Bytes = slices.Grow(b.Bytes, a.rowSize())[:from+a.rowSize()]
			if _, err := io.ReadFull(a.in, b.Bytes[from:]); err != nil {
				b.Bytes = b.Bytes[:start]
				return r.endsEarly(a, err)
			}
		}
		b.AddRow(start, uint32(r.Done+1-line))
		r.Done++
	}
	return nil
}

// endsEarly returns the error for an array with fewer rows than its header declares.
func (r *Reader) endsEarly(a *array, err error) error {
	return a.named(fmt.Errorf("after row %d of %d: %w", r.Done, r.rows, option.EndsEarly("the data", err)))
}

// ToNextRow implements scan.Rows. After the last row, it checks that no data follows.
func (r *Reader) ToNextRow(wait bool) error {
	if !wait || r.Done < r.rows {
		return nil
	}
	for _, a := range r.arrays {
		_, err := a.in.ReadByte()
		switch {
		case err == nil:
			return a.named(fmt.Errorf("its header declares %d rows, but the last row is followed by other data; save each array to a separate file", r.rows))
		case !errors.Is(err, io.EOF):
			return a.named(err)
		}
	}
	return io.EOF
}

// Parse stores the fields of row i in b. It appends decoded values to b.Bytes.
func (r *Reader) Parse(b *scan.Block, i int, _ int64) gridtext.Reason {
	b.Clear(i)
	at := b.Rows[i].Start
	for k, a := range r.arrays {
		row := scan.Span{Start: at, End: at + uint32(a.rowSize())}
		if at = row.End; r.FieldOf[k] >= 0 {
			b.Set(i, r.FieldOf[k], a.decode(b, row), scan.TextField)
		}
	}
	return gridtext.Reason{}
}

// SkipTo skips rows so that row offset+1 is the next row.
func (r *Reader) SkipTo(offset, _ int64) error {
	if offset > r.rows {
		return fmt.Errorf("row %d is beyond the last row (%d); the file has changed", offset+1, r.rows)
	}
	for _, a := range r.arrays {
		if _, err := io.CopyN(io.Discard, a.in, (offset-r.Done)*int64(a.rowSize())); err != nil {
			return r.endsEarly(a, err)
		}
	}
	r.Done = offset
	return nil
}
