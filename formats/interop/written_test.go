package interop

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// integers lists the integer columns that gridmill adds by default.
var integers = []string{"solution_count", "clues", "guesses", "backtracks", "max_depth", "passes"}

// added lists the columns that gridmill adds by default, with their types.
var added = []string{
	"solution|VARCHAR", "verdict|VARCHAR", "solution_count|INTEGER", "clues|INTEGER", "guesses|INTEGER",
	"backtracks|INTEGER", "max_depth|INTEGER", "passes|INTEGER", "reason|VARCHAR",
}

// outputs lists output files, each with the flags for writing it.
var outputs = []struct {
	file  string
	flags []string
}{
	{"default.parquet", nil},
	{"zstd.parquet", []string{"--compression", "zstd"}},
	{"snappy.parquet", []string{"--compression", "snappy"}},
	{"none.parquet", []string{"--compression", "none"}},
	{"plain.csv", nil},
	{"gzip.csv.gz", nil},
	{"zstd.csv.zst", nil},
	{"plain.jsonl", nil},
	{"gzip.jsonl.gz", []string{"--batch", "1000"}},
}

// mixed creates the table "given", which has puzzles of every kind, rows that are not puzzles, and
// a label for each row.
const mixed = `
CREATE TABLE given AS SELECT row_number() OVER () AS id, * FROM (
	SELECT left(line, 81) AS puzzle, coalesce(nullif(ltrim(substr(line, 82), ' :'), ''), '-') AS label, parse_filename(filename, true) AS corpus
	FROM (
		SELECT filename, unnest(string_split(trim(content, chr(10)), chr(10))) AS line FROM read_text([%s]))
	WHERE line NOT LIKE '#%%' AND line <> ''
	UNION ALL
	SELECT unnest(['123', repeat('.', 80) || 'q', repeat('.', 80)]), 'no puzzle', 'bad')`

func (d *duck) makeMixed() {
	d.t.Helper()
	var files []string
	for _, file := range []string{"minimal.txt", "sparse.txt", "many-solutions.txt", "no-solution.txt"} {
		files = append(files, "'"+corpus(file)+"'")
	}
	d.exec(mixed, strings.Join(files, ", "))
}

// TestOutputs solves inputs in several formats. It uses DuckDB to compare the outputs in all
// formats with the Parquet output.
func TestOutputs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		input, options string
		query          string // selects the input's columns
		kept           []string
	}{
		{
			"in.txt", `FORMAT csv, HEADER false, QUOTE ''`,
			`SELECT puzzle FROM given`, []string{"puzzle|VARCHAR"},
		},
		{
			"in.csv", "FORMAT csv",
			`SELECT id, puzzle, label FROM given`, []string{"id|VARCHAR", "puzzle|VARCHAR", "label|VARCHAR"},
		},
		{
			"in.parquet", "FORMAT parquet",
			`SELECT id, puzzle, label FROM given`, []string{"id|BIGINT", "puzzle|VARCHAR", "label|VARCHAR"},
		},
	} {
		t.Run(c.input, func(t *testing.T) {
			d := openDuck(t)
			d.makeMixed()
			input := d.copyTo(c.input, c.query, c.options)
			d.load("solved", solve(t, input, "out.parquet"))
			d.checkMixed(c.kept)
			for _, o := range outputs {
				t.Run(o.file, func(t *testing.T) {
					d := d.in(t)
					output := solve(t, input, o.file, o.flags...)
					d.checkColumns(output, slices.Concat(c.kept, added))
					d.load("same", output)
					d.wantSame("FROM same", "FROM solved")
				})
			}
		})
	}
}

// checkColumns checks a file's columns, and their types if the format has types.
func (d *duck) checkColumns(file string, want []string) {
	d.t.Helper()
	if filepath.Ext(file) != ".parquet" {
		want = slices.Clone(want)
		for i := range want {
			name, kind, _ := strings.Cut(want[i], "|")
			switch {
			case !isTyped(file):
				kind = "VARCHAR"
			case kind == "INTEGER": // a JSON file does not store the sizes of integers
				kind = "BIGINT"
			}
			want[i] = name + "|" + kind
		}
	}
	if diff := cmp.Diff(want, d.describe(file)); diff != "" {
		d.t.Errorf("%s: columns (-want +got)\n%s", filepath.Base(file), diff)
	}
}

// checkMixed compares the table "solved" with "given". The kept columns must be unchanged.
func (d *duck) checkMixed(kept []string) {
	for _, column := range kept {
		name, _, _ := strings.Cut(column, "|")
		d.wantSame("SELECT "+name+" FROM solved", "SELECT "+name+" FROM given")
	}
	d.wantSolved("solved")
	d.want(`SELECT corpus, verdict, count(*), count(solution), min(solution_count), max(solution_count)
		FROM given JOIN solved ON given.id = row GROUP BY ALL ORDER BY corpus`,
		"bad|invalid|3|0|0|0",
		"many-solutions|multiple|500|500|2|2",
		"minimal|unique|1000|1000|1|1",
		"no-solution|none|500|0|0|0",
		"sparse|unique|200|200|1|1")
	d.want("SELECT sum(clues) FROM solved", d.query(`SELECT sum(length(regexp_replace(puzzle, '[^1-9]', '', 'g')))
		FROM given WHERE corpus <> 'bad'`)...)
	d.want("SELECT sum(guesses) > 200, sum(backtracks) > 100, max(max_depth) > 2 FROM solved WHERE verdict = 'unique'",
		"true|true|true")
	d.want("SELECT reason FROM solved WHERE verdict = 'invalid'",
		"too_short length=3", "bad_character position=81 character=U+0071", "too_short length=80")
	d.want(`SELECT count(reason), count(*) FILTER (reason LIKE 'clue_repeats digit=_ house=%'), sum(guesses)
		FROM given JOIN solved ON given.id = row WHERE given.label = 'repeat'`, "25|25|0")
	d.want("SELECT count(reason) FROM solved WHERE verdict IN ('unique', 'multiple')", "0")
}

// TestWords checks that DuckDB can filter by the dictionary-encoded verdict and answer columns. Row
// group 0 has no answers, row group 1 has one distinct answer, and later row groups have several.
func TestWords(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	d.exec(`CREATE TABLE given AS SELECT row_number() OVER () AS id,
			CASE WHEN id %% 1000 = 7 THEN 'x' ELSE puzzle END AS puzzle,
			CASE WHEN id > 4096 AND id %% 1000 <> 8 THEN
				CASE WHEN id <= 8192 THEN solution WHEN id <= 12288 AND id %% 2 = 0 THEN reverse(solution) WHEN id %% 300 = 1 THEN 'x' ELSE solution END
			END AS given
		FROM range(10), %s`, from(corpus("easy.csv")))
	d.exec(`CREATE TABLE wanted AS SELECT id, if(puzzle = 'x', 'invalid', 'unique') AS verdict,
			CASE WHEN puzzle = 'x' OR given IS NULL THEN NULL WHEN given = 'x' THEN 'unreadable' WHEN id <= 12288 AND id > 8192 AND id %% 2 = 0 THEN 'wrong' ELSE 'match' END AS answer
		FROM given`)
	d.want("SELECT verdict, answer, count(*) > 0 FROM wanted GROUP BY ALL ORDER BY ALL",
		"invalid|NULL|true", "unique|match|true", "unique|unreadable|true", "unique|wrong|true", "unique|NULL|true")
	input := d.copyTo("in.parquet", "FROM given", "FORMAT parquet")
	for _, flag := range []string{"zstd", "snappy", "none"} {
		t.Run(flag, func(t *testing.T) {
			d := d.in(t)
			output := solve(t, input, "out.parquet", "--compression", flag, "--row-group", "4096", "--answer-column", "given")
			d.wantSame("SELECT id, verdict, answer FROM '"+output+"'", "FROM wanted")
			for _, filter := range []string{"answer = 'wrong'", "answer = 'other'", "answer IS NULL", "answer IN ('match', 'unreadable')", "verdict = 'invalid'", "verdict <> 'unique'", "verdict > 'none' AND answer < 'n'"} {
				d.want(fmt.Sprintf("SELECT count(*), sum(id) FROM '%s' WHERE %s", output, filter), d.query("SELECT count(*), sum(id) FROM wanted WHERE %s", filter)...)
			}
		})
	}
}
