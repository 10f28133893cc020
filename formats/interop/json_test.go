package interop

import "testing"

// TestReadJSON checks that gridmill can solve puzzles in many forms of JSON that DuckDB writes.
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
			d.load("solved", solve(t, input, "out.jsonl"))
			d.wantSame("SELECT id, note, puzzle, answer, difficulty, even, meta FROM solved", "FROM given")
		})
	}
}
