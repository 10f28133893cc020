package folder

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gridmill/gridmill/formats"
)

// hub is the layout of data sets on the Hugging Face Hub, which datasets.load_dataset opens. It
// consists of numbered Parquet files, and a README.md with a YAML header.
type hub struct{ options Options }

func (hub) Check(set *Set) error {
	for _, s := range set.Splits {
		if s.Name == "all" {
			return errors.New("the layout hub cannot have a split named all: on the Hugging Face Hub, this name means all splits")
		}
		if strings.Contains(s.Name, "-") {
			return fmt.Errorf("the layout hub cannot have a split named %s: on the Hugging Face Hub, split names consist of letters, digits and _", s.Name)
		}
	}
	return nil
}

func (l hub) Tables(split string) []Table {
	return []Table{columnsTable(hubPath(split), formats.Parquet, l.options.Columns)}
}

// hubPath returns a format string for the paths of a split's files, with verbs for the number of
// the file and the number of files.
func hubPath(split string) string { return "data/" + split + "-%05d-of-%05d.parquet" }

// hubBytes returns the total size of a split's files.
func hubBytes(s *Split) (bytes int64) {
	for i := range s.NumParts {
		bytes += s.Bytes[fmt.Sprintf(hubPath(s.Name), i, s.NumParts)]
	}
	return bytes
}

func (l hub) Extras(set *Set) []Extra {
	return []Extra{{"README.md", func(w io.Writer) error {
		columns, err := formats.ParquetColumns(set.Schema, l.options.Columns)
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, cardOf(set, l.options.License, columns))
		return err
	}}}
}
