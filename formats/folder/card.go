package folder

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/formats"
)

// cardText is the template of the card (README.md) of a data set on the Hugging Face Hub:
// https://huggingface.co/docs/hub/datasets-cards
//
//go:embed card.md
var cardText string

var cardTemplate = template.Must(template.New("card").Funcs(template.FuncMap{
	"yaml": yamlText, "grouped": humanize.Comma, "bytes": func(s Split) int64 { return hubBytes(&s) },
}).Parse(cardText))

// card has the data of the template in addition to the Set.
type card struct {
	*Set
	License   string
	Columns   []formats.ColumnType
	Typed     bool // if a type is unknown, all are left out, and programs find them in the files
	HasImages bool
	Clues     []int // the numbers of clues that puzzles have
	Size      string
	Bytes     int64
}

// cardOf returns the card of a data set.
func cardOf(set *Set, license string, columns []formats.ColumnType) string {
	c := card{Set: set, License: license, Columns: columns}
	c.Typed = !slices.ContainsFunc(columns, func(t formats.ColumnType) bool { return t.Type == "" })
	clues := map[int]int64{}
	var rows int64
	for i := range set.Splits {
		s := &set.Splits[i]
		rows += s.Rows()
		c.Bytes += hubBytes(s)
		c.HasImages = c.HasImages || s.Images > 0
		maps.Copy(clues, s.Clues)
	}
	c.Size, c.Clues = sizeCategory(rows), slices.Sorted(maps.Keys(clues))
	var text strings.Builder
	if err := cardTemplate.Execute(&text, c); err != nil {
		panic(err) // the template fits the card, and a Builder accepts everything
	}
	return text.String()
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
