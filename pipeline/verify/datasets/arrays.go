package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// npyHead is the start of a file of NumPy: what it is, its version, and the length of the
// dictionary that follows. See
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
const npyHead = len("\x93NUMPY") + 2 + 2

// An array is a file of NumPy.
type array struct {
	file *os.File
	data int64 // where the elements start
	size int64 // their bytes
}

var npyEntries = regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\), \} *\n$`)

// openArray opens an array, and wants it to have a type and a shape, and as many bytes as
// these come to. The array can be used if it is not nil; report says what is wrong with it.
func openArray(path, dtype, shape string, size int64, report func(format string, args ...any)) (a *array, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if a == nil {
			err = errors.Join(err, f.Close())
		}
	}()
	head := make([]byte, npyHead)
	if _, err := io.ReadFull(f, head); err != nil {
		report("it ends within its header")
		return nil, nil
	}
	if string(head[:8]) != "\x93NUMPY\x01\x00" {
		report("it does not start like an array of NumPy in version 1.0")
		return nil, nil
	}
	text := make([]byte, binary.LittleEndian.Uint16(head[8:]))
	if _, err := io.ReadFull(f, text); err != nil {
		report("it ends within its header")
		return nil, nil
	}
	a = &array{file: f, data: int64(npyHead + len(text))}
	entries := npyEntries.FindStringSubmatch(string(text))
	switch {
	case entries == nil:
		report("its header is %s, which NumPy does not write", shown(text))
	case entries[1] != dtype:
		report("its type is %s, expected %s", entries[1], dtype)
	case entries[2] != "False":
		report("its fortran_order is True, expected False")
	case entries[3] != shape:
		report("its shape is (%s), expected (%s)", entries[3], shape)
	case a.data%64 != 0:
		report("its header has %d bytes, expected a multiple of 64", a.data)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if a.size = info.Size() - a.data; a.size != size {
		report("it has %d bytes behind its header, expected %d", a.size, size)
	}
	return a, nil
}

func shown(text []byte) string { return fmt.Sprintf("%.100q", strings.TrimSpace(string(text))) }

// openArrays opens the arrays of puzzles and solutions.
func (c *checker) openArrays(t *table, v *tableVerifier, blank byte) (formats.Reader, error) {
	v.arrays = &gridArrays{blank: blank}
	rows := t.counts.Rows
	for i, name := range t.files {
		report := func(format string, args ...any) { c.faultOf(name, format, args...) }
		a, err := openArray(c.path(name), "|u1", fmt.Sprintf("%d, %d", t.counts.Rows, solver.Cells), t.counts.Rows*solver.Cells, report)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.path(name), err)
		}
		if a == nil {
			return nil, v.arrays.close()
		}
		v.arrays.of[i] = a
		rows = min(rows, a.size/solver.Cells)
	}
	t.starts = []fileStart{{t.files[0], 0}}
	return formats.NewMade(v.arrays, rows), nil
}

// gridArrays are the puzzles and the solutions of a split. They are a formats.Maker, so that
// workers read their rows, each its own: the batches that it makes say only which these are.
type gridArrays struct {
	of    [2]*array
	blank byte // what stands for a blank cell; digits are as much more
}

// Make implements formats.Maker.
func (g *gridArrays) Make(_ int64, puzzles []solver.Grid, _ []bool) error {
	clear(puzzles)
	return nil
}

// Weighted implements formats.Maker.
func (g *gridArrays) Weighted() bool { return false }

// read reads consecutive rows of one of the arrays as grids. A cell that is none becomes 0.
func (g *gridArrays) read(of int, first int64, grids []solver.Grid, buffer []byte) ([]byte, error) {
	size := len(grids) * solver.Cells
	if cap(buffer) < size {
		buffer = make([]byte, size)
	}
	buffer = buffer[:size]
	a := g.of[of]
	if _, err := a.file.ReadAt(buffer, a.data+first*solver.Cells); err != nil {
		return buffer, fmt.Errorf("%s cannot be read: %w", a.file.Name(), files.WithoutPath(err))
	}
	for i := range grids {
		for cell, value := range buffer[i*solver.Cells:][:solver.Cells] {
			switch digit := value - g.blank; {
			case digit == 0:
				grids[i][cell] = solver.Blank
			case digit <= 9:
				grids[i][cell] = '0' + digit
			default:
				grids[i][cell] = 0
			}
		}
	}
	return buffer, nil
}

// close closes the files.
func (g *gridArrays) close() (err error) {
	for _, a := range g.of {
		if a != nil {
			err = errors.Join(err, a.file.Close())
		}
	}
	return err
}
