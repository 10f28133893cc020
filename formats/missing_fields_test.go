package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A fieldTable is a CSV file whose rows are changed one at a time.
type fieldTable struct {
	names          []string
	rows           [][]string
	header         string // "ended" for a header line, which also ends with end; "" for no header
	delimiter, end string
}

// tableOfColumns returns a table with the given columns and a row for each record. The name "cells"
// stands for 81 columns with the cells of the puzzle, and "answer" for 81 columns with the cells of
// the solution.
func tableOfColumns(columns string, records []record) (t fieldTable) {
	others := sampleRecords(240)[120:]
	t.rows = make([][]string, len(records))
	for name := range strings.SplitSeq(columns, ",") {
		for n, r := range records {
			values := map[string][]string{
				"puzzle": {r.puzzle}, "solution": {r.solution}, "canonical": {others[n].puzzle}, "id": {fmt.Sprint(1000 + n)},
				"name": {"\"a name\""}, "level": {fmt.Sprint(1 + n%9)}, "note": {""},
				"cells": strings.Split(r.puzzle, ""), "answer": strings.Split(r.solution, ""),
			}[name]
			t.rows[n] = append(t.rows[n], values...)
			for i := range values {
				if n == 0 {
					t.names = append(t.names, name+strings.Repeat(fmt.Sprint(i+1), min(1, len(values)-1)))
				}
			}
		}
	}
	return t
}

// text returns the table as CSV, with row n replaced by the given fields.
func (t *fieldTable) text(n int, fields []string) string {
	lines := []string{}
	if t.header == "ended" {
		lines = append(lines, strings.Join(t.names, t.delimiter)+t.end)
	}
	for i, row := range t.rows {
		if i == n {
			row = fields
		}
		lines = append(lines, strings.Join(row, t.delimiter)+t.end)
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestMissingAndExtraFields removes or inserts a field in one row of a file. The row must become
// invalid or keep its puzzle. All other rows must keep their puzzles.
func TestMissingAndExtraFields(t *testing.T) {
	for _, columns := range []string{
		"puzzle,solution", "id,puzzle,solution", "name,puzzle,canonical", "id,puzzle,canonical,solution,level", "id,name,canonical,puzzle,note",
		"puzzle,canonical,note", "name,level,puzzle,note", "puzzle,level", "name,puzzle,note,level",
		"cells", "id,cells,note", "name,cells,answer,note",
	} {
		for _, shape := range []fieldTable{{delimiter: ","}, {delimiter: "\t", end: "\t"}, {header: "ended", delimiter: ","}, {header: "ended", delimiter: ";", end: ";"}, {header: "ended", delimiter: " "}} {
			needsHeader := strings.Contains(columns, "canonical") || strings.Contains(columns, "cells,")
			if shape.header == "" && needsHeader || shape.delimiter == " " && strings.Contains(columns, "note") {
				continue // the columns need a header, or have empty fields, which spaces cannot separate
			}
			t.Run(fmt.Sprintf("%s %s%s%s", columns, shape.header, shape.delimiter, shape.end), func(t *testing.T) {
				for _, at := range []struct{ rows, changed int }{{8, 4}, {120, 50}, {120, 110}} {
					records := sampleRecords(at.rows)
					table := tableOfColumns(columns, records)
					table.header, table.delimiter, table.end = shape.header, shape.delimiter, shape.end
					row := table.rows[at.changed]
					for i := 0; i < len(row); i += 1 + len(row)/30*15 {
						for _, fields := range [][]string{
							slices.Delete(slices.Clone(row), i, i+1), slices.Insert(slices.Clone(row), i, ""),
							slices.Insert(slices.Clone(row), i, "5"), slices.Insert(slices.Clone(row), i, "J"),
						} {
							checkChangedRow(t, records, at.changed, table.text(at.changed, fields))
						}
					}
				}
			})
		}
	}
}

// checkChangedRow checks a file in which one of the given records has been changed. Every row must
// have its original puzzle, except that the changed row may be invalid instead.
func checkChangedRow(t *testing.T, records []record, changed int, text string) {
	t.Helper()
	got, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.csv", text)}, ReadOptions{Keep: ParseKeep("none")}, 64)
	if err != nil || len(got) != len(records) {
		t.Fatalf("%d rows, error %v:\n%s", len(got), err, text)
	}
	for n, row := range got {
		isRead := row.Reason == "" && row.Puzzle == records[n].puzzle
		if isWrong := row.Reason == "" && !isRead; isWrong || n != changed && !isRead {
			t.Fatalf("row %d is %+v:\n%s", n, row, text)
		}
	}
}
