package formats

import (
	"bytes"
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
	// readSize is how much is asked of a file at once where nothing is known of
	// its rows, and minRead and maxRead are the bounds where something is.
	readSize = 64 << 10
	minRead  = 4 << 10
	maxRead  = 256 << 10
)

// A cutter cuts a stream of text into rows, without looking at what they hold
// more than it must: line ends, and quotes where a line end may stand inside.
type cutter struct {
	in io.Reader
	// skip tells lines that are no rows. It is asked of those that may be none:
	// the first (before any row came), empty ones, and comments.
	skip func(line []byte, first bool) bool
	// delimiter separates the fields of rows that may be quoted. Zero means
	// that quotes have no meaning, and every line is a row.
	delimiter byte

	rest   []byte // read, but not given to a batch yet
	line   int64  // the number of the next line, from 1
	offset int64  // the bytes of text before rest: before the next row, or where inLong within one
	mean   int    // bytes of a row, as met last; 0 before that
	eof    bool
	failed error // of the stream, behind what was read
	begun  bool  // a row was cut
	inLong bool  // the next bytes are the end of a row that was too long

	dead   deadEnds
	starts []uint32 // of the fields behind the first line of the current row
}

func newCutter(in io.Reader) *cutter { return &cutter{in: in, line: 1} }

// pass goes past bytes that were read but are no rows.
func (c *cutter) pass(length int, lines int64) {
	c.rest = c.rest[length:]
	c.offset += int64(length)
	c.line += lines
}

// more appends the next bytes of the stream to buf, at most n.
func (c *cutter) more(buf []byte, n int) ([]byte, error) {
	if c.failed != nil {
		return buf, c.failed
	}
	buf = slices.Grow(buf, n)
	n, err := c.in.Read(buf[len(buf) : len(buf)+n])
	buf = buf[:len(buf)+n]
	switch {
	case err == io.EOF:
		c.eof = true
	case n == 0:
		return buf, err
	default:
		c.failed = err // rows may end in these bytes
	}
	return buf, nil
}

// fill adds rows to b until it holds limit rows, its block is full, or the
// stream ends, which it says by io.EOF. A row's line number counts from base.
func (c *cutter) fill(b *Batch, limit int, base int64) error {
	start, rows := len(b.block), len(b.rows)
	pos := start
	b.block = append(b.block, c.rest...)
	c.rest = c.rest[:0]
	for {
		next := c.cut(b, pos, limit, base)
		c.offset += int64(next - pos)
		pos = next
		if n := len(b.rows) - rows; n > 0 {
			c.mean = (pos - start + n - 1) / n
		} else {
			// What was skipped needs no room, or a long comment would fill the
			// batch without a row in it.
			b.block = slices.Delete(b.block, start, pos)
			pos = start
		}
		if len(b.rows) >= limit || b.heavyAt(pos) || c.eof {
			break
		}
		// What was cut stays, and so does the start of the row at hand.
		var err error
		if b.block, err = c.more(b.block, c.lacking(limit-len(b.rows), len(b.block)-pos)); err != nil {
			return err
		}
	}
	c.rest = append(c.rest, b.block[pos:]...)
	b.block = b.block[:pos]
	if c.eof && len(c.rest) == 0 {
		return io.EOF
	}
	return nil
}

// lacking returns how much to read for the given number of rows, of which some
// bytes are there. Where rows are of one length it is what they take, so that
// nothing is left over that would have to be copied to the next batch.
func (c *cutter) lacking(rows, there int) int {
	if c.mean == 0 {
		return readSize
	}
	return min(max(rows*c.mean-there, minRead), maxRead)
}

// cut adds the rows that are complete in b.block from pos on, and returns where
// it stopped.
func (c *cutter) cut(b *Batch, pos, limit int, base int64) int {
	begin := c.offset - int64(pos) // of the block in the stream
	quote := -1                    // where the next quote stands: most files have none
	for len(b.rows) < limit && pos < len(b.block) {
		if quote < pos {
			quote = c.nextQuote(b.block, pos)
		}
		next := c.cutRow(b, pos, quote, base, begin+int64(pos))
		if next == pos {
			break
		}
		pos = next
	}
	return pos
}

// nextQuote returns the place of the first quote in block from pos on, or the block's end
// where there is none that counts.
func (c *cutter) nextQuote(block []byte, pos int) int {
	if c.delimiter != 0 {
		if i := bytes.IndexByte(block[pos:], '"'); i >= 0 {
			return pos + i
		}
	}
	return len(block)
}

// cutRow adds the row at pos, and returns where the next one begins, or pos where the
// row is not complete. The next quote stands at quote, and the row at at in the stream.
func (c *cutter) cutRow(b *Batch, pos, quote int, base, at int64) (next int) {
	if c.inLong {
		return c.passOver(b.block, pos)
	}
	text := b.block[pos:]
	end, lines := bytes.IndexByte(text, '\n'), int64(1)
	if quote-pos < end || end < 0 && quote < len(b.block) {
		end, lines = c.quotedEnd(text, end, at)
	}
	next = pos + end + 1
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
	return next
}

// add makes a row of b.block[start:end], unless it is a line to skip.
func (c *cutter) add(b *Batch, start, end int, base int64) {
	text := b.block[start:end]
	if len(text) <= maxRow {
		text = withoutReturn(text)
	}
	if c.surelyRow(text) || c.isRow(text) {
		b.rows = append(b.rows, row{span{uint32(start), uint32(start + len(text))}, uint32(c.line - base)})
	}
}

// withoutReturn returns a line without the carriage return at its end.
func withoutReturn(line []byte) []byte {
	if len(line) > 0 && line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	return line
}

// surelyRow reports whether a line is a row for certain, so that skip need not be
// asked.
func (c *cutter) surelyRow(line []byte) bool { return c.begun && len(line) > 0 && line[0] != '#' }

// isRow asks skip whether a line is a row.
func (c *cutter) isRow(line []byte) bool {
	is := !c.skip(line, !c.begun)
	c.begun = c.begun || is
	return is
}

// passOver returns the end of a line that was too long, or the block's where that
// comes first.
func (c *cutter) passOver(block []byte, pos int) int {
	end := bytes.IndexByte(block[pos:], '\n')
	if end < 0 {
		return len(block)
	}
	c.inLong = false
	c.line++
	return pos + end + 1
}

// quotedEnd returns the end of a row in which quotes stand, or -1 where it is
// not complete or too long, and how many lines it takes. Where the quotes do not
// match, the row ends with its first line, at firstEnd, so that one stray quote
// costs one row. It looks no further than a row may reach, so that what it finds
// does not depend on how much of the stream was read. The row stands at at in the
// stream.
func (c *cutter) quotedEnd(text []byte, firstEnd int, at int64) (end int, lines int64) {
	whole := c.eof
	if len(text) > maxRow {
		text, whole = text[:maxRow+1], true
	}
	c.starts = c.starts[:0]
	for i := 0; ; i++ {
		if i > firstEnd && firstEnd >= 0 {
			c.starts = append(c.starts, uint32(i))
		}
		length, state := fieldEnd(text[i:], c.delimiter)
		if state == fieldBad || state == fieldOpen && whole || c.dead.has(at+int64(i)) {
			c.dead.add(at, c.starts)
			return firstEnd, 1
		}
		if i += length; i < len(text) && text[i] == '\r' {
			i++ // fieldEnd accepts it at the line's end only
		}
		switch {
		case state == fieldOpen:
			return -1, 0
		case i == len(text):
			return -1, linesIn(text)
		case i == firstEnd:
			return i, 1
		case text[i] == '\n':
			return i, linesIn(text[:i])
		}
	}
}

// linesIn returns how many lines a text takes that does not end with a line end.
func linesIn(text []byte) int64 { return int64(bytes.Count(text, newline)) + 1 }
