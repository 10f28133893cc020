package formats

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// A Reading holds all decisions about a file that are made before its first row is read. The
// decisions are based on options, the file's name, its first bytes and its first 100 records. How a
// row is read depends only on the Reading and on the bytes of the row.
type Reading struct {
	Format      Format
	Compression string   // compression of the whole file, or empty
	Delimiter   byte     // delimiter of CSV, TSV and Cells
	HasHeader   bool     // whether CSV, TSV or Cells has a header; other formats name their columns themselves
	Columns     []string // nil for formats without columns
	Roles       Roles
	HasRest     bool // whether the first lines of Text have text next to puzzles
	Members     int  // number of members if this is the first member of a zip archive; otherwise 0
	HeadRows    int  // number of rows used to decide, if a stream paused before row 100; otherwise 0
}

// Options returns the command-line options that make gridmill read any file as it read this one.
// The function optionOf returns the option for a setting.
func (r *Reading) Options(optionOf func(setting string) string) string {
	var options []string
	add := func(setting, value string) { options = append(options, optionOf(setting), files.InShell(value)) }
	add("from", r.Format.String())
	if r.isDelimited() {
		if r.Format != TSV {
			add("delimiter", strings.ReplaceAll(string(r.Delimiter), "\t", `\t`))
		}
		add("header", map[bool]string{true: "yes", false: "no"}[r.HasHeader])
	}
	if r.Format == Text || r.Format == HoDoKu {
		add("keep", map[bool]string{true: restColumn, false: "none"}[r.HasRest])
	}
	if r.Roles.Puzzle >= 0 && len(r.Columns) > 0 {
		add("column", r.columnName(r.Roles.Puzzle))
		answers := "none"
		if r.Roles.Answer >= 0 {
			answers = r.columnName(r.Roles.Answer)
		}
		add("answer-column", answers)
	}
	return strings.Join(options, " ")
}

// columnName returns the name of a column in the form that options accept. If options cannot
// contain the name, it returns the column's number.
func (r *Reading) columnName(i int) string {
	name := r.Columns[i]
	found, err := findColumn(r.Columns, name)
	if r.isDelimited() && !r.HasHeader || err != nil || found != i || name == "none" || ShownName(name) != name {
		return strconv.Itoa(i + 1)
	}
	return name
}

// delimiters lists the possible delimiters of fields. The colon separates fields in the text that
// gridmill writes.
var delimiters = []byte{',', ';', '\t', '|', ' ', ':'}

// recognize returns the requested format, or the format that the name and the contents indicate.
func (h *head) recognize() (Format, error) {
	if h.options.Format != Auto {
		return h.options.Format, nil
	}
	// If the file name or a delimiter option indicates CSV, text is read as CSV even if no column
	// holds puzzles. An option can name the columns; otherwise, the error lists the columns.
	isCSV := h.promised == CSV || h.promised == TSV || h.options.Delimiter != 0
	for f, row := range slices.Backward(formatTable[:]) {
		if row.recognizes != nil && (!isCSV || !row.isLines) && row.recognizes(h) {
			return Format(f), nil
		}
	}
	if isCSV {
		return CSV, nil
	}
	return Auto, h.notRecognized()
}

func (h *head) notRecognized() error {
	first, _, _ := bytes.Cut(h.text, []byte{'\n'})
	return option.Errorf(option.Recognition, "its format is not recognized; line %d is %.60q", h.cutter.Line(), bytes.TrimRight(first, "\r"))
}

// bestTable splits the text at all possible delimiters and returns the table with the highest
// score. If several tables have this score, it returns the first such table. If no score is
// positive, it returns nil.
func (h *head) bestTable(score func(*table) int) (best *table) {
	most := 0
	for _, delimiter := range h.possibleDelimiters() {
		t := h.table(delimiter)
		if n := score(t); n > most {
			best, most = t, n
		}
	}
	return best
}

// gridTable returns the CSV table whose header names the puzzles. If no header names them, it
// returns the table with the most columns of grids. It returns nil if the text is not a table.
func (h *head) gridTable() *table {
	return h.bestTable(func(t *table) int {
		const named = 1 << 20 // greater than any number of columns
		switch {
		case !t.isTable():
			return 0
		case t.named:
			return named + t.grids()
		}
		return 1 + t.grids()
	})
}

// possibleDelimiters returns the delimiter that an option specifies. Without such an option, it
// returns the delimiters that occur in the text. The comma is always included, because a table of
// one column does not contain a delimiter.
func (h *head) possibleDelimiters() []byte {
	switch {
	case h.options.Delimiter != 0:
		return []byte{h.options.Delimiter}
	case h.options.Format == TSV:
		return []byte{'\t'}
	}
	return slices.DeleteFunc(slices.Clone(delimiters), func(d byte) bool {
		return d != ',' && bytes.IndexByte(h.text, d) < 0
	})
}

// csvTable returns the table to use when the text is read as CSV.
func (h *head) csvTable() *table {
	if t := h.gridTable(); t != nil {
		return t
	}
	if h.promised == TSV {
		return h.table('\t')
	}
	// The first delimiter that splits the records into several fields is probably right. Spaces and
	// colons come last, because they also occur within fields.
	return h.bestTable(func(t *table) int {
		if t.fields > 1 && t.delimiter != ' ' && t.delimiter != ':' {
			return 2
		}
		return 1
	})
}

func (h *head) holdsTable() bool { return h.gridTable() != nil }

// holdsPuzzleLine reports whether one of the first lines is a row of text.
func (h *head) holdsPuzzleLine() bool { return slices.ContainsFunc(h.lines(), h.isLineOfPuzzle) }

// holdsHoDoKu reports whether most of the first lines belong to a HoDoKu library.
func (h *head) holdsHoDoKu() bool {
	lines := h.lines()
	others := slices.DeleteFunc(slices.Clone(lines), isLineOfHoDoKu)
	return 2*len(others) < len(lines)
}

// holdsGridLines reports whether most of the first lines are undamaged lines of nine-line grids. It
// ignores frames.
func (h *head) holdsGridLines() bool {
	rows, others := 0, 0
	r := h.gridReader()
	for _, line := range h.lines() {
		switch r.kindOf(line) {
		case gridLine:
			rows++
		case otherLine, puzzleLine, damagedLine:
			others++
		}
	}
	return rows > others
}

// String returns a human-readable description of a reading.
func (r *Reading) String() string {
	text := r.Storage()
	if len(r.Columns) > 0 {
		text += ", puzzles in " + r.describeColumn(r.Roles.Puzzle)
	}
	if r.Roles.Answer >= 0 {
		text += ", answers in " + r.describeColumn(r.Roles.Answer)
	}
	return text
}

// Storage describes how the file is stored: its format, compression, delimiter and header.
func (r *Reading) Storage() string {
	text := r.Format.String()
	if r.Compression != "" {
		text += " in " + r.Compression
	}
	if r.isDelimited() {
		if r.Delimiter != ',' && r.Format != TSV {
			text += fmt.Sprintf(" with %q between fields", r.Delimiter)
		}
		if !r.HasHeader {
			text += " without a header"
		}
	}
	return text
}

// describeColumn describes column i, or all columns of a grid that starts in column i.
func (r *Reading) describeColumn(i int) string {
	switch {
	case r.Format == Cells:
		return fmt.Sprintf("columns %d to %d", i+1, i+solver.Cells)
	case r.isDelimited() && !r.HasHeader:
		return "column " + strconv.Itoa(i+1)
	}
	return ShownName(r.Columns[i])
}

// isDelimited reports whether the format has a delimiter and can have a header.
func (r *Reading) isDelimited() bool { return r.Format == CSV || r.Format == TSV || r.Format == Cells }
