package datasets

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gridmill/gridmill/formats/folder"
)

// An array is a NumPy array in a file or in an archive.
type array struct {
	file io.Closer
	in   *io.SectionReader // of the array
	data int64             // where the elements start
	size int64             // their bytes
}

// openArray opens the array of a table. It requires the header that the layout writes and
// elements of size bytes. The array can be used if it is not nil; report is called with what is
// wrong with it.
func openArray(path string, t folder.Table, split *folder.Split, size int64, report func(format string, args ...any)) (a *array, err error) {
	var empty bytes.Buffer
	if err := t.Join(context.Background(), &empty, split, nil); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if a == nil {
			err = errors.Join(err, f.Close())
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	in, head := io.NewSectionReader(f, 0, info.Size()), io.NewSectionReader(bytes.NewReader(empty.Bytes()), 0, int64(empty.Len()))
	if strings.HasSuffix(path, ".npz") {
		if head, err = memberOf(head, head.Size()); err != nil {
			return nil, err
		}
		if in, err = memberOf(f, info.Size()); err != nil {
			report("%w", err)
			return nil, nil
		}
	}
	same := &comparer{in: in}
	if _, err := io.Copy(same, head); err != nil {
		report("%w", err)
		return nil, nil
	}
	a = &array{file: f, in: in, data: head.Size(), size: in.Size() - head.Size()}
	if a.size != size {
		report("it has %d bytes after its header, expected %d", a.size, size)
	}
	return a, nil
}

// memberOf returns the only array of an archive, which must be stored without compression.
func memberOf(f io.ReaderAt, size int64) (*io.SectionReader, error) {
	z, err := zip.NewReader(f, size)
	if err != nil {
		return nil, fmt.Errorf("it is not an archive: %w", err)
	}
	if len(z.File) != 1 || z.File[0].Name != "sequences.npy" || z.File[0].Method != zip.Store {
		return nil, errors.New("it must have only sequences.npy, without compression")
	}
	at, err := z.File[0].DataOffset()
	if err != nil {
		return nil, fmt.Errorf("it is not an archive: %w", err)
	}
	return io.NewSectionReader(f, at, int64(z.File[0].UncompressedSize64)), nil
}
