package dataset

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// SuccessName names the file that marks the data set as complete. Make writes it last.
const SuccessName = files.SuccessName

// successFormat is the format version of _SUCCESS.json, stored in its field gridmill_dataset. The
// _SUCCESS.json of a directory of parts lacks this field.
const successFormat = 1

// Success holds the contents of _SUCCESS.json.
type Success struct {
	Format  int    `json:"gridmill_dataset"`
	Version string `json:"version"` // of gridmill
	// Options maps the names of options to their values. It holds every option that affects the
	// rows or files, except the inputs. The command records all values as strings.
	Options map[string]any `json:"options"`
	Seed    uint64         `json:"seed"`
	Dedupe  string         `json:"dedupe"` // criterion for duplicates; one of keys.DedupeNames
	By      string         `json:"by"`     // criterion for leaks and excluded puzzles; one of keys.ByNames
	// Inputs lists the files with puzzles. Exclude lists the files with excluded puzzles. Names in
	// Exclude are relative to the directory of the data set (see PathOf), unless the user gave
	// absolute paths.
	Inputs  []files.Fingerprint `json:"inputs"`
	Exclude []files.Fingerprint `json:"exclude,omitempty"`
	// ExcludeRows counts the rows in the files listed in Exclude. It is nil if Exclude is empty.
	ExcludeRows *ExcludeCounts `json:"exclude_rows,omitempty"`
	// Columns lists the columns of layouts that keep the input columns, such as parquet. It is
	// recorded even if the data set has no such layout.
	Columns []formats.ColumnType `json:"columns"`
	// Types holds the type of each text column whose nonempty values are all numbers.
	Types    map[string]string `json:"types,omitempty"`
	Misfits  map[string]int64  `json:"misfit_values,omitempty"`   // by column: the number of values that became null because they did not fit the column's type
	Replaced int64             `json:"replaced_values,omitempty"` // values in which U+FFFD replaced invalid UTF-8
	// Rows counts the rows of the inputs. Each row becomes an original or is dropped.
	Rows   Counts        `json:"rows"`
	Splits []SplitCounts `json:"splits"`
	Files  []File        `json:"files"` // all except _SUCCESS.json, sorted by path
	// Totals holds the totals of the inputs. It is nil if the Success was read from a file.
	Totals *pipeline.Totals `json:"-"`
}

// Counts breaks down the input rows by what happened to them.
type Counts struct {
	Read int64 `json:"read"`
	// Verdicts counts rows by verdict. Only unique puzzles can become originals.
	Verdicts map[string]int64 `json:"verdicts"`
	// Answers counts rows by formats.AnswerClass. For the keys, see pipeline.Totals.AnswerCounts.
	Answers map[string]int64 `json:"answers,omitempty"`
	Dropped Dropped          `json:"dropped"`
	Bases   int64            `json:"bases"`   // originals, in all splits
	Written int64            `json:"written"` // originals and morphs, in all splits
}

// ExcludeCounts counts the rows in the files of excluded puzzles.
type ExcludeCounts struct {
	Read     int64 `json:"read"`
	NoPuzzle int64 `json:"no_puzzle"` // rows that exclude nothing, because they have no puzzle
	// NotUnique counts the puzzles that exclude nothing, because the criterion compares solutions
	// and these puzzles do not have exactly one solution.
	NotUnique int64 `json:"not_unique,omitempty"`
}

// Missed says which excluded puzzles may still be in the data set. It returns "" if all excluded
// rows could be read and at least one was compared. Like the leaks package, Missed tolerates
// puzzles that were skipped because they do not have exactly one solution.
func (e *ExcludeCounts) Missed() string {
	switch {
	case e == nil:
	case e.NoPuzzle > 0:
		return fmt.Sprintf("%s of %s excluded rows could not be read, so their puzzles may be in the data set", humanize.Comma(e.NoPuzzle), humanize.Comma(e.Read))
	case e.NotUnique == e.Read:
		return "none of the excluded puzzles has exactly one solution, so they were not compared, and the data set may contain their solutions"
	}
	return ""
}

// Dropped counts dropped rows by reason. If several reasons apply to a row, the row is counted only
// under the first of these reasons, in the order of the fields.
type Dropped struct {
	NotUnique  int64 `json:"not_unique"`              // rows that do not have a puzzle with exactly one solution
	Filtered   int64 `json:"filtered"`                // rows that do not satisfy the condition on columns
	Lacking    int64 `json:"lacking_value,omitempty"` // rows in Filtered that lack a value for a comparison with <, <=, > or >=
	Duplicate  int64 `json:"duplicates"`              // rows that repeat an earlier row; see Selection.Dedupe
	Excluded   int64 `json:"excluded"`                // rows that match an excluded puzzle; see Selection.By
	Unassigned int64 `json:"unassigned"`              // rows that were not assigned to a split
	Unsampled  int64 `json:"unsampled"`               // rows that are not in the sample of their split
}

// SplitCounts describes a split and counts its rows.
type SplitCounts struct {
	Name string `json:"name"`
	// Requested is the requested share or number of puzzles; see Split.Requested.
	Requested string `json:"requested"`
	Bases     int64  `json:"bases"`  // number of originals
	Morphs    int64  `json:"morphs"` // number of morphs of each original
	Rows      int64  `json:"rows"`   // number of originals and morphs
	BaseCounts
}

// A File is a file of the data set.
type File struct {
	Path     string `json:"path"` // relative to the directory of the data set, with slashes
	Bytes    int64  `json:"bytes"`
	Checksum string `json:"checksum"` // in the format of files.Checksum
}

// Option returns the value of an option as a string, or "" if the option is not recorded.
func (s *Success) Option(name string) string {
	text, _ := s.Options[name].(string)
	return text
}

// Text returns the contents of _SUCCESS.json.
func (s *Success) Text() []byte { return exactjson.Encode(s) }

// ParseSuccess parses text that Success.Text returned. It rejects unknown fields and versions.
func ParseSuccess(text []byte) (*Success, error) {
	var head struct { // the fields that every version has
		Format  int    `json:"gridmill_dataset"`
		Version string `json:"version"`
	}
	switch err := json.Unmarshal(text, &head); {
	case err != nil: // Decode will return a clearer error
	case head.Format == 0:
		return nil, errors.New("it was not written by gridmill dataset")
	case head.Format != successFormat:
		return nil, fmt.Errorf("it was written by gridmill %s, whose data sets this version cannot read", head.Version)
	}
	s := new(Success)
	if err := exactjson.Decode(text, s); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	return s, nil
}
