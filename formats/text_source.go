package formats

import (
	"io"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// textSource is embedded in the sources of text formats, such as lines and CSV.
type textSource struct {
	fileSource
	lines *scan.Cutter
	raw   *counter // the file before decompression; nil for members of archives
}

// Close implements io.Closer. It releases the buffers, which would otherwise stay in memory as long
// as a batch refers to the source.
func (t *textSource) Close() error {
	err := t.close()
	t.lines.Close()
	t.raw, t.lines, t.close = nil, nil, nil
	return files.InFile(t.path, err)
}

// joins reports whether rows of t can follow rows of previous. Both sources must have text formats.
func (t *textSource) joins(previous rowParser) bool { return previous.schema().Format.isText() }

func (t *textSource) position() (offset, line int64) {
	if !t.lines.Started() {
		return 0, 1
	}
	return t.lines.Offset(), t.lines.Line()
}

// seek goes to a row. In an uncompressed regular file, it moves the file offset. In any other file,
// it reads up to the row's first byte.
func (t *textSource) seek(offset, line int64) (reached bool, err error) {
	switch {
	case offset == 0:
		return !t.lines.Started(), nil
	case !t.lines.Started() && offset < t.lines.Offset(): // in the header
		return true, files.InFile(t.path, scan.NoRowAt(offset))
	case t.compression == compress.None && !t.onlyOnce:
		return true, files.InFile(t.path, t.seekFile(offset, line))
	case offset < t.lines.Offset():
		return false, nil
	}
	return true, files.InFile(t.path, t.lines.SkipTo(offset, line))
}

// seekFile goes to a row of an uncompressed regular file. It starts at the byte before the row, so
// that SkipTo checks whether this byte ends a line.
func (t *textSource) seekFile(offset, line int64) error {
	f := t.raw.Reader.(*os.File)
	info, err := f.Stat()
	if err == nil && offset > info.Size() {
		err = scan.BeyondEnd(offset, info.Size())
	}
	if err == nil {
		_, err = f.Seek(offset-1, io.SeekStart)
	}
	if err != nil {
		return err
	}
	t.raw.moved(offset - 1 - t.raw.at)
	t.lines.Restart(t.raw, offset-1, line)
	return t.lines.SkipTo(offset, line)
}
