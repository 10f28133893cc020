package formats

import (
	"errors"
	"fmt"
	"math"
)

// A Position is a place in a data set where a row starts, or its end.
//
// The place before the first row of a file has the offset 0 and the line 1,
// whatever stands before the row: a byte-order mark, a header, comments. The end
// of a file is the place before the first row of the next, and the end of the data
// set that of a file after the last. A stream, whose end cannot be known before
// it comes, may return its own end instead.
type Position struct {
	File   int   `json:"file"`   // index among the files of the data set
	Offset int64 `json:"offset"` // bytes of text before it in the file, after decompression; in Parquet the rows
	Line   int64 `json:"line"`   // number of the line there, from 1; in Parquet of the row
}

// atFile returns the place before the first row of a file.
func atFile(i int) Position { return Position{File: i, Line: 1} }

func (d *dataset) Position() Position {
	at := atFile(d.at)
	if d.current != nil {
		at.Offset, at.Line = d.current.position()
	}
	return at
}

func (d *dataset) Seek(at Position, first, rows int64) error {
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
			// What is open may be another file than wanted, or stand anywhere in it.
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
func (d *dataset) seek(at Position) error {
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

// countFiles counts the files before the one that comes next as done, and nothing
// else. Without a total, bytes are counted only as they pass.
func (d *dataset) countFiles() {
	switch {
	case d.total == 0:
	case d.at < len(d.inputs):
		d.done.Store(d.inputs[d.at].before)
	default:
		d.done.Store(d.total)
	}
}
