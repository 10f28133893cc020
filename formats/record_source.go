package formats

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/arrowrows"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/jsonrows"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// A recordReader reads rows whose columns have names and types.
type recordReader interface {
	scan.Rows
	Typed() *scan.TypedColumns
	// Sample fills a block with the first rows, up to limit, without consuming or parsing them.
	Sample(b *scan.Block, limit int)
	// Parse stores the fields of row i in b. line is the row's line number. If the row is invalid,
	// Parse returns the reason. Parse is safe for concurrent use.
	Parse(b *scan.Block, i int, line int64) gridtext.Reason
	Close() error
}

// openRecords opens a JSON, Arrow or NumPy stream. Closing the source closes the file.
func openRecords(f fileSource, in io.Reader, o *ReadOptions) (source, error) {
	rows, err := formatTable[f.info.Format].records(in, f.path, o)
	if files.IsEnd(err) {
		return &emptySource{&recordSource{fileSource: f}}, nil
	}
	if err != nil {
		return nil, err
	}
	return newRecordSource(f, rows, o)
}

// newJSONReader returns a reader of JSON. If no format is requested, the text determines whether it
// is read as JSON Lines or as an array of records.
func newJSONReader(in io.Reader, file string, o *ReadOptions) (recordReader, error) {
	layout := map[Format]jsonrows.Layout{JSONL: jsonrows.Lines, JSON: jsonrows.Array}[o.Format]
	return jsonrows.New(in, layout, func(key []byte) { o.LeftOut.addKey(file, key) })
}

func newArrowReader(in io.Reader, _ string, _ *ReadOptions) (recordReader, error) {
	return arrowrows.New(in)
}

// newArrayReader returns a reader of one NumPy array. An option or the first input can determine
// the name of the array's column.
func newArrayReader(in io.Reader, _ string, o *ReadOptions) (recordReader, error) {
	name := o.Column
	if o.first != nil && o.first.Format == NPY {
		name = o.first.Columns[o.first.Roles.Puzzle]
	}
	if name != npyrows.PuzzleName && name != npyrows.SolutionName {
		name = ""
	}
	return npyrows.New(in, o.Blanks, name)
}

// openArrays opens an archive of NumPy arrays. Each array with grids becomes a column. If an
// option.Error is about full grids, or if model outputs are required, the error names the first
// skipped array.
func openArrays(f *os.File, name string, members []*zip.File, skip func(name, why string), o *ReadOptions) (source, error) {
	skipped := ""
	rows, err := npyrows.NewArchive(members, o.Blanks, []string{o.Column, o.AnswerColumn}, func(name, why string) {
		skip(name, why)
		skipped = cmp.Or(skipped, fmt.Sprintf("the array %s was skipped: %s", name, why))
	})
	if err != nil {
		return nil, err
	}
	s, err := newRecordSource(fileSource{path: files.InputName(name), options: o, close: f.Close, info: Schema{Reading: Reading{Format: NPY}}}, rows, o)
	if e, ok := errors.AsType[*option.Error](err); ok && skipped != "" && (o.Outputs != nil || slices.Contains(e.Options, option.AllGrids)) {
		err = fmt.Errorf("%s; %w", skipped, err)
	}
	return s, err
}

// recordSource reads rows whose columns have names and types. The block of a batch holds the value
// and the kind of each field.
type recordSource struct {
	fileSource
	rows           recordReader // nil if there are no rows
	columns        []scan.TypedColumn
	readback       []Column // result columns to read back; their fields follow the kept fields
	fieldsPerRow   int
	puzzle, answer int // indices of the fields with puzzles and answers
}

func newRecordSource(f fileSource, rows recordReader, o *ReadOptions) (source, error) {
	s := &recordSource{fileSource: f, rows: rows, columns: rows.Typed().Columns}
	if err := s.choose(o); err != nil {
		return nil, errors.Join(err, rows.Close())
	}
	return s, nil
}

// choose determines which columns are kept and which hold puzzles and answers.
func (s *recordSource) choose(o *ReadOptions) (err error) {
	if err = s.info.Format.checkOptions(o); err != nil {
		return err
	}
	if n := len(s.columns); n > maxColumns {
		return tooManyColumns(n)
	}
	names := mapped(s.columns, func(c scan.TypedColumn) string { return c.Name })
	sample := s.sample()
	switch r := s.rows.(type) {
	case *npyrows.Reader:
		if s.info.Blanks = r.Blanks; o.Blanks != "" && r.Blanks == "" {
			return option.Misuse(option.Blanks, "the number that stands for a blank can be chosen only for arrays of numbers, but this array holds text")
		}
	case *jsonrows.Reader:
		if s.info.Format = JSONL; r.IsArray() {
			s.info.Format = JSON
		}
		if r.Paused && len(sample) < sampleRows {
			s.info.HeadRows = len(sample)
		}
	}
	p, err := s.info.plan(names, true, sample, o)
	if err != nil {
		return err
	}
	// In JSON, Mixed can differ between inputs, but CarriesPuzzle must not.
	s.info.CarriesPuzzle = s.info.CarriesPuzzle && (s.info.Format.isJSON() || !s.columns[s.info.Roles.Puzzle].Mixed)
	s.readback = p.readback
	for _, c := range p.chosen {
		name := string(scan.AppendQuoted(nil, []byte(p.names[c]), ','))
		f := Field{Name: p.names[c], column: c, raw: name, values: s.columns[c].Type, mixed: s.columns[c].Mixed}
		if column, isAdded := s.info.added[c]; isAdded && f.mixed {
			f.values = outputColumns[column].valueType()
			f.mixed = f.values == scan.Text
		}
		s.info.Kept = append(s.info.Kept, f)
	}
	s.plan(p.chosen, p.firstReadback)
	return nil
}

// plan determines the order of the fields of a row. Kept columns come first, followed by columns
// that are read back. The other needed columns come last.
func (s *recordSource) plan(chosen []int, firstReadback int) {
	fieldOf := slices.Repeat([]int{-1}, len(s.columns))
	need := func(column int) int {
		if fieldOf[column] < 0 {
			fieldOf[column] = s.fieldsPerRow
			s.fieldsPerRow++
		}
		return fieldOf[column]
	}
	for _, c := range chosen {
		need(c)
	}
	for c := range s.readback {
		need(firstReadback + c)
	}
	s.puzzle = need(s.info.Roles.Puzzle)
	if s.info.HasAnswers {
		s.answer = need(s.info.Roles.Answer)
	}
	if s.info.Format.isJSON() { // to find duplicate keys, the JSON reader needs a field per column
		for c := range fieldOf {
			need(c)
		}
	}
	s.rows.Typed().FieldOf = fieldOf
}

// sample returns the first rows as text. It also records which columns hold values other than text.
func (s *recordSource) sample() (rows sample) {
	b := &scan.Block{FieldsPerRow: len(s.columns)}
	s.rows.Sample(b, sampleRows)
	b.GrowTyped(len(b.Rows))
	for i := range b.Rows {
		if s.rows.Parse(b, i, int64(i+1)).Kind != gridtext.NoReason {
			continue
		}
		row := make([][]byte, len(s.columns))
		for c := range row {
			if row[c] = notGrid; s.columns[c].Type == scan.Text {
				row[c] = slices.Clone(b.Value(i, c))
				s.columns[c].Mixed = s.columns[c].Mixed || b.Kinds[i*b.FieldsPerRow+c] == scan.JSONField
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// Close implements io.Closer. Batches that refer to s can still be parsed.
func (s *recordSource) Close() error {
	err := s.close()
	if s.close = nil; s.rows != nil {
		err = errors.Join(s.rows.Close(), err)
	}
	return files.InFile(s.path, err)
}

// joins reports whether rows of s can follow rows of p in a block.
func (s *recordSource) joins(p rowParser) bool {
	before, ok := p.(*recordSource)
	return ok && before.fieldsPerRow == s.fieldsPerRow
}

func (s *recordSource) read(b *Batch, limit int) error {
	b.block.FieldsPerRow = s.fieldsPerRow
	return s.fill(s, s.rows, b, limit)
}

func (s *recordSource) position() (offset, line int64) {
	if s.rows == nil {
		return 0, 1
	}
	return s.rows.Offset(), s.rows.Line()
}

// seek skips forward to a row. It returns false if the row is before the current position.
func (s *recordSource) seek(offset, line int64) (reached bool, err error) {
	at, _ := s.position()
	switch {
	case offset <= at:
		return offset == at, nil
	case s.rows == nil:
		return true, files.InFile(s.path, scan.NoRowAt(offset))
	}
	return true, files.InFile(s.path, s.rows.SkipTo(offset, line))
}

func (s *recordSource) describe(info *Info) {
	s.fileSource.describe(info)
	for _, c := range s.columns {
		info.Types = append(info.Types, c.Type.String())
	}
}

// parse splits each row of a segment into fields, and parses puzzles, answers and results.
func (s *recordSource) parse(b *Batch, seg *segment) error {
	b.block.GrowTyped(seg.to)
	b.block.Omitted = func(name []byte, line int64) { b.Events.LeftOut.add(s.path, name, line) }
	if s.info.HasAnswers {
		b.makeAnswers(seg.to)
	}
	for i := seg.from; i < seg.to; i++ {
		line := s.lineOf(b, seg, i)
		reason := s.rows.Parse(&b.block, i, line)
		if reason.Kind == gridtext.NoReason {
			b.setPuzzle(i, b.block.Value(i, s.puzzle))
			if s.info.HasAnswers {
				b.setAnswer(i, gridtext.Parse(&b.answerGrids[i], b.block.Value(i, s.answer)))
			}
			continue
		}
		if s.info.Format == JSON && reason.Kind == gridtext.BadJSON && b.block.Row(i)[0] == '{' {
			return files.InFile(s.path, jsonrows.Damage(line, reason.A))
		}
		b.reject(i, reason)
		if s.info.HasAnswers {
			b.Answers[i] = NoAnswer
		}
	}
	b.readResults(seg, s.readback, len(s.info.Kept), s.options.Results)
	return nil
}

// appendPuzzle appends the puzzle field of row i. If the record could not be split into fields, it
// appends the whole record.
func (s *recordSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	if s.info.Format.isJSON() && b.Reasons[i].Malformed() {
		return append(dst, b.block.Row(i)...)
	}
	return append(dst, b.block.Value(i, s.puzzle)...)
}

func (s *recordSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	return append(dst, b.block.Value(i, len(s.info.Kept)+slices.Index(s.readback, c))...)
}
