package datasets

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/leaks"
)

// Puzzles returns the splits of a data set, with the files of one of its layouts.
func Puzzles(dir string) (splits []leaks.Set, err error) {
	made, err := dataset.ReadSuccess(dir)
	if err == nil && made == nil {
		err = fmt.Errorf("%s is a data set that is not complete", dir)
	}
	if err != nil {
		return nil, err
	}
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	has, err := layoutsOf(made)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path(dataset.SuccessName), err)
	}
	best := slices.IndexFunc(layouts, func(l layout) bool {
		return l.readable && slices.ContainsFunc(has, func(h *layout) bool { return h.name == l.name })
	})
	if best < 0 {
		return nil, fmt.Errorf("%s has no layout that can be read: it has %v", dir, made.Options["layout"])
	}
	for _, s := range made.Splits {
		names, err := layouts[best].files(made, s.Name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path(dataset.SuccessName), err)
		}
		if layouts[best].decoders != nil {
			names = names[:1] // the others are solutions
		}
		split := leaks.Set{Name: s.Name}
		for _, name := range names {
			split.Files = append(split.Files, path(name))
		}
		splits = append(splits, split)
	}
	return splits, nil
}
