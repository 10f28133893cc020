package formats

import (
	"bytes"
	"cmp"
	"io"
	"strconv"

	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
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
	if o.Format != Text {
		hidePreamble(head)
	}
	changed, changedHead := layout.CarriageReturns(text, head)
	if changed != nil {
		text, head = changed, changedHead
	}
	seen, found := findLayout(head, whole, format, o)
	if found == nil {
		if changed != nil { // so that no row is looked for in the file as it stands
			found = &layout.Layout{Name: "lines end in carriage returns"}
		}
		if format == Text { // or else its first rows decide
			format = seen
		}
		return &stream{text, in.Close}, format, found
	}
	return &stream{found.NewReader(text), in.Close}, seen, found
}

// failing is a stream that has failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// findLayout returns the format of a text that starts with head, and its layout where that is
// neither that of lines nor that of CSV.
func findLayout(head []byte, whole bool, format Format, o *ReadOptions) (Format, *layout.Layout) {
	grids, lines := o.namesNoColumn(), o.Format != CSV && o.Format != TSV
	if (grids || o.hasNumberedColumn()) && lines {
		if l := layout.Grids(head, whole, o.LeftPad); l != nil {
			if turns := layout.Pairs(l.Rewritten(head, whole)); turns != nil && grids {
				return CSV, l.Then(turns)
			}
			return Text, l
		}
	}
	if grids && lines {
		if l := layout.Pairs(head); l != nil {
			return CSV, l
		}
	}
	head = afterComments(head)
	if o.Format == Auto && format == Text && isTable(head) {
		format = Auto
	}
	switch {
	case grids && o.Format == Auto && filekind.InsertsRows(head):
		format = Text
	case format == Auto:
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
	if (grids || o.hasNumberedColumn()) && o.Format != Text {
		for _, by := range []byte{delimiter, '/'} {
			if l := layout.Columns(head, by, false, o.LeftPad); l != nil {
				return CSV, l
			}
		}
	}
	if format == CSV && o.Format == Auto && grids && o.Delimiter == 0 && delimiterOf(head) == 0 {
		if l := layout.Embedded(head); l != nil && l.Delimiter != 0 {
			return CSV, l
		}
	}
	if format == Text {
		if l := layout.Embedded(head); l != nil && grids && o.Format == Auto {
			if l.Delimiter != 0 {
				format = CSV
			}
			return format, l
		}
		delimiter = 0
	}
	return format, layout.Values(head, delimiter, o.LeftPad)
}

// namesNoColumn reports whether no column is asked for by name. Where one is, the input is a
// table that has it. "none" names no column.
func (o *ReadOptions) namesNoColumn() bool {
	return o.Column == "" && (o.AnswerColumn == "" || o.AnswerColumn == "none") && len(o.Keep.names) == 0
}

// hasNumberedColumn reports whether no column is asked for by name, but the puzzles' by number. It may
// be the one that a layout makes.
func (o *ReadOptions) hasNumberedColumn() bool {
	_, err := strconv.Atoi(o.Column)
	return err == nil && o.AnswerColumn == "" && len(o.Keep.names) == 0
}

// namedColumns returns what the columns that are asked for are called. Numbers among them name
// nothing.
func (o *ReadOptions) namedColumns() []string {
	return append([]string{o.Column, o.AnswerColumn}, o.Keep.names...)
}

// maxPreamble is how many lines may stand before the header of CSV.
const maxPreamble = 5

// hidePreamble makes comments of the lines that stand before the header of CSV, such as a title,
// without changing how long they are: before any grid, a line with the name of a column of
// puzzles follows.
func hidePreamble(head []byte) {
	var before [][]byte
	rest := bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))
	for line := range bytes.Lines(rest) {
		text := bytes.TrimRight(line, "\r\n")
		var names []string
		fields := scan.FieldsOf(text, cmp.Or(delimiterOf(rest), ','))
		for fields.Next() {
			value := scan.AppendUnquoted(nil, fields.Field)
			if gridtext.IsLikeGrid(value) {
				return
			}
			names = append(names, string(value))
		}
		if fields.Bad { // a name may go on in the next line
			return
		}
		if len(byName(names, puzzleNames, true)) > 0 {
			break
		}
		if before = append(before, text); len(before) > maxPreamble {
			return
		}
		rest = rest[len(line):]
		if len(rest) == 0 {
			return
		}
	}
	for _, text := range before {
		for i := range text {
			text[i] = ' '
		}
		copy(text, "#")
	}
}

// afterComments returns a text from the first line on that is no comment, and does not belong to
// the frame of a table. A header that starts like a comment has a delimiter.
func afterComments(head []byte) []byte {
	head = bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))
	for line := range bytes.Lines(head) {
		if !layout.IsRule(line) && (!skipLine(bytes.TrimRight(line, "\r\n")) || delimiterOf(line) != 0) {
			break
		}
		head = head[len(line):]
	}
	return head
}

// isTable reports whether a text whose name promises lines is CSV: its first row has a column
// with the name of puzzles, or grids stand in its fields but in no word of its lines, or most rows
// have a puzzle and its answer, and no comment stands among them, as only lines of text have.
func isTable(head []byte) bool {
	delimiter := delimiterOf(head)
	if delimiter == 0 {
		for line := range firstLines(head) {
			return namesPuzzles(line)
		}
		return false
	}
	inFields, inWords, answered, seen := 0, 0, 0, 0
	comments := false
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if skipLine(line) {
			comments = comments || seen > 0 && len(line) > 0
			continue
		}
		var names []string
		var values [][]byte
		inField := false
		fields := scan.FieldsOf(line, delimiter)
		for fields.Next() {
			value := scan.AppendUnquoted(nil, fields.Field)
			grid, _ := gridtext.IsGrid(value)
			inField = inField || grid
			names, values = append(names, string(value)), append(values, value)
		}
		if seen == 0 && len(names) > 1 && !inField && len(byName(names, puzzleNames, true)) > 0 {
			return true
		}
		inWord := false
		for word := range 8 {
			grid, _ := gridtext.IsGrid(lineGrid(line, word))
			inWord = inWord || grid
		}
		if inField {
			inFields++
		}
		if inWord {
			inWords++
		}
		if holdsAnswer(values) {
			answered++
		}
		if seen++; seen == 10 {
			break
		}
	}
	return inFields > 0 && (inWords == 0 || 2*answered > seen && !comments)
}

// holdsAnswer reports whether the first two grids among values are a puzzle and an answer that
// keeps its clues, in this order or the other.
func holdsAnswer(values [][]byte) bool {
	var grids sample
	for _, value := range values {
		if grid, _ := gridtext.IsGrid(value); grid && len(grids) < 2 {
			grids = append(grids, [][]byte{value})
		}
	}
	if len(grids) < 2 {
		return false
	}
	_, first := gridtext.IsGrid(grids[0][0])
	_, second := gridtext.IsGrid(grids[1][0])
	if first == second { // both have blanks, or neither
		return false
	}
	pair := sample{{grids[0][0], grids[1][0]}}
	return !first && keepsClues(pair, 0, 1) || first && keepsClues(pair, 1, 0)
}
