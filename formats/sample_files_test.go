package formats

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// A record holds the values of one row of a sample file.
type record struct {
	id                     int
	puzzle, solution, note string
	// If raw is not empty, text formats write it instead of the other fields.
	raw string
}

// samplePairs returns puzzles and their unique solutions.
var samplePairs = sync.OnceValue(func() (pairs []record) {
	text, err := os.ReadFile(filepath.Join("..", "benchmarks", "corpora", "easy.csv"))
	if err != nil {
		panic(err)
	}
	_, rows, _ := strings.Cut(string(text), "\n")
	for line := range strings.Lines(rows) {
		puzzle, solution, _ := strings.Cut(strings.TrimSpace(line), ",")
		pairs = append(pairs, record{puzzle: puzzle, solution: solution})
	}
	return pairs
})

// sampleRecords returns n different valid records.
func sampleRecords(n int) []record {
	records := make([]record, n)
	for i := range records {
		pair := samplePairs()[i]
		records[i] = record{id: i, puzzle: pair.puzzle, solution: pair.solution, note: fmt.Sprintf("n%d", i)}
	}
	return records
}

// A sampleFormat describes how to create small files of one format.
type sampleFormat struct {
	name   string // name of the test
	from   string // name of the format, as ParseFormat accepts it
	file   string
	encode func([]record) string
	// fixed sets the options that, besides Format, determine how the file is read. It is nil if
	// Format is enough.
	fixed func(*ReadOptions)
	// raws lists strings that can replace a record without damaging other records.
	raws []string
	// anyLength is set if a puzzle with too many or too few cells can be stored.
	anyLength bool
	// split is set if a damaged record can become several invalid rows.
	split bool
	// counted is set if the file stores how many records it has, or where each record ends.
	counted bool
	// answers is set if the file holds the solution of each puzzle as well.
	answers bool
}

func sampleFormats() []sampleFormat {
	named := func(delimiter byte) func(*ReadOptions) {
		return func(o *ReadOptions) {
			o.Delimiter, o.Column, o.AnswerColumn = delimiter, "puzzle", "solution"
			if delimiter != 0 {
				o.Header, o.Fields = HasHeader, 4
			}
		}
	}
	numbered := func(delimiter byte, header Header, fields int, column, answers string) func(*ReadOptions) {
		return func(o *ReadOptions) {
			o.Delimiter, o.Header, o.Fields, o.Column, o.AnswerColumn = delimiter, header, fields, column, answers
		}
	}
	rest := func(o *ReadOptions) { o.Keep = ParseKeep("rest") }
	dots := func(o *ReadOptions) { o.Blanks = "." }
	columns := named(0)
	tableRaws := []string{"too,few", "// mine", "a;b|c,d\te,f,g,h,i"}
	return []sampleFormat{
		{name: "text", from: "text", file: "in.txt", encode: eachLine(func(r record) string { return r.puzzle + " " + r.note }), fixed: rest, anyLength: true,
			raws: []string{"// mine", "x", samplePairs()[500].puzzle + " " + samplePairs()[501].puzzle}},
		{name: "text_before", from: "text", file: "in.txt", encode: eachLine(func(r record) string { return r.note + ": " + r.puzzle }), fixed: rest, anyLength: true,
			raws: []string{"// mine", "no puzzle in this line"}},
		{name: "grids", from: "grids", file: "in.txt", encode: gridsUnder(func(record) string { return "" }), fixed: dots, split: true,
			raws: []string{strings.Repeat("53..7....\n", 8), strings.Repeat("53..7....\n", 10)}},
		{name: "grids_titled", from: "grids", file: "in.txt", encode: gridsUnder(func(r record) string { return fmt.Sprintf("Grid %02d\n", r.id) }), fixed: dots, split: true,
			raws: []string{"Grid 77\n53..7....\n", "Grid 78\n" + strings.Repeat("53..7....\n", 5)}},
		{name: "csv", from: "csv", file: "in.csv", encode: tableBy(","), fixed: named(','), anyLength: true, raws: tableRaws, answers: true},
		{name: "csv_semicolons", from: "csv", file: "in.csv", encode: tableBy(";"), fixed: named(';'), anyLength: true, raws: tableRaws, answers: true},
		{name: "csv_bars", from: "csv", file: "in.csv", encode: tableBy("|"), fixed: named('|'), anyLength: true, raws: tableRaws, answers: true},
		{name: "csv_spaces", from: "csv", file: "in.txt", encode: eachLine(func(r record) string { return r.puzzle + " " + r.solution }), anyLength: true, answers: true,
			fixed: numbered(scan.Spaces, NoHeader, 2, "1", "2"), raws: []string{"one", "one two three four"}},
		{name: "tsv", from: "tsv", file: "in.tsv", encode: tableBy("\t"), fixed: named('\t'), anyLength: true, raws: tableRaws, answers: true},
		{name: "cells_81", from: "cells", file: "in.csv", encode: cellsOf(false), fixed: numbered(',', NoHeader, 83, "2", "none"), anyLength: true, raws: tableRaws},
		{name: "cells_162", from: "cells", file: "in.csv", encode: cellsOf(true), fixed: numbered(',', HasHeader, 163, "2", "83"), raws: tableRaws, answers: true},
		{name: "hodoku", from: "hodoku", file: "in.txt", encode: eachLine(func(r record) string { return ":0000:x:" + r.puzzle + ":::" }), anyLength: true, fixed: rest,
			raws: []string{"// mine", ":0000:x", ":0000:x::::"}},
		{name: "jsonl", from: "jsonl", file: "in.jsonl", encode: eachLine(object), fixed: columns, anyLength: true, answers: true,
			raws: []string{`{"id": 7, "puzzle": `, `{}`, `{"id": 8}`, `not JSON`, `{"id": 9, "puzzle": 5}`, `{"id": 1, "puzzle": null, "solution": [], "note": {}}`}},
		{name: "jsonl_lists", from: "jsonl", file: "in.jsonl", encode: eachLine(objectOfLists), fixed: columns, anyLength: true, answers: true,
			raws: []string{`{"id": 7, "puzzle": [1, 2], "solution": [[1]], "note": ""}`, `{"puzzle": [[5]]}`}},
		{name: "json", from: "json", file: "in.json", encode: arrayOf("[", "]"), fixed: columns, anyLength: true, counted: true, answers: true,
			raws: []string{`{}`, `{"id": 8}`, `{"id": 9, "puzzle": 5, "solution": null, "note": ""}`}},
		{name: "json_in_object", from: "json", file: "in.json", encode: arrayOf(`{"version": 1, "data": [`, `]}`), fixed: columns, anyLength: true, counted: true, answers: true,
			raws: []string{`{}`, `{"id": 8}`}},
		{name: "npy", from: "npy", file: "in.npy", encode: npyOf("'|u1'", "%d, 81", 1), counted: true},
		{name: "npy_9x9", from: "npy", file: "in.npy", encode: npyOf("'<i8'", "%d, 9, 9", 8), counted: true},
		{name: "arrow_file", from: "arrow", file: "in.arrow", encode: arrowTexts(true), fixed: columns, anyLength: true, counted: true, answers: true},
		{name: "arrow_stream", from: "arrow", file: "in.arrow", encode: arrowTexts(false), fixed: columns, anyLength: true, counted: true, answers: true},
		{name: "arrow_lists", from: "arrow", file: "in.arrow", encode: arrowLists, fixed: columns, anyLength: true, counted: true, answers: true},
		{name: "parquet", from: "parquet", file: "in.parquet", encode: parquetTexts(false), fixed: columns, anyLength: true, counted: true, answers: true},
	}
}

// eachLine returns an encoder that writes one line per record.
func eachLine(line func(record) string) func([]record) string {
	return func(records []record) string {
		var text strings.Builder
		for _, r := range records {
			if r.raw == "" {
				r.raw = line(r)
			}
			text.WriteString(r.raw + "\n")
		}
		return text.String()
	}
}

// gridsUnder returns an encoder of nine-line grids. Each grid has a title before it and an empty
// line after it.
func gridsUnder(title func(record) string) func([]record) string {
	return func(records []record) string {
		var text strings.Builder
		for _, r := range records {
			if r.raw != "" {
				text.WriteString(r.raw + "\n")
				continue
			}
			text.WriteString(title(r) + linesOf(r.puzzle) + "\n")
		}
		return text.String()
	}
}

func tableBy(delimiter string) func([]record) string {
	lines := eachLine(func(r record) string {
		puzzle := r.puzzle
		if r.id%3 == 1 {
			puzzle = `"` + puzzle + `"`
		}
		return strings.Join([]string{fmt.Sprint(r.id), puzzle, r.solution, r.note}, delimiter)
	})
	header := strings.Join([]string{"id", "puzzle", "solution", "note"}, delimiter) + "\n"
	return func(records []record) string { return header + lines(records) }
}

// cellsOf returns an encoder that writes one column per cell. If solutions is set, it writes a
// header, puzzles and solutions. Otherwise, it writes puzzles without a header.
func cellsOf(solutions bool) func([]record) string {
	split := func(grid string) string { return strings.Join(strings.Split(grid, ""), ",") }
	if !solutions {
		return eachLine(func(r record) string { return fmt.Sprintf("%d,%s,%s", 1000+r.id, split(r.puzzle), r.note) })
	}
	header := "id"
	for _, kind := range "ps" {
		for i := range solver.Cells {
			header += fmt.Sprintf(",%c%d", kind, i+1)
		}
	}
	lines := eachLine(func(r record) string { return fmt.Sprintf("%d,%s,%s", 1000+r.id, split(r.puzzle), split(r.solution)) })
	return func(records []record) string { return header + "\n" + lines(records) }
}

func object(r record) string {
	return fmt.Sprintf(`{"id": %d, "puzzle": %q, "solution": %q, "note": %q}`, r.id, r.puzzle, r.solution, r.note)
}

// objectOfLists returns a JSON object. The puzzle is a list of 81 numbers, and the solution is nine
// lists of nine numbers.
func objectOfLists(r record) string {
	var rows [][]int
	for cells := numbersIn(r.solution); len(cells) > 0; cells = cells[9:] {
		rows = append(rows, cells[:9])
	}
	puzzle, _ := json.Marshal(numbersIn(r.puzzle))
	solution, _ := json.Marshal(rows)
	return fmt.Sprintf(`{"id": %d, "puzzle": %s, "solution": %s, "note": %q}`, r.id, puzzle, solution, r.note)
}

// numbersIn returns the cells of a grid as numbers. Blanks become 0, and characters that are not
// cells become 77.
func numbersIn(grid string) (cells []int) {
	cells = []int{}
	for _, c := range []byte(grid) {
		switch {
		case '0' <= c && c <= '9':
			cells = append(cells, int(c-'0'))
		case c == '.':
			cells = append(cells, 0)
		default:
			cells = append(cells, 77)
		}
	}
	return cells
}

func arrayOf(start, end string) func([]record) string {
	lines := eachLine(object)
	return func(records []record) string {
		items := strings.ReplaceAll(strings.TrimSuffix(lines(records), "\n"), "\n", ",\n")
		return start + "\n" + items + "\n" + end + "\n"
	}
}

// npyOf returns an encoder of NumPy arrays of little-endian integers.
func npyOf(descr, shape string, size int) func([]record) string {
	return func(records []record) string {
		var cells []byte
		for _, r := range records {
			for _, n := range numbersIn(r.puzzle) {
				cells = append(cells, binary.LittleEndian.AppendUint64(nil, uint64(n))[:size]...)
			}
		}
		return testkit.NPY(descr, "False", fmt.Sprintf(shape, len(records)), string(cells))
	}
}

// recordsPerGroup is the number of records in an Arrow record batch or a Parquet row group.
const recordsPerGroup = 40

// arrowTexts returns an encoder of Arrow files or streams.
func arrowTexts(isFile bool) func([]record) string {
	return func(records []record) string {
		text := arrow.BinaryTypes.String
		return arrowOfRows(isFile, text, text, records, object)
	}
}

// arrowLists returns an Arrow file in which each puzzle is a list of 81 numbers and each solution
// is nine lists of nine numbers.
func arrowLists(records []record) string {
	cells := arrow.ListOf(arrow.PrimitiveTypes.Int32)
	return arrowOfRows(true, cells, arrow.ListOf(cells), records, objectOfLists)
}

func arrowOfRows(isFile bool, puzzle, solution arrow.DataType, records []record, object func(record) string) string {
	names := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int64}, {Name: "puzzle", Type: puzzle, Nullable: true},
		{Name: "solution", Type: solution, Nullable: true}, {Name: "note", Type: arrow.BinaryTypes.String},
	}, nil)
	var batches []arrow.Record
	for group := range slices.Chunk(records, recordsPerGroup) {
		rows := "[" + strings.ReplaceAll(strings.TrimSpace(eachLine(object)(group)), "\n", ",") + "]"
		batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, names, strings.NewReader(rows))
		if err != nil {
			panic(err)
		}
		batches = append(batches, batch)
	}
	return string(testkit.Arrow(isFile, batches))
}

// parquetTexts returns an encoder of Parquet files with grids as strings. Row groups have
// recordsPerGroup rows.
func parquetTexts(dictionary bool) func([]record) string {
	return func(records []record) string {
		var groups [][]column
		for group := range slices.Chunk(records, recordsPerGroup) {
			var ids []int64
			var puzzles, solutions, notes []string
			for _, r := range group {
				ids = append(ids, int64(r.id))
				puzzles, solutions, notes = append(puzzles, r.puzzle), append(solutions, r.solution), append(notes, r.note)
			}
			id := column{node: primitive("id", parquet.Repetitions.Required, parquet.Types.Int64, -1), values: ids}
			groups = append(groups, []column{id, texts("puzzle", puzzles...), texts("solution", solutions...), texts("note", notes...)})
		}
		return string(parquetOf(&testing.T{}, groups, parquet.WithDictionaryDefault(dictionary)))
	}
}

// A sampleRow holds the values that result from reading a record.
type sampleRow struct {
	Puzzle string // empty if the row is invalid
	Answer string
	Class  string // AnswerClass of the answer
	Reason string
	Kept   string // names and values of the columns that pass through
	Out    string // the solved row as JSON
}

// readSample reads files in batches of the given size and solves their puzzles. It returns each row
// and the line on which the row starts.
func readSample(files []string, o ReadOptions, size int) (rows []sampleRow, lines []int64, err error) {
	var out bytes.Buffer
	var w Writer
	var encoded Encoded
	err = eachBatch(files, o, size, func(r Reader, b *Batch) (err error) {
		if w == nil {
			if w, err = Create(&out, "out.jsonl", r.Schema(), WriteOptions{}); err != nil {
				return err
			}
		}
		for i := range b.Len() {
			_, line := b.Origin(i)
			rows, lines = append(rows, rowOf(r.Schema(), b, i)), append(lines, line)
		}
		return writeBatch(w, b, &encoded)
	})
	if err == nil && w != nil {
		err = w.Close()
	}
	if err != nil {
		return rows, lines, err
	}
	texts := strings.SplitAfter(out.String(), "\n")
	if len(texts) != len(rows)+1 {
		return rows, lines, fmt.Errorf("%d rows are written as %d lines", len(rows), len(texts)-1)
	}
	for i := range rows {
		rows[i].Out = texts[i]
	}
	return rows, lines, nil
}

func rowOf(s *Schema, b *Batch, i int) (row sampleRow) {
	if b.Puzzles[i] != (solver.Grid{}) {
		row.Puzzle = string(b.Puzzles[i][:])
	}
	row.Reason = fmt.Sprint(b.Reasons[i])
	if len(b.Answers) > 0 {
		row.Class = b.Answers[i].String()
	}
	if answer := b.AnswerGrid(i); answer != nil && *answer != (solver.Grid{}) {
		row.Answer = string(answer[:])
	}
	for k, field := range s.Kept {
		row.Kept += field.Name + "="
		if field.HasText() {
			row.Kept += string(b.AppendKept(nil, i, k))
		}
		row.Kept += ";"
	}
	return row
}
