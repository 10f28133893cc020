package scan

import (
	"fmt"
	"io"
)

// BeyondEnd returns the error for an offset beyond the end of a file's text.
func BeyondEnd(offset, end int64) error {
	return fmt.Errorf("byte %d is beyond the end of the text, which has %d bytes; the file has changed", offset, end)
}

// NoRowAt returns the error for an offset inside a row.
func NoRowAt(offset int64) error {
	return fmt.Errorf("no row starts at byte %d of the text; the file has changed", offset)
}

// Restart continues with a new reader, in. The reader must start at the given offset and line.
func (c *Cutter) Restart(in io.Reader, offset, line int64) {
	*c = Cutter{in: in, Skip: c.Skip, Enclosed: c.Enclosed, Delimiter: c.Delimiter, Fields: c.Fields, rest: c.rest[:0], buffer: c.buffer, line: line, offset: offset, started: true}
}

// SkipTo implements Rows. It returns an error if offset is inside a row or beyond the text.
func (c *Cutter) SkipTo(offset, line int64) (err error) {
	last := byte('\n')
	for {
		if n := int(min(offset-c.offset, int64(len(c.rest)))); n > 0 {
			last = c.rest[n-1]
			c.Pass(n, 0)
		}
		// If no line ending precedes offset, offset is valid only at the end of the text. Read more to
		// find out whether the text ends there.
		if c.eof || c.offset == offset && (last == '\n' || len(c.rest) > 0) {
			break
		}
		if err = c.moreRest(readSize); err != nil {
			return err
		}
	}
	switch {
	case c.offset < offset:
		return BeyondEnd(offset, c.offset)
	case last != '\n' && len(c.rest) > 0:
		return NoRowAt(offset)
	}
	c.line, c.started = line, true
	return nil
}

// ToNextRow implements Rows. If the last row of the block was too long, ToNextRow skips the rest of
// this row, even if wait is false. Afterwards, Restart and SkipTo can continue at Offset.
func (c *Cutter) ToNextRow(wait bool) (err error) {
	for {
		if c.inLong {
			c.Pass(c.passOver(c.rest, 0), 0)
		}
		switch {
		case len(c.rest) > 0, !wait && !c.inLong && !c.eof:
			return nil
		case c.eof:
			return io.EOF
		}
		if err = c.moreRest(readSize); err != nil {
			return err
		}
	}
}
