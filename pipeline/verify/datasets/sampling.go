package datasets

import (
	"fmt"

	"github.com/gridmill/gridmill/pipeline/dataset"
)

// readSampling reads the options that limit the number of puzzles in each split.
func (c *checker) readSampling() (err error) {
	for _, s := range c.made.Splits {
		c.sampling.Splits = append(c.sampling.Splits, dataset.Split{Name: s.Name})
	}
	if c.sampling.Each, err = dataset.ParseProperty(c.option("each")); err != nil {
		return fmt.Errorf("each: %w", err)
	}
	err = dataset.ParseNumbers(c.option("sample"), c.sampling.Splits, func(s *dataset.Split, n int64) { s.Sample = n })
	if err != nil {
		return fmt.Errorf("sample: %w", err)
	}
	return nil
}

// checkSample checks that split i does not have more puzzles than its sample allows, in total or
// for each value of the property.
func (c *checker) checkSample(i int) {
	split, most := &c.made.Splits[i], c.sampling.Splits[i].Sample
	switch {
	case most == 0:
	case c.sampling.Each == "" && split.Bases > most:
		c.faultOf(dataset.SuccessName, "%s has %d puzzles, but its sample may have at most %d", split.Name, split.Bases, most)
	default:
		for _, of := range split.By(c.sampling.Each) {
			if of.Rows > most {
				c.faultOf(dataset.SuccessName, "%s has %d puzzles of %s, but its sample may have at most %d of each %s", split.Name, of.Rows, of.Value, most, c.sampling.Each.Phrase())
			}
		}
	}
}

// hasValues reports whether to compare the values of the property that balances samples.
func (v *tableVerifier) hasValues() bool { return v.keys && v.sampling.Each != "" }

// checkValues checks the values of the bases of the split against the recorded values.
func (v *tableVerifier) checkValues() {
	for _, of := range v.counts.By(v.sampling.Each) {
		if has := v.values[of.Number]; v.keys && has != of.Rows {
			v.faultOf(v.files[0], "it has %d puzzles of %s, expected %d according to %s", has, of.Value, of.Rows, dataset.SuccessName)
		}
	}
}
