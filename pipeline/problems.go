package pipeline

import (
	"fmt"
	"strings"
)

// Problems say, each with the name of its file, what is wrong with parts or beside them.
type Problems []string

// String tells the first of them, and how many there are beside.
func (p Problems) String() string {
	const most = 3
	text := strings.Join(p[:min(len(p), most)], "; ")
	if more := len(p) - most; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}
