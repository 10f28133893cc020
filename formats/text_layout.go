package formats

import (
	"bytes"
	"cmp"
	"io"

	"github.com/gridmill/gridmill/formats/internal/layout"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// applyLayout looks at how a text starts. It returns the text, rewritten as lines or CSV while
// it is read if its layout is another, its format, and that layout. A text that is fine passes
// without another copy.
func applyLayout(in io.ReadCloser, format Format, o *ReadOptions) (_ io.ReadCloser, _ Format, found *layout.Layout) {
	if o.Results != IgnoreResults {
		return in, format, nil
	}
	// ReadAll returns no error at the end of the text and any other as it is, so compressed data
	// that was cut short is never taken for a text that ends there.
	head, err := io.ReadAll(io.LimitReader(in, readSize))
	whole := err == nil && len(head) < readSize
	var rest io.Reader = in
	if err != nil {
		rest = failing{err}
	}
	text := io.MultiReader(bytes.NewReader(head), rest)
	seen, found := findLayout(head, whole, format, o)
	if found == nil {
		if format == Text { // or else its first rows decide
			format = seen
		}
		return &stream{text, in.Close}, format, nil
	}
	return &stream{found.NewReader(text), in.Close}, seen, found
}

// failing is a stream that has failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// findLayout returns the format of a text that starts with head, and its layout where that is
// neither that of lines nor that of CSV.
func findLayout(head []byte, whole bool, format Format, o *ReadOptions) (Format, *layout.Layout) {
	grids := o.Column == "" && o.AnswerColumn == "" && len(o.Keep.names) == 0
	if grids && o.Format != CSV && o.Format != TSV {
		if l := layout.Grids(head, whole); l != nil {
			return Text, l
		}
	}
	if o.Format == Auto && format == Text && isTable(head) {
		format = Auto
	}
	if format == Auto {
		format = byContent(head)
	}
	var delimiter byte
	switch {
	case o.Delimiter != 0:
		delimiter = o.Delimiter
	case format == TSV:
		delimiter = '\t'
	default:
		delimiter = cmp.Or(delimiterOf(head), ' ')
	}
	if grids && o.Format != Text {
		if l := layout.Columns(head, delimiter); l != nil {
			return CSV, l
		}
	}
	if format == Text {
		delimiter = 0
	}
	return format, layout.Values(head, delimiter, o.LeftPad)
}

// isTable reports whether a text whose name promises lines is CSV: its first row has a column
// with the name of puzzles, or grids stand in its fields but in no word of its lines.
func isTable(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))
	delimiter := delimiterOf(head)
	if delimiter == 0 {
		return false
	}
	inFields, inWords, seen := 0, 0, 0
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if skipLine(line) {
			continue
		}
		var names []string
		inField := false
		fields := scan.FieldsOf(line, delimiter)
		for fields.Next() {
			value := scan.AppendUnquoted(nil, fields.Field)
			grid, _ := isGrid(value)
			inField = inField || grid
			names = append(names, string(value))
		}
		if seen == 0 && len(names) > 1 && !inField && len(byName(names, puzzleNames, true)) > 0 {
			return true
		}
		inWord := false
		for word := range 8 {
			grid, _ := isGrid(lineGrid(line, word))
			inWord = inWord || grid
		}
		if inField {
			inFields++
		}
		if inWord {
			inWords++
		}
		if seen++; seen == 10 {
			break
		}
	}
	return inFields > 0 && inWords == 0
}
