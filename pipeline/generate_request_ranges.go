package pipeline

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
)

// parseDifficulties parses A:B, A:, :B or A. It returns nil for the empty string.
func parseDifficulties(option, text string) (*generate.DifficultyRange, error) {
	if text == "" {
		return nil, nil
	}
	d := generate.DifficultyRange{From: ladder.Easy, To: ladder.ExtremelyHard}
	if !readRange(text, &d.From, &d.To, ladder.ParseDifficulty) || d.From > d.To {
		return nil, fmt.Errorf("%s must be A:B, A:, :B or one of %s, not %q", option, strings.Join(ladder.DifficultyNames(), ", "), text)
	}
	return &d, nil
}

// parseRange parses A:B, A:, :B or A, which means A:A. It returns nil for the empty string.
func parseRange(option, text string, most int) (*generate.Range, error) {
	if text == "" {
		return nil, nil
	}
	r := generate.Range{To: most}
	if !readRange(text, &r.From, &r.To, parseInt) {
		return nil, fmt.Errorf("%s must be A:B, A:, :B or a number, not %q", option, text)
	}
	return &r, nil
}

// readRange parses a range of the form A:B or A, where A means A:A. It stores the limits in from
// and to. It does not change the variable of a missing limit. It reports whether text is a range.
func readRange[T any](text string, from, to *T, parse func(string) (T, error)) bool {
	first, last, isRange := strings.Cut(text, ":")
	if !isRange {
		last = first
	}
	var errFirst, errLast error
	if first != "" {
		*from, errFirst = parse(first)
	}
	if last != "" {
		*to, errLast = parse(last)
	}
	return errFirst == nil && errLast == nil && first+last != ""
}

func parseInt(text string) (int, error) {
	n, err := ParseNumber(text)
	if err == nil && (n < 0 || n > math.MaxInt32) {
		err = strconv.ErrRange
	}
	return int(n), err
}
