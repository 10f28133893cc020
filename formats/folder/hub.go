package folder

import (
	"io"

	"github.com/gridmill/gridmill/formats"
)

// hub is the folder of a data set on the Hugging Face Hub: Parquet in numbered files, and a
// README.md with a head in YAML, which datasets.load_dataset opens.
type hub struct{ options formats.WriteOptions }

// Check implements Layout.
func (hub) Check(*Set) error { return nil }

// Tables implements Layout.
func (l hub) Tables(split string) []Table {
	options := l.options
	options.Format = formats.Parquet
	return []Table{{
		Path: hubPath(split),
		Create: func(w io.Writer, rows *formats.Schema) (formats.Writer, error) {
			return formats.Create(w, "", rows, options)
		},
	}}
}

// hubPath is the path of the files of a split, with their numbers to be filled in.
func hubPath(split string) string { return "data/" + split + "-%05d-of-%05d.parquet" }

// Extras implements Layout.
func (l hub) Extras(set *Set) []Extra {
	return []Extra{{"README.md", func(w io.Writer) error {
		columns, err := formats.ParquetColumns(set.Schema, l.options)
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, cardOf(set, columns))
		return err
	}}}
}
