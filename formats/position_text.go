package formats

import (
	"fmt"
	"io"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
)

func (t *textSource) position() (offset, line int64) {
	if !t.lines.begun {
		return 0, 1
	}
	return t.lines.offset, t.lines.line
}

func (t *textSource) seek(offset, line int64) (reached bool, err error) {
	switch {
	case offset == 0:
		return !t.lines.begun, nil
	case !t.lines.begun && offset < t.lines.offset: // in the header
		return true, files.InFile(t.file, errNoRow(offset))
	case t.compression == compress.None && !t.onlyOnce:
		return true, files.InFile(t.file, t.seekFile(offset, line))
	case offset < t.lines.offset:
		return false, nil
	}
	return true, files.InFile(t.file, t.lines.skipTo(offset, line))
}

// isRegular reports whether a file can be read from any place.
func isRegular(file string, in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok || file == files.StdStream {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

func errBeyond(offset, end int64) error {
	return fmt.Errorf("byte %d lies beyond the end of its text, which has %d bytes; the file has changed", offset, end)
}

func errNoRow(offset int64) error {
	return fmt.Errorf("no row begins at byte %d of its text; the file has changed", offset)
}

// seekFile goes to a row of a file that is not compressed.
func (t *textSource) seekFile(offset, line int64) error {
	f := t.raw.Reader.(*os.File)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if offset > info.Size() {
		return errBeyond(offset, info.Size())
	}
	before := make([]byte, 1)
	if _, err := f.ReadAt(before, offset-1); err != nil {
		return files.Shortened(err)
	}
	if before[0] != '\n' && offset < info.Size() {
		return errNoRow(offset)
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	t.raw.moved(offset - t.raw.at)
	t.lines.restart(t.raw, offset, line)
	return nil
}

// restart goes on at a row in another place of the file, which in reads from
// there.
func (c *cutter) restart(in io.Reader, offset, line int64) {
	*c = cutter{in: in, skip: c.skip, delimiter: c.delimiter, rest: c.rest[:0], line: line, offset: offset, begun: true}
}

// skipTo reads on to a row that lies ahead.
func (c *cutter) skipTo(offset, line int64) (err error) {
	last := byte('\n')
	for {
		if n := int(min(offset-c.offset, int64(len(c.rest)))); n > 0 {
			last = c.rest[n-1]
			c.pass(n, 0)
		}
		// A text may end without a line end, which must be known then.
		if c.eof || c.offset == offset && (last == '\n' || len(c.rest) > 0) {
			break
		}
		if c.rest, err = c.more(c.rest, readSize); err != nil {
			return err
		}
	}
	switch {
	case c.offset < offset:
		return errBeyond(offset, c.offset)
	case last != '\n' && len(c.rest) > 0:
		return errNoRow(offset)
	}
	c.line, c.begun = line, true
	return nil
}

// toNextRow goes from where a batch ends to a place that can be told to others:
// past the rest of a row that was too long, and past the end of the file, which
// it says by io.EOF. Of a stream nothing is awaited only to know whether it ends.
func (t *textSource) toNextRow() (err error) {
	c := t.lines
	for {
		if c.inLong {
			c.pass(c.passOver(c.rest, 0), 0)
		}
		switch {
		case len(c.rest) > 0, t.onlyOnce && !c.inLong && !c.eof:
			return nil
		case c.eof:
			return io.EOF
		}
		if c.rest, err = c.more(c.rest, readSize); err != nil {
			return err
		}
	}
}
