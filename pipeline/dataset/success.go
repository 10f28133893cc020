package dataset

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// SuccessName is the file that is written last: the data set is complete, and this is what
// was made.
const SuccessName = files.SuccessName

// successFormat is the version of the form of _SUCCESS.json. A directory of parts has a file
// of the same name, which has no such field.
const successFormat = 1

// Success is what _SUCCESS.json holds.
type Success struct {
	Format  int    `json:"gridmill_dataset"`
	Version string `json:"version"` // of gridmill
	// Options are numbers, booleans and texts, by the names of their flags: all that the
	// rows and files depend on beside the inputs.
	Options map[string]any `json:"options"`
	Seed    uint64         `json:"seed"`
	Dedupe  string         `json:"dedupe"` // the criterion by which no two bases are the same; one of DedupeNames
	By      string         `json:"by"`     // the criterion by which no two splits share a puzzle; one of ByNames
	// Inputs are the files that the puzzles are from, and Exclude those whose puzzles are kept
	// out, by the criterion By. The latter are named by where they are from the directory of the
	// data set, as PathOf reads it, unless they were given by absolute paths.
	Inputs  []files.Fingerprint `json:"inputs"`
	Exclude []files.Fingerprint `json:"exclude,omitempty"`
	// ExcludeRows counts the rows of Exclude. It is nil where nothing is kept out, and in data sets
	// that earlier versions made.
	ExcludeRows *ExcludeCounts `json:"exclude_rows,omitempty"`
	// Rows counts the rows of the inputs, each of which is dropped for one reason or is a
	// base of one split.
	Rows   Counts        `json:"rows"`
	Splits []SplitCounts `json:"splits"`
	Files  []File        `json:"files"` // all but _SUCCESS.json, sorted by path
}

// Counts says what became of the rows of the inputs.
type Counts struct {
	Read int64 `json:"read"`
	// Verdicts counts them by verdict. Only those that are unique can become bases.
	Verdicts map[string]int64 `json:"verdicts"`
	Dropped  Dropped          `json:"dropped"`
	Bases    int64            `json:"bases"`
	Written  int64            `json:"written"` // bases and images, in all splits
}

// ExcludeCounts says how many rows the files of puzzles that are kept out have. Those that hold no
// puzzle keep nothing out.
type ExcludeCounts struct {
	Read     int64 `json:"read"`
	NoPuzzle int64 `json:"no_puzzle"`
}

// Dropped counts rows by the first reason that they are dropped for, in the order in which
// reasons are looked at.
type Dropped struct {
	NotUnique int64 `json:"not_unique"` // no puzzle, or none with a single solution
	Unwanted  int64 `json:"unwanted"`   // by a condition on columns
	Repeated  int64 `json:"repeated"`   // equal to an earlier one by the criterion of Dedupe
	Excluded  int64 `json:"excluded"`   // equal to a puzzle that is kept out
	Unsplit   int64 `json:"unsplit"`    // in none of the splits
	Unsampled int64 `json:"unsampled"`  // not in the sample of their split
}

// SplitCounts says what a split holds.
type SplitCounts struct {
	Name string `json:"name"`
	// Asked is the share or the number of puzzles that was asked for, as it was written.
	Asked  string `json:"asked"`
	Bases  int64  `json:"bases"`
	Images int64  `json:"morphs"` // of each base
	Rows   int64  `json:"rows"`   // all of them
	// Clues counts the bases by their number of clues, and Guesses by how many guesses the
	// solver took, rounded down to a power of two.
	Clues   map[int]int64 `json:"clues"`
	Guesses map[int]int64 `json:"guesses"`
}

// File is one that was made.
type File struct {
	Path     string `json:"path"` // below the folder, with slashes
	Bytes    int64  `json:"bytes"`
	Checksum string `json:"checksum"` // as files.Checksum writes it
}

// Text is the content of the file.
func (s *Success) Text() []byte { return exactjson.Encode(s) }

// ParseSuccess reads what Text returned, and refuses anything else. The error says what the
// file is instead.
func ParseSuccess(text []byte) (*Success, error) {
	var head struct { // as later versions may have other fields
		Format  int    `json:"gridmill_dataset"`
		Version string `json:"version"`
	}
	switch err := json.Unmarshal(text, &head); {
	case err != nil: // Decode says what is wrong
	case head.Format == 0:
		return nil, errors.New("it is not that of a data set")
	case head.Format != successFormat:
		return nil, fmt.Errorf("it is of a version of gridmill (%s) whose data sets this one does not know", head.Version)
	}
	s := new(Success)
	if err := exactjson.Decode(text, s); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	return s, nil
}
