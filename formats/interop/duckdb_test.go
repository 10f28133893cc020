package interop

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" // the driver "duckdb"
	"github.com/google/go-cmp/cmp"
)

// duck is an in-memory DuckDB database with macros for the rules of Sudoku.
type duck struct {
	t  *testing.T
	db *sql.DB
}

// openDuck opens a database that uses only built-in features. It does not fetch or load extensions.
func openDuck(t *testing.T) *duck {
	t.Helper()
	db, err := sql.Open("duckdb", "?autoinstall_known_extensions=false&autoload_known_extensions=false")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	d := &duck{t, db}
	d.exec("%s", sudoku)
	return d
}

// in returns a duck for the subtest t, with the database of d.
func (d *duck) in(t *testing.T) *duck { return &duck{t, d.db} }

func (d *duck) exec(format string, args ...any) {
	d.t.Helper()
	statement := fmt.Sprintf(format, args...)
	if _, err := d.db.Exec(statement); err != nil {
		d.t.Fatalf("%v\nin: %s", err, statement)
	}
}

// query runs a query and returns its rows. The values of each row are separated by vertical bars.
func (d *duck) query(format string, args ...any) []string {
	d.t.Helper()
	statement := fmt.Sprintf(format, args...)
	rows, err := d.db.Query(statement)
	if err != nil {
		d.t.Fatalf("%v\nin: %s", err, statement)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		d.t.Fatal(err)
	}
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	var result []string
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			d.t.Fatal(err)
		}
		result = append(result, joined(values))
	}
	if err := rows.Err(); err != nil {
		d.t.Fatalf("%v\nin: %s", err, statement)
	}
	return result
}

// joined returns the values of a row, separated by vertical bars.
func joined(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		if texts[i] = fmt.Sprint(v); v == nil {
			texts[i] = "NULL"
		}
	}
	return strings.Join(texts, "|")
}

func (d *duck) want(statement string, rows ...string) {
	d.t.Helper()
	if diff := cmp.Diff(rows, d.query("%s", statement)); diff != "" {
		d.t.Errorf("%s\n(-want +got)\n%s", statement, diff)
	}
}

// wantNone checks that a statement returns no rows. If there are rows, it reports the first few.
func (d *duck) wantNone(statement string) {
	d.t.Helper()
	if rows := d.query("%s LIMIT 5", statement); len(rows) > 0 {
		d.t.Errorf("%s\nwant no rows, got for example\n%s", statement, strings.Join(rows, "\n"))
	}
}

// wantSame checks that two queries return the same rows in the same order.
func (d *duck) wantSame(got, want string) {
	d.t.Helper()
	const numbered = "SELECT row_number() OVER () AS nr, * FROM (%s)"
	got, want = fmt.Sprintf(numbered, got), fmt.Sprintf(numbered, want)
	d.wantNone(fmt.Sprintf(`SELECT * FROM (
		(SELECT 'got' AS side, * FROM (%[1]s EXCEPT ALL %[2]s)) UNION ALL
		(SELECT 'want' AS side, * FROM (%[2]s EXCEPT ALL %[1]s))) ORDER BY nr, side`, got, want))
}

// load creates a table from a file that gridmill wrote. It adds a "row" column with row numbers.
// CSV columns become text, except the integer columns that gridmill adds.
func (d *duck) load(table, file string) {
	d.t.Helper()
	columns := "*"
	if !isTyped(file) {
		var casts []string
		for _, name := range integers {
			casts = append(casts, name+"::INTEGER AS "+name)
		}
		columns = "* REPLACE (" + strings.Join(casts, ", ") + ")"
	}
	d.exec("CREATE OR REPLACE TABLE %s AS SELECT row_number() OVER () AS row, %s FROM %s", table, columns, from(file))
}

// isTyped reports whether the format of a file stores the types of values.
func isTyped(file string) bool {
	return filepath.Ext(file) == ".parquet" || strings.Contains(filepath.Base(file), ".jsonl")
}

// from returns an SQL expression that reads a file. For CSV, it specifies all options, so that
// DuckDB does not guess them.
func from(file string) string {
	if filepath.Ext(file) == ".parquet" {
		return fmt.Sprintf("read_parquet('%s')", file)
	}
	if isTyped(file) {
		return fmt.Sprintf("read_json('%s', format = 'newline_delimited', sample_size = -1)", file)
	}
	return fmt.Sprintf(`read_csv('%s', header = true, all_varchar = true, delim = ',', quote = '"', escape = '"')`, file)
}

// describe returns the columns of a file. Each element has the form name|type.
func (d *duck) describe(file string) []string {
	d.t.Helper()
	return d.query("SELECT column_name, column_type FROM (DESCRIBE FROM %s)", from(file))
}

// copyTo writes the rows of a query to a file in a new directory and returns the path of the file.
// The options are those of DuckDB's COPY.
func (d *duck) copyTo(name, query, options string) string {
	d.t.Helper()
	file := filepath.Join(d.t.TempDir(), name)
	d.exec("COPY (%s) TO '%s' (%s)", query, file, options)
	return file
}
