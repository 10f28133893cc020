package formats

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// A Condition selects rows by their values in certain columns.
type Condition struct{ comparisons []comparison }

// A comparison compares one column with a value. Bind sets the last three fields.
type comparison struct {
	name     string // column name
	operator string
	value    string
	number   float64       // value as a number, or NaN if it is not a number
	truth    string        // "true" or "false" if value is in asBoolean; otherwise empty
	kept     int           // index into Schema.Kept; -1 for gridmill's columns
	output   *outputColumn // a gridmill column; nil for a column in Schema.Kept
	word     int32         // index of value in output.words, if the column holds words
}

// ParseCondition parses comparisons separated by commas, such as "verdict=unique,guesses>=1". A row
// must satisfy all of them. Names and values with commas or operators must be in double quotes. The
// empty string selects all rows. Errors include the position of the first invalid character.
func ParseCondition(text string) (*Condition, error) {
	c := new(Condition)
	if strings.TrimSpace(text) == "" {
		return c, nil
	}
	for p := (conditionParser{text, text}); ; p.rest = p.rest[1:] {
		one, err := p.comparison()
		if err != nil {
			return nil, err
		}
		if c.comparisons = append(c.comparisons, one); p.rest == "" {
			return c, nil
		}
	}
}

var operators = []string{"!=", "<=", ">=", "=", "<", ">"}

// A conditionParser holds a text and its unparsed rest.
type conditionParser struct{ text, rest string }

// fails returns an error that gives the position of rest in the text.
func (p *conditionParser) fails(rest, format string, args ...any) error {
	before := utf8.RuneCountInString(p.text[:len(p.text)-len(rest)])
	return fmt.Errorf("at character %d of %q: %s", before+1, p.text, fmt.Sprintf(format, args...))
}

// comparison parses the next comparison, up to a comma or the end of the text.
func (p *conditionParser) comparison() (c comparison, err error) {
	p.skipBlanks()
	if c.name, err = p.word("a column name"); err != nil {
		return c, err
	}
	c.operator = p.rest[:len(p.rest)-len(strings.TrimLeft(p.rest, "!<=>"))]
	if !slices.Contains(operators, c.operator) {
		problem := "an operator is missing"
		if c.operator != "" {
			problem = "unknown operator " + c.operator
		}
		return c, p.fails(p.rest, "%s; use one of: %s", problem, strings.Join(operators, " "))
	}
	p.rest = p.rest[len(c.operator):]
	p.skipBlanks()
	if c.value = thousands.FindString(p.rest); c.value != "" {
		p.rest = p.rest[len(c.value):]
		p.skipBlanks()
	} else if c.value, err = p.word("a value after the operator " + c.operator); err != nil {
		return c, err
	}
	if p.rest != "" && p.rest[0] != ',' {
		return c, p.fails(p.rest, "a comma is missing between two comparisons, or double quotes are missing around a name or value with special characters")
	}
	if c.number, err = option.ParseDecimal(c.value); err != nil {
		c.number = math.NaN()
	}
	c.truth = asBoolean[strings.ToLower(c.value)]
	return c, nil
}

// asBoolean maps the spellings of true and false in conditions to words in booleanWords.
var asBoolean = map[string]string{"true": "true", "1": "true", "false": "false", "0": "false"}

// thousands matches a number with thousands separators. These commas do not end the value.
var thousands = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+[kKmMbB]?\b`)

func (p *conditionParser) skipBlanks() { p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace) }

// word parses a name or a value, and skips the spaces after it. An unquoted word ends before an
// operator, a comma or a quote.
func (p *conditionParser) word(what string) (word string, err error) {
	start := p.rest
	if !strings.HasPrefix(start, `"`) {
		end := strings.IndexAny(start+",", `,"!<=>`) // the added comma ends the last word
		p.rest = start[end:]
		if word = strings.TrimSpace(start[:end]); word == "" {
			err = p.fails(start, "%s is missing", what)
		}
		return word, err
	}
	match := quotedWord.FindStringSubmatch(start)
	if match == nil {
		return "", p.fails(start, "the quote that starts here is not closed")
	}
	p.rest = start[len(`"`+match[1]+`"`):]
	p.skipBlanks()
	return strings.ReplaceAll(match[1], `""`, `"`), nil
}

// quotedWord matches a word in quotes and the next character. A quote in the word is doubled.
var quotedWord = regexp.MustCompile(`^"((?:[^"]|"")*)"(?:[^"]|$)`)

// Extras returns the extras that the Condition needs.
func (c *Condition) Extras() (e Extras) {
	for _, one := range c.comparisons {
		name := WithoutSuffix(one.name)
		e.Columns = e.Columns.Or(setWhere(func(o *outputColumn) bool { return o.extra != "" && o.name == name }))
	}
	return e
}

// Names returns the names of the columns that the Condition compares. It never returns nil.
func (c *Condition) Names() []string {
	return mapped(c.comparisons, func(one comparison) string { return one.name })
}

// Bind finds the columns that the Condition names. These must be columns of the output: input
// columns that pass through, or gridmill's columns. Call Bind before Filter. shared lists the names
// that an input column shares with one of gridmill's columns.
func (c *Condition) Bind(s *Schema) (shared []string, err error) {
	for i := range c.comparisons {
		one := &c.comparisons[i]
		if err := one.bind(s); err != nil {
			return nil, err
		}
		if one.kept >= 0 && comparedColumn(one.name) >= 0 {
			shared = append(shared, one.name)
		}
	}
	return shared, nil
}

// compared reports whether conditions can compare c, one of gridmill's columns. A column that can
// be compared has at most one word, number or grid per row.
func (c *outputColumn) compared() bool {
	switch c.kind {
	case kindGrid, kindInteger:
		return !c.training && !c.fromSearch
	case kindWord, kindBoolean, kindThousandths:
		return c.extra != "" || c.name == "verdict"
	}
	return false
}

// comparedColumn returns the index in outputColumns of the named column if conditions can compare
// it. Otherwise, it returns -1.
func comparedColumn(name string) int {
	return slices.IndexFunc(outputColumns, func(o outputColumn) bool { return o.compared() && o.name == name })
}

func (c *comparison) bind(s *Schema) error {
	if c.kept = slices.IndexFunc(s.Kept, func(f Field) bool { return strings.TrimSpace(f.Name) == c.name }); c.kept >= 0 {
		f := &s.Kept[c.kept]
		valueType, _ := valueTypeOf(f)
		column, isAdded := s.added[f.column]
		isTruth := valueType == scan.Bool || isAdded && outputColumns[column].kind == kindBoolean
		switch {
		case isTruth && (c.truth == "" && c.value != "" || c.ordered()):
			return fmt.Errorf("%s holds only true and false, so conditions can only compare it with these values, using = or !=", c.name)
		case c.ordered() && !c.isNumber():
			return fmt.Errorf("the %s operator compares numbers, but %q is not a number", c.operator, c.value)
		}
		return printable(*f)
	}
	at := comparedColumn(WithoutSuffix(c.name))
	if at < 0 {
		names := s.keptNames()
		for _, o := range outputColumns {
			if o.compared() && !slices.Contains(names, o.name) {
				names = append(names, o.name)
			}
		}
		return fmt.Errorf("there is no column %q; the columns are: %s", c.name, NameList(names))
	}
	c.output = &outputColumns[at]
	numeric := c.output.kind == kindInteger || c.output.kind == kindThousandths
	ranked := c.output.kind == kindWord && c.output.extra != "" // words from easiest to hardest
	switch {
	case numeric && !c.isNumber() && (c.value != "" || c.ordered() || c.output.kind == kindInteger):
		return fmt.Errorf("%s holds numbers, but %q is not a number", c.name, c.value)
	case !numeric && !ranked && c.ordered():
		return fmt.Errorf("the %s operator compares numbers, but %s does not hold numbers", c.operator, c.name)
	case c.value == "" && c.ordered():
		return fmt.Errorf("the %s operator cannot compare %s with an empty value; use = or !=", c.operator, c.name)
	case c.output.hasWords():
		if c.output.kind == kindBoolean {
			c.value = cmp.Or(c.truth, c.value)
		}
		if c.word = int32(slices.Index(c.output.words, c.value)); c.word < 0 {
			return fmt.Errorf("%s cannot be %q; use one of: %s", c.name, c.value, strings.TrimPrefix(strings.Join(c.output.words, ", "), ", "))
		}
	case c.output.kind == kindGrid && c.output.grid != ofClass && c.value != "":
		var g solver.Grid
		if gridtext.Parse(&g, []byte(c.value)).Kind != gridtext.NoReason {
			return fmt.Errorf("%s holds grids, but %q is not a grid of 81 cells", c.name, c.value)
		}
		c.value = string(g[:])
	}
	return nil
}

// Filter sets keep[i] to false if row i of the batch does not satisfy the Condition. It also sets
// lacking[i] to true if the reason is that the row has no value to compare using <, <=, > or >=.
// Both slices have an entry for each row.
func (c *Condition) Filter(b *Batch, keep, lacking []bool) {
	for k := range c.comparisons {
		one := &c.comparisons[k]
		switch {
		case one.kept >= 0:
			for i := range keep {
				if keep[i] {
					b.scratch = b.AppendKept(b.scratch[:0], i, one.kept)
					keep[i] = one.holdsForText(b.scratch)
					lacking[i] = len(b.scratch) == 0 && one.ordered()
				}
			}
		case one.output.numbers != nil:
			for i, n := range b.columnNumbers(one.output, 0, len(keep)) {
				lacking[i] = lacking[i] || keep[i] && n == 0 && one.ordered() && one.output.kind != kindInteger
				keep[i] = keep[i] && one.holdsForNumber(n)
			}
		default:
			for i := range keep {
				keep[i] = keep[i] && one.matches(string(b.grid(one.output.grid, i)) == one.value)
			}
		}
	}
}

// ordered reports whether the operator compares values by order, not only for equality.
func (c *comparison) ordered() bool { return c.operator[0] == '<' || c.operator[0] == '>' }

func (c *comparison) isNumber() bool { return !math.IsNaN(c.number) }

// holdsForText reports whether the comparison holds for text. If text and the value are both
// numbers or both truth values, it compares them as such. Text that is not a number is neither less
// nor greater than the value.
func (c *comparison) holdsForText(text []byte) bool {
	if c.truth != "" && !c.ordered() {
		if truth := asBoolean[strings.ToLower(string(text))]; truth != "" {
			return c.matches(truth == c.truth)
		}
	}
	if c.isNumber() {
		if n, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil {
			return c.holds(n, c.number)
		}
	}
	return !c.ordered() && c.matches(string(text) == c.value)
}

// holdsForNumber reports whether the comparison holds for n, the number that represents a value of
// an output column. A missing value differs from all other values, but is neither less nor greater.
func (c *comparison) holdsForNumber(n int32) bool {
	switch {
	case c.output.kind == kindThousandths:
		return n > 0 && c.holds(float64(n-1)/1000, c.number) || n == 0 && !c.ordered() && c.matches(c.value == "")
	case c.output.kind == kindInteger:
		return c.holds(float64(n), c.number)
	case c.ordered():
		return n > 0 && c.holds(float64(n), float64(c.word))
	}
	return c.matches(n == c.word)
}

// matches reports whether the operator, = or !=, holds. same is set if the two values are equal.
func (c *comparison) matches(same bool) bool { return same == (c.operator == "=") }

// holds reports whether the operator holds for a and b.
func (c *comparison) holds(a, b float64) bool {
	if c.operator == "!=" {
		return a != b
	}
	first, last := c.operator[0], c.operator[len(c.operator)-1]
	return a == b && last == '=' || a < b && first == '<' || a > b && first == '>'
}
