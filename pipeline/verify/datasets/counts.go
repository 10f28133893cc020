package datasets

import (
	"strconv"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
)

// checkCounts checks that the figures in _SUCCESS.json are consistent with each other.
func (c *checker) checkCounts() {
	s := c.made
	var bases, written int64
	for i, split := range s.Splits {
		bases += split.Bases
		written += split.Rows
		c.wantSum("rows of "+split.Name, split.Rows, split.Bases*(1+split.Morphs), "puzzles and morphs in the split")
		c.wantSum("clues of "+split.Name, sum(split.Clues), split.Bases, "puzzles in the split")
		c.wantSum("guesses of "+split.Name, sum(split.Guesses), split.Bases, "puzzles in the split")
		if split.Difficulties != nil {
			c.wantSum("difficulties of "+split.Name, sum(split.Difficulties), split.Bases, "puzzles in the split")
		}
		c.checkSample(i)
	}
	dropped := int64(0)
	d := &s.Rows.Dropped
	for _, n := range []int64{d.NotUnique, d.Filtered, d.Duplicate, d.Excluded, d.Unassigned, d.Unsampled} {
		if dropped += n; n < 0 {
			c.faultOf(dataset.SuccessName, "a count of dropped rows is negative: %d", n)
		}
	}
	for _, stated := range []struct{ option, value string }{
		{"seed", strconv.FormatUint(s.Seed, 10)}, {"by", s.By}, {"dedupe", s.Dedupe},
	} {
		if option := s.Options[stated.option]; option != stated.value {
			c.faultOf(dataset.SuccessName, "%q is %s, but its value in \"options\" is %v", stated.option, stated.value, option)
		}
	}
	c.wantSum("bases", s.Rows.Bases, bases, "puzzles in the splits")
	c.wantSum("written", s.Rows.Written, written, "rows in the splits")
	c.wantSum("read", s.Rows.Read, dropped+s.Rows.Bases, "rows that were dropped or kept")
	c.wantSum("unique", s.Rows.Verdicts[solver.Unique.String()], s.Rows.Read-d.NotUnique, "rows with unique solutions")
	if s.Rows.Answers != nil {
		c.wantSum("answers", sum(s.Rows.Answers), s.Rows.Read, "rows that were read")
	}
	c.wantSum("verdicts", sum(s.Rows.Verdicts), s.Rows.Read, "rows that were read")
}

// wantSum checks that a figure is the sum of its components.
func (c *checker) wantSum(name string, is, should int64, of string) {
	if is != should {
		c.faultOf(dataset.SuccessName, "the total of %q is %d, but the number of %[4]s is %[3]d", name, is, should, of)
	}
}

func sum[K comparable](counts map[K]int64) (n int64) {
	for _, count := range counts {
		n += count
	}
	return n
}

// checkSample checks that split i has no more puzzles than its sample allows. If Selection.Each is
// set, the limit applies to each value of that property.
func (c *checker) checkSample(i int) {
	split, most := &c.made.Splits[i], c.sampling.Splits[i].Sample
	switch {
	case most == 0:
	case c.sampling.Each == "" && split.Bases > most:
		c.faultOf(dataset.SuccessName, "%s has %s, but the options allow at most %d", split.Name, english.Plural(int(split.Bases), "puzzle", ""), most)
	default:
		for _, of := range split.By(c.sampling.Each) {
			if of.Rows > most {
				c.faultOf(dataset.SuccessName, "%s has %s (%s), but the options allow at most %d for each %s", split.Name, english.Plural(int(of.Rows), "puzzle", ""), of.Value, most, c.sampling.Each.Phrase())
			}
		}
	}
}

// hasValues reports whether puzzles are counted by the values of a property (Selection.Each).
func (v *tableVerifier) hasValues() bool { return v.isFirst && v.sampling.Each != "" }
