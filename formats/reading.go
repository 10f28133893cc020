package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// A Reading holds all decisions about a file that are made when the file is opened. The decisions
// are based on options, the file's name, its first bytes and its first 100 records. How a row is
// read depends only on the Reading and on the bytes of the row.
//
// For CSV, these functions make the decisions:
//
//   - filekind.Of recognizes compression and unreadable files by the first bytes.
//   - streamStart.decide returns the format that an option, the first bytes or the name indicates.
//   - head.read finds the first record, and waits for more records if a stream pauses too early.
//   - head.recognize chooses the format if streamStart.decide does not.
//   - head.csvTable chooses the delimiter.
//   - head.cellTable finds columns of one cell each.
//   - table.findHeader decides whether there is a header, and how many fields a row must have.
//   - Schema.plan chooses the puzzle and answer columns, and the columns that an output replaces.
//
// For other formats, these functions make additional decisions:
//
//   - head.findMarks finds the marks for blanks in nine-line grids.
//   - array.findBlank in npyrows finds the number that stands for blanks.
//   - findShape in jsonrows finds the records of JSON.
//   - lineSource.setKept decides whether to keep text next to puzzles.
type Reading struct {
	Format      Format
	Compression string   // compression of the whole file, or empty
	Delimiter   byte     // delimiter of CSV, TSV and Cells
	Blanks      string   // for Grids, the marks for blanks; for numbers in NPY, 0 or 1; otherwise empty
	HasHeader   bool     // whether columns have names, which CSV, TSV and Cells take from a header
	Columns     []string // nil for formats without columns
	Roles       Roles
	HasRest     bool // whether the first lines have text next to puzzles
	LeftPad     bool // whether lost leading zeros are restored
	Members     int  // for the first member of a zip archive, the number of members; otherwise 0
	HeadRows    int  // number of rows that determined the Reading, if a stream paused before row 100; otherwise 0
}

// Options returns the command-line options that make gridmill read any file as r describes.
// optionOf returns the option for a setting.
func (r *Reading) Options(optionOf func(setting string) string) string {
	var options []string
	add := func(setting, value string) { options = append(options, optionOf(setting), files.InShell(value)) }
	add("from", r.Format.String())
	if r.Format.IsDelimited() {
		if r.Format != TSV {
			add("delimiter", strings.ReplaceAll(string(scan.Separator(r.Delimiter)), "\t", `\t`))
		}
		add("header", map[bool]string{true: "yes", false: "no"}[r.HasHeader])
		add("fields", strconv.Itoa(len(r.Columns)))
	}
	if r.Blanks != "" {
		add("blanks", r.Blanks)
	}
	if r.LeftPad {
		options = append(options, optionOf("left-pad"))
	}
	if r.Format == Text || r.Format == HoDoKu {
		add("keep", map[bool]string{true: restColumn, false: "none"}[r.HasRest])
	}
	if r.Format.isJSON() {
		add("keep", r.keptByDefault())
	}
	if r.Roles.Puzzle >= 0 && len(r.Columns) > 0 {
		add("column", r.columnName(r.Roles.Puzzle))
		add("answer-column", r.columnName(r.Roles.Answer))
	}
	return strings.Join(options, " ")
}

// keptByDefault lists the columns that the solve command keeps by default: those that its output
// does not replace.
func (r *Reading) keptByDefault() string {
	var kept []string
	added, written := addedColumns(r.Columns), Written(statisticColumns)
	for i := range r.Columns {
		if !r.Roles.replaces(i, added, written) {
			kept = append(kept, r.columnName(i))
		}
	}
	if slices.ContainsFunc(kept, func(name string) bool { return strings.Contains(name, ",") }) {
		return "all" // the option cannot list these names
	}
	return cmp.Or(strings.Join(kept, ","), "none")
}

// columnName returns the text that identifies a column in an option. This is the name of the column
// or, if an option cannot use the name, the number of the column. For column -1, it is "none".
func (r *Reading) columnName(i int) string {
	if i < 0 {
		return "none"
	}
	name := r.Columns[i]
	fitsOptions := !slices.Contains([]string{"", "all", "none"}, name) && strings.TrimSpace(name) == name && ShownName(name) == name
	if found, err := findColumn(r.Columns, name); fitsOptions && err == nil && found == i && (r.HasHeader || !r.Format.IsDelimited()) {
		return name
	}
	return strconv.Itoa(i + 1)
}

// String returns a human-readable description of a reading.
func (r *Reading) String() string {
	text := r.Storage()
	if len(r.Columns) > 0 {
		text += ", puzzles in " + r.describeColumn(r.Roles.Puzzle) + r.Roles.PuzzlePart
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
	if r.Format.IsDelimited() {
		switch {
		case r.Delimiter == ',', r.Format == TSV:
		case r.Delimiter == scan.Spaces:
			text += " with spaces between fields"
		default:
			text += fmt.Sprintf(" with %q between fields", r.Delimiter)
		}
		if !r.HasHeader {
			text += " without a header"
		}
	}
	return text
}

// describeColumn describes column i or, for Cells, all columns of the grid that starts in column i.
func (r *Reading) describeColumn(i int) string {
	switch {
	case r.Format == Cells:
		return fmt.Sprintf("columns %d to %d", i+1, i+solver.Cells)
	case r.Format.IsDelimited() && !r.HasHeader:
		return "column " + strconv.Itoa(i+1)
	}
	return ShownName(r.Columns[i])
}
