package formats

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
)

// dataSet is a Reader that reads several files as one data set.
type dataSet struct {
	sequence
	inputs  []input
	options ReadOptions
	rows    int64 // number of the next row, counted from 0
	end     int64 // number of the row after the last row to read
	failed  error // reason why the next row cannot be read
	total   int64 // total size of all files in bytes, or 0 if unknown
	done    atomic.Int64
}

type input struct {
	file   string
	before int64 // total size of the preceding files whose size is known
	stream bool  // the file has no size and can be read only once
	opened bool
}

// Open returns a Reader that reads the files, in order, as one data set. To determine the schema,
// Open opens the first file that is not empty.
func Open(paths []string, options ReadOptions) (Reader, error) {
	if len(paths) == 0 {
		return nil, errors.New("there are no inputs")
	}
	options.Several = options.Several || len(paths) > 1
	d := &dataSet{options: options, end: math.MaxInt64}
	d.count, d.open, d.skipped = len(paths), d.openInput, options.Skipped
	bytes, streams := int64(0), false
	for _, file := range paths {
		size, known, err := sizeOf(file)
		if err != nil {
			return nil, err
		}
		d.inputs = append(d.inputs, input{file: file, before: bytes, stream: !known})
		bytes += size
		streams = streams || !known
	}
	if !streams {
		d.total = bytes
	}
	if err := d.next(); err != nil {
		return nil, err
	}
	d.options.first = d.first
	if err := d.first.setTypes(options.Types); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// sizeOf returns the size of a file in bytes. known is false for streams.
func sizeOf(file string) (size int64, known bool, err error) {
	if file == files.StdStream {
		return 0, false, nil
	}
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return 0, false, files.InFile(file, err)
	}
	return info.Size(), true, nil
}

func (d *dataSet) Schema() *Schema { return d.first }

func (d *dataSet) Progress() (done, total int64) { return d.done.Load(), d.total }

func (d *dataSet) openInput(i int) (s source, name string, err error) {
	in := &d.inputs[i]
	if in.stream && in.opened {
		return nil, "", fmt.Errorf("%s: a stream cannot be read again from an earlier position; save it to a file first", files.InputName(in.file))
	}
	in.opened = true
	d.setDone(in.before)
	if s, err = openSource(in.file, &d.options, &d.done); err != nil {
		return nil, "", err
	}
	return s, s.name(), nil
}

// setDone sets the number of bytes done if the total size is known.
func (d *dataSet) setDone(bytes int64) {
	if d.total > 0 {
		d.done.Store(bytes)
	}
}

func (d *dataSet) Read(b *Batch) error {
	b.reset(d.rows)
	b.kept = d.first.Kept
	if d.failed == nil {
		// Batches end at multiples of the batch size, even after a batch that ended early, so that
		// they line up with the sections of outputs.
		err := d.fill(b, int(b.rowLimit(d.rows, d.end)))
		if files.IsEnd(err) {
			d.setDone(d.total)
		} else if !files.IsPause(err) { // if the stream pauses, only the batch ends, because a user may be waiting for its rows
			d.failed = err
		}
	}
	d.rows += int64(b.Len())
	if b.Len() > 0 {
		return nil
	}
	return cmp.Or(d.failed, io.EOF)
}

func (d *dataSet) Close() error {
	d.inputs = nil
	return d.closeCurrent()
}

func (d *dataSet) Position() (at Position) {
	at.File, at.Offset, at.Line = d.position()
	return at
}

func (d *dataSet) Seek(at Position, first, rows int64) error {
	switch {
	case at.File < 0 || at.Offset < 0 || at.Line < 1 || first < 0:
		return fmt.Errorf("offset %d and line %d of file %d cannot be the start of row %d", at.Offset, at.Line, at.File, first)
	case at.File > len(d.inputs), at.File == len(d.inputs) && at != (Position{File: at.File, Line: 1}):
		return fmt.Errorf("offset %d of file %d is beyond the end of the data set; the last file is file %d", at.Offset, at.File, len(d.inputs)-1)
	}
	if d.failed != nil {
		return d.failed
	}
	if at != d.Position() {
		if err := d.seek(at.File, at.Offset, at.Line); err != nil {
			// A failed seek can leave the wrong file open, or the right file at the wrong position.
			return errors.Join(err, d.closeCurrent())
		}
		if at.File == len(d.inputs) {
			d.setDone(d.total)
		}
	}
	if rows < 0 || rows > math.MaxInt64-first {
		rows = math.MaxInt64 - first
	}
	d.rows, d.end = first, first+rows
	return nil
}
