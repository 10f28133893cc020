package scan

import (
	"bytes"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
)

// Peek returns the first bytes of the text: a few hundred rows, or fewer if the rows are long. It
// skips a byte-order mark and any lines before the first line that may be a row.
//
// The number of bytes depends only on the text, and not on how a pipe delivers it. However, if the
// stream pauses, Peek returns the complete lines so far and files.ErrPaused. Peek must be called
// before the first call to Fill. It may be called again to skip more lines.
func (c *Cutter) Peek(mayBeRow func(line []byte) bool) ([]byte, error) {
	c.paused = false
	if err := c.passMark(); err != nil {
		return nil, err
	}
	for {
		c.passLines(mayBeRow)
		if c.eof || !c.lacksSample(mayBeRow) {
			return c.rest, nil
		}
		var err error
		if err = c.moreRest(readSize - len(c.rest)%readSize); files.IsPause(err) {
			c.paused = true
			return c.rest[:bytes.LastIndexByte(c.rest, '\n')+1], err
		} else if err != nil {
			return nil, err
		}
	}
}

// ByteOrderMark is the UTF-8 byte-order mark with which some texts start.
const ByteOrderMark = "\xef\xbb\xbf"

// passMark skips a byte-order mark, if the text starts with it.
func (c *Cutter) passMark() (err error) {
	for !c.eof && c.offset == 0 && len(c.rest) < len(ByteOrderMark) && strings.HasPrefix(ByteOrderMark, string(c.rest)) {
		if err = c.moreRest(readSize); err != nil {
			return err
		}
	}
	if c.offset == 0 && bytes.HasPrefix(c.rest, []byte(ByteOrderMark)) {
		c.Pass(len(ByteOrderMark), 0)
	}
	return nil
}

// passLines skips lines before the first line that may be a row. It does not skip a line that has
// not been read to its end. If the last line has no line end but contains carriage returns,
// passLines keeps it, because the carriage returns may be line ends.
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

// MaxSample is the maximum number of bytes, starting at the first line, that are searched for a
// sample. These bytes stay in memory until Fill uses them.
const MaxSample = 2 * MaxRow

// lacksSample reports whether more bytes must be read to recognize the contents of the text. Bytes
// are read in multiples of readSize.
func (c *Cutter) lacksSample(mayBeRow func(line []byte) bool) bool {
	n := len(c.rest)
	return n%readSize != 0 || n == 0 || n <= MaxSample && !c.hasSample(mayBeRow)
}

// hasSample reports whether the text read so far has enough complete lines that may be rows.
func (c *Cutter) hasSample(mayBeRow func(line []byte) bool) bool {
	found := 0
	for line := range bytes.Lines(c.rest) {
		text, whole := bytes.CutSuffix(line, newline)
		if whole && mayBeRow(withoutReturn(text)) {
			found++
		}
		if found == sampleLines {
			return true
		}
	}
	return false
}

// Sample cuts head, which Peek returned, into at most the given number of rows, without consuming
// them. It also returns the length and the number of lines of the first row. Both include the
// skipped lines before this row.
//
// If more than half of head is one incomplete row, Sample assumes that the quotes of this row do not
// match. Fill can tell only after MaxRow bytes, which are many more than Peek returns.
func (c *Cutter) Sample(head []byte, rows int) (b *Block, length int, lines int64) {
	probe := &Cutter{in: bytes.NewReader(nil), line: 1, Skip: c.Skip, Delimiter: c.Delimiter, eof: c.eof}
	b = &Block{Bytes: bytes.Clone(head)}
	cut := func(pos, rows int) int {
		probe.offset = int64(pos)
		next := probe.cut(b, pos, rows, 1)
		if len(b.Rows) < rows && !c.eof && 2*(len(b.Bytes)-next) > len(head) {
			b.Bytes = b.Bytes[:bytes.LastIndexByte(b.Bytes, '\n')+1]
			probe.eof, probe.offset = true, int64(next)
			next = probe.cut(b, next, rows, 1)
		}
		return next
	}
	length = cut(0, 1)
	lines = probe.line - 1
	cut(length, rows)
	return b, length, lines
}
