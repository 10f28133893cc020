package folder

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/gridmill/gridmill/solver"
)

// hrm is the layout that the loaders of HRM and TRM read (sapientinc/HRM and
// SamsungSAILMontreal/TinyRecursiveModels, puzzle_dataset.py). Each split is a folder of arrays, in
// which blanks are 1 and digits are 2 to 10. A group consists of a base puzzle and its morphs. Each
// epoch draws one row from every group. In puzzle_indices, each row counts as a separate puzzle.
type hrm struct{}

// hrmMostRows is the maximum number of rows that the layout's indices can count.
const hrmMostRows = math.MaxInt32

func (hrm) Check(set *Set) error {
	for i := range set.Splits {
		if s := &set.Splits[i]; s.Rows() > hrmMostRows {
			return fmt.Errorf("%s would have %d rows, but the hrm layout allows indices only up to %d; make fewer morphs, or choose another layout", s.Name, s.Rows(), hrmMostRows)
		}
	}
	return nil
}

func (hrm) Tables(split string) []Table {
	return cellTables(hrmPath(split, "inputs"), hrmPath(split, "labels"), 1)
}

// hrmPath returns the path of an array of a split. All rows are in one set, named all, because the
// loaders shuffle only within sets.
func hrmPath(split, field string) string { return split + "/all__" + field + ".npy" }

func (hrm) Extras(set *Set) []Extra {
	extras := []Extra{{"identifiers.json", func(w io.Writer) error {
		_, err := io.WriteString(w, `["<blank>"]`+"\n")
		return err
	}}}
	for i := range set.Splits {
		s := &set.Splits[i]
		extras = append(extras,
			Extra{hrmPath(s.Name, "puzzle_identifiers"), func(w io.Writer) error { return writeIndices(w, s.Rows(), 0) }},
			Extra{hrmPath(s.Name, "puzzle_indices"), func(w io.Writer) error { return writeIndices(w, s.Rows()+1, 1) }},
			Extra{hrmPath(s.Name, "group_indices"), func(w io.Writer) error { return writeIndices(w, s.Bases+1, 1+s.Morphs) }},
			Extra{s.Name + "/dataset.json", func(w io.Writer) error {
				return json.NewEncoder(w).Encode(hrmDataset{
					VocabularySize: 11, SequenceLength: solver.Cells, PuzzleIdentifiers: 1,
					Groups: s.Bases, MeanExamples: 1, Puzzles: s.Bases, Sets: []string{"all"},
				})
			}},
		)
	}
	return extras
}

// hrmDataset holds the contents of dataset.json. 0 is for padding, and no cell has this value.
type hrmDataset struct {
	PadID             int      `json:"pad_id"`
	IgnoreLabelID     int      `json:"ignore_label_id"`
	BlankIdentifierID int      `json:"blank_identifier_id"`
	VocabularySize    int      `json:"vocab_size"`
	SequenceLength    int      `json:"seq_len"`
	PuzzleIdentifiers int      `json:"num_puzzle_identifiers"`
	Groups            int64    `json:"total_groups"`
	MeanExamples      float64  `json:"mean_puzzle_examples"`
	Puzzles           int64    `json:"total_puzzles"` // the number of groups, as TRM expects; HRM ignores this field
	Sets              []string `json:"sets"`
}
