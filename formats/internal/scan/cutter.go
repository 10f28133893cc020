// Package scan splits text into rows and fields. It follows RFC 4180, but accepts any delimiter. A
// stray quote usually makes only one row invalid. Without a delimiter, every line is a row.
//
// A Cutter fills Blocks with rows, and must be used by one goroutine at a time. Goroutines can then
// split the rows in parallel, because a Fields iterates over the fields of only one row.
package scan

import (
	"bytes"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/gridmill/gridmill/formats/files"
)

const readSize = 64 << 10 // number of bytes per read

// A Cutter cuts a stream of text into rows. One goroutine cuts the rows for all workers, so a
// Cutter searches only for newlines, and for quotes that may enclose a newline. Assembly would make
// a run only a few percent faster, but would duplicate the quoting rules.
type Cutter struct {
	in io.Reader
	// Skip reports whether to skip a line because it is not a row. After the first row, it is
	// called only for empty lines, and for lines whose first byte is at most '#', such as a space.
	Skip func(line []byte) bool
	// Passed, which may be nil, is called for each line that Peek skips.
	Passed func(line []byte, number int64)
	// Enclosed, which may be nil, is called for each line that looks like a row but is part of a
	// quoted field. Such a field usually starts with a stray quote.
	Enclosed func(number int64)
	// Delimiter separates fields, which may be quoted. If Delimiter is zero, quotes have no
	// meaning, and every line is a row.
	Delimiter byte
	// Fields, if positive, is the number of fields of a valid row. A row of several lines that has
	// too few fields is taken to have a stray quote. Fields also limits the search for the end of a
	// row. Without this limit, a hostile file could cause a search of MaxRow bytes per line.
	Fields int

	rest    []byte          // bytes read, but not yet in a block
	buffer  *[readSize]byte // pooled array for c.rest, or nil
	line    int64           // number of the next line, counting from 1
	offset  int64           // position of c.rest in the text
	eof     bool
	paused  bool  // the stream paused during Peek; the next read reports the pause
	failed  error // error of the stream; the next read reports it
	started bool  // see Started
	inLong  bool  // the next bytes are the rest of a row that was too long

	quoted []Span // quoted fields of the current row that end after its first line
}

// NewCutter returns a Cutter for input. Skip must be set before the first row is cut.
func NewCutter(input io.Reader) *Cutter { return &Cutter{in: input, line: 1} }

// Cutters reuse buffers, because a data set can have many tiny files.
var buffers = sync.Pool{New: func() any { return new([readSize]byte) }}

// Close releases the Cutter's buffer. Bytes that Peek returned must not be used afterwards.
func (c *Cutter) Close() {
	if c.buffer != nil {
		buffers.Put(c.buffer)
	}
	*c = Cutter{failed: os.ErrClosed}
}

// Line returns the number of the next line, counting from 1.
func (c *Cutter) Line() int64 { return c.line }

// Offset returns the number of bytes of text before the next row.
func (c *Cutter) Offset() int64 { return c.offset }

// Started reports whether a row has been put into a Block, or reached by Restart or SkipTo.
func (c *Cutter) Started() bool { return c.started }

// AtEOF reports whether the stream has been read to its end.
func (c *Cutter) AtEOF() bool { return c.eof }

// Pass skips bytes that Peek returned. lines is the number of lines in these bytes.
func (c *Cutter) Pass(length int, lines int64) {
	c.rest = c.rest[length:]
	c.offset += int64(length)
	c.line += lines
}

// more appends at most n bytes of the stream to buf.
func (c *Cutter) more(buf []byte, n int) ([]byte, error) {
	if c.failed != nil {
		return buf, c.failed
	}
	if c.paused {
		c.paused = false
		return buf, files.ErrPaused
	}
	if cap(buf)-len(buf) < n { // do not allocate a large buffer for a small input
		n = min(n, max(8<<10, 4*len(buf)))
		buf = slices.Grow(buf, n)
	}
	n, err := c.in.Read(buf[len(buf) : len(buf)+n])
	buf = buf[:len(buf)+n]
	switch {
	case err == io.EOF:
		c.eof = true
	case n == 0:
		return buf, err
	default:
		c.failed = err // report err after the rows that end in these bytes
	}
	return buf, nil
}

// moreRest appends at most n bytes of the stream to c.rest.
func (c *Cutter) moreRest(n int) (err error) {
	if c.buffer == nil {
		c.buffer = buffers.Get().(*[readSize]byte)
		c.rest = append(c.buffer[:0], c.rest...)
	}
	c.rest, err = c.more(c.rest, n)
	return err
}

// Fill implements Rows. It returns io.EOF if no text is left after this call, and files.ErrPaused
// if the stream pauses.
func (c *Cutter) Fill(b *Block, maxRows, maxBytes int) (paused error) {
	start, rows, base := len(b.Bytes), len(b.Rows), c.line
	pos := start
	b.Bytes = append(b.Bytes, c.rest...)
	c.rest = c.rest[:0]
	for {
		next := c.cut(b, pos, maxRows, base)
		c.offset += int64(next - pos)
		pos = next
		if len(b.Rows) == rows {
			// Drop skipped lines. Otherwise, a long comment would fill the block.
			b.Bytes = slices.Delete(b.Bytes, start, pos)
			pos = start
		}
		if len(b.Rows) >= maxRows || b.sizeAt(pos) > maxBytes || c.eof {
			break
		}
		// b.Bytes holds the rows cut so far and the start of the next row.
		var err error
		if b.Bytes, err = c.more(b.Bytes, readSize); files.IsPause(err) {
			paused = err
			break
		} else if err != nil {
			return err
		}
	}
	c.rest = append(c.rest, b.Bytes[pos:]...)
	b.Bytes = b.Bytes[:pos]
	if c.eof && len(c.rest) == 0 {
		return io.EOF
	}
	return paused
}

// cut adds the complete rows in b.Bytes[pos:] to b and returns the position where it stopped.
func (c *Cutter) cut(b *Block, pos, maxRows int, base int64) int {
	quote := -1           // position of the next quote, or the end of the block if there is none
	if c.Delimiter == 0 { // quotes have no meaning
		quote = len(b.Bytes)
	}
	for len(b.Rows) < maxRows && pos < len(b.Bytes) {
		if quote < pos {
			quote = len(b.Bytes)
			if i := bytes.IndexByte(b.Bytes[pos:], '"'); i >= 0 {
				quote = pos + i
			}
		}
		next := c.cutRow(b, pos, quote, base)
		if next == pos {
			break
		}
		pos = next
	}
	return pos
}

// cutRow adds the row at pos and returns the start of the next row. If the row at pos is
// incomplete, cutRow returns pos. quote is the position of the next quote in b.Bytes.
func (c *Cutter) cutRow(b *Block, pos, quote int, base int64) (next int) {
	if c.inLong {
		return c.passOver(b.Bytes, pos)
	}
	text := b.Bytes[pos:]
	end, lines := bytes.IndexByte(text, '\n'), int64(1)
	if quote-pos < end || end < 0 && quote < len(b.Bytes) {
		end, lines = c.quotedEnd(text, end)
	}
	next = pos + end + 1
	switch {
	case end > MaxRow || end < 0 && len(text) > MaxRow:
		// A length of MaxRow+1 bytes marks the row as too long.
		end, next = MaxRow+1, pos+MaxRow+1
		lines-- // passOver will count this line
		c.inLong = true
	case end < 0 && !c.eof:
		return pos
	case end < 0:
		end, next = len(text), len(b.Bytes)
	}
	if lines > 1 && c.Enclosed != nil {
		c.reportEnclosed(text[:end])
	}
	c.add(b, pos, pos+end, base)
	c.line += lines
	return next
}

// add makes b.Bytes[start:end] a row, unless it is a line that must be skipped.
func (c *Cutter) add(b *Block, start, end int, base int64) {
	text := b.Bytes[start:end]
	if len(text) <= MaxRow {
		text = withoutReturn(text)
	}
	// Do not call Skip for a line that is certainly a row.
	if c.started && len(text) > 0 && text[0] > '#' || !c.Skip(text) {
		c.started = true
		b.Rows = append(b.Rows, Row{Span{uint32(start), uint32(start + len(text))}, uint32(c.line - base)})
	}
}

// IsEmpty reports whether a line is empty. It can be used as Cutter.Skip.
func IsEmpty(line []byte) bool { return len(line) == 0 }

// withoutReturn returns a line without the carriage returns at its end. There are two carriage
// returns if a program on Windows wrote CRLF in text mode.
func withoutReturn(line []byte) []byte { return bytes.TrimRight(line, "\r") }

// passOver skips the rest of a long line. It returns the start of the next line, or len(block) if
// the line does not end in block.
func (c *Cutter) passOver(block []byte, pos int) int {
	end := bytes.IndexByte(block[pos:], '\n')
	if end < 0 {
		return len(block)
	}
	c.inLong = false
	c.line++
	return pos + end + 1
}
