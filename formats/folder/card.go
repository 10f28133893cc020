package folder

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats"
)

// cardOf returns the card (README.md) of a data set on the Hugging Face Hub:
// https://huggingface.co/docs/hub/datasets-cards
func cardOf(set *Set, license string, columns []formats.ColumnType) string {
	var c card
	c.line("---")
	c.line("license: %s", license)
	c.head(set, columns)
	c.line("---")
	c.line("")
	c.line("# Sudoku puzzles")
	c.line("")
	c.contents(set, columns)
	c.origin(set)
	c.promises(set)
	return c.String()
}

// card builds the text of a card.
type card struct{ strings.Builder }

func (c *card) line(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

// row writes a row of a table.
func (c *card) row(cells ...string) { c.line("| %s |", strings.Join(cells, " | ")) }

// head writes the YAML header for programs.
func (c *card) head(set *Set, columns []formats.ColumnType) {
	var rows, bytes int64
	for i := range set.Splits {
		rows += set.Splits[i].Rows()
		bytes += hubBytes(&set.Splits[i])
	}
	c.line("pretty_name: Sudoku puzzles")
	c.line("size_categories:")
	c.line("- %s", sizeCategory(rows))
	c.line("tags:")
	c.line("- sudoku")
	c.line("configs:")
	c.line("- config_name: default")
	c.line("  data_files:")
	for _, s := range set.Splits {
		c.line("  - split: %s", yamlText(s.Name))
		c.line("    path: data/%s-*", s.Name)
	}
	c.line("dataset_info:")
	// If a type is unknown, all are left out, and programs find them in the files.
	if !slices.ContainsFunc(columns, func(t formats.ColumnType) bool { return t.Type == "" }) {
		c.line("  features:")
		for _, t := range columns {
			c.line("  - name: %s", strconv.Quote(t.Name))
			c.line("    dtype: %s", t.Type)
		}
	}
	c.line("  splits:")
	for i := range set.Splits {
		s := &set.Splits[i]
		c.line("  - name: %s", yamlText(s.Name))
		c.line("    num_bytes: %d", hubBytes(s))
		c.line("    num_examples: %d", s.Rows())
	}
	c.line("  download_size: %d", bytes)
	c.line("  dataset_size: %d", bytes)
}

// yamlText returns the name of a split as YAML text: in quotes if YAML would otherwise read a
// number, a date, a boolean or a null.
func yamlText(name string) string {
	switch name {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return strconv.Quote(name)
	}
	if name[0] >= '0' && name[0] <= '9' {
		return strconv.Quote(name)
	}
	return name
}

// sizeCategory returns the Hub's size category for a number of rows.
func sizeCategory(rows int64) string {
	const classes = "n<1K 1K<n<10K 10K<n<100K 100K<n<1M 1M<n<10M 10M<n<100M 100M<n<1B 1B<n<10B 10B<n<100B 100B<n<1T"
	limit := int64(1000)
	for class := range strings.FieldsSeq(classes) {
		if rows < limit {
			return class
		}
		limit *= 10
	}
	return "n>1T"
}

// contents describes the splits and columns.
func (c *card) contents(set *Set, columns []formats.ColumnType) {
	c.row("split", "puzzles", "images of each", "rows")
	c.row("---", "---:", "---:", "---:")
	for i := range set.Splits {
		s := &set.Splits[i]
		c.row(s.Name, grouped(s.Bases), grouped(s.Images), grouped(s.Rows()))
	}
	c.line("")
	if slices.ContainsFunc(set.Splits, func(s Split) bool { return s.Images > 0 }) {
		c.line("Images are the same puzzle in another guise: rows, columns, bands and stacks change places,")
		c.line("the grid may be transposed, and digits change names. They follow their puzzle.")
		c.line("")
	}
	c.clues(set)
	var names []string
	for _, t := range columns {
		names = append(names, "`"+t.Name+"`")
	}
	c.line("Columns: %s.", strings.Join(names, ", "))
	c.line("A grid is 81 characters, row by row, in which a blank is `.`. `base` is the row of the puzzle")
	c.line("in the inputs, and `morph` says which of its images this is; 0 is the puzzle itself.")
	c.line("")
	for _, name := range slices.Sorted(maps.Keys(set.Numbers)) {
		c.line("`%s` is text in the inputs, and a column of numbers (%s) here, because all of its values are.", name, set.Numbers[name])
		c.line("")
	}
}

// clues writes a table of the bases by number of clues.
func (c *card) clues(set *Set) {
	found := map[int]bool{}
	head, rule := []string{"clues"}, []string{"---:"}
	for _, s := range set.Splits {
		head, rule = append(head, s.Name), append(rule, "---:")
		for n := range s.Clues {
			found[n] = true
		}
	}
	c.row(head...)
	c.row(rule...)
	for _, n := range slices.Sorted(maps.Keys(found)) {
		row := []string{strconv.Itoa(n)}
		for _, s := range set.Splits {
			row = append(row, grouped(s.Clues[n]))
		}
		c.row(row...)
	}
	c.line("")
}

// origin describes how the data set was made.
func (c *card) origin(set *Set) {
	c.line("## How it was made")
	c.line("")
	c.line("By gridmill %s, with the seed %d:", set.Version, set.Seed)
	c.line("")
	c.line("    %s", set.Command)
	c.line("")
	c.line("The same inputs, options and version make the same bytes on every machine.")
	c.line("")
	for _, in := range set.Inputs {
		if in.Excluded {
			c.line("- `%s`, whose puzzles are kept out", in.File)
		} else {
			c.line("- `%s`", in.File)
		}
	}
	c.line("")
}

// promises lists the guarantees of the data set.
func (c *card) promises(set *Set) {
	c.line("## What was verified")
	c.line("")
	c.line("- Each puzzle was solved, and a complete search proved that its solution is the only one.")
	for _, promise := range set.Promises {
		c.line("- %s", promise)
	}
	c.line("")
	c.line("`gridmill verify` checks all of it again, with code of its own.")
}

// grouped writes a number with commas between its thousands.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
