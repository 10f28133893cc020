package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
)

// findColumn returns the index of the column with the given name. If no column has this name, name
// can be a column number, counted from 1.
func findColumn(columns []string, name string) (int, error) {
	if i := indexOfName(columns, name); i >= 0 {
		return i, nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(columns) {
		return n - 1, nil
	}
	return 0, option.Misuse(adviceOnCommas(columns), "there is no column %q; the columns are: %s", name, cmp.Or(NameList(columns), "none"))
}

// adviceOnCommas returns advice for an unknown name, which may be part of a name with a comma.
func adviceOnCommas(columns []string) option.Name {
	if slices.ContainsFunc(columns, func(c string) bool { return strings.Contains(c, ",") }) {
		return option.CommaColumn
	}
	return option.Columns
}

// indexOfName returns the index of the column with the given name, or -1. If no name matches
// exactly, it ignores case and surrounding spaces.
func indexOfName(columns []string, name string) int {
	if i := slices.Index(columns, name); i >= 0 {
		return i
	}
	return slices.IndexFunc(columns, func(c string) bool { return isNamed(c, name) })
}

// isNamed reports whether a column has the given name, ignoring case and surrounding spaces.
func isNamed(column, name string) bool { return strings.EqualFold(strings.TrimSpace(column), name) }

// namedColumns returns, for each name, the first column with that name. It skips missing names.
func namedColumns(columns, names []string) (found []int) {
	for _, name := range names {
		if i := slices.IndexFunc(columns, func(c string) bool { return isNamed(c, name) }); i >= 0 {
			found = append(found, i)
		}
	}
	return found
}

// takenSuffix is appended to the name of a gridmill column if an input column has the same name.
const takenSuffix = "_found"

// WithoutSuffix removes every takenSuffix at the end of a name.
func WithoutSuffix(name string) string {
	for strings.HasSuffix(name, takenSuffix) {
		name = strings.TrimSuffix(name, takenSuffix)
	}
	return name
}

// namesOf formats the names of the columns with the given indices as a list for a message.
func namesOf(columns []string, indices []int) string {
	return NameList(mapped(indices, func(i int) string { return columns[i] }))
}

// mapped returns the results of f for the elements of a list. It never returns nil.
func mapped[T, U any](list []T, f func(T) U) []U {
	results := make([]U, len(list))
	for i := range list {
		results[i] = f(list[i])
	}
	return results
}

// NameList formats names as a list for a message. It shortens long names and long lists.
func NameList(names []string) string {
	const longest, most = 40, 20
	list := mapped(names[:min(len(names), most)], func(name string) string {
		if len(name) > longest {
			name = strings.ToValidUTF8(name[:longest], "") + "..."
		}
		return ShownName(name)
	})
	if len(names) > most {
		list = append(list, fmt.Sprintf("and %d more", len(names)-most))
	}
	return strings.Join(list, ", ")
}

// ShownName returns the name of a column in a form that is safe to print. If characters in the name
// can control a terminal, ShownName quotes the name and escapes these characters.
func ShownName(name string) string {
	if files.Printable(name) == name {
		return name
	}
	return strconv.Quote(name)
}

// countWhere returns the number of items for which fits returns true.
func countWhere[T any](items []T, fits func(T) bool) (n int) {
	for _, item := range items {
		if fits(item) {
			n++
		}
	}
	return n
}
