package formats

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
)

// namesOf lists the names of some columns, given by their indices, for a message.
func namesOf(columns []string, indices []int) string {
	var names []string
	for _, i := range indices {
		names = append(names, columns[i])
	}
	return nameList(names)
}

// nameList lists as many names as fit on a line of a message.
func nameList(names []string) string {
	const longest, most = 40, 20
	var list []string
	for i, name := range names {
		if i == most {
			list = append(list, fmt.Sprintf("and %d more", len(names)-most))
			break
		}
		if len(name) > longest {
			name = strings.ToValidUTF8(name[:longest], "") + "..."
		}
		list = append(list, ShownName(name))
	}
	return strings.Join(list, ", ")
}

// ShownName returns the name of a column in a form that is safe to print. A name with characters
// that would control a terminal is quoted, and these characters are escaped.
func ShownName(name string) string {
	if files.Printable(name) == name {
		return name
	}
	return strconv.Quote(name)
}
