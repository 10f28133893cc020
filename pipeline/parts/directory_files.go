package parts

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/gridmill/gridmill/pipeline/atomicfile"
)

// Create starts a file of the directory. Close removes it unless it is committed.
func (d *Directory) Create(path string, overwrite bool) (*atomicfile.File, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	o, err := atomicfile.CreateNoFollow(path, overwrite)
	if err != nil {
		return nil, d.explain(err)
	}
	d.files[o] = true
	return o, nil
}

// Commit gives a file its name. After an error, the file may have its name nevertheless if only
// syncing the directory failed. That does no harm: a part without a manifest does not count, so
// it is made again.
func (d *Directory) Commit(o *atomicfile.File) error {
	// Storing takes long, and others need not wait for it.
	if err := o.Store(); err != nil {
		return d.explain(err)
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if err := o.Commit(); err != nil {
		return d.explain(err)
	}
	delete(d.files, o)
	return nil
}

// Publish writes a small file.
func (d *Directory) Publish(path string, text []byte, overwrite bool) error {
	return d.publish(path, overwrite, func(to io.Writer) error {
		_, err := to.Write(text)
		return err
	})
}

// publish writes a file.
func (d *Directory) publish(path string, overwrite bool, write func(io.Writer) error) error {
	o, err := d.Create(path, overwrite)
	if err != nil {
		return err
	}
	if err := write(o); err != nil {
		return err
	}
	return d.Commit(o)
}

// Discard removes the unfinished files of a directory in which other goroutines
// still work, and prevents them from creating others. It is for a process that exits
// right afterwards.
func (d *Directory) Discard() {
	d.mutex.Lock()
	for o := range d.files {
		o.Discard()
	}
}

// explain replaces the error of a missing file if the whole directory was removed. The directory
// is not made again, as it would lack the plan and the earlier parts.
func (d *Directory) explain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		if _, missing := os.Stat(d.Private("")); missing != nil {
			return fmt.Errorf("%s was removed while a run was writing there; run it again", d.path)
		}
	}
	return err
}
