package pipeline

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
)

// publishedAtOnce bounds how many parts may be on their way to the disk behind the
// one that is being written.
const publishedAtOnce = 2

// partsWriter writes each part to a file of its own. A part that has all its rows is
// ended, stored and published in the background, so that the flow does not wait
// for the disk.
type partsWriter struct {
	*PartsConfig
	ctx        context.Context // ends with the run
	group      *errgroup.Group // of the run and of what is published beside it
	parts      []*Part         // in the order in which they are solved
	identity   string          // of the plan
	inputs     inputStates     // before any was read
	current    *partFile
	publishing chan struct{} // holds an entry for each part that is being finished and published
	finishing  chan struct{} // the same for the one that is being finished

	mutex  sync.Mutex
	solved *inventory // gets the parts that are published
}

// partFile is a part that is being written.
type partFile struct {
	part   *Part
	out    *atomicfile.File
	passed *checksumWriter // to out
	writer formats.Writer
	totals Totals
}

// Write implements Sink.
func (to *partsWriter) Write(segment int, b *formats.Batch, encoded []formats.Encoded, t *Totals) error {
	part := to.parts[segment]
	if to.current != nil && to.current.part != part {
		return to.End(nil)
	}
	if to.current == nil {
		if err := to.begin(part); err != nil {
			return err
		}
	}
	f := to.current
	f.totals.Merge(t)
	if err := f.writer.Write(b, encoded[0]); err != nil || f.totals.Rows < f.part.Rows {
		return err
	}
	return to.leave(f)
}

func (to *partsWriter) begin(part *Part) error {
	out, err := to.Directory.create(to.Directory.partPath(to.Plan, part), true)
	if err != nil {
		return err
	}
	to.current = &partFile{part: part, out: out, passed: newChecksumWriter(out)}
	to.current.writer, err = to.Create(to.current.passed)
	return err
}

// short says that a part has fewer rows than it had in the plan.
func (f *partFile) short() error {
	return fmt.Errorf("rows %d to %d were %d when the plan was made, and are %d now: an input %w during the run; choose another directory, or begin again with --overwrite",
		f.part.First+1, f.part.First+f.part.Rows, f.part.Rows, f.totals.Rows, files.ErrChanged)
}

// End implements Sink.
func (to *partsWriter) End(cause error) error {
	if cause == nil && to.current != nil {
		cause = to.current.short()
	}
	if cause == nil {
		return nil
	}
	// The error would end what publishes the parts before.
	for range publishedAtOnce {
		if err := to.enter(to.publishing); err != nil {
			return err
		}
	}
	return cause
}

// leave leaves the current part, which has all its rows, to the background. It waits
// where too many are there already, or where the part before still holds what it is to
// write: memory then takes what one part holds beside the current one, however slow the
// disk is.
func (to *partsWriter) leave(f *partFile) error {
	for _, free := range []chan struct{}{to.publishing, to.finishing} {
		if err := to.enter(free); err != nil {
			return err
		}
	}
	to.current = nil
	to.group.Go(func() (err error) {
		defer func() {
			if err == nil { // or nobody may take its place before the run ends
				<-to.publishing
			}
		}()
		defer Recover(&err, "publishing a part")
		return to.publish(f)
	})
	return nil
}

// enter adds an entry to a channel that bounds what happens at once.
func (to *partsWriter) enter(bound chan<- struct{}) error {
	select {
	case bound <- struct{}{}:
		return nil
	case <-to.ctx.Done():
		return context.Cause(to.ctx)
	}
}

// publish ends a part's format, gives its file its name, and then says so in its
// record, unless an input was touched since the run began.
func (to *partsWriter) publish(f *partFile) error {
	defer to.Progress.Worked(Publishing, time.Now())
	if err := to.finish(f); err != nil {
		to.Directory.drop(f.out)
		return err
	}
	if err := to.Directory.commit(f.out); err != nil {
		return err
	}
	if err := to.inputs.check(to.ctx, to.Plan, f.part, to.Checked); err != nil {
		return err
	}
	r := &Record{
		Plan: to.identity, Totals: f.totals,
		Made: Made{f.part.Number, f.part.First, f.part.Rows, f.passed.n, f.passed.sum.String()},
	}
	if err := to.Directory.publish(to.Directory.recordPath(f.part), r.text(), true); err != nil {
		return err
	}
	to.Published(r.Made)
	to.mutex.Lock()
	defer to.mutex.Unlock()
	to.solved.add(r)
	return nil
}

// finish ends a part's format, and makes room for the part after it.
func (to *partsWriter) finish(f *partFile) error {
	defer func() { <-to.finishing }()
	return f.writer.Close()
}

// abort drops the part that is not finished.
func (to *partsWriter) abort() {
	if to.current != nil {
		to.Directory.drop(to.current.out)
	}
}

// checksumWriter counts the bytes that pass to an output, and sums them up.
type checksumWriter struct {
	to  io.Writer
	sum files.Checksum
	n   int64
}

func newChecksumWriter(to io.Writer) *checksumWriter {
	return &checksumWriter{to: to, sum: files.NewChecksum()}
}

// Write implements io.Writer.
func (w *checksumWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	_, _ = w.sum.Write(p[:n]) // never fails
	w.n += int64(n)
	return n, err
}
