package formats

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
)

// fileList reads several files as one.
type fileList struct {
	inputs    []input
	options   ReadOptions
	first     *Schema
	firstName string // of the file that has the schema
	current   source // nil between files
	at        int    // index of the current file; between files, of the next one
	rows      int64  // number of the next row
	end       int64  // number of the row at which reading ends, not included
	failed    error  // why the next row cannot be read
	total     int64  // bytes of all files, or 0
	done      atomic.Int64
}

// input is one of the files.
type input struct {
	file   string
	before int64 // bytes of the files before it that have a size
	stream bool  // it has no size, and can be read only once
	opened bool
}

// Open returns a Reader that reads the files in the given order as one data set. It opens
// the first file to learn the schema.
func Open(paths []string, options ReadOptions) (Reader, error) {
	if len(paths) == 0 {
		return nil, errors.New("there is no input")
	}
	d := &fileList{options: options, end: math.MaxInt64}
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
	if err := d.first.setTypes(options.Types); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// sizeOf returns the size of a file in bytes, if it has one.
func sizeOf(file string) (size int64, known bool, err error) {
	if file == files.StdStream {
		return 0, false, nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return 0, false, files.InFile(file, err)
	}
	if !info.Mode().IsRegular() {
		return 0, false, nil
	}
	return info.Size(), true, nil
}

func (d *fileList) Schema() *Schema { return d.first }

func (d *fileList) Progress() (done, total int64) { return d.done.Load(), d.total }

// next opens the next file and checks that its rows fit those before.
func (d *fileList) next() error {
	in := &d.inputs[d.at]
	if in.stream && in.opened {
		return fmt.Errorf("%s: a stream cannot be read again from an earlier place; store it in a file and give that", files.InputName(in.file))
	}
	in.opened = true
	s, err := openSource(in.file, &d.options, &d.done)
	if err != nil {
		return err
	}
	d.current = s
	switch {
	case s.schema() == nil: // an empty file fits everything
		if d.first == nil && d.at == len(d.inputs)-1 {
			d.first = &Schema{}
		} else if d.first == nil {
			return d.skip()
		}
	case d.first == nil:
		d.first, d.firstName = s.schema(), s.name()
		d.options.first = d.first
	case !d.first.equal(s.schema()):
		return s.schema().differs(s.name(), d.firstName, d.first)
	}
	return nil
}

// skip closes an empty file at the start, which does not show the schema, and opens the
// next.
func (d *fileList) skip() error {
	if err := d.closeCurrent(); err != nil {
		return err
	}
	return d.next()
}

func (d *fileList) Read(b *Batch) error {
	b.reset(d.rows)
	if d.failed == nil {
		d.failed = d.fill(b)
	}
	d.rows += int64(b.Len())
	switch {
	case b.Len() > 0:
		return nil
	case d.failed != nil:
		return d.failed
	}
	return io.EOF
}

// fill adds rows to b until it is full or the data set ends.
func (d *fileList) fill(b *Batch) error {
	// Batches end at multiples of their size, even if the one before was
	// closed early, so that writers find whole sections in them.
	limit := int(min(int64(b.maxRows)-d.rows%int64(b.maxRows), d.end-d.rows))
	for b.Len() < limit && !b.heavy() {
		if d.current == nil {
			if d.at >= len(d.inputs) {
				break
			}
			if err := d.next(); err != nil {
				return err
			}
		}
		if n := len(b.segments); n > 0 && !d.current.joins(b.segments[n-1].source) {
			break
		}
		switch err := d.current.read(b, limit); {
		case files.IsPause(err) && b.Len() > 0: // somebody may be waiting for these rows
			return nil
		case files.IsPause(err):
		case files.IsEnd(err):
			if err := d.closeCurrent(); err != nil {
				return err
			}
			d.countFiles()
		case err != nil:
			return err
		}
	}
	return nil
}

// closeCurrent closes the current file and moves on to the next.
func (d *fileList) closeCurrent() error {
	s := d.current
	d.current = nil
	d.at++
	return s.Close()
}

func (d *fileList) Close() error {
	d.inputs = nil
	if d.current == nil {
		return nil
	}
	return d.closeCurrent()
}

// atFile returns the place before the first row of a file.
func atFile(i int) Position { return Position{File: i, Line: 1} }

func (d *fileList) Position() Position {
	at := atFile(d.at)
	if d.current != nil {
		at.Offset, at.Line = d.current.position()
	}
	return at
}

func (d *fileList) Seek(at Position, first, rows int64) error {
	switch {
	case at.File < 0 || at.Offset < 0 || at.Line < 1 || first < 0:
		return fmt.Errorf("offset %d and line %d of the file with index %d are no place for row %d", at.Offset, at.Line, at.File, first)
	case at.File > len(d.inputs), at.File == len(d.inputs) && at != atFile(at.File):
		return fmt.Errorf("offset %d of the file with index %d lies beyond the end of the data set, whose last file has the index %d", at.Offset, at.File, len(d.inputs)-1)
	}
	if d.failed != nil {
		return d.failed
	}
	if at != d.Position() {
		if err := d.seek(at); err != nil {
			// Another file can be open, or the right one at any place.
			if d.current != nil {
				err = errors.Join(err, d.closeCurrent())
			}
			return err
		}
	}
	if rows < 0 || rows > math.MaxInt64-first {
		rows = math.MaxInt64 - first
	}
	d.rows, d.end = first, first+rows
	return nil
}

// seek goes to a place in the current file or in another.
func (d *fileList) seek(at Position) error {
	if d.current != nil && d.at == at.File {
		if reached, err := d.current.seek(at.Offset, at.Line); reached || err != nil {
			return err
		}
	}
	if d.current != nil {
		if err := d.closeCurrent(); err != nil {
			return err
		}
	}
	d.at = at.File
	d.countFiles()
	if d.at == len(d.inputs) {
		return nil
	}
	if err := d.next(); err != nil {
		return err
	}
	_, err := d.current.seek(at.Offset, at.Line)
	return err
}

// countFiles sets the bytes done to those of the files before the next one. Without a
// total, bytes are counted only as they are read.
func (d *fileList) countFiles() {
	switch {
	case d.total == 0:
	case d.at < len(d.inputs):
		d.done.Store(d.inputs[d.at].before)
	default:
		d.done.Store(d.total)
	}
}
