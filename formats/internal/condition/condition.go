// Package condition parses comparisons of columns with values, and evaluates them for single
// values. It does not know which columns exist.
package condition

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/option"
)

// A Comparison is a column, an operator and a value.
type Comparison struct {
	Name     string // column name
	Operator string
	Value    string
	Number   float64 // Value as a number, or NaN if it is not a number
	At       int     // number of characters that precede the comparison in the text
}

// operators lists all operators. Longer operators come before their prefixes.
var operators = []string{"!=", "<=", ">=", "=", "<", ">"}

// Parse parses comparisons separated by commas, such as "verdict=unique,guesses>=1". Names and
// values that contain commas or operators must be in double quotes. For the empty string, Parse
// returns no comparisons. Errors include the position of the first invalid character.
func Parse(text string) (all []Comparison, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	for p := (parser{text, text}); ; p.rest = p.rest[1:] {
		one, err := p.comparison()
		if err != nil {
			return nil, err
		}
		if all = append(all, one); p.rest == "" {
			return all, nil
		}
	}
}

// Ordered reports whether the operator compares the order of values. The other operators only test
// values for equality.
func (c *Comparison) Ordered() bool { return c.Operator[0] == '<' || c.Operator[0] == '>' }

// IsNumber reports whether the value is a number.
func (c *Comparison) IsNumber() bool { return !math.IsNaN(c.Number) }

// parser holds a text, and the rest that has not been parsed yet.
type parser struct{ text, rest string }

// fails returns an error that states the position in the text where rest starts.
func (p *parser) fails(rest, format string, args ...any) error {
	return fmt.Errorf("at character %d of %q: %s", p.position(rest)+1, p.text, fmt.Sprintf(format, args...))
}

// position returns the number of characters of the text that precede rest.
func (p *parser) position(rest string) int {
	return utf8.RuneCountInString(p.text[:len(p.text)-len(rest)])
}

// comparison parses the next comparison, which ends at a comma or at the end of the text.
func (p *parser) comparison() (c Comparison, err error) {
	p.skipBlanks()
	c.At = p.position(p.rest)
	if c.Name, err = p.word("a column name"); err != nil {
		return c, err
	}
	k := slices.IndexFunc(operators, func(operator string) bool { return strings.HasPrefix(p.rest, operator) })
	if k < 0 {
		return c, p.fails(p.rest, "an operator is missing; use one of: %s", strings.Join(operators, " "))
	}
	c.Operator = operators[k]
	p.rest = p.rest[len(c.Operator):]
	p.skipBlanks()
	if c.Value = thousands.FindString(p.rest); c.Value != "" {
		p.rest = p.rest[len(c.Value):]
		p.skipBlanks()
	} else if c.Value, err = p.word("a value"); err != nil {
		return c, err
	}
	if p.rest != "" && p.rest[0] != ',' {
		return c, p.fails(p.rest, "separate comparisons with commas, and use double quotes around names and values that contain special characters")
	}
	c.Number = numberOf(c.Value)
	return c, nil
}

// thousands matches a number that has commas between its thousands. They do not end a value.
var thousands = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+[kKmMbB]?\b`)

// numberOf returns the number that a value stands for, or NaN if it is not a number.
func numberOf(value string) float64 {
	if n, err := strconv.ParseFloat(value, 64); err == nil {
		return n
	}
	if n, err := option.ParseNumber(value); err == nil {
		return float64(n)
	}
	return math.NaN()
}

func (p *parser) skipBlanks() { p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace) }

// word parses a name or a value, and skips the spaces after it. A word without quotes ends before
// an operator, a comma or a quote.
func (p *parser) word(what string) (word string, err error) {
	start := p.rest
	if !strings.HasPrefix(start, `"`) {
		end := strings.IndexAny(start+",", `,"!<=>`) // the end of the text ends a word, too
		p.rest = start[end:]
		if word = strings.TrimSpace(start[:end]); word == "" {
			err = p.fails(start, "%s is missing", what)
		}
		return word, err
	}
	for p.rest = start[1:]; ; p.rest = p.rest[1:] {
		inside, after, found := strings.Cut(p.rest, `"`)
		if !found {
			return "", p.fails(start, "the quote that starts here is not closed")
		}
		word += inside
		if p.rest = after; !strings.HasPrefix(after, `"`) {
			p.skipBlanks()
			return word, nil
		}
		word += `"`
	}
}

// HoldsFor reports whether the comparison holds for text. It compares numbers if both text and the
// value are numbers.
func (c *Comparison) HoldsFor(text []byte) bool {
	if c.IsNumber() {
		if n, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil {
			return c.Compares(n)
		}
	}
	switch c.Operator {
	case "=":
		return string(text) == c.Value
	case "!=":
		return string(text) != c.Value
	}
	return false // text that is not a number is neither less nor greater than the value
}

// Compares reports whether the comparison holds for n.
func (c *Comparison) Compares(n float64) bool { return c.Orders(n, c.Number) }

// Orders reports whether the operator holds for a and b.
func (c *Comparison) Orders(a, b float64) bool {
	switch c.Operator {
	case "=":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}
