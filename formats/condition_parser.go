package formats

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

// operators lists all operators. Longer operators come before their prefixes.
var operators = []string{"!=", "<=", ">=", "=", "<", ">"}

// A conditionParser holds a text, and the rest that has not been parsed yet.
type conditionParser struct{ text, rest string }

// fails returns an error that states the position in the text where rest starts.
func (p *conditionParser) fails(rest, format string, args ...any) error {
	return fmt.Errorf("at character %d of %q: %s", p.position(rest)+1, p.text, fmt.Sprintf(format, args...))
}

// position returns the number of characters of the text that precede rest.
func (p *conditionParser) position(rest string) int {
	return utf8.RuneCountInString(p.text[:len(p.text)-len(rest)])
}

// comparison parses the next comparison, which ends at a comma or at the end of the text.
func (p *conditionParser) comparison() (c comparison, err error) {
	p.skipBlanks()
	c.at = p.position(p.rest)
	if c.name, err = p.word("a column name"); err != nil {
		return c, err
	}
	k := slices.IndexFunc(operators, func(operator string) bool { return strings.HasPrefix(p.rest, operator) })
	if k < 0 {
		return c, p.fails(p.rest, "an operator is missing; use one of: %s", strings.Join(operators, " "))
	}
	c.operator = operators[k]
	p.rest = p.rest[len(c.operator):]
	p.skipBlanks()
	if c.value = thousands.FindString(p.rest); c.value != "" {
		p.rest = p.rest[len(c.value):]
		p.skipBlanks()
	} else if c.value, err = p.word("a value"); err != nil {
		return c, err
	}
	if p.rest != "" && p.rest[0] != ',' {
		return c, p.fails(p.rest, "separate comparisons with commas, and use double quotes around names and values that contain special characters")
	}
	c.number = numberOf(c.value)
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

func (p *conditionParser) skipBlanks() { p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace) }

// word parses a name or a value, and skips the spaces after it. A word without quotes ends before
// an operator, a comma or a quote.
func (p *conditionParser) word(what string) (word string, err error) {
	start := p.rest
	if !strings.HasPrefix(start, `"`) {
		end := strings.IndexAny(start+",", `,"!<=>`) // the end of the text ends a word, too
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

// quotedWord matches a word in quotes and the next character. Two quotes in the word stand for one.
var quotedWord = regexp.MustCompile(`^"((?:[^"]|"")*)"(?:[^"]|$)`)
