package leaks

import (
	"slices"

	"github.com/gridmill/gridmill/formats"
)

// HasSplit reports whether the rows of a file say in SplitColumn to which set they belong.
func HasSplit(file string, read formats.ReadOptions) (bool, error) {
	read.Results, read.Keep = formats.IgnoreResults, formats.ParseKeep("all")
	reader, err := formats.Open([]string{file}, read)
	if err != nil {
		return false, err
	}
	defer reader.Close()
	return slices.Contains(reader.Schema().Columns, SplitColumn), nil
}
