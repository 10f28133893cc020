package parts

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// publishedAtOnce is the maximum number of parts published concurrently while another is written.
const publishedAtOnce = 2

// A partsWriter is a pipeline.Sink that writes each part to a separate file. It publishes complete
// parts in the background, so that the run does not wait for the disk.
type partsWriter struct {
	*Config
	ctx        context.Context // done when publishing has failed, or when the run is stopped
	publishing *errgroup.Group
	parts      []*Part      // in solving order
	identity   string       // identity of the plan
	inputs     files.States // states of the inputs before the run
	current    *partFile

	mutex  sync.Mutex
	solved *inventory // published parts
}

// A partFile is a part that is being written.
type partFile struct {
	part    *Part
	rows    *RowFile
	rejects *RowFile // the invalid rows; nil if there are none or they are not listed
	totals  pipeline.Totals
}

func (to *partsWriter) Write(index int, b *formats.Batch, encoded []formats.Encoded, t *pipeline.Totals) error {
	part := to.parts[index]
	if to.current == nil {
		if err := to.start(part); err != nil {
			return err
		}
	} else if to.current.part != part {
		return to.End() // the current part has too few rows
	}
	f := to.current
	f.totals.Merge(t)
	if to.Rejects && t.Verdicts[solver.Invalid] > 0 {
		if err := to.reject(f, b, encoded[1]); err != nil {
			return err
		}
	}
	err := f.rows.Writer.Write(b, encoded[0])
	f.totals.Events.Merge(&b.Events)
	if err != nil || f.totals.Rows < f.part.Rows {
		return err
	}
	return to.publishLater(f)
}

func (to *partsWriter) start(part *Part) error {
	rows, err := to.Directory.CreateRows(to.Directory.PartPath(to.Plan, part), to.Create)
	to.current = &partFile{part: part, rows: rows}
	return err
}

// End returns an error if the current part has fewer rows than planned.
func (to *partsWriter) End() error {
	f := to.current
	if f == nil {
		return nil
	}
	return &option.Error{
		Options: []option.Name{option.Directory, option.Restart},
		Err: fmt.Errorf("rows %d to %d: an input %[5]w during the run, so only %[4]d of the %[3]d planned rows were found",
			f.part.First+1, f.part.First+f.part.Rows, f.part.Rows, f.totals.Rows, files.ErrChanged),
	}
}

// publishLater completes f, the current part. It waits until fewer than publishedAtOnce parts are
// being published, and then publishes f in the background.
func (to *partsWriter) publishLater(f *partFile) error {
	if err := f.rows.Writer.Close(); err != nil {
		return err
	}
	if f.rejects != nil {
		if err := f.rejects.Writer.Close(); err != nil {
			return err
		}
	}
	to.current = nil
	to.publishing.Go(func() (err error) {
		defer pipeline.Recover(&err, "publishing a part")
		if to.ctx.Err() != nil {
			return context.Cause(to.ctx)
		}
		return to.publish(f)
	})
	return nil
}

// publish moves the file of a part to its final name, and then writes its manifest. It returns an
// error if an input of the part was modified after the run started.
func (to *partsWriter) publish(f *partFile) error {
	defer to.Progress.Worked(pipeline.Publishing, time.Now())
	made, err := f.commit(to.Directory)
	if err != nil {
		return err
	}
	if err := checkInputs(to.ctx, to.inputs, to.Plan, f.part); err != nil {
		return err
	}
	m := &Manifest{Plan: to.identity, Made: made, Totals: f.totals}
	if err := to.Directory.Publish(to.Directory.ManifestPath(f.part), m.text()); err != nil {
		return err
	}
	to.Published(m.Made)
	to.mutex.Lock()
	defer to.mutex.Unlock()
	to.solved.add(m)
	return nil
}

// checkInputs returns an error if one of the part's inputs was modified after the run started. It
// does so even if the content is the same now, because the run may have read different content.
func checkInputs(ctx context.Context, states files.States, p *Plan, part *Part) error {
	last := len(p.Inputs) - 1
	if next := part.Number + 1; next < len(p.Parts) {
		last = min(last, p.Parts[next].At.File)
	}
	for i := part.At.File; i <= last; i++ {
		if states.Modified(i) {
			same := fmt.Errorf("%s %w, but its content is now the same as before; run the same command again to continue", p.Inputs[i].File, files.ErrModified)
			return cmp.Or(p.Inputs[i].Check(ctx, nil), same)
		}
	}
	return nil
}

// RejectsPath returns the path of a part's rejects file, which holds the invalid rows. The file is
// kept, so that a later run can list the invalid rows of all parts.
func (d *Directory) RejectsPath(part *Part) string { return d.Private(rejectsName(part)) }

func rejectsName(part *Part) string { return fmt.Sprintf("part-%06d.rejects.csv", part.Number) }

// reject writes the invalid rows of a batch to the rejects file of f.part.
func (to *partsWriter) reject(f *partFile, b *formats.Batch, e formats.Encoded) (err error) {
	if f.rejects == nil {
		path := to.Directory.RejectsPath(f.part)
		create := func(w io.Writer) (formats.Writer, error) { return formats.NewRejects(w, "") }
		if f.rejects, err = to.Directory.CreateRows(path, create); err != nil {
			return err
		}
	}
	return f.rejects.Writer.Write(b, e)
}

// commit moves the files of a part to their final names and returns a description of them.
func (f *partFile) commit(d *Directory) (made Made, err error) {
	made = f.rows.Made(f.part.Number, f.part.Range)
	if err := d.Commit(f.rows.File); err != nil || f.rejects == nil {
		return made, err
	}
	rejects := f.rejects.Made(f.part.Number, pipeline.Range{})
	made.RejectsBytes, made.RejectsChecksum = rejects.Bytes, rejects.Checksum
	return made, d.Commit(f.rejects.File)
}

// Rejects describes the part's rejects file. If there is none, it returns the zero Made.
func (m *Made) Rejects() Made { return Made{Bytes: m.RejectsBytes, Checksum: m.RejectsChecksum} }
