package formats

import (
	"io"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

func (t *textSource) position() (offset, line int64) {
	if !t.lines.Started() {
		return 0, 1
	}
	if t.converted != Auto {
		return t.lines.Offset(), t.row
	}
	return t.lines.Offset(), t.lines.Line()
}

// seek goes to a row. A regular file that is read as it stands is entered at the row's byte;
// all others are read up to there.
func (t *textSource) seek(offset, line int64) (reached bool, err error) {
	switch {
	case offset == 0:
		return !t.lines.Started(), nil
	case !t.lines.Started() && offset < t.lines.Offset(): // in the header
		return true, files.InFile(t.file, scan.NoRowAt(offset))
	case t.compression == compress.None && t.converted == Auto && t.relaid == nil && !t.onlyOnce:
		return true, files.InFile(t.file, t.seekFile(offset, line))
	case offset < t.lines.Offset():
		return false, nil
	}
	t.row = line
	return true, files.InFile(t.file, t.lines.SkipTo(offset, line))
}

// seekFile goes to a row of a file that is not compressed.
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
