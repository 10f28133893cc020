package leaks

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
)

// keyFile is a temporary file of records.
type keyFile struct {
	path       string
	partitions int
}

// write makes the file of what fill adds.
func (k keyFile) write(fill func(*keysort.Writer) error) (err error) {
	out, err := os.Create(k.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	w := keysort.NewWriter(temporary{out}, k.partitions)
	if err := fill(w); err != nil {
		return err
	}
	return w.Flush()
}

// temporary says of an error that it is of a temporary file.
type temporary struct{ *os.File }

func (t temporary) Write(p []byte) (int, error) {
	n, err := t.File.Write(p)
	if err != nil {
		err = fmt.Errorf("the temporary file %s cannot be written: %w", t.Name(), files.WithoutPath(err))
	}
	return n, err
}

func (k keyFile) groups(ctx context.Context, workers int, f func([]keysort.Record) error) error {
	return keysort.Groups(ctx, []string{k.path}, k.partitions, workers, nil, f)
}
