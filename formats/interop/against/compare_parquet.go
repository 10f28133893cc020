package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// compareParquet says how two Parquet files differ as DuckDB reads them: in the names
// and types of columns, in the rows of row groups, or in rows, by their numbers.
func (d *duck) compareParquet(ctx context.Context, base, current string) (string, error) {
	base, current = quoted(base), quoted(current)
	for _, aspect := range []struct{ what, query string }{
		{"columns", "SELECT column_name, column_type FROM (DESCRIBE FROM read_parquet(%s))"},
		{"row groups", "SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata(%s) ORDER BY ALL"},
		{"rows", "SELECT count(*) FROM read_parquet(%s)"},
	} {
		a, err := d.query(ctx, aspect.query, base)
		if err != nil {
			return "", fmt.Errorf("the base's: %w", err)
		}
		b, err := d.query(ctx, aspect.query, current)
		if err != nil {
			return unreadable(ctx, err)
		}
		if !slices.Equal(a, b) {
			return fmt.Sprintf("%s\nbase    %s\ncurrent %s", aspect.what, strings.Join(a, ", "), strings.Join(b, ", ")), nil
		}
	}
	return d.compareRows(ctx, base, current)
}

// compareRows compares files that have the same columns and as many rows. Nulls are
// equal to nulls alone.
func (d *duck) compareRows(ctx context.Context, base, current string) (string, error) {
	columns, err := d.query(ctx, "SELECT column_name FROM (DESCRIBE FROM read_parquet(%s))", base)
	if err != nil {
		return "", err
	}
	differ := make([]string, len(columns))
	for i, name := range columns {
		differ[i] = fmt.Sprintf("base.%[1]s IS DISTINCT FROM current.%[1]s", identifier(name))
	}
	paired := fmt.Sprintf(`FROM read_parquet(%s, file_row_number = true) AS base
		JOIN read_parquet(%s, file_row_number = true) AS current ON base.file_row_number = current.file_row_number
		WHERE %s`, base, current, strings.Join(differ, " OR "))
	counts, err := d.query(ctx, "SELECT count(*), min(base.file_row_number) %s", paired)
	if err != nil {
		return d.whoseFault(ctx, err, base)
	}
	count, row, _ := strings.Cut(counts[0], "|")
	if count == "0" {
		return "", nil
	}
	var shown [2]string
	for i, file := range []string{base, current} {
		rows, err := d.query(ctx, "SELECT * FROM read_parquet(%s, file_row_number = true) WHERE file_row_number = %s", file, row)
		if err != nil {
			return "", err
		}
		shown[i] = strings.Join(rows, "\n")
	}
	return fmt.Sprintf("%s rows, the first of which is row %s, counted from 0 (columns %s)\nbase    %s\ncurrent %s",
		count, row, strings.Join(columns, "|"), shown[0], shown[1]), nil
}

// whoseFault finds out which file it is that cannot be read. That of the current
// program is a difference, that of the base an error.
func (d *duck) whoseFault(ctx context.Context, fault error, base string) (string, error) {
	if err := d.exec(ctx, "CREATE OR REPLACE TEMPORARY TABLE probe AS FROM read_parquet(%s)", base); err != nil {
		return "", fmt.Errorf("the base's: %w", err)
	}
	return unreadable(ctx, fault)
}

// unreadable returns the difference that DuckDB cannot read what the current program
// wrote, unless it was interrupted.
func unreadable(ctx context.Context, err error) (string, error) {
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return fmt.Sprintf("DuckDB cannot read the current one: %v", err), nil
}
