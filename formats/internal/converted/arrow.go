package converted

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/gridmill/gridmill/formats/option"
)

// arrowMagic starts an Arrow file, and ends it without the zeros. Between them stands what
// an Arrow stream has, and an index, which is of no use where all of it is read.
const arrowMagic = "ARROW1\x00\x00"

// arrowTable makes rows of the batches of an Arrow stream.
type arrowTable struct {
	in       *bufio.Reader
	isFile   bool
	messages *arrowMessages
	batches  *ipc.Reader
	batch    arrow.Record // nil before the first
	row      int          // of the batch
	types    []Type
	inStruct bool          // the only column is a struct, whose fields are columns instead
	columns  []arrow.Array // of the batch
	grids    []*arrowCells // what reads lists of each column, or nil
	text     []byte
}

// Arrow returns CSV of an Arrow stream, or of an Arrow file, which includes Feather of version
// 2. Lists and structs become JSON, and what has no value an empty field. But lists become grids if
// other numbers than 0 to 9 stand for cells, and the fields of a struct that is the only column
// become columns.
func Arrow(in io.Reader) *Reader {
	return &Reader{rows: &arrowTable{in: bufio.NewReaderSize(in, pieceSize)}}
}

func (t *arrowTable) Close() error {
	if t.batches != nil {
		t.batches.Release()
	}
	return nil
}

// appendRows adds the next rows. Data that is damaged may make the library panic.
func (t *arrowTable) appendRows(out *output) (err error) {
	defer func() {
		if recover() != nil {
			err = t.damaged(out)
		}
	}()
	if t.batches == nil {
		if err := t.start(); err != nil {
			return err
		}
		var names []string
		fields, prefix := t.batches.Schema().Fields(), ""
		if only, isStruct := fields[0].Type.(*arrow.StructType); isStruct && len(fields) == 1 && len(only.Fields()) > 0 {
			fields, prefix, t.inStruct = only.Fields(), fields[0].Name+".", true
		}
		for _, f := range fields {
			names, t.types = append(names, prefix+f.Name), append(t.types, typeOf(f.Type))
		}
		out.header(names, t.types)
	}
	for !out.full() {
		if t.batch == nil || t.row == int(t.batch.NumRows()) {
			if err := t.next(out); err != nil {
				return err
			}
			continue
		}
		for c, column := range t.columns {
			switch grids := t.grids[c]; {
			case t.inStruct && t.batch.Column(0).IsNull(t.row):
				out.add(nil, IsNull)
			case grids != nil && grids.read(column, t.row):
				t.text = grids.appendGrid(t.text[:0])
				out.add(t.text, IsText)
			default:
				t.text = appendValue(t.text[:0], column, t.row)
				out.add(t.text, kindOf(column, t.row, t.types[c]))
			}
		}
		out.end()
		t.row++
	}
	return nil
}

// takeColumns takes the columns of the current batch, or the fields of the only one. The first
// batch with rows shows which of them are grids of other numbers.
func (t *arrowTable) takeColumns() {
	t.columns = append(t.columns[:0], t.batch.Columns()...)
	if t.inStruct {
		only := t.batch.Column(0).(*array.Struct)
		t.columns = t.columns[:0]
		for i := range only.NumField() {
			t.columns = append(t.columns, only.Field(i))
		}
	}
	if t.grids == nil && t.batch.NumRows() > 0 {
		for _, column := range t.columns {
			t.grids = append(t.grids, findArrowCells(column))
		}
	}
}

// damaged is the fault of data that cannot be what was written.
func (t *arrowTable) damaged(out *output) error {
	return option.Errorf(option.InputFile, "the Arrow data is damaged in the batch after row %d", out.rows-int64(t.row))
}

// start reads the schema.
func (t *arrowTable) start() (err error) {
	if head, _ := t.in.Peek(len(arrowMagic)); bytes.Equal(head, []byte(arrowMagic)) {
		t.isFile = true
		if _, err := t.in.Discard(len(arrowMagic)); err != nil {
			return err
		}
	}
	t.messages = &arrowMessages{in: t.in, isFile: t.isFile, dictionaries: map[int64]int64{}}
	if t.batches, err = ipc.NewReaderFromMessageReader(t.messages); err != nil {
		t.batches = nil
		if t.messages.failed != nil {
			return t.messages.failed
		}
		return option.Errorf(option.InputFile, "its Arrow schema cannot be read")
	}
	if len(t.batches.Schema().Fields()) == 0 {
		return errors.New("it has no columns")
	}
	return nil
}

// next goes to the next batch.
func (t *arrowTable) next(out *output) error {
	found := t.batches.Next()
	switch {
	case found:
		t.batch, t.row = t.batches.Record(), 0
		t.takeColumns()
		return nil
	case t.messages.failed != nil:
		return fmt.Errorf("after row %d: %w", out.rows, t.messages.failed)
	case t.batches.Err() != nil:
		t.row = 0
		return t.damaged(out)
	}
	return t.end()
}

// end looks at what follows the last batch: the index of a file, or nothing.
func (t *arrowTable) end() error {
	if !t.isFile {
		_, err := t.in.ReadByte()
		if err == nil {
			return errors.New("behind the end of the Arrow stream there is something else, which would be lost; store it in a file of its own")
		}
		return err
	}
	end := arrowMagic[:len(arrowMagic)-2] // the magic, as it stands there
	tail := make([]byte, 0, pieceSize)
	for {
		n, err := t.in.Read(tail[len(tail):cap(tail)])
		tail = tail[:len(tail)+n]
		if bytes.Contains(tail, []byte(end+arrowMagic)) {
			return errors.New("behind the end of the Arrow file another one starts, which would be lost; give each as a file of its own")
		}
		if most := len(end + arrowMagic); len(tail) > most {
			tail = tail[:copy(tail, tail[len(tail)-most:])]
		}
		switch {
		case errors.Is(err, io.EOF) && !bytes.HasSuffix(tail, []byte(end)):
			return option.Errorf(option.InputFile, "the Arrow data ends too early, so that the file is not complete")
		case err != nil:
			return err
		}
	}
}

// What a stream may ask for. A batch is held as a whole, twice for a moment.
const (
	maxMessage   = 16 << 20  // bytes of a schema, or of what says where a batch has its values
	maxBatch     = 256 << 20 // bytes of a batch, or of all dictionaries together
	maxBatchRows = 1 << 24
	maxFields    = 1 << 13 // of a schema, nested ones included
	maxLength    = math.MaxInt32
)

// batchTooLarge is the fault of a batch that would take too much memory.
func batchTooLarge(bytes int64) error {
	return fmt.Errorf("a batch of the Arrow data has %d bytes, of which %d may be; write it again in smaller batches", bytes, maxBatch)
}
