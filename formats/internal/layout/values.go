package layout

import (
	"bytes"
	"strconv"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// values rewrites fields that hold a grid with something around it or with other blanks.
type values struct {
	delimiter byte   // of CSV; 0 for lines, which are one field
	blank     byte   // that stands for blanks where no other does; 0 for none
	cut       bool   // blanks at the ends of lines are missing
	wrapped   bool   // grids are taken out of what other programs put around them
	library   bool   // lines are those of HoDoKu's library
	pad       bool   // zeros that are missing in front of digits are put there
	table     bool   // fields stand between bars and spaces, and lines are drawn between rows
	first     bool   // no line came yet
	scratch   []byte // for one field
}

// Values recognizes characters for blanks that lines and CSV do not have, and what
// spreadsheets and program texts put around grids, given the delimiter of CSV, or 0 for lines. With pad it
// also puts zeros in front of numbers that lost them.
func Values(head []byte, delimiter byte, pad bool) *Layout {
	v := values{delimiter: delimiter, pad: pad}
	needed := pad || delimiter != 0 && separatorLine(firstLine(head))
	usual, plain := false, false // blanks that lines and CSV have, and grids without anything around
	seen := 0
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))) {
		line = bytes.TrimRight(line, "\r\n")
		if delimiter == '|' && IsRule(line) {
			v.table, needed = true, true
		}
		if field, found := libraryField(line); found && delimiter == 0 && isGrid(field) {
			v.library, needed = true, true
		}
		v.eachField(line, func(field []byte) {
			inside, wrapped := v.unwrap(field)
			blank, good := blankOf(inside)
			switch {
			case !good:
			case blank == 0 || isUsual(blank):
				usual = usual || blank != 0 && !wrapped
				plain = plain || !wrapped
				v.wrapped = v.wrapped || wrapped
			case !usual && v.blank == 0:
				v.blank = blank
				v.wrapped = v.wrapped || wrapped
			}
		})
		if seen++; seen == 100 {
			break
		}
	}
	v.cut = v.blank == ' ' && delimiter == 0 && lacksSpaces(head)
	v.wrapped = v.wrapped && (delimiter != 0 || !plain) // or else lines are no list
	if !needed && v.blank == 0 && !v.wrapped {
		return nil
	}
	return &Layout{Name: v.name(), newRewriter: func() rewriter { w := v; w.first = true; return &w }}
}

// name says what is rewritten, or nothing where it makes no difference.
func (v *values) name() string {
	switch {
	case v.table:
		return "a table with lines"
	case v.library:
		return "HoDoKu's library"
	case v.cut:
		return "blanks are spaces, without those at the ends of lines"
	case v.blank == ' ':
		return "blanks are spaces"
	case v.blank != 0:
		return "blanks are " + string(v.blank)
	}
	return ""
}

// line rewrites the fields of a line that need it.
func (v *values) line(dst, line []byte) []byte {
	first := v.first
	v.first = false
	if first && v.delimiter != 0 && separatorLine(line) || v.table && (IsRule(line) || isTally(line)) {
		return append(dst, '\n')
	}
	if v.table {
		line = withoutBars(line)
	}
	if v.library {
		if field, found := libraryField(line); found {
			return append(append(dst, bytes.ReplaceAll(field, []byte("+"), nil)...), '\n')
		}
	}
	start := len(dst)
	good := v.eachField(line, func(field []byte) {
		if v.table {
			field = bytes.TrimSpace(field)
		}
		dst = append(v.appendField(dst, field), v.delimiter)
	})
	if !good || len(dst) == start {
		return append(append(dst[:start], line...), '\n')
	}
	dst[len(dst)-1] = '\n'
	return dst
}

func (v *values) end(dst []byte) []byte { return dst }

// eachField calls do with each field of a line, as it stands. It returns false where quotes
// do not match.
func (v *values) eachField(line []byte, do func(field []byte)) bool {
	if v.delimiter == 0 {
		do(line)
		return true
	}
	fields := scan.FieldsOf(line, v.delimiter)
	for fields.Next() {
		do(fields.Field)
	}
	return !fields.Bad
}

// appendField appends a field as lines and CSV have it.
func (v *values) appendField(dst, field []byte) []byte {
	inside, _ := v.unwrap(field)
	if v.cut && isCut(inside) {
		v.scratch = append(append(v.scratch[:0], inside...), bytes.Repeat([]byte(" "), solver.Cells-len(inside))...)
		inside = v.scratch
	}
	blank, good := blankOf(inside)
	switch {
	case good && blank == v.blank && blank != 0:
		return append(dst, bytes.ReplaceAll(inside, []byte{blank}, []byte("."))...)
	case good:
		return append(dst, inside...)
	case LostZeros(inside):
		for i := len(inside); v.pad && i < solver.Cells; i++ {
			dst = append(dst, '0')
		}
		return append(dst, inside...)
	}
	return append(dst, field...)
}

// isCut reports whether a line may be a grid with spaces for blanks whose last cells are missing.
func isCut(line []byte) bool {
	return len(line) > solver.Cells/2 && len(line) < solver.Cells && bytes.IndexByte(line, ' ') >= 0 && len(bytes.Trim(line, " 123456789")) == 0
}

// lacksSpaces reports whether no line of a text ends in a space, and a quarter of those that may
// be grids are too short for that reason.
func lacksSpaces(head []byte) bool {
	all, cut := 0, 0
	for line := range bytes.Lines(head) {
		if line = bytes.TrimRight(line, "\r\n"); bytes.HasSuffix(line, []byte(" ")) {
			return false
		}
		if isCut(line) {
			cut++
		}
		if len(line) > solver.Cells/2 {
			all++
		}
	}
	return 4*cut >= all
}

// LostZeros reports whether a value may be a grid that was taken for a number, so that the
// zeros in front of it are lost.
func LostZeros(value []byte) bool {
	if len(value) <= solver.Cells/2 || len(value) >= solver.Cells || value[0] == '0' || bytes.IndexByte(value, '0') < 0 {
		return false
	}
	return len(bytes.Trim(value, "0123456789")) == 0
}

// unwrap returns what stands in a field inside of quotes, apostrophes, brackets and formulas,
// and whether there was more around it than the quotes of CSV.
func (v *values) unwrap(field []byte) (inside []byte, wrapped bool) {
	inside = field
	if v.delimiter != 0 && len(field) > 1 && field[0] == '"' && field[len(field)-1] == '"' {
		v.scratch = scan.AppendUnquoted(v.scratch[:0], field)
		inside = v.scratch
	}
	if digits, found := bytes.CutSuffix(inside, []byte(".0")); found && len(digits) <= solver.Cells && len(digits) > solver.Cells/2 && !isRounded(digits) {
		return digits, true
	}
	if len(inside) <= solver.Cells {
		return inside, false
	}
	const opening, closing = "=\"'`[({", "\"'`"
	text := bytes.TrimLeft(inside, opening+" \t")
	before := inside[:len(inside)-len(text)]
	if !bytes.ContainsAny(before, opening) || len(text) < solver.Cells {
		return inside, false
	}
	behind := text[solver.Cells:]
	if len(behind) > 0 && (bytes.IndexByte([]byte(closing), behind[0]) < 0 || len(bytes.Trim(behind, closing+"])},; \t")) > 0) {
		return inside, false
	}
	return text[:solver.Cells], true
}

// isRounded reports whether digits are those of a floating-point number, most of which are not
// those that it was made of, or whether they are no digits.
func isRounded(digits []byte) bool {
	number, err := strconv.ParseFloat(string(digits), 64)
	return err != nil || strconv.FormatFloat(number, 'f', 0, 64) == string(digits)
}

// blankOf returns the one character that stands for blanks among 81 cells, or 0 where there
// is none. It is not good if there are several, or the value is no grid.
func blankOf(value []byte) (blank byte, good bool) {
	if len(value) != solver.Cells {
		return 0, false
	}
	for _, c := range value {
		switch {
		case c-'1' < 9 || c == blank:
		case blank != 0 || c != ' ' && !isCell(c):
			return 0, false
		default:
			blank = c
		}
	}
	return blank, true
}

// isUsual reports whether lines and CSV have a character for blanks.
func isUsual(blank byte) bool { return solver.IsCell(blank) }

// IsRule reports whether a line is drawn between the rows of a table.
func IsRule(line []byte) bool {
	return bytes.Count(line, []byte{'-'}) > 1 && bytes.ContainsAny(line, "+|") && len(bytes.Trim(line, "-+|:= \t\r\n")) == 0
}

// isTally reports whether a line says how many rows stand above it, as psql, MySQL and Spark do.
func isTally(line []byte) bool {
	line = bytes.Trim(line, " ()\r")
	count, found := bytes.CutPrefix(line, []byte("only showing top "))
	count, rest, _ := bytes.Cut(count, []byte{' '})
	isCount := len(count) > 0 && len(bytes.Trim(count, "0123456789")) == 0
	return isCount && (string(rest) == "row" || string(rest) == "rows" || !found && bytes.HasPrefix(rest, []byte("rows in set")))
}

// withoutBars returns a row of a table without the bars at its ends.
func withoutBars(line []byte) []byte {
	line = bytes.TrimSpace(line)
	return bytes.TrimSuffix(bytes.TrimPrefix(line, []byte("|")), []byte("|"))
}

// separatorLine reports whether a line names the delimiter, as spreadsheets have it.
func separatorLine(line []byte) bool {
	line = bytes.Trim(line, "\"")
	return len(line) == len("sep=;") && bytes.EqualFold(line[:4], []byte("sep="))
}

// libraryField returns the grid's field of a line of HoDoKu's library.
func libraryField(line []byte) ([]byte, bool) {
	fields := bytes.SplitN(line, []byte(":"), 5)
	if len(fields) < 5 || len(fields[0]) > 0 {
		return nil, false
	}
	return fields[3], true
}

func isGrid(text []byte) bool {
	_, good := blankOf(bytes.ReplaceAll(text, []byte("+"), nil))
	return good
}

// firstLine returns the first line, without its end.
func firstLine(head []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark)), []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}
