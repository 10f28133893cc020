package formats

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// ReadOptions specifies how inputs are read. The zero value detects everything.
type ReadOptions struct {
	Format       Format    // Auto detects the format
	Column       string    // name or number of the puzzle column, or empty to detect the column
	AnswerColumn string    // name or number of the answer column, empty to detect the column, or "none" to ignore answers
	Keep         Keep      // input columns to copy to the output
	Delimiter    byte      // delimiter of CSV fields, or zero to detect it
	Header       Header    // whether CSV has a header
	Fields       int       // number of fields in a row of CSV, or zero to detect it
	Blanks       string    // for Grids, the marks for blanks; for NPY, 0 or 1 (see ParseBlanks); empty to detect them
	Stdin        io.Reader // contents of the input named "-"
	// If AnswersPauses is set, a batch ends when Stdin pauses, so that the rows received so far are
	// processed at once. The rows before the first pause then decide how the input is read, even if
	// there are fewer than sampleRows.
	AnswersPauses bool
	LeftPad       bool       // restore the leading zeros lost when grids were stored as numbers
	Types         Types      // kept columns to convert, and the type for each
	Results       ResultsUse // how to treat results in the input
	Replaces      ColumnSet  // columns that the output replaces; they are omitted if an earlier run added them
	Training      *ColumnSet // for training data, the extras to compute; otherwise nil (see Schema.forTraining)
	Outputs       *Outputs   // columns of model outputs; nil to treat them like other columns
	FullGrids     bool       // whether to treat full grids as puzzles if there are no other grids
	FullAlone     bool       // like FullGrids, but only if no other column may hold puzzles within text
	NeedsBlanks   bool       // whether to reject full grids, even if FullGrids is set or an option names their column
	Skipped       *Skipped   // collects the parts of the inputs that are not read; may be nil
	LeftOut       *LeftOut   // collects parts of the inputs that are not in any row; may be nil
	// Open sets Several if there are several files. Options that name columns then do not apply to
	// files without columns.
	Several bool
	// first is the schema of the first file that has a schema. All other files must match it.
	first *Schema

	parquetLimits *parquet.Limits // replaces the usual limits in tests; may be nil
}

// ParseBlanks checks a value for ReadOptions.Blanks and returns it. The value 1 is for NPY files in
// which 1 is a blank and 2 to 10 are the digits.
func ParseBlanks(text string) (string, error) {
	if text != "1" && strings.Trim(text, solver.Blanks) != "" {
		return "", fmt.Errorf("%q is not allowed; use only characters from %q, or use 1 for NumPy arrays in which 1 stands for a blank", text, solver.Blanks)
	}
	return text, nil
}

// Header specifies whether the first row of CSV is a header.
type Header int

// The values of Header.
const (
	HeaderUnknown Header = iota // determined from the first rows
	HasHeader
	NoHeader
)

// ParseDelimiter parses the delimiter of CSV fields: one character, or "\t" for a tab. A space
// stands for one or more spaces. For the empty string, ParseDelimiter returns zero.
func ParseDelimiter(text string) (byte, error) {
	switch {
	case text == "":
		return 0, nil
	case text == `\t`:
		return '\t', nil
	case text == " ":
		return scan.Spaces, nil
	case len(text) == 1 && text[0] < 0x80 && !strings.ContainsAny(text, "\"\r\n"):
		return text[0], nil
	}
	return 0, fmt.Errorf("the delimiter must be an ASCII character other than a double quote or a line break, not %q", text)
}

// ParseHeader parses "auto", "yes" or "no". The empty string means "auto".
func ParseHeader(text string) (Header, error) {
	if h := slices.Index([]string{"auto", "yes", "no"}, cmp.Or(text, "auto")); h >= 0 {
		return Header(h), nil
	}
	return HeaderUnknown, fmt.Errorf("the value must be yes, no or auto, not %q", text)
}
