package parts

import (
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
)

// The invalid rows of each part are in a private file. When all parts are complete, the run can
// list these rows, even if several runs made the parts.

// A rejectsFile is the file to which the invalid rows of a part are written.
type rejectsFile struct {
	out    *Output
	writer formats.Writer
}

// RejectsPath returns the path of the file with the invalid rows of a part.
func (d *Directory) RejectsPath(part *Part) string { return d.Private(rejectsName(part)) }

func rejectsName(part *Part) string { return fmt.Sprintf("part-%06d.rejects.csv", part.Number) }

// reject writes the invalid rows of a batch to the part's file of invalid rows.
func (to *partsWriter) reject(f *partFile, b *formats.Batch, e formats.Encoded) error {
	if f.rejects == nil {
		out, err := to.Directory.Create(to.Directory.RejectsPath(f.part), true)
		if err != nil {
			return err
		}
		f.rejects = &rejectsFile{out: NewOutput(out)}
		if f.rejects.writer, err = formats.NewRejects(f.rejects.out, ""); err != nil {
			return err
		}
	}
	return f.rejects.writer.Write(b, e)
}

func (f *partFile) close() error {
	if err := f.writer.Close(); err != nil || f.rejects == nil {
		return err
	}
	return f.rejects.writer.Close()
}

// commit moves the files of a part to their final names and returns a description of them.
func (f *partFile) commit(d *Directory) (made Made, err error) {
	made = f.out.Made(f.part.Number, f.part.Range)
	if err := d.Commit(f.out.File); err != nil || f.rejects == nil {
		return made, err
	}
	rejects := f.rejects.out.Made(f.part.Number, pipeline.Range{})
	made.RejectsBytes, made.RejectsChecksum = rejects.Bytes, rejects.Checksum
	return made, d.Commit(f.rejects.out.File)
}

// Rejects returns a description of the file of a part's invalid rows, for CheckFile. The
// description is empty if the part does not have invalid rows.
func (m *Made) Rejects() Made { return Made{Bytes: m.RejectsBytes, Checksum: m.RejectsChecksum} }
