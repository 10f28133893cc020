package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// shapeLayouts are arrays of NumPy with another shape than the usual ones.
func shapeLayouts() []layout {
	var puzzles []byte
	for _, p := range layoutPuzzles {
		puzzles = append(puzzles, numbersOf(p.puzzle)...)
	}
	lists := arrow.ListOf(arrow.PrimitiveTypes.Int32)
	pair := func(puzzle, solution arrow.DataType) []arrow.Field {
		return []arrow.Field{{Name: "x", Type: puzzle, Nullable: true}, {Name: "y", Type: solution, Nullable: true}}
	}
	rows := func(puzzleZero, solutionZero byte) string {
		var all []string
		for _, p := range layoutPuzzles {
			all = append(all, fmt.Sprintf(`{"x": %s, "y": %s}`, listPlus(p.puzzle, puzzleZero), listPlus(p.solution, solutionZero)))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	texts := arrow.StructOf(pair(arrow.BinaryTypes.String, arrow.BinaryTypes.String)...)
	return []layout{
		one("NumPy, nine rows for each grid", "p.npy", array2("|u1", "27, 9", puzzles)),
		one("Arrow, lists with 1 for blank, as for HRM", "p.arrow", arrowOf(pair(lists, lists), rows(1, 1))),
		one("Arrow, lists, answers from 0 to 8", "p.arrow", arrowOf(pair(lists, arrow.FixedSizeListOf(81, arrow.PrimitiveTypes.Int64)), rows(0, 255))),
		one("Arrow, a struct with puzzle and solution", "p.arrow", arrowOf([]arrow.Field{{Name: "row", Type: texts}},
			"["+strings.TrimSuffix(eachPuzzle("", `{"row": {"x": "P", "y": "S"}},`, "."), ",")+"]")),
	}
}

// listPlus returns the cells of a grid as a list of numbers, each so much larger. 255 is one less.
func listPlus(grid string, n byte) string {
	var all []string
	for _, digit := range numbersOf(grid) {
		all = append(all, fmt.Sprint(digit+n))
	}
	return "[" + strings.Join(all, ",") + "]"
}

// arrowOf returns an Arrow stream of rows that JSON holds.
func arrowOf(fields []arrow.Field, rows string) string {
	names := arrow.NewSchema(fields, nil)
	record, _, err := array.RecordFromJSON(memory.DefaultAllocator, names, strings.NewReader(rows))
	must(err)
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(names))
	must(w.Write(record))
	must(w.Close())
	return out.String()
}

// moreRefusedArrays are arrays with other shapes or elements than those of grids.
func moreRefusedArrays() []layout {
	var both []byte
	for _, p := range layoutPuzzles {
		both = append(append(both, numbersOf(p.puzzle)...), numbersOf(p.solution)...)
	}
	records := strings.Replace(array2("|V162", "3,", both), "'|V162'", "[('puzzle', '|S81'), ('solution', '|S81')]", 1)
	return []layout{
		unread("NumPy, N x 162", "p.npy", array2("|u1", "3, 162", both), "puzzle=a[:, :81], solution=a[:, 81:])"),
		unread("NumPy, records", "p.npy", records, "numpy.savez('both.npz', **{n: a[n] for n in a.dtype.names})"),
	}
}

// numbersOf returns the cells of a grid as numbers, with 0 for blank.
func numbersOf(grid string) (numbers []byte) {
	for _, c := range []byte(strings.ReplaceAll(grid, ".", "0")) {
		numbers = append(numbers, c-'0')
	}
	return numbers
}

// TestTypesThatAreLostAreNamed wants the summary to name columns of Arrow that become text, and no
// others.
func TestTypesThatAreLostAreNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	fields := []arrow.Field{
		{Name: "puzzle", Type: arrow.BinaryTypes.String}, {Name: "when", Type: arrow.FixedWidthTypes.Timestamp_us},
		{Name: "day", Type: arrow.FixedWidthTypes.Date32}, {Name: "n", Type: arrow.PrimitiveTypes.Int64},
	}
	rows := strings.TrimSuffix(eachPuzzle("", `{"puzzle": "P", "when": "2024-02-03 04:05:06", "day": "2024-02-03", "n": I},`, "."), ",")
	if err := os.WriteFile("p.arrow", []byte(arrowOf(fields, "["+rows+"]")), 0o666); err != nil {
		t.Fatal(err)
	}
	const named = "all values are texts in when, day, as only columns that are declared as numbers or truth values keep their type in "
	for output, named := range map[string]string{"o.arrow": named + "arrow\n", "o.parquet": named + "parquet\n", "o.csv": "", "o.jsonl": ""} {
		_, said := runHere(t, []string{"solve", "p.arrow", "-o", output})
		if found := strings.Contains(said, "all values are texts"); found != (named != "") || !strings.Contains(said, named) {
			t.Errorf("%s: %s", output, said)
		}
	}
}
