package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the driver "duckdb"
)

// duck is a DuckDB in memory.
type duck struct{ db *sql.DB }

// openDuck starts a DuckDB that fetches and loads no extensions.
func openDuck() (*duck, error) {
	db, err := sql.Open("duckdb", "?autoinstall_known_extensions=false&autoload_known_extensions=false")
	if err != nil {
		return nil, err
	}
	return &duck{db}, nil
}

// close ends it. What it held in memory is lost anyway.
func (d *duck) close() { _ = d.db.Close() }

// exec runs statements that have no result.
func (d *duck) exec(ctx context.Context, format string, args ...any) error {
	statement := fmt.Sprintf(format, args...)
	if _, err := d.db.ExecContext(ctx, statement); err != nil {
		return fmt.Errorf("%w\nin: %s", err, statement)
	}
	return nil
}

// query returns the rows of a result, each as its values with bars between.
func (d *duck) query(ctx context.Context, format string, args ...any) ([]string, error) {
	statement := fmt.Sprintf(format, args...)
	rows, err := d.db.QueryContext(ctx, statement)
	if err != nil {
		return nil, fmt.Errorf("%w\nin: %s", err, statement)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	var result []string
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		result = append(result, joined(values))
	}
	return result, rows.Err()
}

// joined returns the values of a row with bars between.
func joined(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		if texts[i] = fmt.Sprint(v); v == nil {
			texts[i] = "NULL"
		}
	}
	return strings.Join(texts, "|")
}

// quoted returns a text as a literal of SQL.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// identifier returns a name as an identifier of SQL.
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// fromCSV returns what reads a CSV file of puzzles and answers in SQL.
func fromCSV(file string) string {
	return fmt.Sprintf(`read_csv(%s, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"') AS corpus(puzzle, solution)`, quoted(file))
}
