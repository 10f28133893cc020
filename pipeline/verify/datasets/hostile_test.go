package datasets

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/pipeline/verify"
)

// faultsOf checks a directory that contains _SUCCESS.json and other files, and returns the faults.
func faultsOf(t testing.TB, success string, others map[string]string) (faults []string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "set")
	others[dataset.SuccessName] = success
	for name, text := range others {
		testkit.Write(t, filepath.Join(dir, name), text)
	}
	v := &verify.Verifier{Workers: 2, BatchRows: 7, Report: func(f pipeline.Fault) {
		faults = append(faults, strings.TrimPrefix(f.Error(), dir+string(filepath.Separator)))
	}}
	if _, err := Check(t.Context(), v, dir); err != nil {
		t.Fatal(err)
	}
	if v.Tally.Faults != int64(len(faults)) {
		t.Errorf("%d faults were counted, but %d reported", v.Tally.Faults, len(faults))
	}
	return faults
}

// successOf returns the text of a _SUCCESS.json with one split.
func successOf(layout, name string, bases, morphs, rows int64) string {
	var columns []formats.ColumnType
	for _, name := range []string{"puzzle", "solution", "base", "morph", "split"} {
		columns = append(columns, formats.ColumnType{Name: name})
	}
	s := dataset.Success{
		Columns: columns, Format: 1, Version: "test", Options: map[string]any{"layout": layout}, Dedupe: "minlex", By: "solution",
		Rows:   dataset.Counts{Read: bases, Verdicts: map[string]int64{"unique": bases}, Bases: bases, Written: rows},
		Splits: []dataset.SplitCounts{{Name: name, Bases: bases, Morphs: morphs, Rows: rows, BaseCounts: dataset.BaseCounts{Clues: map[int]int64{30: bases}, Guesses: map[int]int64{0: bases}}}},
	}
	return string(s.Text())
}

// npyOf returns a NumPy array with the given type and shape in its header.
func npyOf(dtype, shape, data string) string {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", dtype, shape)
	text += strings.Repeat(" ", 117-len(text)) + "\n"
	return "\x93NUMPY\x01\x00" + string(rune(len(text))) + "\x00" + text + data
}

// TestHostileFolders checks that impossible values in data sets are reported as faults. The check
// must not allocate memory for data that does not exist.
func TestHostileFolders(t *testing.T) {
	const many = 1 << 35
	for _, test := range []struct {
		name, success string
		others        map[string]string
		want          string
	}{
		{"no JSON", "{", nil, "_SUCCESS.json: it is damaged"},
		{"no splits", `{"gridmill_dataset": 1}`, nil, "_SUCCESS.json: it has 0 splits, expected 1 to 100"},
		{"a field of a later version", `{"gridmill_dataset": 2, "version": "v9", "new": 1}`, nil, "_SUCCESS.json: it was written by gridmill v9"},
		{"an unknown field", `{"gridmill_dataset": 1, "new": 1}`, nil, "_SUCCESS.json: it is damaged"},
		{"a different version", strings.Replace(successOf("npy", "a", 0, 0, 0), `"gridmill_dataset": 1`, `"gridmill_dataset": 2`, 1), nil, "it was written by gridmill test"},
		{"a negative number of morphs", successOf("npy", "a", 1, -1, 0), nil, "_SUCCESS.json: its counts for a are negative or too large"},
		{"more rows than possible", successOf("npy", "a", 1<<62, 2, 1<<62), nil, "_SUCCESS.json: its counts for a are negative or too large"},
		{"an unknown layout", successOf("pickle", "a", 1, 0, 1), nil, `unknown layout "pickle"`},
		{"an unknown criterion", strings.Replace(successOf("npy", "a", 1, 0, 1), `"by": "solution"`, `"by": "colour"`, 1), nil, `_SUCCESS.json: unknown criterion "colour"`},
		{"no layout", successOf("", "a", 1, 0, 1), nil, `unknown layout ""`},
		{"a split outside", successOf("npy", "../a", 1, 0, 1), nil, `_SUCCESS.json: "../a" is not a valid split name`},
		{"many rows in empty arrays", successOf("npy", "a", many, 0, many), map[string]string{
			"a_inputs.npy": npyOf("|u1", fmt.Sprint(many, ", 81"), ""), "a_labels.npy": npyOf("|u1", fmt.Sprint(many, ", 81"), "x"),
		}, "a_inputs.npy: it has 0 bytes after its header"},
		{"a long header", successOf("npy", "a", 1, 0, 1), map[string]string{
			"a_inputs.npy": "\x93NUMPY\x01\x00\xff\xff{", "a_labels.npy": "",
		}, "a_inputs.npy: byte 8: found "},
		{"no arrays", successOf("npy", "a", 1, 0, 1), map[string]string{"a_inputs.npy": strings.Repeat("x", 300), "a_labels.npy": ""}, `a_inputs.npy: byte 0: found "xxx`},
		{"no archive", successOf("tokens", "a", 1, 0, 1), map[string]string{"a_traces.npz": "PK\x03\x04"}, "a_traces.npz: it is not an archive"},
		{"no columns", successOf("jsonl", "a", 1, 0, 1), map[string]string{"a.jsonl": `{"x": 1}` + "\n"}, `a.jsonl: its columns are "x", expected "puzzle,solution,base,morph,split"`},
		{"a row in an empty split", successOf("jsonl", "a", 0, 0, 0), map[string]string{
			"a.jsonl": `{"puzzle": "1", "solution": "2", "base": 1, "morph": 0, "split": "a"}` + "\n",
		}, "a.jsonl: it has 1 row, expected 0"},
		{"a key in a late row", successOf("jsonl", "a", 0, 0, 0), map[string]string{
			"a.jsonl": strings.Repeat(`{"puzzle": "1", "solution": "2", "base": 1, "morph": 0, "split": "a"}`+"\n", 150) + `{"puzzle": "1", "note": 1}` + "\n",
		}, `a.jsonl: row 151: unexpected key "note"`},
		{"a different order of columns", successOf("jsonl", "a", 1, 0, 1), map[string]string{
			"a.jsonl": `{"puzzle": "1", "solution": "2", "split": "a", "base": 1, "morph": 0}` + "\n",
		}, `a.jsonl: its columns are `},
		{"a third column", successOf("rrn", "a", 1, 0, 1), map[string]string{"a.csv": "1,2,3\n"}, `a.csv: its columns are "column_1,column_2,column_3", expected "column_1,column_2"`},
		{"a header", successOf("rrn", "a", 1, 0, 1), map[string]string{"a.csv": "puzzle,solution\n1,2\n"}, "a.csv: it has 2 rows, expected 1"},
		{"a position in an empty split", strings.Replace(successOf("chat", "a", 0, 0, 0), `"layout"`, `"states": "2", "layout"`, 1), map[string]string{
			"a.chat.jsonl": "", "a.states.jsonl": "{}\n",
		}, "a.states.jsonl: it continues after byte 0"},
		{"no Parquet", successOf("parquet", "a", 1, 0, 1), map[string]string{"a.parquet": "PAR1"}, "a.parquet: cannot be read as Parquet"},
		{"many numbered files", strings.Replace(successOf("hub", "a", 1, 0, 1), `"files": null`,
			`"files": [{"path": "data/a-00000-of-99999.parquet", "bytes": 1, "checksum": ""}]`, 1), nil, "it does not list data/a-99998-of-99999.parquet"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.others == nil {
				test.others = map[string]string{}
			}
			if faults := strings.Join(faultsOf(t, test.success, test.others), "\n"); !strings.Contains(faults, test.want) {
				t.Errorf("got faults %[2]q, want one with %[1]q", test.want, faults)
			}
		})
	}
}
