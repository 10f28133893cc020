package datasets

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
)

const cardName = "README.md"

// checkCard wants the figures of the card on the Hugging Face Hub to be those of the data set:
// what its head says of splits and sizes, and the tables of rows and clues.
func (c *checker) checkCard() {
	text, err := os.ReadFile(c.path(cardName))
	if os.IsNotExist(err) {
		return // it was reported with the files
	}
	if err != nil {
		c.faultOf(cardName, "it cannot be read: %w", files.WithoutPath(err))
		return
	}
	for _, split := range c.made.Splits {
		want := fmt.Sprintf("\n  - split: %[1]s\n    path: data/%[1]s-*\n", split.Name)
		quoted := fmt.Sprintf("\n  - split: %[1]q\n    path: data/%[1]s-*\n", split.Name)
		if !bytes.Contains(text, []byte(want)) && !bytes.Contains(text, []byte(quoted)) {
			c.faultOf(cardName, "it does not say that the split %[1]s is in data/%[1]s-*", split.Name)
		}
	}
	has, in := readCard(text), c.cardFigures()
	for _, name := range slices.Sorted(maps.Keys(in)) {
		switch is, found := has[name]; {
		case !found:
			c.faultOf(cardName, "it does not say %s, expected %d", name, in[name])
		case is != in[name]:
			c.faultOf(cardName, "%s is %d, expected %d", name, is, in[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(has)) {
		if _, expected := in[name]; !expected {
			c.faultOf(cardName, "%s is %d, which is not expected", name, has[name])
		}
	}
}

// cardFigures are the figures that the card must have, by what they say.
func (c *checker) cardFigures() map[string]int64 {
	in := map[string]int64{}
	size := map[string]int64{}
	for _, f := range c.made.Files {
		size[f.Path] = f.Bytes
	}
	all := int64(0)
	for i := range c.made.Splits {
		s := &c.made.Splits[i]
		names, err := hubFiles(c.made, s.Name)
		if err != nil {
			return in // it was reported with the files
		}
		bytes := int64(0)
		for _, name := range names {
			bytes += size[name]
		}
		all += bytes
		in["num_bytes of "+s.Name], in["num_examples of "+s.Name] = bytes, s.Rows
		for k, figure := range []int64{s.Bases, s.Images, s.Rows} {
			in[fmt.Sprintf("column %d of %s", k+2, s.Name)] = figure
		}
		for other := range c.made.Splits {
			for clues := range c.made.Splits[other].Clues {
				in[fmt.Sprintf("column %d of %d clues", i+2, clues)] = s.Clues[clues]
			}
		}
	}
	in["download_size"], in["dataset_size"] = all, all
	return in
}

// readCard returns the figures of a card.
func readCard(text []byte) map[string]int64 {
	has := map[string]int64{}
	split, head, clues, part := "", 0, false, ""
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line := lines.Text()
		name, value, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "- ")), ": ")
		switch {
		case line == "---":
			head++
		case head == 1 && strings.HasPrefix(line, "  ") && strings.HasSuffix(line, ":") && !strings.HasPrefix(line, "   "):
			part = strings.TrimSpace(line)
		case head == 1 && name == "name" && part == "splits:":
			split = strings.Trim(value, `"`)
		case head == 1:
			addFigure(has, name, split, value)
		case strings.HasPrefix(line, "| clues |"):
			clues = true
		case strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| -"):
			addRow(has, strings.Split(strings.Trim(line, "| "), " | "), clues)
		}
	}
	return has
}

// addFigure adds what a line of the head says.
func addFigure(has map[string]int64, name, split, value string) {
	switch name {
	case "num_bytes", "num_examples":
		name += " of " + split
	case "download_size", "dataset_size":
	default:
		return
	}
	has[name] = figure(value)
}

// addRow adds the figures of a row of a table.
func addRow(has map[string]int64, cells []string, clues bool) {
	if cells[0] == "split" {
		return
	}
	name := cells[0]
	if clues {
		name += " clues"
	}
	for i, cell := range cells[1:] {
		has[fmt.Sprintf("column %d of %s", i+2, name)] = figure(cell)
	}
}

// figure reads a number that may have commas between its thousands, or returns -1.
func figure(text string) int64 {
	n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
	if err != nil {
		return -1
	}
	return n
}
