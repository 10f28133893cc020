package npyrows

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

func npyOf(descr, shape string, fortran bool, data []byte) []byte {
	return []byte(testkit.NPY(descr, map[bool]string{true: "True", false: "False"}[fortran], shape, string(data)))
}

// numbersOf returns the cells of a grid as numbers. blank is the number for a blank.
func numbersOf(grid string, blank int) (numbers []int) {
	for _, c := range strings.ReplaceAll(grid, ".", "0") {
		numbers = append(numbers, int(c-'0')+blank)
	}
	return numbers
}

// encode calls element for each number and returns the results as bytes in the given byte order.
func encode(t testing.TB, numbers []int, order binary.ByteOrder, element func(n int) any) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, n := range numbers {
		if err := binary.Write(&out, order, element(n)); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// padded returns text padded with NUL bytes to 81 bytes, the size of the type S81.
func padded(text string) string { return text + strings.Repeat("\x00", 81-len(text)) }

func uint8s(n int) any { return uint8(n) }

// read returns the columns and the rows of a Reader, and the error that ended reading, if any. size
// is the maximum number of rows in a block. Values that are not strings are preceded by #.
func read(r *Reader, size int) (rows []string, err error) {
	var names []string
	for _, c := range r.Columns {
		names = append(names, c.Name+":"+c.Type.String())
	}
	rows = append(rows, strings.Join(names, " "))
	for b := new(scan.Block); err == nil; b.Reset() {
		b.FieldsPerRow = len(names)
		err = r.Fill(b, size, 1<<20)
		b.GrowTyped(len(b.Rows))
		for i := range b.Rows {
			r.Parse(b, i, 0)
			var row []string
			for k := range b.FieldsPerRow {
				text := string(b.Value(i, k))
				if b.Kinds[i*b.FieldsPerRow+k] != scan.TextField {
					text = "#" + text
				}
				row = append(row, text)
			}
			rows = append(rows, strings.Join(row, " "))
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return rows, err
}

// readAll is like read, but for a single array.
func readAll(in io.Reader, size int) ([]string, error) {
	r, err := New(in, "", "")
	if err != nil {
		return nil, err
	}
	return read(r, size)
}

func TestGrids(t *testing.T) {
	p, s := strings.ReplaceAll(testkit.Puzzle(0), ".", "0"), testkit.Solution(0)
	elements := map[string]func(n int) any{
		"'|u1'": uint8s, "'|i1'": func(n int) any { return int8(n) },
		"'<u2'": func(n int) any { return uint16(n) }, "'<i2'": func(n int) any { return int16(n) },
		"'<i4'": func(n int) any { return int32(n) }, "'<i8'": func(n int) any { return int64(n) }, "'<u8'": func(n int) any { return uint64(n) },
	}
	for descr, element := range elements {
		for _, shape := range []string{"2, 81", "2, 9, 9", "2L, 9L, 9L, 1L", "2,1,9,9"} {
			for blank := range 2 {
				numbers := append(numbersOf(p, blank), numbersOf(s, blank)...)
				for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
					stored := descr
					if order == binary.BigEndian {
						stored = strings.Replace(descr, "<", ">", 1)
					}
					data := npyOf(stored, shape, false, encode(t, numbers, order, element))
					if rows, err := readAll(iotest.OneByteReader(bytes.NewReader(data)), 1); !slices.Equal(rows, []string{"puzzle:text", p, s}) || err != nil {
						t.Errorf("%s (%s): %q, error %v", descr, shape, rows, err)
					}
				}
			}
		}
	}
}

// TestOtherArrays checks that arrays in unusual forms are either read or rejected with a reason.
func TestOtherArrays(t *testing.T) {
	p, s := strings.ReplaceAll(testkit.Puzzle(0), ".", "0"), testkit.Solution(0)
	grid := encode(t, numbersOf(p, 0), binary.LittleEndian, uint8s)
	list := func(n int, as string) string {
		cells := strings.Split(p, "")
		cells[n] = as
		return "[" + strings.Join(cells, ", ") + "]"
	}
	int8s := func(grids string, blank int) []byte {
		return npyOf("'|i1'", fmt.Sprint(len(grids)/81, ", 81"), false, encode(t, numbersOf(grids, blank), binary.LittleEndian, func(n int) any { return int8(n) }))
	}
	late := func(n byte) []byte { // the row after the sample contains n
		data := bytes.Repeat(grid, sampleRows+1)
		data[sampleRows*81+5] = n
		return npyOf("'|u1'", fmt.Sprint(sampleRows+1, ", 81"), false, data)
	}
	lateRows := func(last string) []string {
		return append(append([]string{"puzzle:text"}, slices.Repeat([]string{p}, sampleRows)...), last)
	}
	shifted := bytes.Replace(late(0), bytes.Repeat(grid, sampleRows), bytes.Repeat(encode(t, numbersOf(p, 1), binary.LittleEndian, uint8s), sampleRows), 1)
	huge := append([]byte(magic), 2, 0, 0xff, 0xff, 0xff, 0xff)
	const cellsAre = ", but cells must be 0 to 9 (0 is blank) or 1 to 10 (1 is blank)"
	for _, c := range []struct {
		name string
		rows []string
		err  string
		data []byte
	}{
		{"no rows", []string{"puzzle:text"}, "", npyOf("'|u1'", "0, 81", false, nil)},
		{"strings", []string{"puzzle:text", testkit.Clued, `a"b`, ""}, "", npyOf("'|S81'", "3,", false, []byte(padded(testkit.Clued)+padded("a\"b")+padded("")))},
		{"characters", []string{"puzzle:text", "é1"}, "", npyOf("'<U81'", "1,", false, append([]byte("\xe9\x00\x00\x001"), make([]byte, 4*81-5)...))},
		{"short strings", nil, `its elements have the type "|S80"`, npyOf("'|S80'", "1,", false, make([]byte, 80))},
		{"numbers", nil, "its shape is (2,); it must be (N, 81) or (N, 9, 9)", npyOf("'<i2'", "2,", true, []byte("\xff\xff\xff\x00"))},
		{"full", []string{"solution:text", s}, "", int8s(s, 0)},
		{"full, 2 to 10", []string{"solution:text", s}, "", int8s(s, 1)},
		{"full at first", []string{"puzzle:text", s, p}, "", int8s(s+p, 0)},
		{"full, 0 to 8", nil, "its full grids contain the numbers 0 to 8 instead of 1 to 9; add 1 to each cell", int8s(s, -1)},
		{"-1 for a blank", nil, "its grids contain numbers such as -1" + cellsAre, int8s(p, -1)},
		{"11", nil, "its grids contain numbers such as 11" + cellsAre, int8s(p, 2)},
		{"10 for a blank", nil, "its grids contain numbers such as 10" + cellsAre, npyOf("'|u1'", "1, 81", false, bytes.ReplaceAll(grid, []byte{0}, []byte{10}))},
		{"both 0 and 10", nil, "its grids contain numbers such as 10" + cellsAre, npyOf("'|u1'", "1, 81", false, append(slices.Clone(grid[:80]), 10))},
		{"a late 11", lateRows(list(5, "11")), "", late(11)},
		{"a late 10", lateRows(list(5, "10")), "", late(10)},
		{"a late 0", lateRows(strings.NewReplacer("0", "00", "1", "1").Replace("[" + strings.Join(strings.Split(p, ""), ", ") + "]")), "", shifted},
		{"floats of grids", nil, `its elements have the type "<f4", but a grid must consist of integers, or be a string of 81 characters`, npyOf("'<f4'", "1, 9, 9", false, nil)},
		{"columns first", nil, "it is stored in column-major order (fortran_order); save it in row-major (C) order instead", npyOf("'|u1'", "2, 81", true, grid)},
		{"columns first, of texts", []string{"puzzle:text", "a", "b"}, "", npyOf("'|S81'", "2,", true, []byte(padded("a")+padded("b")))},
		{"one grid without an axis of rows", nil, "its shape is (9, 9); it must be (N, 81) or (N, 9, 9)", npyOf("'|u1'", "9, 9", false, grid)},
		{"another shape", nil, "its shape is (1, 9, 9, 10); it must be (N, 81) or (N, 9, 9)", npyOf("'|u1'", "1, 9, 9, 10", false, nil)},
		{"a single value", nil, "its shape is ()", npyOf("'|u1'", "", false, []byte{1})},
		{"more than any file", nil, "its shape (9223372036854775807, 81) is too large for any file", npyOf("'|u1'", "9223372036854775807, 81", false, nil)},
		{"booleans", nil, `its elements have the type "|b1", but a grid must consist of integers, or be a string of 81 characters`, npyOf("'|b1'", "1, 81", false, grid)},
		{"dates", nil, `its elements have the type "<M8[ns]"`, npyOf("'<M8[ns]'", "1, 81", false, nil)},
		{"objects", nil, "it holds Python objects", npyOf("'|O'", "1,", false, nil)},
		{"records", nil, "its elements are records", npyOf("[('a', '<i4')]", "1,", false, nil)},
		{"fewer rows than claimed", []string{"puzzle:text", p}, "after row 1 of 1000000000: the data ends too early", npyOf("'|u1'", "1000000000, 81", false, grid)},
		{"more rows than claimed", []string{"puzzle:text", p}, "its header declares 1 rows, but the last row is followed by other data", npyOf("'|u1'", "1, 81", false, append(slices.Clone(grid), 0))},
		{"an invalid header", nil, "the array's header is invalid", npyOf("", "x", false, nil)},
		{"a long header", nil, "its header's declared length of 4294967295 bytes exceeds the limit of 65536", huge},
		{"another version", nil, "unknown version 9 of the .npy format", append([]byte(magic), 9, 0, 0, 0)},
		{"nothing", nil, "the data ends too early", nil},
	} {
		for _, size := range []int{1, 1000} {
			rows, err := readAll(bytes.NewReader(c.data), size)
			if !slices.Equal(rows, c.rows) || (err != nil) != (c.err != "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%s: rows %q, error %v; want %q and %s", c.name, rows, err, c.rows, c.err)
			}
		}
	}
}

// npzOf returns the members of an archive that holds the given arrays.
func npzOf(t testing.TB, arrays ...[]byte) []*zip.File {
	var members []string
	for i, a := range arrays {
		members = append(members, []string{"quizzes.npy", "solutions.npy", "ids.npy"}[i], string(a))
	}
	text := testkit.Zip(members...)
	r, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	return r.File
}

func TestArchive(t *testing.T) {
	p, s := strings.ReplaceAll(testkit.Puzzle(0), ".", "0"), testkit.Solution(0)
	quizzes := npyOf("'|u1'", "1, 81", false, encode(t, numbersOf(p, 0), binary.LittleEndian, uint8s))
	solutions := npyOf("'|u1'", "1, 9, 9", false, encode(t, numbersOf(s, 0), binary.LittleEndian, uint8s))
	ids := func(n string) []byte { return npyOf("'|u1'", n+",", false, []byte("\x07\x08")) }
	more := func(n string) []byte { return npyOf("'|S81'", n+",", false, []byte(padded("7")+padded("8"))) }
	three, two := []string{"quizzes:text solutions:text ids:text", p + " " + s + " 7"}, []string{"quizzes:text solutions:text", p + " " + s}
	for _, c := range []struct {
		ids  []byte
		rows []string
		err  string
	}{
		{more("1")[:len(more("1"))-81], three, ""},
		{more("1"), three, "array ids: its header declares 1 rows"},
		{more("1")[:len(more("1"))-82], three[:1], "array ids: after row 0 of 1: the data ends too early"},
		{ids("2"), two, ""},
		{npyOf("'|b1'", "1, 81", false, nil), two, ""},
		{npyOf("'|O'", "1,", false, nil), two, ""},
		{npyOf("'<U6'", "", false, nil), two, ""},
		{npyOf("'<U81'", "", false, nil), two, ""},
		{npyOf("'<f4'", "1, 81", false, nil), two, ""},
		{npyOf("'|u1'", "2, 9, 9", false, make([]byte, 162)), nil, "its arrays differ in length: quizzes has 1 rows, and ids has 2"},
		{ids("1")[:20], nil, "array ids: the data ends too early"},
	} {
		r, err := NewArchive(npzOf(t, quizzes, solutions, c.ids), "", nil, func(string, string) {})
		var rows []string
		if err == nil {
			rows, err = read(r, 10)
		}
		if !slices.Equal(rows, c.rows) || (err != nil) != (c.err != "") || err != nil && (!strings.HasPrefix(err.Error(), c.err) || errors.Is(err, io.EOF)) {
			t.Errorf("rows %q, error %v; want %q and %s", rows, err, c.rows, c.err)
		}
	}
}

// TestBlanksAndNames checks which number stands for a blank, and which name the column gets. The
// name is PuzzleName if the first grids have blanks, and SolutionName otherwise. A number or a name
// passed to New takes precedence. The arrays of an archive must have the same number for a blank.
func TestBlanksAndNames(t *testing.T) {
	p, s := strings.ReplaceAll(testkit.Puzzle(0), ".", "0"), testkit.Solution(0)
	without9, lower := strings.ReplaceAll(p, "9", "0"), strings.Map(func(c rune) rune { return c - 1 }, s)
	grid := func(grid string, first int) []byte {
		return npyOf("'|u1'", "1, 81", false, encode(t, numbersOf(grid, first), binary.LittleEndian, uint8s))
	}
	for _, c := range []struct {
		grid                string
		first               int
		given, name         string
		blanks, column, row string
	}{
		{p, 0, "0", "", "0", PuzzleName, p},
		{p, 1, "1", "", "1", PuzzleName, p},
		{s, 0, "1", "", "1", PuzzleName, lower},
		{s, -1, "0", "", "0", PuzzleName, lower},
		{without9, 0, "", "", "0", PuzzleName, without9},
		{without9, 1, "1", "", "1", PuzzleName, without9},
		{s, 0, "", "", "0", SolutionName, s},
		{s, 1, "", "", "1", SolutionName, s},
		{s, 0, "", PuzzleName, "0", PuzzleName, s},
		{without9, 0, "", SolutionName, "0", SolutionName, without9},
	} {
		r, err := New(bytes.NewReader(grid(c.grid, c.first)), c.given, c.name)
		if err != nil {
			t.Fatalf("%+v: error %v", c, err)
		}
		rows, err := read(r, 10)
		if err != nil || r.Blanks != c.blanks || r.Columns[0].Name != c.column || rows[1] != c.row {
			t.Errorf("%+v: rows %q with blanks %q, error %v", c, rows, r.Blanks, err)
		}
	}
	arrays := npzOf(t, grid(s, 0), grid(s, 1))
	_, err := NewArchive(arrays, "", nil, nil)
	testkit.WantError(t, err, "its arrays differ in the number that stands for a blank: 0 in quizzes, and 1 in solutions")
	if r, err := NewArchive(arrays, "1", nil, nil); err != nil || r.Blanks != "1" {
		t.Errorf("with a given blank, the error is %v", err)
	}
}

// TestArraysThatAreNeeded checks that NewArchive returns an error if a requested array has no
// grids, or if no array has grids.
func TestArraysThatAreNeeded(t *testing.T) {
	quizzes := npyOf("'|u1'", "1, 81", false, make([]byte, 81))
	masks := npyOf("'|b1'", "1, 81", false, make([]byte, 81))
	for _, c := range []struct {
		arrays  [][]byte
		needed  string
		skipped int
		err     string
	}{
		{[][]byte{masks, quizzes}, "", 1, ""},
		{[][]byte{masks, quizzes}, "solutions", 1, ""},
		{[][]byte{masks, quizzes}, "quizzes", 0, `array quizzes: its elements have the type "|b1"`},
		{[][]byte{masks, masks}, "", 2, `array quizzes: its elements have the type "|b1"`},
		{[][]byte{masks}, "", 0, `array quizzes: its elements have the type "|b1"`},
	} {
		skipped := 0
		_, err := NewArchive(npzOf(t, c.arrays...), "", []string{c.needed}, func(string, string) { skipped++ })
		if skipped != c.skipped || (err != nil) != (c.err != "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("skipped %v, error %v; want %d, %s", skipped, err, c.skipped, c.err)
		}
	}
	damaged := npzOf(t, masks, quizzes)
	damaged[0].CRC32++
	if _, err := NewArchive(damaged, "", nil, func(string, string) {}); !errors.Is(err, zip.ErrChecksum) {
		t.Errorf("with a damaged array that is not needed, the error is %v", err)
	}
	if _, err := NewArchive(make([]*zip.File, 101), "", nil, nil); err == nil || !strings.HasPrefix(err.Error(), "it has 101 arrays, more than the limit of 100") {
		t.Errorf("with too many arrays, the error is %v", err)
	}
}

// TestDamage checks that flipped bits and truncation yield an error if they cause rows to be lost.
func TestDamage(t *testing.T) {
	data := npyOf("'<i2'", "3, 81", false, make([]byte, 2*3*81))
	check := func(what string, n int, damaged []byte) {
		rows, err := readAll(bytes.NewReader(damaged), 2)
		if err == nil && len(rows) != 4 {
			t.Errorf("%s %d: %d rows and no error", what, n, len(rows)-1)
		}
	}
	for n := range 8 * len(data) {
		flipped := slices.Clone(data)
		flipped[n/8] ^= 1 << (n % 8)
		check("bit", n, flipped)
	}
	for n := range data {
		check("end at", n, data[:n])
	}
}

// FuzzReader checks that, for any data, rows and errors do not depend on the block size.
func FuzzReader(f *testing.F) {
	f.Add(npyOf("'|u1'", "1, 9, 9", false, make([]byte, 81)))
	f.Add(npyOf("'>i4'", "1, 81", true, make([]byte, 4*81)))
	f.Add(npyOf("'<U81'", "1,", false, make([]byte, 4*81)))
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := readAll(bytes.NewReader(data), 1)
		again, other := readAll(bytes.NewReader(data), 1000)
		if !slices.Equal(rows, again) || fmt.Sprint(err) != fmt.Sprint(other) {
			t.Fatalf("row by row: %d rows, error %v; in blocks: %d rows, error %v", len(rows), err, len(again), other)
		}
	})
}
