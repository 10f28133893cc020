package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
)

// rowsTable returns a table whose file consists of the result of header, followed by all parts.
// header may be nil. appendRow appends row i of a batch.
func rowsTable(
	path string, header func(*Split) []byte, appendRow func(dst []byte, b *formats.Batch, i int) []byte,
) Table {
	return Table{
		Path: path,
		Create: func(w io.Writer, _ *formats.Schema) (formats.Writer, error) {
			return formats.NewRowWriter(w, appendRow), nil
		},
		Join: func(ctx context.Context, w io.Writer, split *Split, parts []string) error {
			if header != nil {
				if _, err := w.Write(header(split)); err != nil {
					return err
				}
			}
			buffer := make([]byte, 1<<20)
			for _, part := range parts {
				if err := copyFile(ctx, w, part, buffer); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func copyFile(ctx context.Context, w io.Writer, path string, buffer []byte) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", path, files.WithoutPath(err))
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = io.CopyBuffer(w, files.UntilDone(ctx, f), buffer)
	return err
}

// columnsTable returns a table in an output format. Parts remain separate unless Join is set later.
func columnsTable(path string, f formats.Format, options formats.WriteOptions) Table {
	options.Format = f
	return Table{Path: path, Create: func(w io.Writer, rows *formats.Schema) (formats.Writer, error) {
		return formats.Create(w, path, rows, options)
	}}
}

// oneFile is the layout with one file per split, in an output format.
type oneFile struct {
	tablesOnly
	format  formats.Format
	options formats.WriteOptions
}

func (l oneFile) Tables(split string) []Table {
	path := split + "." + l.format.Extension()
	table := columnsTable(path, l.format, l.options)
	table.Join = func(ctx context.Context, w io.Writer, _ *Split, parts []string) error {
		return formats.Concat(ctx, w, path, parts, l.format, nil)
	}
	return []Table{table}
}
