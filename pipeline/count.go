package pipeline

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// ParseCount reads a number of rows or puzzles from 1 on, as people write it: digits, and k,
// M or B behind them for thousands, millions and thousands of millions.
func ParseCount(text string) (int64, error) {
	digits := strings.TrimRight(text, "kKmMbB")
	unit, known := map[string]int64{"": 1, "k": 1e3, "m": 1e6, "b": 1e9}[strings.ToLower(text[len(digits):])]
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || !known || n < 1 || n > math.MaxInt64/4/unit {
		return 0, errors.New("it must be a number from 1 on, such as 5000, 10k, 1M or 2B")
	}
	return n * unit, nil
}
