package dataset

import (
	"fmt"
	"strings"
)

// promises returns sentences on what the puzzles of a data set do not share.
func (c *Config) promises() (promises []string) {
	if text := c.Dedupe.Unrepeated(); text != "" {
		promises = append(promises, text)
	}
	var others []string
	if len(c.Splits) > 1 {
		others = append(others, "in another split")
	}
	if len(c.Exclude.Files) > 0 {
		others = append(others, "in the excluded files")
	}
	if others != nil {
		promises = append(promises, fmt.Sprintf(c.By.Unshared(), strings.Join(others, " or ")))
	}
	return promises
}
