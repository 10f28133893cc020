package option

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// ParseCount is like ParseNumber but requires a number from 1 to math.MaxInt64/4.
func ParseCount(text string) (int64, error) {
	n, err := ParseNumber(text)
	if err != nil || n < 1 || n > math.MaxInt64/4 {
		return 0, errors.New("it must be a whole number, 1 or greater, such as 5000, 10,000, 10k, 1M or 2B")
	}
	return n, nil
}

var thousands = regexp.MustCompile(`^-?[0-9]{1,3}(,[0-9]{3})+$`)

// ParseNumber parses an integer. Commas can separate groups of thousands. The suffix k, M or B
// multiplies the number by a thousand, a million or a billion.
func ParseNumber(text string) (int64, error) {
	digits := strings.TrimRight(text, "kKmMbB")
	unit, known := map[string]int64{"": 1, "k": 1e3, "m": 1e6, "b": 1e9}[strings.ToLower(text[len(digits):])]
	if thousands.MatchString(digits) {
		digits = strings.ReplaceAll(digits, ",", "")
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err != nil:
		return 0, err
	case !known:
		return 0, strconv.ErrSyntax
	case n > math.MaxInt64/unit || n < math.MinInt64/unit:
		return 0, strconv.ErrRange
	}
	return n * unit, nil
}

// ItemsOf splits text at commas, but keeps numbers after "=" or ":" whole. For example, it splits
// "24=10,000,25=500" into "24=10,000" and "25=500".
func ItemsOf(text string) (items []string) {
	for item := range strings.SplitSeq(text, ",") {
		last := len(items) - 1
		if laterThousands.MatchString(item) && last >= 0 && beforeThousands.MatchString(items[last]) {
			items[last] += "," + item
			continue
		}
		items = append(items, item)
	}
	return items
}

var (
	beforeThousands = regexp.MustCompile(`[=:] *[0-9]{1,3}(,[0-9]{3})*$`)
	laterThousands  = regexp.MustCompile(`^[0-9]{3}[kKmMbB]?$`)
)
