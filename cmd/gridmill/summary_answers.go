package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/formats"
)

// answerTexts say for people what the classes of answers mean.
var answerTexts = [formats.NumAnswers]string{formats.Match: "correct", formats.Other: "correct but different", formats.Wrong: "wrong", formats.Incomplete: "incomplete", formats.Unreadable: "unreadable"}

// printAnswers writes how many answers of the data set there are of each class. Scores of models'
// outputs take their place.
func (s *summary) printAnswers(to io.Writer) {
	if s.Answers == nil || s.Scores != nil {
		return
	}
	all := int64(0)
	for _, n := range s.totals.Answers[formats.Match:] {
		all += n
	}
	var texts []string
	for a := formats.Match; a < formats.NumAnswers; a++ {
		if n := s.totals.Answers[a]; n > 0 {
			texts = append(texts, fmt.Sprintf("%s %s (%.1f%%)", humanize.Comma(n), answerTexts[a], 100*float64(n)/float64(all)))
		}
	}
	fmt.Fprintf(to, "  answers   %s\n", strings.Join(texts, ", "))
}
