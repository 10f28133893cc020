package folder

import (
	"fmt"
	"strings"
)

// Check returns an error if one of the layouts cannot hold the data set, or if two layouts
// would have the same files. The sizes of splits can still be zero.
func Check(layouts []Layout, set *Set) error {
	var paths []string
	for _, l := range layouts {
		if err := l.Check(set); err != nil {
			return err
		}
		for _, s := range set.Splits {
			for _, t := range l.Tables(s.Name) {
				paths = append(paths, t.Path)
			}
		}
		for _, e := range l.Extras(set) {
			paths = append(paths, e.Path)
		}
	}
	seen := map[string]bool{}
	for _, path := range paths {
		name := strings.ToLower(path) // some file systems do not distinguish case
		if seen[name] {
			return fmt.Errorf("two layouts write a file %s; choose one of them, or rename the splits", path)
		}
		seen[name] = true
	}
	return nil
}
