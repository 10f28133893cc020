package converted

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/float16"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// npyOf returns an array in the format .npy.
func npyOf(descr, shape string, fortran bool, data []byte) []byte {
	order := "False"
	if fortran {
		order = "True"
	}
	header := fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': (%s), }", descr, order, shape)
	header += strings.Repeat(" ", 63-(len(header)+10)%64) + "\n"
	out := append([]byte(npyMagic), 1, 0)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(header)))
	return append(append(out, header...), data...)
}

// numbersOf returns the cells of a grid, each with blank added.
func numbersOf(grid string, blank int) (numbers []int) {
	for _, c := range strings.ReplaceAll(grid, ".", "0") {
		numbers = append(numbers, int(c-'0')+blank)
	}
	return numbers
}

// encode returns numbers as elements of the given type.
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

func TestNPY(t *testing.T) {
	p, s := strings.ReplaceAll(testkit.Puzzle(0), ".", "0"), testkit.Solution(0)
	elements := map[string]func(n int) any{
		"'|u1'": func(n int) any { return uint8(n) }, "'|i1'": func(n int) any { return int8(n) },
		"'<u2'": func(n int) any { return uint16(n) }, "'<i2'": func(n int) any { return int16(n) },
		"'<i4'": func(n int) any { return int32(n) }, "'<i8'": func(n int) any { return int64(n) }, "'<u8'": func(n int) any { return uint64(n) },
		"'<f2'": func(n int) any { return float16.New(float32(n)).Uint16() },
		"'<f4'": func(n int) any { return float32(n) }, "'<f8'": func(n int) any { return float64(n) },
	}
	for descr, element := range elements {
		for _, shape := range []string{"2, 81", "2, 9, 9", "2L, 9L, 9L, 1L", "2, 81, 1", "2,1,9,9"} {
			for blank := range 2 {
				numbers := append(numbersOf(p, blank), numbersOf(s, blank)...)
				for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
					stored := descr
					if order == binary.BigEndian {
						stored = strings.Replace(descr, "<", ">", 1)
					}
					data := npyOf(stored, shape, false, encode(t, numbers, order, element))
					if csv, err := csvOf(NPY(bytes.NewReader(data))); csv != "puzzle\n"+p+"\n"+s+"\n" || err != nil {
						t.Errorf("%s (%s): %q, error %v", descr, shape, csv, err)
					}
				}
			}
		}
	}
}

func TestNPYOfOtherThings(t *testing.T) {
	p := strings.ReplaceAll(testkit.Puzzle(0), ".", "0")
	grid := encode(t, numbersOf(p, 0), binary.LittleEndian, func(n int) any { return uint8(n) })
	changed := func(n byte) []byte {
		data := bytes.Clone(grid)
		data[5] = n
		return append(bytes.Clone(grid), data...)
	}
	listWith := func(n string) string {
		list := strings.Split(p, "")
		list[5] = n
		return "\"[" + strings.Join(list, ", ") + "]\""
	}
	few := strings.NewReplacer("8", "7", "9", "7").Replace(p) // without the digits 8 and 9
	int8s := func(numbers []int) []byte {
		return npyOf("'|i1'", "1, 81", false, encode(t, numbers, binary.LittleEndian, func(n int) any { return int8(n) }))
	}
	ninthsOf := func(p string, less, more float64) []byte {
		var floats []float64
		for i, n := range numbersOf(p, 0) {
			floats = append(floats, float64(n)/9-less)
			if i == 5 {
				floats[i] += more
			}
		}
		data := make([]byte, 0, 4*len(floats))
		for _, f := range floats {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(f)))
		}
		return npyOf("'<f4'", "1, 9, 9, 1", false, data)
	}
	ninths := func(less, more float64) []byte { return ninthsOf(p, less, more) }
	var shown []string
	for i, n := range numbersOf(p, 0) {
		f := float32(n) / 9
		if i == 5 {
			f = 0.0625
		}
		if text := fmt.Sprint(f); len(text) > 1 {
			shown = append(shown, "<"+text+">")
		} else {
			shown = append(shown, text)
		}
	}
	notQuite := "\"[" + strings.Join(shown, ", ") + "]\""
	s := testkit.Solution(0)
	huge := append([]byte(npyMagic), 2, 0, 0xff, 0xff, 0xff, 0xff)
	for _, c := range []struct {
		name, csv, err string
		data           []byte
	}{
		{"one grid", "puzzle\n" + p + "\n", "", npyOf("'|u1'", "9, 9", false, grid)},
		{"no rows", "puzzle\n", "", npyOf("'|u1'", "0, 81", false, nil)},
		{"text", "puzzle\n1..\n\"a,b\"\n", "", npyOf("'|S3'", "2,", false, []byte("1..a,b"))},
		{"characters", "puzzle\né1\n", "", npyOf("'<U3'", "1,", false, []byte("\xe9\x00\x00\x001\x00\x00\x00\x00\x00\x00\x00"))},
		{"numbers", "puzzle\n-1\n255\n", "", npyOf("'<i2'", "2,", true, []byte("\xff\xff\xff\x00"))},
		{"floats", "puzzle\n0.5\n", "", npyOf("'<f8'", "1,", false, binary.LittleEndian.AppendUint64(nil, math.Float64bits(0.5)))},
		{"a number that is no cell", "puzzle\n" + p + "\n" + listWith("<11>") + "\n", "", npyOf("'|u1'", "2, 81", false, changed(11))},
		{"both 0 and 10", "puzzle\n" + p + "\n" + listWith("<10>") + "\n", "", npyOf("'|u1'", "2, 81", false, changed(10))},
		{"1 for blank without a 10", "puzzle\n" + few + "\n", "", npyOf("'<i2'", "1, 81", false, encode(t, numbersOf(few, 1), binary.LittleEndian, func(n int) any { return int16(n) }))},
		{"10 for blank", "puzzle\n" + p + "\n", "", int8s(numbersOf(strings.ReplaceAll(p, "0", ":"), 0))},
		{"-1 for blank", "puzzle\n" + p + "\n", "", int8s(numbersOf(strings.ReplaceAll(p, "0", "/"), 0))},
		{"-1 for blank and 0 to 8 for digits", "puzzle\n" + p + "\n", "", int8s(numbersOf(p, -1))},
		{"NaN for blank", "puzzle\n" + p + "\n", "", npyOf("'<f4'", "1, 81", false, encode(t, numbersOf(p, 0), binary.LittleEndian, func(n int) any {
			if n == 0 {
				return float32(math.NaN())
			}
			return float32(n)
		}))},
		{"full", "solution\n" + s + "\n", "", int8s(numbersOf(s, 0))},
		{"full, 0 to 8", "solution\n" + s + "\n", "", int8s(numbersOf(s, -1))},
		{"full, 2 to 10", "solution\n" + s + "\n", "", int8s(numbersOf(s, 1))},
		{"full at first", "puzzle\n" + s + "\n" + p + "\n", "", npyOf("'|i1'", "2, 81", false, encode(t, append(numbersOf(s, 0), numbersOf(p, 0)...), binary.LittleEndian, func(n int) any { return int8(n) }))},
		{"fewer rows than claimed", "puzzle\n" + p + "\n", "after row 1 of 1000000000: the data ends too early", npyOf("'|u1'", "1000000000, 81", false, grid)},
		{"more rows than claimed", "puzzle\n" + p + "\n", "behind its 1 rows there is something else", npyOf("'|u1'", "1, 81", false, changed(1))},
		{"more than any file", "", "its shape (9223372036854775807, 81) is larger than any file", npyOf("'|u1'", "9223372036854775807, 81", false, nil)},
		{"columns first, of one row", "puzzle\n" + p + "\n", "", npyOf("'|u1'", "1, 81", true, grid)},
		{"columns first, fewer than claimed", "puzzle\n", "after row 0 of 2: the data ends too early", npyOf("'|u1'", "2, 81", true, grid)},
		{"columns first, more than claimed", "puzzle\n" + p + "\n", "behind its 1 rows there is something else", npyOf("'|u1'", "1, 81", true, changed(1))},
		{"columns first, huge", "", "it stores columns and not rows one after the other, which cannot be read of more than 64 MiB", npyOf("'|u1'", "1000000000, 81", true, grid)},
		{"columns first, small but lying", "puzzle\n", "after row 0 of 800000: the data ends too early", npyOf("'|u1'", "800000, 81", true, grid)},
		{"ninths", "puzzle\n" + p + "\n", "", ninths(0, 0)},
		{"ninths less a half", "puzzle\n" + p + "\n", "", ninths(0.5, 0)},
		{"ninths less a half, full of digits", "puzzle\n" + few + "\n", "", ninthsOf(few, 0.5, 0)},
		{"ninths, not quite", "puzzle\n" + notQuite + "\n", "", ninths(0, 0.0625)},
		{"another shape", "", "its shape is (1, 9, 9, 10), where grids have (N, 81) or (N, 9, 9)", npyOf("'|u1'", "1, 9, 9, 10", false, nil)},
		{"nine rows a grid", "puzzle\n" + p + "\n" + p + "\n", "", npyOf("'|u1'", "18, 9", false, append(slices.Clone(grid), grid...))},
		{"nine rows a grid, columns first", "", "its shape is (18, 9), where", npyOf("'|u1'", "18, 9", true, append(slices.Clone(grid), grid...))},
		{"rows of nine", "", "its shape is (10, 9), where", npyOf("'|u1'", "10, 9", false, grid)},
		{"objects", "", "its elements are objects of Python, which cannot be read; make an array of what they hold (in Python: a = numpy.load(FILE, allow_pickle=True); numpy.save(", npyOf("'|O'", "1,", false, nil)},
		{"records", "", "its elements are records, which cannot be read; store its fields (in Python: a = numpy.load(FILE); numpy.savez(", npyOf("[('a', '<i4')]", "1,", false, nil)},
		{"complex numbers", "", `its elements have the type "<c8"`, npyOf("'<c8'", "1, 81", false, nil)},
		{"a header that is none", "", "the header of the array cannot be understood", npyOf("", "x", false, nil)},
		{"a long header", "", "its header claims 4294967295 bytes, of which 65536 may be", huge},
		{"another version", "", "version 9 of the format .npy is not known", append([]byte(npyMagic), 9, 0, 0, 0)},
		{"nothing", "", "the data ends too early", nil},
	} {
		csv, err := csvOf(NPY(bytes.NewReader(c.data)))
		if csv != c.csv || (err != nil) != (c.err != "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%s: made %q, error %v; want %q and %s", c.name, csv, err, c.csv, c.err)
		}
	}
}

// TestShapesSayWhatMendsThem wants the line of Python for each shape that it can make grids of.
func TestShapesSayWhatMendsThem(t *testing.T) {
	for shape, how := range map[string]string{
		"5, 162":      "numpy.savez('both.npz', puzzle=a[:, :81], solution=a[:, 81:]))",
		"5, 2, 81":    "numpy.savez('both.npz', puzzle=a[:, 0], solution=a[:, 1]))",
		"5, 2, 9, 9":  "numpy.savez('both.npz', puzzle=a[:, 0], solution=a[:, 1]))",
		"2, 5, 81":    "numpy.savez('both.npz', puzzle=a[0], solution=a[1]))",
		"2, 5, 9, 9":  "numpy.savez('both.npz', puzzle=a[0], solution=a[1]))",
		"81, 5":       "numpy.save('grids.npy', numpy.ascontiguousarray(a.reshape(81, -1).T)))",
		"9, 9, 5":     "numpy.save('grids.npy', numpy.ascontiguousarray(a.reshape(81, -1).T)))",
		"4, 5, 81":    "numpy.save('grids.npy', a.reshape(-1, 81)))",
		"4, 5, 9, 9":  "numpy.save('grids.npy', a.reshape(-1, 81)))",
		"5, 81, 9":    "numpy.save('grids.npy', (a.reshape(-1, 81, 9) * numpy.arange(1, 10)).sum(-1)))",
		"5, 9, 9, 9":  "numpy.save('grids.npy', (a.reshape(-1, 81, 9) * numpy.arange(1, 10)).sum(-1)))",
		"5, 729":      "numpy.save('grids.npy', (a.reshape(-1, 81, 9) * numpy.arange(1, 10)).sum(-1)))",
		"5, 81, 10":   "numpy.save('grids.npy', a.reshape(-1, 81, 10).argmax(-1)))",
		"5, 9, 9, 10": "numpy.save('grids.npy', a.reshape(-1, 81, 10).argmax(-1)))",
		"5, 17":       "(N, 9, 9)",
		"5, 81, 9, 3": "(N, 9, 9)",
	} {
		for _, descr := range []string{"'|u1'", "'|b1'"} {
			_, err := csvOf(NPY(bytes.NewReader(npyOf(descr, shape, false, nil))))
			if err == nil || !strings.HasPrefix(err.Error(), "its shape is ("+shape+"), where") || !strings.HasSuffix(err.Error(), how) {
				t.Errorf("%s (%s): %v", descr, shape, err)
			}
		}
	}
	archive := npzOf(t, npyOf("'|u1'", "5, 162", false, nil))
	if _, _, err := NPZ(archive, nil); err == nil || !strings.Contains(err.Error(), "a = numpy.load(FILE)['") {
		t.Errorf("of an archive: %v", err)
	}
}

// npzOf returns the members of an archive of arrays.
func npzOf(t testing.TB, arrays ...[]byte) []*zip.File {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i, a := range arrays {
		m, err := w.Create([]string{"quizzes.npy", "solutions.npy", "ids.npy"}[i])
		if err == nil {
			_, err = m.Write(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return r.File
}

// transposed returns a grid with its columns as rows.
func transposed(grid string) string {
	var cells []byte
	for i := range grid {
		cells = append(cells, grid[i%9*9+i/9])
	}
	return string(cells)
}

func TestNPZ(t *testing.T) {
	p, s := strings.ReplaceAll(testkit.Puzzle(0), ".", "0"), testkit.Solution(0)
	u1 := func(n int) any { return uint8(n) }
	quizzes := npyOf("'|u1'", "1, 81", false, encode(t, numbersOf(p, 0), binary.LittleEndian, u1))
	solutions := npyOf("'|u1'", "1, 9, 9", false, encode(t, numbersOf(s, 1), binary.LittleEndian, u1))
	ids := func(n string) []byte { return npyOf("'|u1'", n+",", false, []byte("\x07\x08")) }
	for _, c := range []struct {
		ids      []byte
		csv, err string
	}{
		{ids("1")[:len(ids("1"))-1], "quizzes,solutions,ids\n" + p + "," + s + ",7\n", ""},
		{ids("1"), "quizzes,solutions,ids\n" + p + "," + s + ",7\n", "its array ids: behind its 1 rows"},
		{ids("2"), "quizzes,solutions\n" + p + "," + s + "\n", ""},
		{npyOf("'|b1'", "1, 81", false, nil), "quizzes,solutions\n" + p + "," + s + "\n", ""},
		{npyOf("'|O'", "1,", false, nil), "quizzes,solutions\n" + p + "," + s + "\n", ""},
		{npyOf("'<U6'", "", false, nil), "quizzes,solutions\n" + p + "," + s + "\n", ""},
		{npyOf("'|u1'", "1, 9, 9", true, encode(t, numbersOf(s, 0), binary.LittleEndian, u1)), "quizzes,solutions,ids\n" + p + "," + s + "," + transposed(s) + "\n", ""},
		{npyOf("'|u1'", "2, 9, 9", false, nil), "", "its arrays differ in length: quizzes has 1 rows, and ids has 2"},
		{ids("1")[:20], "", "its array ids: the data ends too early"},
	} {
		r, _, err := NPZ(npzOf(t, quizzes, solutions, c.ids), nil)
		csv := ""
		if err == nil {
			csv, err = csvOf(r)
		}
		if csv != c.csv || (err != nil) != (c.err != "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("made %q, error %v; want %q and %s", csv, err, c.csv, c.err)
		}
	}
}

// An array that is needed is not skipped, and an archive has something that is read.
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
		{[][]byte{masks, quizzes}, "quizzes", 0, `its array quizzes: its elements have the type "|b1"`},
		{[][]byte{masks, masks}, "", 0, `its array quizzes: its elements have the type "|b1"`},
		{[][]byte{masks}, "", 0, `its elements have the type "|b1"`},
	} {
		_, skipped, err := NPZ(npzOf(t, c.arrays...), []string{c.needed})
		if len(skipped) != c.skipped || (err != nil) != (c.err != "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("skipped %v, error %v; want %d, %s", skipped, err, c.skipped, c.err)
		}
	}
	// Together, arrays of columns are not larger than one may be, whatever they claim.
	large := npyOf("'|u1'", "500000, 81", true, nil)
	if _, _, err := NPZ(npzOf(t, large, large), nil); err == nil || !strings.HasPrefix(err.Error(), "its array solutions: it stores columns and not rows") {
		t.Errorf("of large arrays of columns the error is %v", err)
	}
	if _, _, err := NPZ(make([]*zip.File, 101), nil); err == nil || !strings.HasPrefix(err.Error(), "it has 101 arrays, of which 100 may be") {
		t.Errorf("of many arrays the error is %v", err)
	}
}

// An array that stores columns one after the other has the rows of one that stores rows.
func TestColumnsFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, shape := range [][]int{{81}, {9, 9}, {9, 1, 9}, {3, 27}, {1, 81, 1}, {27, 3}, {3, 3, 3, 3}} {
		const rows = 5
		byRow := make([]byte, rows*81)
		for i := range byRow {
			byRow[i] = byte(r.IntN(10))
		}
		byColumn := make([]byte, len(byRow))
		for i := range byRow {
			// The place of an element is the sum of its indices times the sizes of the axes before.
			at, size, index, rest := i/81, rows, i%81, 81
			for _, n := range shape {
				rest /= n
				at += index / rest * size
				index, size = index%rest, size*n
			}
			byColumn[at] = byRow[i]
		}
		axes := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(shape)), ", "), "[]")
		want, err := csvOf(NPY(bytes.NewReader(npyOf("'|u1'", "5, "+axes, false, byRow))))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := csvOf(NPY(bytes.NewReader(npyOf("'|u1'", "5, "+axes, true, byColumn)))); got != want || err != nil {
			t.Errorf("(%s): %q, want %q, error %v", axes, got, want, err)
		}
	}
}

// FuzzNPY wants of any data whole rows of one field, an error or none.
func FuzzNPY(f *testing.F) {
	f.Add(npyOf("'|u1'", "1, 9, 9", false, make([]byte, 81)))
	f.Add(npyOf("'<f2'", "2, 9, 9", true, make([]byte, 324)))
	f.Add(npyOf("'>f4'", "3,", true, make([]byte, 12)))
	f.Add(npyOf("'<U2'", "1,", false, make([]byte, 8)))
	f.Fuzz(func(t *testing.T, data []byte) {
		csv, err := csvOf(io.LimitReader(NPY(bytes.NewReader(data)), 1<<22))
		if err != nil && csv != "" && !strings.HasSuffix(csv, "\n") {
			t.Fatalf("%q is no whole rows", csv)
		}
	})
}
