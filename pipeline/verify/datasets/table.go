package datasets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
)

// A table holds the rows of one split in one layout.
type table struct {
	layout *layout
	split  int // index of the split
	counts *dataset.SplitCounts
	files  []string // names of the table's files in the layout

	// starts holds the name of each file and the number of its first row. Rows are numbered from 0.
	starts []fileStart
	rows   int64 // number of rows that have been read
}

type fileStart struct {
	file  string
	first int64
}

// place returns the file that contains a row, and the number of the row in that file, counting
// from 1.
func (t *table) place(number int64) (file string, in int64) {
	i := sort.Search(len(t.starts), func(i int) bool { return t.starts[i].first > number }) - 1
	return t.starts[i].file, number - t.starts[i].first + 1
}

// checkTable checks the rows of t. If first is true, the layout of t must be c.layouts[0], and
// checkTable also writes the keys of the rows.
func (c *checker) checkTable(ctx context.Context, t *table, first bool) error {
	v := &tableVerifier{checker: c, table: t, keys: first, extra: c.extra}
	if t.layout.messages {
		v.extra.Extras = formats.ExtrasOf(formats.ClassColumn, formats.DifficultyColumn)
		v.chat = c.chatOf()
	}
	reader, err := c.openTable(t, v)
	if err == nil && reader != nil {
		err = v.run(ctx, reader)
	}
	c.Tally.Rows += t.rows
	var defect *pipeline.DefectError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &defect), errors.As(err, new(files.TemporaryError)):
		return err
	case errors.Is(err, fs.ErrNotExist): // checkFiles reports missing files
		return nil
	case err != nil:
		name := c.path(t.files[0])
		c.Fault(pipeline.Fault{File: name, Err: errors.New(strings.TrimPrefix(err.Error(), name+": "))})
		return nil
	case reader == nil:
		if v.chat != nil {
			v.checkNoStates()
		}
		return nil
	}
	v.end()
	return nil
}

// run checks the rows of a reader, and then closes the reader.
func (v *tableVerifier) run(ctx context.Context, reader formats.Reader) error {
	defer v.close()
	defer reader.Close()
	if err := v.start(); err != nil {
		return err
	}
	_, err := pipeline.Run(ctx, pipeline.Config{
		Reader: reader, Writers: []formats.Writer{v}, Workers: v.Workers, BatchRows: v.BatchRows, Progress: v.Counts,
	})
	if err == nil && v.states != nil {
		v.states.end(v.faultOf)
	}
	return err
}

// openTable returns a reader of the rows of a table, or nil if there is nothing to read.
func (c *checker) openTable(t *table, v *tableVerifier) (formats.Reader, error) {
	if t.layout.decoders != nil {
		return c.openArrays(t, v)
	}
	var names []string
	for _, name := range t.files {
		info, err := os.Stat(c.path(name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.path(name), files.WithoutPath(err))
		}
		if t.counts.Rows > 0 || info.Size() > 0 { // without rows, some formats write empty files, which have no columns
			names = append(names, c.path(name))
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	if l := t.layout; l.puzzle != "" {
		return formats.Open(names, formats.ReadOptions{Column: l.puzzle, AnswerColumn: l.solution, Results: formats.IgnoreResults})
	}
	columns, err := columnsOf(names[0])
	if err != nil {
		return nil, err
	}
	read, err := v.chooseColumns(columns)
	if err != nil {
		return nil, err
	}
	return formats.Open(names, read)
}

func columnsOf(file string) ([]string, error) {
	reader, err := formats.Open([]string{file}, formats.ReadOptions{Column: "1", AnswerColumn: "none"})
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	return reader.Schema().Columns, nil
}

// The columns to check, if they exist.
const (
	splitColumn = iota
	baseColumn
	morphColumn
	cluesColumn
	messagesColumn // only in the chat layout, which has no base and morph columns
	numColumns
)

var columnNames = [numColumns]string{"split", "base", "morph", "clues", "messages"}

// chooseColumns finds the columns that gridmill added and returns the options for reading them.
// These columns follow the columns of the inputs.
func (v *tableVerifier) chooseColumns(columns []string) (formats.ReadOptions, error) {
	read := formats.ReadOptions{Results: formats.IgnoreResults}
	puzzle, solution := lastColumn(columns, "puzzle"), lastColumn(columns, "solution")
	switch {
	case puzzle == 0:
		return read, errors.New("it has no puzzle column")
	case solution == 0:
		return read, errors.New("it has no solution column")
	}
	read.Column, read.AnswerColumn = strconv.Itoa(puzzle), strconv.Itoa(solution)
	required := []int{splitColumn, baseColumn, morphColumn}
	if v.layout.messages {
		required = []int{splitColumn, cluesColumn, messagesColumn}
	}
	var keep []string
	for i, name := range columnNames {
		at := lastColumn(columns, name)
		if !v.layout.messages && (i == messagesColumn || i == cluesColumn && !v.written.Has(formats.CluesColumn)) {
			at = 0 // gridmill did not add this column; an input column may have the same name
		}
		if at == 0 && slices.Contains(required, i) {
			return read, fmt.Errorf("it has no %s column", name)
		}
		if v.columns[i] = -1; at > 0 {
			v.columns[i] = len(keep)
			keep = append(keep, strconv.Itoa(at))
		}
	}
	v.hasColumns, v.computedAt = true, map[formats.Column]int{}
	computed := slices.Collect(v.extra.Extras.Columns().All())
	if v.search != nil && !v.layout.messages {
		v.statistics = v.search.Columns
		computed = append(computed, v.statistics...)
	}
	for _, column := range computed {
		at := lastColumn(columns, column.String())
		if at == 0 {
			return read, fmt.Errorf("it has no %s column", column)
		}
		v.computedAt[column] = len(keep)
		keep = append(keep, strconv.Itoa(at))
	}
	read.Keep = formats.ParseKeep(strings.Join(keep, ","))
	return read, nil
}

// lastColumn returns the number of the last column with the given name, or 0 if there is none. If
// the inputs already have a column with this name, gridmill adds a suffix to the name of its own
// column. lastColumn accepts this suffix.
func lastColumn(columns []string, name string) int {
	for i, column := range slices.Backward(columns) {
		for strings.HasSuffix(column, "_found") {
			column = strings.TrimSuffix(column, "_found")
		}
		if column == name {
			return i + 1
		}
	}
	return 0
}
