package folder

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver/ladder"
)

// hub is the layout of data sets that datasets.load_dataset opens on the Hugging Face Hub: numbered
// Parquet files, and a README.md with a YAML header.
type hub struct{ options Options }

func (hub) Check(set *Set) error {
	for _, s := range set.Splits {
		switch {
		case s.Name == "all":
			return errors.New("the hub layout cannot have a split named all, because the Hugging Face Hub uses that name for all splits combined")
		case strings.Contains(s.Name, "-"):
			return fmt.Errorf("the hub layout cannot have a split named %s, because split names on the Hugging Face Hub consist of letters, digits and _", s.Name)
		}
	}
	return nil
}

func (l hub) Tables(split string) []Table {
	return []Table{columnsTable(hubStart(split)+"%05d-of-%05d.parquet", formats.Parquet, l.options.Columns)}
}

// hubStart returns the prefix that the paths of a split's files share.
func hubStart(split string) string { return "data/" + split + "-" }

// hubBytes returns the total size of a split's files.
func hubBytes(s *Split) (bytes int64) {
	for path, size := range s.Bytes {
		if strings.HasPrefix(path, hubStart(s.Name)) {
			bytes += size
		}
	}
	return bytes
}

// CardName is the name of the dataset card, which users may edit.
const CardName = "README.md"

func (l hub) Extras(set *Set) []Extra {
	return []Extra{{CardName, func(w io.Writer) error {
		_, err := io.WriteString(w, cardOf(set, l.options.License))
		return err
	}}}
}

// cardText is the template of the card (README.md) of a data set on the Hugging Face Hub:
// https://huggingface.co/docs/hub/datasets-cards
//
//go:embed card.md
var cardText string

var cardTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("card").Funcs(template.FuncMap{
		"yaml": yamlText, "grouped": humanize.Comma, "bytes": func(s Split) int64 { return hubBytes(&s) },
	}).Parse(cardText))
})

type card struct {
	*Set
	License   string
	Typed     bool // whether all types are known; if not, the card omits types, and programs read them from the files
	HasMorphs bool
	Counts    []countTable
	Size      string
	Bytes     int64
}

// countTable counts the puzzles of each split by a property.
type countTable struct {
	Property string
	Rows     []countRow
}

// countRow holds a value of a property, and the number of puzzles with this value in each split.
type countRow struct {
	Value  string
	Counts []int64
}

// tableOf returns the table of a property, with rows sorted by rank. If no puzzle has the property,
// the table has no rows.
func tableOf[K comparable](set *Set, property string, of func(*Split) map[K]int64, rank func(K) int, text func(K) string) countTable {
	all := map[K]int64{}
	for i := range set.Splits {
		maps.Copy(all, of(&set.Splits[i]))
	}
	table := countTable{Property: property}
	for _, value := range slices.SortedFunc(maps.Keys(all), func(a, b K) int { return cmp.Compare(rank(a), rank(b)) }) {
		row := countRow{Value: text(value)}
		for i := range set.Splits {
			row.Counts = append(row.Counts, of(&set.Splits[i])[value])
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// GuessRange returns the name of a range of guesses, such as "4 to 7" if first is 4. Ranges start
// with 0 or a power of two, and end before the next power of two.
func GuessRange(first int) string {
	if first <= 1 {
		return strconv.Itoa(first)
	}
	return humanize.Comma(int64(first)) + " to " + humanize.Comma(int64(2*first-1))
}

func cardOf(set *Set, license string) string {
	c := card{Set: set, License: license}
	c.Typed = !slices.ContainsFunc(set.Columns, func(t formats.ColumnType) bool { return t.Type == "" })
	var rows int64
	for i := range set.Splits {
		s := &set.Splits[i]
		rows += s.Rows()
		c.Bytes += hubBytes(s)
		c.HasMorphs = c.HasMorphs || s.Morphs > 0
	}
	c.Size = sizeCategory(rows)
	same := func(n int) int { return n }
	c.Counts = []countTable{
		tableOf(set, "clues", func(s *Split) map[int]int64 { return s.Clues }, same, strconv.Itoa),
		tableOf(set, "guesses", func(s *Split) map[int]int64 { return s.Guesses }, same, GuessRange),
		tableOf(set, "difficulty", func(s *Split) map[string]int64 { return s.Difficulties },
			func(name string) int { return slices.Index(ladder.DifficultyNames(), name) }, func(name string) string { return name }),
	}
	var text strings.Builder
	if err := cardTemplate().Execute(&text, c); err != nil {
		panic(err) // impossible: the template fits the card, and a Builder never fails
	}
	return text.String()
}

// yamlText returns the name of a split as a YAML string. It quotes a name that YAML would otherwise
// read as a number, a date, a boolean or null.
func yamlText(name string) string {
	words := []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
	if slices.Contains(words, name) || name[0] >= '0' && name[0] <= '9' {
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
