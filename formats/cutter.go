package formats

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

const (
	// maxRow is the longest row of text that is read, in bytes, a carriage
	// return at its end included. What a longer row holds beyond it is passed
	// over, and the row is invalid.
	maxRow = 1 << 20
	// longRow is the mean length of a row, in bytes, from which on batches are
	// closed before they are full, so that their memory stays bounded.
	longRow = 1 << 10
	// maxBlock is how many bytes a batch holds at most before it is closed, so
	// that a span can tell any place in it.
	maxBlock = 1 << 30
	// sampleLines is how many lines are wanted at least to tell what a file
	// holds: a header, and rows to look at.
	sampleLines = 3
	// readSize is how much is asked of a file at once.
	readSize = 64 << 10
)

// A cutter cuts a stream of text into rows, without looking at what they hold
// more than it must: line ends, and quotes where a line end may stand inside.
type cutter struct {
	in   io.Reader
	skip func(line []byte, first bool) bool // lines that are no rows; first: no row came before
	// delimiter separates the fields of rows that may be quoted. Zero means
	// that quotes have no meaning, and every line is a row.
	delimiter byte

	rest   []byte // read, but not given to a batch yet
	line   int64  // the number of the next line, from 1
	offset int64  // bytes of the text before rest
	eof    bool
	begun  bool // a row was cut
	inLong bool // the next bytes are the end of a row that was too long
}

func newCutter(in io.Reader) *cutter { return &cutter{in: in, line: 1} }

// errUTF16 is the fault of a file that its writer saved in another encoding.
var errUTF16 = errors.New("the text is in UTF-16; convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)")

// peek returns the first bytes of the text, some hundred rows or, where they are
// long, a few, without a byte-order mark. It must be called before the first
// fill.
func (c *cutter) peek() ([]byte, error) {
	for !c.eof && (len(c.rest) < readSize || len(c.rest) <= 2*maxRow && bytes.Count(c.rest, newline) < sampleLines) {
		var err error
		if c.rest, err = c.more(c.rest); err != nil {
			return nil, err
		}
	}
	if bytes.HasPrefix(c.rest, []byte("\xff\xfe")) || bytes.HasPrefix(c.rest, []byte("\xfe\xff")) {
		return nil, errUTF16
	}
	if mark := "\xef\xbb\xbf"; bytes.HasPrefix(c.rest, []byte(mark)) {
		c.rest = c.rest[len(mark):]
		c.offset += int64(len(mark))
	}
	return c.rest, nil
}

// more appends the next bytes of the stream to buf.
func (c *cutter) more(buf []byte) ([]byte, error) {
	buf = slices.Grow(buf, readSize)
	n, err := c.in.Read(buf[len(buf) : len(buf)+readSize])
	buf = buf[:len(buf)+n]
	if err == io.EOF {
		c.eof, err = true, nil
	}
	return buf, err
}

// fill adds rows to b until it holds limit rows, its block is full, or the
// stream ends, which it says by io.EOF. A row's line number counts from base.
func (c *cutter) fill(b *Batch, limit int, base int64) error {
	start, rows := len(b.block), len(b.rows)
	pos := start
	b.block = append(b.block, c.rest...)
	c.rest = c.rest[:0]
	for {
		pos = c.cut(b, pos, limit, base)
		if len(b.rows) == rows {
			// What was skipped needs no room, or a long comment would fill the
			// batch without a row in it.
			b.block = slices.Delete(b.block, start, pos)
			c.offset += int64(pos - start)
			pos = start
		}
		if len(b.rows) >= limit || b.heavyAt(pos) || c.eof {
			break
		}
		// What was cut stays, and so does the start of the row at hand.
		var err error
		if b.block, err = c.more(b.block); err != nil {
			return err
		}
	}
	c.rest = append(c.rest, b.block[pos:]...)
	b.block = b.block[:pos]
	c.offset += int64(pos - start)
	if c.eof && len(c.rest) == 0 {
		return io.EOF
	}
	return nil
}

// cut adds the rows that are complete in b.block from pos on, and returns where
// it stopped.
func (c *cutter) cut(b *Batch, pos, limit int, base int64) int {
	quote := c.nextQuote(b.block, pos)
	for len(b.rows) < limit && pos < len(b.block) {
		if c.inLong {
			var done bool
			if pos, done = c.passOver(b.block, pos); !done {
				return pos
			}
			continue
		}
		text := b.block[pos:]
		end := bytes.IndexByte(text, '\n')
		lines := int64(1)
		if quote < len(b.block) && (end < 0 || pos+end > quote) {
			end, lines = c.quotedEnd(text, end)
			quote = c.nextQuote(b.block, pos+max(end, 0))
		}
		next := pos + end + 1
		switch {
		case end > maxRow || end < 0 && len(text) > maxRow:
			// The one byte more than may be read tells that the row is too long.
			end, next = maxRow+1, pos+maxRow+1
			lines-- // the last one ends where inLong does
			c.inLong = true
		case end < 0 && !c.eof:
			return pos
		case end < 0:
			end, next = len(text), len(b.block)
		}
		c.add(b, pos, pos+end, base)
		c.line += lines
		pos = next
	}
	return pos
}

// add makes a row of b.block[start:end], unless it is a line to skip.
func (c *cutter) add(b *Batch, start, end int, base int64) {
	if end > start && b.block[end-1] == '\r' && end-start <= maxRow {
		end--
	}
	if !c.skip(b.block[start:end], !c.begun) {
		c.begun = true
		b.rows = append(b.rows, row{span{uint32(start), uint32(end)}, uint32(c.line - base)})
	}
}

// passOver skips to the end of a line that was too long. It is not done where
// the block ends first.
func (c *cutter) passOver(block []byte, pos int) (next int, done bool) {
	end := bytes.IndexByte(block[pos:], '\n')
	if end < 0 {
		return len(block), false
	}
	c.inLong = false
	c.line++
	return pos + end + 1, true
}

// nextQuote returns the position of the first quote from pos on, or the block's
// length where there is none or quotes mean nothing.
func (c *cutter) nextQuote(block []byte, pos int) int {
	if c.delimiter == 0 {
		return len(block)
	}
	if i := bytes.IndexByte(block[pos:], '"'); i >= 0 {
		return pos + i
	}
	return len(block)
}

// quotedEnd returns the end of a row in which quotes stand, or -1 where it is
// not complete or too long, and how many lines it takes. Where the quotes do not
// match, the row ends with its first line, at firstEnd, so that one stray quote
// costs one row. It looks no further than a row may reach, so that what it finds
// does not depend on how much of the stream was read.
func (c *cutter) quotedEnd(text []byte, firstEnd int) (end int, lines int64) {
	whole := c.eof
	if len(text) > maxRow {
		text, whole = text[:maxRow+1], true
	}
	lines = 1
	for i := 0; ; i++ {
		field, inside, state := fieldEnd(text[i:], c.delimiter)
		lines += int64(inside)
		if i += field; i < len(text) && text[i] == '\r' {
			i++ // fieldEnd accepts it at the line's end only
		}
		switch {
		case state == fieldBad, state == fieldOpen && whole:
			return firstEnd, 1
		case state == fieldOpen:
			return -1, 0
		case i == len(text):
			return -1, lines
		case text[i] == '\n':
			return i, lines
		}
	}
}
