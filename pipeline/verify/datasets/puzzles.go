package datasets

import (
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/pipeline/dataset"
)

// A Split is a split of a data set, and the files with its puzzles.
type Split struct {
	Name  string
	Files []string
}

// readable are the layouts whose puzzles other commands read, the fastest first.
var readable = []string{"parquet", "hub", "arrow", "jsonl", "csv", "rrn", "npy", "hrm"}

// Puzzles returns the splits of a data set with the files of one of its layouts.
func Puzzles(dir string) (splits []Split, err error) {
	made, err := dataset.ReadSuccess(dir)
	if err == nil && made == nil {
		err = fmt.Errorf("%s is a data set that is not complete", dir)
	}
	if err != nil {
		return nil, err
	}
	c := &checker{dir: dir, made: made}
	i := slices.IndexFunc(readable, func(layout string) bool { return slices.Contains(c.layouts(), layout) })
	if i < 0 {
		return nil, fmt.Errorf("%s has no layout that can be read: it has %s", dir, c.option("layout"))
	}
	for _, s := range made.Splits {
		names, err := c.tableFiles(readable[i], s.Name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.path(dataset.SuccessName), err)
		}
		if readable[i] == "npy" || readable[i] == "hrm" {
			names = names[:1] // the others are solutions
		}
		split := Split{Name: s.Name}
		for _, name := range names {
			split.Files = append(split.Files, c.path(name))
		}
		splits = append(splits, split)
	}
	return splits, nil
}
