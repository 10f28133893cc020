// Package arrowrows reads the record batches of Arrow files and streams as rows. It holds one batch
// in memory, and checks that a file contains every batch listed in its footer.
package arrowrows

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// Limits on a stream. A whole batch is held in memory.
const (
	maxMessage   = 16 << 20  // bytes of a schema, or of the description of a batch
	maxBatch     = 256 << 20 // bytes of a batch, or of all dictionaries combined
	maxBatchRows = 1 << 24
	maxFields    = 1 << 13       // fields of a schema, including nested fields
	maxDepth     = 100           // nesting depth of fields
	maxGap       = 64            // bytes of padding between buffers
	maxLength    = math.MaxInt32 // values of a column in a batch
	readSize     = 4 << 10       // bytes of the read buffer
)

// A Reader reads the rows of an Arrow stream or an Arrow file, such as a Feather version 2 file.
// Lists and structs become JSON.
type Reader struct {
	scan.TypedColumns
	scan.RowCount
	messages *messages
	batches  *ipc.Reader
	batch    arrow.Record // nil before the first batch
	row      int          // next row of the batch
	err      error        // the error that ended reading, such as io.EOF
	text     []byte       // text of one value
}

// New reads the schema and returns a Reader.
func New(in io.Reader) (r *Reader, err error) {
	r = &Reader{messages: &messages{in: bufio.NewReaderSize(in, readSize), dictionaries: map[int64]int64{}}}
	defer func() {
		if recover() != nil {
			r, err = nil, errDamagedMessage
		}
	}()
	if head, _ := r.messages.in.Peek(len(magic)); string(head) == magic {
		n, _ := r.messages.in.Discard(len(magic)) // cannot fail after Peek
		r.messages.isFile, r.messages.at = true, int64(n)
	}
	r.batches, err = ipc.NewReaderFromMessageReader(r.messages)
	switch {
	case r.messages.failed != nil:
		return nil, r.messages.failed
	case err != nil:
		return nil, option.Errorf(option.InputFile, "its Arrow schema cannot be read")
	}
	for _, f := range r.batches.Schema().Fields() {
		t, mixed := typeOf(f.Type)
		r.Add(scan.TypedColumn{Name: f.Name, Type: t, Mixed: mixed})
	}
	if len(r.Columns) == 0 {
		return nil, errors.New("it has no columns")
	}
	return r, nil
}

// Close releases the current batch.
func (r *Reader) Close() error {
	r.batches.Release()
	return nil
}

// Sample adds the first rows to b without consuming them. It adds at most limit rows, all from one
// record batch. If rows cannot be read, a later call to Fill returns the error.
func (r *Reader) Sample(b *scan.Block, limit int) {
	if r.ToNextRow(true) == nil {
		_ = r.addRows(b, limit, scan.MaxBlock, 1)
		r.row, r.Done = 0, 0
	}
}

// Fill implements scan.Rows.
func (r *Reader) Fill(b *scan.Block, maxRows, maxBytes int) error {
	line := r.Line()
	for len(b.Rows) < maxRows && b.Size() <= maxBytes {
		if err := r.ToNextRow(true); err != nil {
			return err
		}
		if r.err = r.addRows(b, maxRows, maxBytes, line); r.err != nil {
			return r.err
		}
	}
	return nil
}

// addRows adds rows of the current batch to a block. line is the number of the block's first row.
func (r *Reader) addRows(b *scan.Block, maxRows, maxBytes int, line int64) (err error) {
	defer r.recover(&err)
	for rows := int(r.batch.NumRows()); r.row < rows && len(b.Rows) < maxRows && b.Size() <= maxBytes; r.row++ {
		r.addRow(b, uint32(r.Done+1-line))
		r.Done++
	}
	return nil
}

// recover turns a panic of the Arrow library into an error. recover must be deferred.
func (r *Reader) recover(err *error) {
	if recover() != nil {
		*err = r.damaged()
	}
}

func (r *Reader) damaged() error {
	return option.Errorf(option.InputFile, "the Arrow data is damaged in batch %d, after row %d", r.messages.batchPlaces.n, r.Done-int64(r.row))
}

// addRow adds the current row to a block. A row that is too long is truncated.
func (r *Reader) addRow(b *scan.Block, line uint32) {
	i, start := len(b.Rows), len(b.Bytes)
	b.GrowTyped(i + 1)
	b.Clear(i)
	for c, k := range r.FieldOf {
		if k < 0 || len(b.Bytes)-start > scan.MaxRow {
			continue
		}
		var kind byte
		field := scan.Absent
		if r.text, kind = appendValue(r.text[:0], r.batch.Column(c), r.row); kind != scan.NullField {
			field.Start = uint32(len(b.Bytes))
			b.Bytes = append(b.Bytes, r.text...)
			field.End = uint32(len(b.Bytes))
		}
		b.Set(i, k, field, kind)
	}
	b.AddRow(start, line)
}

// Parse rejects row i if it is too long. Fill has already stored the fields.
func (r *Reader) Parse(b *scan.Block, i int, _ int64) gridtext.Reason {
	if len(b.Row(i)) > scan.MaxRow {
		b.Clear(i)
		return gridtext.Reason{Kind: gridtext.RowTooLong, A: scan.MaxRow}
	}
	return gridtext.Reason{}
}

// SkipTo skips rows so that row offset+1 is the next row.
func (r *Reader) SkipTo(offset, _ int64) error {
	for r.Done < offset {
		err := r.ToNextRow(true)
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("row %d is beyond the last row (%d); the file has changed", offset+1, r.Done)
		}
		if err != nil {
			return err
		}
		n := min(offset-r.Done, r.batch.NumRows()-int64(r.row))
		r.row += int(n)
		r.Done += n
	}
	return nil
}

// ToNextRow implements scan.Rows. It reads batches until one has an unread row.
func (r *Reader) ToNextRow(wait bool) error {
	for wait && r.err == nil && (r.batch == nil || r.row == int(r.batch.NumRows())) {
		r.err = r.nextBatch()
	}
	return r.err
}

func (r *Reader) nextBatch() (err error) {
	defer r.recover(&err)
	switch {
	case r.batches.Next():
		r.batch, r.row = r.batches.Record(), 0
		return nil
	case r.messages.failed != nil:
		return fmt.Errorf("after row %d: %w", r.Done, r.messages.failed)
	case r.batches.Err() != nil:
		r.row = 0
		return r.damaged()
	}
	if err := r.messages.end(); err != nil {
		return fmt.Errorf("after row %d: %w", r.Done, err)
	}
	return io.EOF
}

func batchTooLarge(bytes int64) error {
	return fmt.Errorf("an Arrow batch has %d bytes, which exceeds the limit of %d; write the data again in smaller batches", bytes, maxBatch)
}
