package folder

import (
	"fmt"
	"io"
	"math"
)

// hrm is the layout that the loaders of HRM and TRM read (sapientinc/HRM and
// SamsungSAILMontreal/TinyRecursiveModels, puzzle_dataset.py). A split is a folder of arrays, in
// which blanks are 1 and digits are 2 to 10. A group is an original with its morphs. Each epoch
// draws one row from every group. In puzzle_indices, each row counts as a separate puzzle.
type hrm struct{}

// hrmMostRows is the maximum number of rows in a split. The layout stores row numbers as int32.
const hrmMostRows = math.MaxInt32

// hrmDataset is the format string for dataset.json. Its argument is the number of groups. TRM also
// expects this number in total_puzzles, which HRM ignores. No cell has the value 0, which is
// reserved for padding.
const hrmDataset = `{"pad_id":0,"ignore_label_id":0,"blank_identifier_id":0,"vocab_size":11,` +
	`"seq_len":81,"num_puzzle_identifiers":1,"total_groups":%[1]d,"mean_puzzle_examples":1,` +
	`"total_puzzles":%[1]d,"sets":["all"]}` + "\n"

func (hrm) Check(set *Set) error {
	for i := range set.Splits {
		if s := &set.Splits[i]; s.Rows() > hrmMostRows {
			return fmt.Errorf("the split %s would have %d rows, but the hrm layout supports at most %d rows; make fewer morphs, or choose a different layout", s.Name, s.Rows(), hrmMostRows)
		}
	}
	return nil
}

func (hrm) Tables(split string) []Table {
	return cellTables(hrmPath(split, "inputs"), hrmPath(split, "labels"), 1)
}

// hrmPath returns the path of an array of a split. All rows are in one set, named all, because
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
				_, err := fmt.Fprintf(w, hrmDataset, s.Bases)
				return err
			}},
		)
	}
	return extras
}
