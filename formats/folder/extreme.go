package folder

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

const extremeName = "csv"

// NeedsOrigins reports whether the layout with the given name stores where each row comes from.
func NeedsOrigins(name string) bool { return name == extremeName }

// extreme is a CSV layout with the columns of sapientinc/sudoku-extreme on the Hugging Face Hub:
// source, question, answer and rating. The scripts of HRM and TRM convert this data set.
//
// Source and rating come from the input columns with these names. Without a source column, the
// source is the base name of the path in the file column. Without either column, it is the name of
// the input file, if known. Without a rating column, the rating is the number of guesses.
type extreme struct {
	tablesOnly
	inputs []string
	// Each field is the index of the kept column with the field's name, or -1 if no such column has
	// text (see formats.Field.HasText). Create sets these fields.
	source, file, rating int
}

func (l extreme) Tables(split string) []Table {
	head := func(*Split) []byte { return []byte("source,question,answer,rating\n") }
	t := rowsTable(split+".csv", head, nil)
	t.Create = func(w io.Writer, rows *formats.Schema) (formats.Writer, error) {
		kept := func(name string) int {
			return slices.IndexFunc(rows.Kept, func(f formats.Field) bool {
				return strings.EqualFold(f.Name, name) && f.HasText()
			})
		}
		c := l
		c.source, c.file, c.rating = kept("source"), kept("file"), kept("rating")
		return formats.NewRowWriter(w, c.appendRow), nil
	}
	return []Table{t}
}

func (l extreme) appendRow(dst []byte, b *formats.Batch, i int) []byte {
	dst = appendQuoted(dst, func(dst []byte) []byte { return l.appendSource(dst, b, i) })
	dst = append(append(dst, ','), b.Puzzles[i][:]...)
	dst = append(append(dst, ','), b.Results[i].Solution[:]...)
	dst = append(dst, ',')
	if l.rating >= 0 {
		dst = appendQuoted(dst, func(dst []byte) []byte { return b.AppendKept(dst, i, l.rating) })
	} else {
		dst = strconv.AppendInt(dst, int64(b.Results[i].Guesses), 10)
	}
	return append(dst, '\n')
}

func (l extreme) appendSource(dst []byte, b *formats.Batch, i int) []byte {
	switch start := len(dst); {
	case l.source >= 0:
		return b.AppendKept(dst, i, l.source)
	case l.file >= 0:
		dst = b.AppendKept(dst, i, l.file)
		name := bytes.LastIndexByte(dst[start:], filepath.Separator) + 1
		return slices.Delete(dst, start, start+name)
	case len(l.inputs) == 1: // the directory is meaningful only on this machine
		return append(dst, filepath.Base(l.inputs[0])...)
	}
	return dst
}

// appendQuoted calls value to append text, and quotes the text if CSV requires it.
func appendQuoted(dst []byte, value func(dst []byte) []byte) []byte {
	start := len(dst)
	dst = value(dst)
	if bytes.ContainsAny(dst[start:], "\",\r\n") {
		return scan.AppendQuoted(dst[:start], bytes.Clone(dst[start:]), ',')
	}
	return dst
}
