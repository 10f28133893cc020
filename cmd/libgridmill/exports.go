package main

// #include "abi.h"
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/gridmill/gridmill/cmd/internal/build"
	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
)

// maxIndex is the upper limit for row numbers, row counts, and text offsets. The limit keeps sizes
// in bytes from overflowing.
const maxIndex = 1 << 40

// call calls f, stores a description of its error, and returns the error code. It converts panics
// to errors, because a library must not end the process that uses it.
func call(to *C.gridmill_error, f func(e *engine) error) (code C.int32_t) {
	defer func() {
		if p := recover(); p != nil {
			code = describe(to, &rowError{C.GRIDMILL_FAILED, -1, fmt.Sprintf("this is a bug in gridmill: %v", p)})
		}
	}()
	e := engines.Get().(*engine)
	err := f(e)
	engines.Put(e) // if f panics, the engine is not used again
	if err != nil {
		return describe(to, err)
	}
	return C.GRIDMILL_OK
}

// describe stores a description of err and returns the error code.
func describe(to *C.gridmill_error, err error) C.int32_t {
	r := &rowError{C.GRIDMILL_FAILED, -1, err.Error()}
	errors.As(err, &r)
	if to != nil {
		to.code, to.row = r.code, C.int64_t(r.row)
		message := unsafe.Slice((*byte)(unsafe.Pointer(&to.message)), len(to.message))
		message[copy(message[:len(message)-1], r.text)] = 0
	}
	return r.code
}

// rows returns n as an int. It returns an error if n is not a valid number of rows.
func rows(n C.int64_t) (int, error) {
	if n < 0 || n > maxIndex {
		return 0, badArgument("%d is not a valid number of rows", n)
	}
	return int(n), nil
}

// array is like optional. In addition, if first is NULL but n is not zero, array sets *failed to an
// error that mentions name, unless *failed already holds an error.
func array[T, P any](first *P, n int, name string, failed *error) []T {
	if first == nil && n > 0 && *failed == nil {
		*failed = badArgument("%s is NULL", name)
	}
	return optional[T](first, n)
}

// optional returns a slice of n elements that starts at *first, or nil if first is NULL.
func optional[T, P any](first *P, n int) []T {
	if first == nil {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(first)), n)
}

// put sets to[i] to value. If to is nil, put does nothing.
func put[T any](to []T, i int, value T) {
	if to != nil {
		to[i] = value
	}
}

// inAndOut returns n, and slices for the two arrays of a call: n grids that start at *in, and the
// result, which starts at *out and has perGrid elements for each grid.
func inAndOut[T, P any](in *C.const_cells, n C.int64_t, out *P, perGrid int) (count int, from []byte, to []T, err error) {
	count, err = rows(n)
	from = array[byte](in, count*solver.Cells, "the array of grids", &err)
	to = array[T](out, count*perGrid, "the result", &err)
	return count, from, to, err
}

//export gridmill_names
func gridmill_names(list C.int32_t, text *C.char, size C.int64_t, e *C.gridmill_error) C.int32_t {
	return call(e, func(*engine) error {
		var b strings.Builder
		each := func(n int, name func(i int) string) {
			for i := range n {
				b.WriteString(name(i) + "\n")
			}
		}
		switch list {
		case C.GRIDMILL_VERSION:
			b.WriteString(build.Version() + "\n")
		case C.GRIDMILL_VERDICTS:
			each(solver.NumVerdicts, func(i int) string { return solver.Verdict(i).String() })
		case C.GRIDMILL_FOUND:
			each(extract.NumKinds, extract.KindName)
		case C.GRIDMILL_DIFFICULTIES:
			each(int(ladder.ExtremelyHard)+1, func(i int) string { return ladder.Difficulty(i).String() })
		case C.GRIDMILL_TECHNIQUES:
			each(ladder.NumTechniques, func(i int) string { return ladder.Technique(i).String() })
		case C.GRIDMILL_SYMMETRIES:
			each(len(generate.SymmetryNames()), func(i int) string { return generate.SymmetryNames()[i] })
		default:
			return badArgument("%d does not identify a list of names", list)
		}
		return writeText(text, size, []byte(b.String()))
	})
}

// writeText copies text and a zero byte to a buffer. It returns an error if the text does not fit.
func writeText(address *C.char, size C.int64_t, text []byte) error {
	if address == nil || size <= C.int64_t(len(text)) {
		return &rowError{C.GRIDMILL_TOO_SMALL, -1, fmt.Sprintf("the text needs %d bytes, but the buffer has %d", len(text)+1, size)}
	}
	buffer := unsafe.Slice((*byte)(unsafe.Pointer(address)), len(text)+1)
	buffer[copy(buffer, text)] = 0
	return nil
}

//export gridmill_parse
func gridmill_parse(texts *C.const_text, n C.int64_t, grids *C.uint8_t, e *C.gridmill_error) C.int32_t {
	return call(e, func(*engine) error {
		count, from, to, err := inAndOut[byte]((*C.const_cells)(unsafe.Pointer(texts)), n, grids, solver.Cells)
		var g solver.Grid
		for i := 0; i < count && err == nil; i++ {
			text := rowOf(from, i)
			if at := solver.Parse(&g, text[:]); at >= 0 {
				return &rowError{C.GRIDMILL_BAD_CELL, i, fmt.Sprintf("character %d is %q, which is not a digit or a blank (%s)", at, text[at:at+1], solver.Blanks)}
			}
			writeGrid(to, i, &g)
		}
		return err
	})
}

//export gridmill_solve
func gridmill_solve(puzzles *C.const_cells, n C.int64_t, maxSolutions, maxGuesses C.int32_t, solutions, verdicts *C.uint8_t, counts, guesses *C.int32_t, e *C.gridmill_error) C.int32_t {
	return call(e, func(e *engine) error {
		count, err := rows(n)
		from := array[byte](puzzles, count*solver.Cells, "puzzles", &err)
		if err != nil {
			return err
		}
		grids, proven := optional[byte](solutions, count*solver.Cells), optional[byte](verdicts, count)
		found, guessed := optional[int32](counts, count), optional[int32](guesses, count)
		limits := solver.Config{MaxSolutions: int32(maxSolutions), MaxGuesses: int32(maxGuesses)}
		return e.search(limits, count, from, func(first int, _ []solver.Grid, results []solver.Result) {
			for i := range results {
				r, row := &results[i], first+i
				if grids != nil {
					writeGrid(grids, row, &r.Solution)
				}
				put(proven, row, byte(r.Verdict))
				put(found, row, r.Count)
				put(guessed, row, r.Guesses)
			}
		})
	})
}
