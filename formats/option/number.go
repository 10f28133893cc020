package option

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// ParseCount is like ParseNumber but requires a number from 1 to math.MaxInt64/4.
func ParseCount(text string) (int64, error) {
	n, err := ParseNumber(text)
	if strings.HasSuffix(text, "%") {
		return 0, errors.New("the value must be a whole number, not a percentage")
	}
	if err != nil || n < 1 || n > math.MaxInt64/4 {
		return 0, errors.New("the value must be a whole number, 1 or greater, such as 10k, 1M, 2B, 5000 or 10,000")
	}
	return n, nil
}

var thousands = regexp.MustCompile(`^-?[0-9]{1,3}(,[0-9]{3})+$`)

// ParseNumber parses an integer. Commas can separate thousands. The suffixes k, M and B multiply
// the number by a thousand, a million and a billion, respectively.
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

// ParseDecimal is like ParseNumber but also accepts decimal and scientific notation.
func ParseDecimal(text string) (float64, error) {
	if n, err := ParseNumber(text); err == nil {
		return float64(n), nil
	}
	return strconv.ParseFloat(text, 64)
}

// ParseFraction is like ParseDecimal but also accepts percentages. 90% means 0.9.
func ParseFraction(text string) (float64, error) {
	percent, isPercentage := strings.CutSuffix(text, "%")
	n, err := ParseDecimal(percent)
	if isPercentage {
		n /= 100
	}
	return n, err
}

// ParseAmount parses a count (see ParseCount), or a share such as 0.9 or 90%. If text is a count,
// share is 0. If text is a share, count is 0.
func ParseAmount(text string) (share float64, count int64, err error) {
	if !strings.ContainsAny(text, ".%") {
		if count, err = ParseCount(text); err != nil {
			err = fmt.Errorf("%w; a share such as 0.9 is also valid", err)
		}
		return 0, count, err
	}
	if share, err = ParseFraction(text); err != nil || !(share > 0 && share <= 1) {
		return 0, 0, errors.New("a share must be greater than 0.0 and at most 1.0; a count must be a whole number")
	}
	return share, 0, nil
}

// SplitList splits text at commas, and removes the spaces around the items.
func SplitList(text string) []string {
	items := strings.Split(text, ",")
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	return items
}

// ItemsOf splits text at commas, except in numbers next to "=" or ":". For example, it splits
// "24=10,000,1,000:=500" into "24=10,000" and "1,000:=500". It removes unnecessary spaces.
func ItemsOf(text string) (items []string) {
	for item := range strings.SplitSeq(spaced.ReplaceAllString(text, "$1"), ",") {
		last := len(items) - 1
		if last >= 0 && beforeThousands.MatchString(items[last]) && laterThousands.MatchString(item) &&
			(!strings.Contains(items[last], "=") || !strings.Contains(item, "=")) {
			items[last] += "," + strings.TrimSpace(item)
			continue
		}
		items = append(items, strings.TrimSpace(item))
	}
	return items
}

var (
	spaced          = regexp.MustCompile(`\s*([=:])\s*`)
	beforeThousands = regexp.MustCompile(`(^|[=:])-?[0-9]{1,3}(,[0-9]{3})*$`)
	laterThousands  = regexp.MustCompile(`^[0-9]{3}[kKmMbB]? *([=:]|$)`)
)
