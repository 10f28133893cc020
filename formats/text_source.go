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

// seek goes to a row. In an uncompressed regular file, it seeks to the row's first byte. In any
// other file, it reads up to that byte.
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

// seekFile goes to a row of an uncompressed regular file.
func (t *textSource) seekFile(offset, line int64) error {
	f := t.raw.Reader.(*os.File)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if offset > info.Size() {
		return scan.BeyondEnd(offset, info.Size())
	}
	before := make([]byte, 1)
	if _, err := f.ReadAt(before, offset-1); err != nil {
		return files.Shortened(err)
	}
	if before[0] != '\n' && offset < info.Size() {
		return scan.NoRowAt(offset)
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	t.raw.moved(offset - t.raw.at)
	t.lines.Restart(t.raw, offset, line)
	return nil
}
