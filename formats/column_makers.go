package formats

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// Dictionaries of the columns whose values are words.
var (
	verdictNames = textsOf(solver.NumVerdicts, func(v int) string { return solver.Verdict(v).String() })
	booleanWords = []string{"false", "true"}
	// backdoorNames lists the possible backdoor sizes. An empty string means no value.
	backdoorNames = []string{"", "0", "1", "2"}
	// hardestNames lists the possible values of HardestColumn. An empty string means no technique.
	hardestNames = append([]string{""}, textsOf(ladder.NumTechniques, func(t int) string { return ladder.Technique(t).String() })[ladder.Singles:]...)
	// foundNames lists the values of the found column. An empty string means a missing output.
	foundNames = append([]string{""}, textsOf(extract.NumKinds, extract.KindName)...)
)

// textsOf returns the texts of the numbers from 0 to n-1.
func textsOf(n int, text func(i int) string) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = text(i)
	}
	return texts
}

func toNumber(truth bool) int32 {
	if truth {
		return 1
	}
	return 0
}

// A numberSource sets dst[k] to the number that row from+k of a batch has in a column. A call
// handles many rows, because a call costs more than reading a number.
type numberSource func(dst []int32, b *Batch, from int)

func numbersOf(number func(b *Batch, i int) int32) numberSource {
	return func(dst []int32, b *Batch, from int) {
		for i := range dst {
			dst[i] = number(b, from+i)
		}
	}
}

// numberColumn completes c, a column of numbers, and returns it. place finds the value of row i.
func numberColumn(c outputColumn, place func(b *Batch, i int) *int32) outputColumn {
	c.kind, c.readback = kindInteger, place
	c.numbers = func(dst []int32, b *Batch, from int) {
		for i := range dst {
			dst[i] = *place(b, from+i)
		}
	}
	return c
}

func statisticColumn(name string, place func(b *Batch, i int) *int32) outputColumn {
	return numberColumn(outputColumn{name: name, statistic: true}, place)
}

// ratingColumn completes c, a column of words or of kindThousandths, and returns it. number returns
// the address of the value in a Rating.
func ratingColumn[N ~uint8 | ~int32](c outputColumn, number func(*Rating) *N) outputColumn {
	c.numbers = numbersOf(func(b *Batch, i int) int32 { return int32(*number(b.rating(i))) })
	if c.hasWords() {
		c.parse = wordParser(c.words, func(b *Batch, i, word int) { *number(b.rating(i)) = N(word) })
		return c
	}
	c.parse = func(b *Batch, i int, text []byte) bool {
		n, good := parseThousandths(text)
		*number(b.rating(i)) = N(n)
		return good
	}
	return c
}

// ratedTechniques is the number of techniques that have columns. They are Singles to TrialAndError.
const ratedTechniques = Column(ladder.TrialAndError)

// techniqueColumns returns a column of waves for each technique, and then a column of removed
// candidates for each technique. For singles, the second column counts placed digits.
func techniqueColumns() []outputColumn {
	var waves, removed []outputColumn
	add := func(to *[]outputColumn, name string, place func(b *Batch, i int) *int32) {
		*to = append(*to, numberColumn(outputColumn{name: name, extra: "techniques"}, place))
	}
	for t := ladder.Singles; t <= ladder.TrialAndError; t++ {
		name := "removed_" + t.String()
		if t == ladder.Singles {
			name = "placed_singles"
		}
		add(&waves, "waves_"+t.String(), func(b *Batch, i int) *int32 { return &b.rating(i).Waves[t] })
		add(&removed, name, func(b *Batch, i int) *int32 { return &b.rating(i).Removed[t] })
	}
	return append(waves, removed...)
}

// wordParser returns a function that parses one of the words and calls set with the word's index.
func wordParser(words []string, set func(b *Batch, i, word int)) func(b *Batch, i int, text []byte) bool {
	return func(b *Batch, i int, text []byte) bool {
		index := slices.IndexFunc(words, func(word string) bool { return string(text) == word })
		if index >= 0 {
			set(b, i, index)
		}
		return index >= 0
	}
}

// gridParser returns a function that reads back a grid, which can be missing. It accepts any 81
// characters, so that a later check can report what is wrong with the grid.
func gridParser(of func(b *Batch, i int) *solver.Grid) func(b *Batch, i int, text []byte) bool {
	return func(b *Batch, i int, text []byte) bool {
		if len(text) == solver.Cells {
			*of(b, i) = solver.Grid(text)
			return true
		}
		return len(text) == 0
	}
}

func parseClass(b *Batch, i int, text []byte) bool {
	if len(text) == len(ClassText{}) {
		b.Classes[i] = ClassText(text)
		return strings.Trim(string(text), "0123456789abcdef") == ""
	}
	return len(text) == 0
}

func parseReasonField(b *Batch, i int, text []byte) (good bool) {
	if len(text) > 0 {
		b.Readback[i].Reason, good = gridtext.ParseReason(text)
	}
	return good || len(text) == 0
}

// parseThousandths parses a non-negative number that appendValue wrote. n is the number of
// thousandths plus 1, or 0 for an empty string.
func parseThousandths(text []byte) (n int32, ok bool) {
	if len(text) == 0 {
		return 0, true
	}
	value, err := strconv.ParseFloat(string(text), 64)
	n = int32(min(1000*value+1.5, 1<<31-1))
	return n, err == nil && value >= 0 && strconv.FormatFloat(float64(n-1)/1000, 'f', -1, 64) == string(text)
}
