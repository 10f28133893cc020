package formats

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/converted"
	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// isConverted reports whether a format is read as the CSV that is made of it.
func (f Format) isConverted() bool {
	return f.isJSON() || f == Arrow || f == NPY
}

// isJSON reports whether a format is one of objects of JSON.
func (f Format) isJSON() bool { return f == JSON || f == JSONL }

// convertStream returns CSV of a stream in another format, and that format, or the stream as
// it is and Auto. Its content decides, unless a format was asked for. The format that its
// name promises matters only where the content shows none.
func convertStream(in io.ReadCloser, name string, promised Format, o *ReadOptions) (io.ReadCloser, Format, error) {
	buffered := bufio.NewReaderSize(in, filekind.HeadSize)
	head, err := buffered.Peek(filekind.HeadSize)
	if err != nil && !files.IsEnd(err) && len(head) == 0 {
		return nil, Auto, err
	}
	same := &stream{buffered, in.Close}
	kind := filekind.Of(head)
	if kind == nil || len(head) == 0 {
		if err := brokenPromise(name, promised, o.Format != Auto, head); err != nil {
			return nil, Auto, err
		}
	}
	if kind == nil && o.Format == Auto && !promised.isConverted() {
		kind = filekind.Binary(head)
	}
	switch {
	case len(head) == 0 || kind == nil && !promised.isConverted():
		return same, Auto, nil
	case kind == nil:
		return convertTo(same, JSONL, name, o), promised, nil
	case kind.IsText && o.Format != Auto && !o.Format.isConverted():
		return same, Auto, nil
	case kind.Format == "":
		return nil, Auto, kind.Unreadable()
	}
	format, err := ParseFormat(kind.Format)
	if err != nil {
		return nil, Auto, err
	}
	if o.Format != Auto && o.Format != format && (!o.Format.isJSON() || !format.isJSON()) {
		return nil, Auto, option.Misuse(option.InputFormat, "it is %s, which cannot be read as %s", kind.What, o.Format)
	}
	return convertTo(same, format, name, o), format, nil
}

// convertTo returns CSV of a stream in the given format. The file's name is for messages.
func convertTo(in *stream, format Format, name string, o *ReadOptions) io.ReadCloser {
	var made *converted.Reader
	switch format {
	case Arrow:
		made = converted.Arrow(in)
	case NPY:
		made = converted.NPY(in)
	default:
		look := converted.Look{Grid: gridtext.IsGrid, Name: func(key string) bool { return namesPuzzles([]byte(key)) }}
		made = converted.JSON(in, look, o.lateKeys(name))
	}
	return &stream{made, func() error { return errors.Join(made.Close(), in.Close()) }}
}

// asText returns a source that reads a Parquet file by way of CSV if its grids take 81 columns,
// or 9, or else the reason why no column was chosen.
func (s *parquetSource) asText(o *ReadOptions, why error) (source, error) {
	if len(s.columns) < 9 || o.Results != IgnoreResults || !o.namesNoColumn() {
		return nil, why
	}
	all := &parquetText{source: &parquetSource{path: s.path, file: s.file, index: s.index, puzzle: -1, answer: -1, done: s.done, bytes: s.bytes}}
	for top, f := range s.index.Fields() {
		if f.Count != 1 || parquet.CheckDecimal(s.index.Leaf(f.First)) != nil {
			return nil, why
		}
		all.out = append(scan.AppendQuoted(all.out, []byte(s.columns[top]), ','), ',')
		all.source.leaves = append(all.source.leaves, f.First)
		t, inLists := valueTypeOf(&Field{node: f.Node})
		if inLists {
			t = textValue
		}
		all.types = append(all.types, byte(typeLetters[t]))
	}
	all.out = append(append(all.out, all.types...), '\n')
	all.source.kept = len(all.source.leaves)
	all.batch = NewBatch(parquetTextRows)
	t := textSource{file: s.path, closeFile: all.source.Close, converted: Parquet}
	in, found := joinColumns(io.NopCloser(all), o)
	if found == nil {
		return nil, why
	}
	t.in, t.layout = in, found
	return openLines(t, in, CSV, o)
}

// parquetTextRows is how many rows of Parquet become CSV at once.
const parquetTextRows = 256

// parquetText is a stream of CSV with all columns of a Parquet file.
type parquetText struct {
	source *parquetSource
	batch  *Batch
	types  []byte // of the columns
	kinds  []byte // of the values of a row
	out    []byte // of which given has been returned
	given  int
	err    error
}

// Read implements io.Reader.
func (t *parquetText) Read(p []byte) (int, error) {
	for t.given == len(t.out) {
		if t.err != nil {
			return 0, t.err
		}
		t.out, t.given = t.out[:0], 0
		t.err = parquet.RecoverDamage(t.more)
	}
	n := copy(p, t.out[t.given:])
	t.given += n
	return n, nil
}

// more makes CSV of the next rows. What is wrong behind them is said once they are read.
func (t *parquetText) more() error {
	b, from := t.batch, t.source.rows
	b.reset(0)
	defer b.reset(0)
	end := t.source.readRows(b, parquetTextRows)
	t.source.moved(from)
	if err := t.source.fill(b, b.Len()); err != nil {
		return err
	}
	for i := range b.Len() {
		t.kinds = t.kinds[:0]
		for c := range b.leaves {
			b.scratch = b.leaves[c].AppendText(b.scratch[:0], i)
			t.out = append(scan.AppendQuoted(t.out, b.scratch, ','), ',')
			t.kinds = append(t.kinds, converted.Type(t.types[c]).Kind(b.leaves[c].IsNull(i)))
		}
		t.out = append(append(t.out, t.kinds...), '\n')
	}
	return end
}

// lateKeys returns what learns of keys of JSON that are left out, or nil where they do not
// matter.
func (o *ReadOptions) lateKeys(file string) func(string, int64) bool {
	if o.LeftOut == nil {
		return nil
	}
	return func(key string, row int64) bool { return o.LeftOut.add(LeftOutKey{Key: key, File: file, Row: row}) }
}

// faultReason returns the reason of a row that stands for a record which could not be
// converted, or no reason.
func faultReason(row []byte) Reason {
	switch fault, position, _ := converted.FaultOf(row); fault {
	case converted.NotJSON:
		return Reason{Kind: gridtext.NotJSON, A: int32(position)}
	case converted.NoNumber:
		return Reason{Kind: gridtext.JSONNaN, A: int32(position)}
	case converted.SingleQuotes:
		return Reason{Kind: gridtext.JSONQuotes, A: int32(position)}
	case converted.TooLong:
		return Reason{Kind: gridtext.TooLong, A: converted.MaxRecord}
	case converted.RepeatedKey:
		return Reason{Kind: gridtext.RepeatedKey}
	}
	return Reason{}
}

// A LeftOutKey is a key of JSON whose values are in no column, as it came too late to become
// one, or that column of what stands on lines beside their puzzles, if it came too late.
type LeftOutKey struct {
	Key  string `json:"key"`
	File string `json:"file"`
	Row  int64  `json:"row"` // where it was met first; of lines the line
	// OfLines says that it is no key, but what stands on lines beside their puzzles.
	OfLines bool `json:"-"`
}

// LeftOut collects what is left out of JSON and of lines while files are read. Any goroutine may
// use it. How often files are read does not matter to it.
type LeftOut struct {
	mu   sync.Mutex
	keys []LeftOutKey
	more bool
}

// mostLeftOut is how many keys are noted. A hostile file may have any number.
const mostLeftOut = 20

// Keys returns the keys that were noted, and whether there were more.
func (l *LeftOut) Keys() (keys []LeftOutKey, more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.keys), l.more
}

// add notes a key of a file. It reports whether it may be called for another.
func (l *LeftOut) add(k LeftOutKey) (others bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	known := slices.ContainsFunc(l.keys, func(o LeftOutKey) bool { return o.File == k.File && o.Key == k.Key })
	switch {
	case known:
	case len(l.keys) < mostLeftOut:
		l.keys = append(l.keys, k)
	default:
		l.more = true
	}
	return !l.more
}
