package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline/keys"
)

// A Selection determines which rows become training data and which split each row goes to.
type Selection struct {
	Dedupe  keys.Criterion // one of those named in keys.DedupeNames
	By      keys.Criterion // one of those named in keys.ByNames
	Splits  []Split
	Each    Property           // if set, samples are taken for each value of this property
	Where   *formats.Condition // the rows to keep; Bind must have been called
	Seed    uint64
	Shuffle bool
	// PartRows is the number of rows in each part of the solved inputs. The parts of the splits
	// also have about PartRows rows, unless shuffling limits their size or number.
	PartRows int64
}

// A Split is a requested split: a share of all classes, a number of puzzles, or the rest.
type Split struct {
	Name string
	// Requested is the share or number as the user wrote it, or empty if the split takes the rest.
	Requested string
	Share     float64 // fraction of all classes that goes to the split; 0 if not set
	Count     int64   // number of puzzles; 0 if not set
	// Sample is the number of puzzles to keep, and SampleShare is the share to keep. If both are 0,
	// all puzzles are kept. If Selection.Each names a property, Sample or SampleShare applies
	// separately to each value of the property.
	Sample      int64
	SampleShare float64
	Morphs      int64 // number of morphs per puzzle
}

// SetSample sets the sample to an amount such as "1,000" or "10%".
func (s *Split) SetSample(amount string) (err error) {
	s.SampleShare, s.Sample, err = option.ParseAmount(amount)
	return err
}

// SetMorphs sets the number of morphs.
func (s *Split) SetMorphs(number string) (err error) {
	s.Morphs, err = option.ParseCount(number)
	return err
}

// IsSampled reports whether the split keeps only a sample of its puzzles.
func (s *Split) IsSampled() bool { return s.Sample > 0 || s.SampleShare > 0 }

// SampleText describes the sample. It returns the empty string if all puzzles are kept.
func (s *Split) SampleText() string {
	switch {
	case s.Sample > 0:
		return fmt.Sprintf("at most %s puzzles", humanize.Comma(s.Sample))
	case s.SampleShare > 0:
		return fmt.Sprintf("%.4g%% of the puzzles", 100*s.SampleShare)
	}
	return ""
}

// Number returns the requested size of split i, or 0 if the size depends on the inputs.
func (r *Selection) Number(i int) int64 {
	s := &r.Splits[i]
	switch {
	case !s.IsSampled():
		return s.Count
	case r.Each != "" || s.Sample == 0:
		return 0
	case s.Count == 0:
		return s.Sample
	}
	return min(s.Count, s.Sample)
}

// MaxSplits is the maximum number of splits of a data set.
const MaxSplits = 100

// ParseSplits parses a comma-separated list of splits, such as "train=0.9,test=10%" or
// "test=1000,train". Each split has a name, which can be followed by a share or by a number of
// puzzles. A number with a decimal point or a percent sign is a share. A split with only a name
// takes the rest. Numbers may contain commas, as in "test=10,000,train".
func ParseSplits(text string) (splits []Split, err error) {
	counts, rests, sum := int64(0), 0, 0.0
	for _, item := range option.ItemsOf(text) {
		name, requested, given := strings.Cut(item, "=")
		s := Split{Name: name, Requested: requested}
		_, notNumber := option.ParseFraction(s.Name)
		switch {
		case !given && notNumber == nil && strings.ContainsAny(s.Name, "0123456789"): // unlike "inf"
			return nil, fmt.Errorf("%q is a number, but the name of a split is expected; write NAME=%[1]s, or, if a comma precedes %[1]s and does not separate two splits, remove the comma", s.Name)
		case s.Name == "" || strings.Trim(s.Name, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "":
			return nil, fmt.Errorf("%q is not a valid split name; use lowercase letters, digits, _ and -, as in train=90%%,test=10%%", s.Name)
		case strings.ContainsAny(s.Name[:1], "_-"): // so no split has the name of the private directory, _gridmill
			return nil, fmt.Errorf("%q is not a valid split name: it must start with a letter or a digit", s.Name)
		case slices.ContainsFunc(splits, func(o Split) bool { return o.Name == s.Name }):
			return nil, fmt.Errorf("two splits are called %s", s.Name)
		case !given:
			rests++
		default:
			if s.Share, s.Count, err = option.ParseAmount(s.Requested); err != nil {
				return nil, fmt.Errorf("%s=%s: %w", s.Name, s.Requested, err)
			}
			sum += s.Share
			counts += min(s.Count, 1)
		}
		splits = append(splits, s)
	}
	switch {
	case sum > 0 && counts > 0:
		return nil, errors.New("shares and numbers of puzzles cannot be combined; use only shares or only numbers (a split with only a name takes the rest)")
	case rests > 1:
		return nil, errors.New("several splits have neither a share nor a number; only one split can take the rest")
	case sum > 1+1e-9:
		return nil, fmt.Errorf("the shares add up to %g, which is more than 1", sum)
	case len(splits) > MaxSplits:
		return nil, fmt.Errorf("the data set has %d splits, more than the limit of %d", len(splits), MaxSplits)
	}
	return splits, nil
}

// difficulties lists split names that seem to promise puzzles of a certain difficulty. It includes
// the names of gridmill's difficulties.
var difficulties = []string{"easy", "medium", "hard", "harder", "hardest", "unfair", "extreme", "expert", "evil", "diabolical"}

// Remarks returns remarks about possible mistakes: shares that add up to less than 1, puzzle
// counts that look like shares or percentages, and splits that are named after a difficulty.
func Remarks(splits []Split) (remarks []string) {
	sum, numbers, named := 0.0, int64(0), []string{}
	for _, s := range splits {
		sum += s.Share
		numbers += s.Count
		if slices.Contains(difficulties, s.Name) {
			named = append(named, s.Name)
		}
	}
	if sum < 1-1e-9 && !slices.ContainsFunc(splits, func(s Split) bool { return s.Share == 0 }) {
		remarks = append(remarks, fmt.Sprintf("the shares add up to %.3g, so %.3g%% of the puzzles are not assigned to a split; to include them, add a split without a share", sum, 100*(1-sum)))
	}
	if (numbers == 100 || numbers == 1) && !slices.ContainsFunc(splits, func(s Split) bool { return s.Count == 0 }) {
		remarks = append(remarks, fmt.Sprintf("the numbers of puzzles add up to %d; if you mean percentages, add percent signs, as in train=90%%,test=10%%", numbers))
	}
	if len(named) > 0 {
		remarks = append(remarks, fmt.Sprintf("splits are random; the name %s does not select puzzles by difficulty", strings.Join(named, " or ")))
	}
	return remarks
}

// ParseNumbers parses a list such as "train=1000,test=100", and calls set for each number.
func ParseNumbers(text string, splits []Split, set func(s *Split, number string) error) error {
	if text == "" {
		return nil
	}
	given := make([]bool, len(splits))
	for _, item := range option.ItemsOf(text) {
		name, number, _ := strings.Cut(item, "=")
		i := slices.IndexFunc(splits, func(s Split) bool { return s.Name == name })
		switch {
		case i < 0:
			return fmt.Errorf("%q must be SPLIT=N, where SPLIT is one of: %s", item, strings.Join(names(splits), ", "))
		case given[i]:
			return fmt.Errorf("the split %s occurs twice", name)
		}
		given[i] = true
		if err := set(&splits[i], number); err != nil {
			return fmt.Errorf("%s=%s: %w", name, number, err)
		}
	}
	return nil
}

func names(splits []Split) (names []string) {
	for _, s := range splits {
		names = append(names, s.Name)
	}
	return names
}

func (r *Selection) samples() bool {
	return slices.ContainsFunc(r.Splits, func(s Split) bool { return s.IsSampled() })
}

// counts reports whether the splits are given as numbers of puzzles.
func (r *Selection) counts() bool {
	return slices.ContainsFunc(r.Splits, func(s Split) bool { return s.Count > 0 })
}
