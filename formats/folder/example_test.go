package folder_test

import (
	"fmt"
	"os"

	"github.com/gridmill/gridmill/formats/folder"
)

// A layout lists the files of a data set, and writes the files that do not hold rows.
func Example() {
	layout, err := folder.New("hrm", folder.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	set := &folder.Set{Splits: []folder.Split{{Name: "train", Bases: 1000, Morphs: 1000}}}
	for _, table := range layout.Tables("train") {
		fmt.Println(table.Path)
	}
	for _, extra := range layout.Extras(set) {
		fmt.Println(extra.Path)
		if extra.Path == "train/dataset.json" {
			if err := extra.Write(os.Stdout); err != nil {
				fmt.Println(err)
			}
		}
	}
	// Output:
	// train/all__inputs.npy
	// train/all__labels.npy
	// identifiers.json
	// train/all__puzzle_identifiers.npy
	// train/all__puzzle_indices.npy
	// train/all__group_indices.npy
	// train/dataset.json
	// {"pad_id":0,"ignore_label_id":0,"blank_identifier_id":0,"vocab_size":11,"seq_len":81,"num_puzzle_identifiers":1,"total_groups":1000,"mean_puzzle_examples":1,"total_puzzles":1000,"sets":["all"]}
}
