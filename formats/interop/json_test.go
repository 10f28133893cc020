package interop

import (
	"bytes"
	"encoding/csv"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/google/go-cmp/cmp"
)

// TestReadJSON has gridmill solve JSON that DuckDB wrote in many ways.
func TestReadJSON(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	d.exec(`CREATE TABLE given AS
		SELECT id, (['"a", "b"', 'c\d' || chr(9) || '/f', 'two' || chr(10) || 'lines', 'Größe 数独 😀', NULL])[id %% 5 + 1] AS note,
			puzzle, solution AS answer, id / 7 AS difficulty, id %% 2 = 0 AS even, {'a': id, 'b': [1, NULL, 2]} AS meta
		FROM (SELECT row_number() OVER () AS id, puzzle, solution FROM %s)`, from(corpus("easy.csv")))
	for _, c := range []struct{ file, options string }{
		{"in.jsonl", ""},
		{"in.json", ", ARRAY true"},
		{"in.jsonl.gz", ", COMPRESSION gzip"},
		{"in.jsonl.zst", ", COMPRESSION zstd"},
		{"wrongly-named.csv", ""},
	} {
		t.Run(c.file, func(t *testing.T) {
			d := d.in(t)
			input := d.copyTo(c.file, "FROM given", "FORMAT json"+c.options)
			for _, output := range []string{"out.csv", "out.parquet"} {
				d.load("solved", solve(t, input, output))
				d.wantSame("SELECT id::BIGINT, nullif(note, ''), puzzle, answer, difficulty::DOUBLE, even::BOOLEAN, meta::JSON->>'b' FROM solved",
					"SELECT * EXCLUDE meta, to_json(meta)->>'b' FROM given")
				d.want("SELECT verdict, nullif(reason, ''), answer_found, count(*) FROM solved GROUP BY ALL", "unique|NULL|match|2000")
			}
		})
	}
}

// TestReadJSONGrids has gridmill read grids as lists of JSON.
func TestReadJSONGrids(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	const grid = "[[coalesce(try_cast(substr(puzzle, i::INTEGER + 1, 1) AS INTEGER), 0) FOR i IN range(9 * y, 9 * y + 9)] FOR y IN range(9)]"
	input := d.copyTo("in.jsonl", "SELECT "+grid+" AS puzzle, solution FROM "+from(corpus("easy.csv")), "FORMAT json")
	d.load("solved", solve(t, input, "out.csv"))
	d.wantSame("SELECT puzzle_found, solution FROM solved", "SELECT puzzle, solution FROM "+from(corpus("easy.csv")))
	d.want("SELECT verdict, answer, count(*) FROM solved GROUP BY ALL", "unique|match|2000")
}

// TestReadArrow wants of Arrow that gridmill wrote what Arrow's own reader finds there.
func TestReadArrow(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"easy.csv", "hard.txt", "many-solutions.txt"} {
		input := solve(t, corpus(name), "in.arrow")
		data, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ipc.NewFileReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		var header []string
		for _, f := range r.Schema().Fields() {
			header = append(header, f.Name)
		}
		want := [][]string{header}
		for i := range r.NumRecords() {
			batch, err := r.Record(i)
			if err != nil {
				t.Fatal(err)
			}
			for row := range int(batch.NumRows()) {
				var values []string
				for _, column := range batch.Columns() {
					value := ""
					if !column.IsNull(row) {
						value = column.ValueStr(row)
					}
					values = append(values, value)
				}
				want = append(want, values)
			}
		}
		text, err := os.ReadFile(solve(t, input, "out.csv", "--max-solutions", "1", "--stats", "none"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			got[i] = got[i][:len(header)] // without what was added
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
