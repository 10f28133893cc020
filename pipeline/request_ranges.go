package pipeline

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
)

// parseDifficulties reads A:B, where one may be missing, or only A. The empty text is nil.
func parseDifficulties(text string) (*generate.DifficultyRange, error) {
	if text == "" {
		return nil, nil
	}
	from, to, isRange := strings.Cut(text, ":")
	if !isRange {
		to = from
	}
	d := generate.DifficultyRange{From: ladder.Easy, To: ladder.ExtremelyHard}
	var noFrom, noTo error
	if from != "" {
		d.From, noFrom = ladder.ParseDifficulty(from)
	}
	if to != "" {
		d.To, noTo = ladder.ParseDifficulty(to)
	}
	if noFrom != nil || noTo != nil || from+to == "" || d.From > d.To {
		return nil, fmt.Errorf("difficulty must be A:B, A:, :B or one of %s, not %q", strings.Join(ladder.DifficultyNames(), ", "), text)
	}
	return &d, nil
}

// parseRange reads A:B, where one may be missing, or only A, which is A:A. The empty text is nil.
func parseRange(option, text string, most int) (*generate.Range, error) {
	if text == "" {
		return nil, nil
	}
	from, to, isRange := strings.Cut(text, ":")
	if !isRange {
		to = from
	}
	r := generate.Range{To: most}
	var errFrom, errTo error
	if from != "" {
		r.From, errFrom = parseInt(from)
	}
	if to != "" {
		r.To, errTo = parseInt(to)
	}
	if errFrom != nil || errTo != nil || from+to == "" {
		return nil, fmt.Errorf("%s must be A:B, A:, :B or a number, not %q", option, text)
	}
	return &r, nil
}

// parseInt reads a number as ParseNumber does.
func parseInt(text string) (int, error) {
	n, err := ParseNumber(text)
	if err == nil && (n < 0 || n > math.MaxInt32) {
		err = strconv.ErrRange
	}
	return int(n), err
}
