package interop

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadParquet checks that gridmill solves puzzles in many forms of Parquet that DuckDB writes.
func TestReadParquet(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	// DuckDB chooses encodings by type and values. Therefore, some columns have few distinct
	// values, and others have many. Some have long strings, and some have nulls.
	d.exec(`CREATE TABLE given AS
		SELECT id, CASE WHEN id %% 100 > 0 THEN puzzle END AS puzzle, solution AS answer,
			md5(id::VARCHAR) AS distinct_text, 'level ' || id %% 3 AS repeated_text, CASE WHEN id %% 3 > 0 THEN id * 1000 END AS number,
			id * 100000000000000 AS wide, random() AS difficulty, random()::FLOAT AS rating, id %% 2 = 0 AS even
		FROM (SELECT row_number() OVER () AS id, puzzle, solution FROM range(5), %s)`, from(corpus("easy.csv")))
	const short, many = "ROW_GROUP_SIZE 2048", "DICTIONARY_SIZE_LIMIT 1000000"
	const noDictionaries, deltas = "DICTIONARY_SIZE_LIMIT 1", "BYTE_STREAM_SPLIT DELTA_BINARY_PACKED DELTA_LENGTH_BYTE_ARRAY PLAIN"
	for _, c := range []struct {
		options   string
		groups    int
		encodings string // encodings that DuckDB uses with these options
	}{
		{"COMPRESSION snappy", 1, "PLAIN PLAIN_DICTIONARY"},
		{"COMPRESSION zstd", 1, "PLAIN PLAIN_DICTIONARY"},
		{"COMPRESSION zstd, COMPRESSION_LEVEL 19", 1, "PLAIN PLAIN_DICTIONARY"},
		{"COMPRESSION gzip", 1, "PLAIN PLAIN_DICTIONARY"},
		{"COMPRESSION brotli", 1, "PLAIN PLAIN_DICTIONARY"},
		{"COMPRESSION uncompressed", 1, "PLAIN PLAIN_DICTIONARY"},
		{many, 1, "PLAIN PLAIN_DICTIONARY"},
		{noDictionaries, 1, "PLAIN"},
		{short, 5, "PLAIN PLAIN_DICTIONARY"},
		{short + ", " + noDictionaries + ", COMPRESSION uncompressed", 5, "PLAIN"},
		{"PARQUET_VERSION v2, COMPRESSION uncompressed", 1, deltas + " RLE_DICTIONARY"},
		{"PARQUET_VERSION v2, COMPRESSION gzip", 1, deltas + " RLE_DICTIONARY"},
		{"PARQUET_VERSION v2, COMPRESSION brotli", 1, deltas + " RLE_DICTIONARY"},
		{"PARQUET_VERSION v2", 1, deltas + " RLE_DICTIONARY"},
		{"PARQUET_VERSION v2, " + many, 1, "PLAIN RLE_DICTIONARY"},
		{"PARQUET_VERSION v2, " + short + ", " + noDictionaries + ", COMPRESSION zstd", 5, deltas},
	} {
		t.Run(c.options, func(t *testing.T) {
			d := d.in(t)
			input := d.copyTo("in.parquet", "FROM given", "FORMAT parquet, "+c.options)
			d.want("SELECT string_agg(DISTINCT encodings, ' ' ORDER BY encodings), count(DISTINCT row_group_id) FROM parquet_metadata('"+input+"')",
				fmt.Sprintf("%s|%d", c.encodings, c.groups))
			d.load("solved", solve(t, input, "out.parquet", "--batch", "999"))
			d.wantSame("SELECT id, puzzle, answer, distinct_text, repeated_text, number, wide, difficulty, rating, even FROM solved", "FROM given")
			d.wantSame("SELECT solution FROM solved", "SELECT CASE WHEN puzzle IS NOT NULL THEN answer END FROM given")
			d.want("SELECT verdict, reason, answer_found, count(*) FROM solved GROUP BY ALL ORDER BY ALL",
				"invalid|empty|NULL|100", "unique|NULL|match|9900")
		})
	}
}

// TestReadFormsOfGrids checks that gridmill can read grids from Parquet columns of many types, and
// keeps these columns. If a column holds lists, gridmill must add a puzzle_found column.
func TestReadFormsOfGrids(t *testing.T) {
	t.Parallel()
	const (
		digit = "coalesce(try_cast(substr(puzzle, i::INTEGER + 1, 1) AS INTEGER), 0)"
		list  = "[" + digit + " FOR i IN range(81)]"
		grid  = "[[" + digit + " FOR i IN range(9 * y, 9 * y + 9)] FOR y IN range(9)]"
		// gridmill does not change text that represents lists. cells converts the text to 81 characters.
		cells = "replace(regexp_replace(puzzle::VARCHAR, '[^0-9]', '', 'g'), '0', '.')"
	)
	for _, c := range []struct{ name, value, puzzle string }{
		{"text", "puzzle", "puzzle"},
		{"text with zeros", "replace(puzzle, '.', '0')", "replace(puzzle, '0', '.')"},
		{"enum", "puzzle::kind", "puzzle"},
		{"bytes", "encode(puzzle)", "decode(puzzle)"},
		{"list", list, "puzzle_found"},
		{"list of bytes", list + "::UTINYINT[]", "puzzle_found"},
		{"list of texts", list + "::VARCHAR[]", "puzzle_found"},
		{"list of nine texts", "[substr(puzzle, 9 * y::INTEGER + 1, 9) FOR y IN range(9)]", "puzzle_found"},
		{"array", list + "::BIGINT[81]", "puzzle_found"},
		{"lists", grid, "puzzle_found"},
		{"arrays", grid + "::TINYINT[9][9]", "puzzle_found"},
		{"JSON", "to_json(" + grid + ")", cells},
		{"lists as text", grid + "::VARCHAR", cells},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := openDuck(t)
			d.exec("CREATE TABLE given AS FROM %s", from(corpus("easy.csv")))
			d.exec("CREATE TYPE kind AS ENUM (SELECT puzzle FROM given)")
			input := d.copyTo("in.parquet", "SELECT "+c.value+" AS puzzle FROM given", "FORMAT parquet")
			output := solve(t, input, "out.parquet")
			d.load("solved", output)
			d.wantSame("SELECT "+c.puzzle+", solution FROM solved", "FROM given")
			d.wantSame("SELECT puzzle FROM '"+output+"'", "FROM '"+input+"'")
		})
	}
}

// TestUnreadable checks that gridmill prints one helpful line for an unreadable file and leaves no
// output files.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	input := d.copyTo("in.parquet", "SELECT puzzle FROM "+from(corpus("easy.csv")), "FORMAT parquet, COMPRESSION lz4_raw")
	output := filepath.Join(t.TempDir(), "out.parquet")
	code, message := gridmill(t, "solve", input, "-o", output, "--progress", "none")
	if want := "gridmill: " + input + `: row group 1: column "puzzle": it is compressed with LZ4_RAW, which is not supported; write the file again with zstd or snappy` + "\n"; code != 1 || message != want {
		t.Errorf("exit code %d, message\n%swant 1 and\n%s", code, message, want)
	}
	if left, _ := filepath.Glob(filepath.Dir(output) + "/*"); len(left) > 0 {
		t.Errorf("files remain: %s", left)
	}
}

// TestReadText checks that gridmill can solve puzzles in many forms of CSV and JSON that DuckDB
// writes. If both the input and the output are JSON lines, all values must keep their types.
func TestReadText(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	d.exec(`CREATE TABLE given AS
		SELECT id, (['"a", "b"', 'c;d|e\f' || chr(9) || '/g', 'two' || chr(10) || 'lines', 'Größe 数独 😀', NULL])[id %% 5 + 1] AS note,
			puzzle, solution AS answer, id / 7 AS difficulty, id %% 2 = 0 AS even, {'a': id, 'b': [1, NULL, 2]} AS meta
		FROM (SELECT row_number() OVER () AS id, puzzle, solution FROM %s)`, from(corpus("easy.csv")))
	const csv, json = "FORMAT csv, HEADER", "FORMAT json"
	for _, c := range []struct{ file, options string }{
		{"in.csv", csv},
		{"in.csv", csv + ", FORCE_QUOTE *"},
		{"in.csv", csv + ", DELIMITER ';'"},
		{"in.csv", csv + ", DELIMITER '|', FORCE_QUOTE (puzzle, note)"},
		{"in.tsv", csv + ", DELIMITER '\t'"},
		{"in.csv.gz", csv + ", COMPRESSION gzip"},
		{"in.csv.zst", csv + ", COMPRESSION zstd"},
		{"wrongly-named.csv", csv + ", COMPRESSION gzip"},
		{"in.jsonl", json},
		{"in.json", json + ", ARRAY true"},
		{"in.jsonl.gz", json + ", COMPRESSION gzip"},
		{"in.jsonl.zst", json + ", COMPRESSION zstd"},
		{"wrongly-named.csv", json},
	} {
		t.Run(strings.ReplaceAll(c.file+" "+c.options, "\t", "tab"), func(t *testing.T) {
			d := d.in(t)
			isJSON := strings.HasPrefix(c.options, json)
			query, got, want := "SELECT * EXCLUDE meta FROM given", "", ""
			if isJSON {
				query, got, want = "FROM given", ", meta::JSON->>'b'", ", to_json(meta)->>'b'"
			}
			input := d.copyTo(c.file, query, c.options)
			for _, output := range []string{"out.csv", "out.parquet"} {
				d.load("solved", solve(t, input, output))
				d.wantSame("SELECT id::BIGINT, nullif(note, ''), puzzle, answer, difficulty::DOUBLE, even::BOOLEAN"+got+" FROM solved",
					"SELECT * EXCLUDE meta"+want+" FROM given")
				d.want("SELECT verdict, nullif(reason, ''), answer_found, count(*) FROM solved GROUP BY ALL", "unique|NULL|match|2000")
				d.wantSame("SELECT solution FROM solved", "SELECT answer FROM given")
			}
			if isJSON {
				d.load("solved", solve(t, input, "out.jsonl"))
				d.wantSame("SELECT id, note, puzzle, answer, difficulty, even, meta FROM solved", "FROM given")
			}
		})
	}
}
