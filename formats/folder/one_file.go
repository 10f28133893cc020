package folder

import (
	"context"
	"io"

	"github.com/gridmill/gridmill/formats"
)

// oneFile is the layout with one file per split, in one of the output formats.
type oneFile struct {
	rowsAlone
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

// columnsTable returns a table in one of the output formats. Its parts remain separate files.
func columnsTable(path string, f formats.Format, options formats.WriteOptions) Table {
	options.Format = f
	return Table{Path: path, Create: func(w io.Writer, rows *formats.Schema) (formats.Writer, error) {
		return formats.Create(w, path, rows, options)
	}}
}
