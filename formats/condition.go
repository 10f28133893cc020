package formats

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// A Condition chooses rows by what stands in their columns.
type Condition struct{ comparisons []comparison }

// A comparison is a column, an operator and a value.
type comparison struct {
	name     string
	operator string
	value    string
	number   float64 // the value, or NaN
	at       int     // where it starts in the text, in bytes

	kept   int           // index of the input's column, or -1
	output *outputColumn // if it is one of gridmill's
	word   int32         // of it, if the values of the column are words
}

// operators are all of them, the longer before those that they start with.
var operators = []string{"!=", "<=", ">=", "=", "<", ">"}

// ParseCondition reads comparisons separated by commas, all of which must hold, such as
// "verdict=unique,guesses>=1". Names and values with commas or operators in them stand in
// double quotes. The empty text is a Condition that holds for all rows. Errors say at which
// character of the text they are.
func ParseCondition(text string) (*Condition, error) {
	c := new(Condition)
	if strings.TrimSpace(text) == "" {
		return c, nil
	}
	for p := (conditionParser{text: text}); ; p.at++ {
		one, err := p.comparison()
		if err != nil {
			return nil, err
		}
		c.comparisons = append(c.comparisons, one)
		if p.at == len(text) {
			return c, nil
		}
	}
}

// String returns a text that ParseCondition reads as the same Condition.
func (c *Condition) String() string {
	var texts []string
	for _, one := range c.comparisons {
		texts = append(texts, quoteWord(one.name)+one.operator+quoteWord(one.value))
	}
	return strings.Join(texts, ",")
}

func quoteWord(word string) string {
	if word != "" && word == strings.TrimSpace(word) && !strings.ContainsAny(word, `,"!<=>`) {
		return word
	}
	return `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
}

// conditionParser reads a text from a place on.
type conditionParser struct {
	text string
	at   int
}

// fails says what is wrong at a place.
func (p *conditionParser) fails(at int, format string, args ...any) error {
	return fmt.Errorf("at character %d of %q: %s", at+1, p.text, fmt.Sprintf(format, args...))
}

// comparison reads up to a comma or the end.
func (p *conditionParser) comparison() (c comparison, err error) {
	p.skipBlanks()
	c.at = p.at
	if c.name, err = p.word("the name of a column"); err != nil {
		return c, err
	}
	for _, operator := range operators {
		if strings.HasPrefix(p.text[p.at:], operator) {
			c.operator = operator
			p.at += len(operator)
			break
		}
	}
	if c.operator == "" {
		return c, p.fails(p.at, "one of the operators %s is missing", strings.Join(operators, " "))
	}
	p.skipBlanks()
	if c.value, err = p.word("a value"); err != nil {
		return c, err
	}
	if p.at < len(p.text) && p.text[p.at] != ',' {
		return c, p.fails(p.at, "comparisons are separated by commas, and what holds other characters stands in double quotes")
	}
	c.number = math.NaN()
	if n, err := strconv.ParseFloat(c.value, 64); err == nil {
		c.number = n
	}
	return c, nil
}

// ordered reports whether the operator asks for more than equality.
func (c *comparison) ordered() bool { return c.operator[0] == '<' || c.operator[0] == '>' }

func (p *conditionParser) skipBlanks() {
	rest := strings.TrimLeftFunc(p.text[p.at:], unicode.IsSpace)
	p.at = len(p.text) - len(rest)
}

// word reads a name or a value, which stands in quotes or ends before an operator or a comma,
// and the blanks behind it.
func (p *conditionParser) word(what string) (string, error) {
	start := p.at
	if !strings.HasPrefix(p.text[p.at:], `"`) {
		if end := strings.IndexAny(p.text[start:], `,"!<=>`); end >= 0 {
			p.at += end
		} else {
			p.at = len(p.text)
		}
		word := strings.TrimSpace(p.text[start:p.at])
		if word == "" {
			return "", p.fails(start, "%s is missing", what)
		}
		return word, nil
	}
	var word strings.Builder
	for rest := p.text[start+1:]; ; {
		inside, behind, found := strings.Cut(rest, `"`)
		if !found {
			return "", p.fails(start, "the quotes that start here do not end")
		}
		word.WriteString(inside)
		if !strings.HasPrefix(behind, `"`) {
			p.at = len(p.text) - len(behind)
			p.skipBlanks()
			return word.String(), nil
		}
		word.WriteByte('"')
		rest = behind[1:]
	}
}
