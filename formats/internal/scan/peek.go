package scan

import (
	"bytes"

	"github.com/gridmill/gridmill/formats/files"
)

// Peek returns the first bytes of the text. It reads until it has the given number of rows, more
// than MaxSample bytes, or the whole text. It skips a byte-order mark and any lines before the
// first line that may be a row.
//
// If the stream pauses, Peek returns the complete lines so far and files.ErrPaused. Otherwise, the
// number of bytes returned depends only on the text. Peek must be called before the first call to
// Fill. It may be called again to skip more lines.
func (c *Cutter) Peek(rows int, mayBeRow func(line []byte) bool) ([]byte, error) {
	c.paused = false
	for {
		if c.offset == 0 && bytes.HasPrefix(c.rest, []byte(ByteOrderMark)) {
			c.Pass(len(ByteOrderMark), 0)
		}
		c.passLines(mayBeRow)
		// Only whole reads are returned, so that the sample does not depend on how the stream is read.
		if n := len(c.rest); c.eof || n > 0 && n%readSize == 0 && (n > MaxSample || c.hasRows(rows)) {
			return c.rest, nil
		}
		switch err := c.moreRest(readSize - len(c.rest)%readSize); {
		case files.IsPause(err):
			c.paused = true
			return c.rest[:bytes.LastIndexByte(c.rest, '\n')+1], err
		case err != nil:
			return nil, err
		}
	}
}

// ByteOrderMark is the byte-order mark at the start of some UTF-8 texts.
const ByteOrderMark = "\xef\xbb\xbf"

// TrimStart removes a byte-order mark and white space from the start of text.
func TrimStart(text []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(text, []byte(ByteOrderMark)), " \t\r\n")
}

// passLines skips lines before the first line that may be a row. It stops at a line that has not
// been read completely. It does not skip a last line that contains carriage returns but no newline,
// because each carriage return may end a line.
func (c *Cutter) passLines(mayBeRow func(line []byte) bool) {
	pos, lines := 0, int64(0)
	for line := range bytes.Lines(c.rest) {
		text, whole := bytes.CutSuffix(line, newline)
		if !whole && (!c.eof || bytes.IndexByte(text, '\r') >= 0) || mayBeRow(withoutReturn(text)) {
			break
		}
		if c.Passed != nil {
			c.Passed(withoutReturn(text), c.line+lines)
		}
		pos += len(line)
		lines++
	}
	c.Pass(pos, lines)
}

// MaxSample is the number of bytes after which Peek stops reading, even if it has too few rows.
// These bytes stay in memory until Fill uses them.
const MaxSample = 2 * MaxRow

// hasRows reports whether c.rest has at least the given number of complete rows. It does not count
// empty lines or lines that start with "#". It can miss rows after a quote that is never closed.
func (c *Cutter) hasRows(rows int) bool {
	quotes := 0
	for line := range bytes.Lines(c.rest) {
		quotes += bytes.Count(line, []byte{'"'})
		text, whole := bytes.CutSuffix(line, newline)
		if text = withoutReturn(text); whole && quotes%2 == 0 && len(text) > 0 && text[0] != '#' {
			rows--
		}
		if rows == 0 {
			return true
		}
	}
	return false
}

// Sample cuts head, the result of Peek, into at most the given number of rows, without consuming
// them. It skips empty lines. length and lines are the numbers of bytes and lines up to the end of
// the first row, including skipped lines.
func (c *Cutter) Sample(head []byte, delimiter byte, rows int) (b *Block, length int, lines int64) {
	probe := &Cutter{in: bytes.NewReader(nil), line: 1, Skip: IsEmpty, Delimiter: delimiter, eof: c.eof}
	b = &Block{Bytes: head}
	length = probe.cut(b, 0, 1, 1)
	lines = probe.line - 1
	probe.cut(b, length, rows, 1)
	return b, length, lines
}
