package formats

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/google/go-cmp/cmp"
)

// TestFilesThatDoNotFit opens pairs of files whose columns differ. If columns are kept, there must
// be an error that states the difference. Otherwise, the files form one data set, unless only one
// has answers.
func TestFilesThatDoNotFit(t *testing.T) {
	p, s := puzzle(0), solution(0)
	first := csvOf([]string{"id", "puzzle"}, []string{"1", p})
	named := func(a, b, c string) string { return csvOf([]string{"a", "b", "c"}, []string{a, b, c}) }
	for _, test := range []struct{ first, name, second, says string }{
		{first, "answers.csv", csvOf([]string{"id", "puzzle", "solution"}, []string{"1", p, s}), `it has the columns "id", "puzzle", "solution" and answers`},
		{first, "types.parquet", string(parquetOf(t, [][]column{{texts("id", "1"), texts("puzzle", p)}})), `its column "id" is of the Parquet type required byte_array string, but in earlier inputs it is text`},
		{"1," + p + "\n", "position.csv", p + ",2\n", "its puzzles are in column 1, but in earlier inputs they are in column 2"},
		{named(p, s, "1"), "puzzles.csv", named("1", s, p), `column "a" holds puzzles in earlier inputs, but not in this input`},
		{named(p, "1", s), "roles.csv", named(p, s, "1"), `column "b" holds answers in this input, but not in earlier inputs`},
		{p + ",1," + s + "\n", "nameless.csv", p + "," + s + ",1\n", "its answers are in column 2, but in earlier inputs they are in column 3"},
	} {
		files := []string{store(t, "first.csv", test.first), store(t, test.name, test.second)}
		_, err := outcomes(files, keepAll, 10)
		wantError(t, err, test.name+": ", test.says)
		rows, err := outcomes(files, ReadOptions{}, 10)
		if test.name == "answers.csv" {
			wantError(t, err, test.name+": ", "answers")
		} else if err != nil || len(rows) != 2 {
			t.Errorf("%s without the columns: rows %v, error %v", test.name, rows, err)
		}
	}
}

// TestColumnTypesThatDoNotFit checks the error for files that differ in the type of a column. The
// error must name the column and both types.
func TestColumnTypesThatDoNotFit(t *testing.T) {
	req, opt := parquet.Repetitions.Required, parquet.Repetitions.Optional
	in := func(name string, c column) string {
		return store(t, name, string(parquetOf(t, [][]column{{texts("puzzle", puzzle(0)), c}})))
	}
	number := primitive("x", req, parquet.Types.Int32, -1)
	decimal := func(scale int32) column {
		return column{node: logical("x", req, schema.NewDecimalLogicalType(9, scale), parquet.Types.Int32, -1), values: []int32{1}}
	}
	list := func(r parquet.Repetition) column {
		return column{node: listNode("x", 1, primitive("element", r, parquet.Types.Int32, -1)), values: []int32(nil), def: []int16{0}, rep: []int16{0}}
	}
	fixed := func(length int) column {
		return column{node: primitive("x", req, parquet.Types.FixedLenByteArray, length), values: []parquet.FixedLenByteArray{make([]byte, length)}}
	}
	numbered := schema.MustPrimitive(schema.NewPrimitiveNode("x", req, parquet.Types.Int32, 7, -1))
	for _, test := range []struct {
		first, second column
		now, before   string
	}{
		{column{node: number, values: []int32{1}}, column{node: primitive("x", opt, parquet.Types.Int32, -1), values: []int32{1}, def: []int16{1}}, "optional int32", "required int32"},
		{column{node: number, values: []int32{1}}, column{node: primitive("x", req, parquet.Types.Int64, -1), values: []int64{1}}, "required int64", "required int32"},
		{column{node: number, values: []int32{1}}, column{node: numbered, values: []int32{1}}, "required int32 = 7", "required int32"},
		{decimal(1), decimal(2), "required int32 decimal(precision=9, scale=2)", "required int32 decimal(precision=9, scale=1)"},
		{fixed(3), fixed(4), "required fixed_len_byte_array(4)", "required fixed_len_byte_array(3)"},
		{list(req), list(opt), "optional group {list repeated group {element optional int32}} list", "optional group {list repeated group {element required int32}} list"},
	} {
		_, err := outcomes([]string{in("first.parquet", test.first), in("second.parquet", test.second)}, keepAll, 10)
		wantError(t, err, `second.parquet: its column "x" is of the Parquet type `+test.now+", but in earlier inputs it is of the Parquet type "+test.before)
	}
}

// TestExpand checks that directories and patterns are replaced with their files, in sorted order.
func TestExpand(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.csv", "a.txt", "sub/c.parquet", "sub/d.csv.gz", ".hidden.csv", "_temporary/e.csv", ".git/f.csv", "README.md", "sub/.g.txt", "sub/h.json", "sub/_h.json", "sub/Package.json", "none/x.md"} {
		storeIn(t, dir, name, "")
	}
	in := func(names ...string) (paths []string) {
		for _, name := range names {
			paths = append(paths, filepath.Join(dir, name))
		}
		return paths
	}
	tests := []struct{ name, want string }{
		{"", ".hidden.csv _temporary/e.csv a.txt b.csv sub/.g.txt sub/c.parquet sub/d.csv.gz sub/h.json"},
		{"sub", "sub/.g.txt sub/c.parquet sub/d.csv.gz sub/h.json"},
		{"*.csv", "b.csv"},
		{"[ab].*", "a.txt b.csv"},
		{"s?b", "sub/.g.txt sub/c.parquet sub/d.csv.gz sub/h.json"},
		{"README.md", "README.md"},
		{".hidden.csv", ".hidden.csv"},
		{".git", ".git/f.csv"},
	}
	for _, test := range tests {
		got, err := Expand(in(test.name), nil, nil)
		if diff := cmp.Diff(in(strings.Fields(test.want)...), got); err != nil || diff != "" {
			t.Errorf("%q: error %v, files differ (-want +got):\n%s", test.name, err, diff)
		}
	}
	for name, says := range map[string]string{
		"*.tsv": "no file matches", "none": "the directory contains no data files", "missing.csv": "no such file", "[": "not a valid pattern",
	} {
		_, err := Expand(in(name), nil, nil)
		wantError(t, err, name, says)
	}
	if got, err := Expand([]string{"-"}, nil, nil); err != nil || len(got) != 1 || got[0] != "-" {
		t.Errorf("standard input expands to %v, error %v", got, err)
	}
}

// TestStandardInput checks that reading Parquet from standard input works and leaves no temporary
// file. Invalid Parquet and an empty list of inputs must cause errors.
func TestStandardInput(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	text := string(parquetOf(t, [][]column{{texts("id", "1"), texts("puzzle", puzzle(0))}}))
	got, err := outcomes([]string{"-"}, ReadOptions{Stdin: strings.NewReader(text)}, 10)
	if err != nil || len(got) != 1 || got[0].Puzzle != puzzle(0) || got[0].File != "standard input" {
		t.Errorf("rows %v, error %v", got, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("temporary files remain: %v, error %v", left, err)
	}
	_, err = Open([]string{"-"}, ReadOptions{Stdin: strings.NewReader("PAR1xxxx")})
	wantError(t, err, "standard input: cannot be read as Parquet")
	_, err = Open(nil, ReadOptions{})
	wantError(t, err, "there are no inputs")
}

// TestReadersAreClosed checks that a reader can be closed before it reads all rows, and can be
// closed twice. After the last row, a reader must return io.EOF and no rows.
func TestReadersAreClosed(t *testing.T) {
	data := parquetOf(t, [][]column{{texts("puzzle", puzzle(0), puzzle(1))}})
	for name, text := range map[string]string{"in.txt": puzzle(0) + "\n", "in.parquet": string(data)} {
		file := store(t, name, text)
		r, b := mustOpen(t, file), NewBatch(4)
		if err := r.Read(b); err != nil || r.Read(b) != io.EOF || b.Len() != 0 {
			t.Errorf("%s: %d rows after the last, error %v", name, b.Len(), err)
		}
		early := mustOpen(t, file)
		for _, closed := range []Reader{early, early, r} {
			if err := closed.Close(); err != nil {
				t.Errorf("%s: a reader cannot be closed: %v", name, err)
			}
		}
	}
}
