package verify

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
)

// places holds the columns of a result that record the origin of its rows.
type places struct {
	file, line int // indices among the result's kept columns
	// perhapsKept reports whether the input also has columns with these names. If so, the result
	// may have kept the input's columns.
	perhapsKept bool
	text        []byte
}

// placesIn finds the columns file and line in a result's schema. It returns nil if one is missing.
func placesIn(result, input *formats.Schema) *places {
	isKept := func(f formats.Field) bool {
		return slices.ContainsFunc(input.Kept, func(own formats.Field) bool { return own.Name == f.Name })
	}
	for k := len(result.Kept) - 2; k >= 0; k-- {
		if file, line := result.Kept[k], result.Kept[k+1]; file.IsOf(formats.FileColumn) && line.IsOf(formats.LineColumn) {
			return &places{file: k, line: k + 1, perhapsKept: isKept(file) && isKept(line)}
		}
	}
	return nil
}

// differ returns an error unless row i of a result records the file and line of its input row.
func (p *places) differ(b *formats.Batch, i int, file string, line int64) error {
	p.text = b.AppendKept(p.text[:0], i, p.line)
	if string(p.text) != strconv.FormatInt(line, 10) {
		return fmt.Errorf("column line is %s, but the row comes from %s:%d", quoted(string(p.text)), file, line)
	}
	p.text = b.AppendKept(p.text[:0], i, p.file)
	if !mayCall(file, string(p.text)) {
		return fmt.Errorf("column file is %s, but the row comes from %s:%d", quoted(string(p.text)), file, line)
	}
	return nil
}

// mayCall reports whether name can be the name of file in a result. The run may have read the file
// from another directory or from standard input.
func mayCall(file, name string) bool {
	stdin := files.InputName(files.StdStream)
	return filepath.Base(name) == filepath.Base(file) || name == stdin || file == stdin
}
