package main

import (
	"fmt"
	"io"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/likeness"
)

// addReading adds how the first input is read, and which columns lose their types in the format of
// the output.
func (s *summary) addReading(schema *formats.Schema, f formats.Format) {
	if schema.Format == formats.Auto { // generated rows
		return
	}
	s.reading = append(s.reading, schema.Reading.String())
	if names := schema.TextIn(f); names != "" {
		s.reading = append(s.reading, fmt.Sprintf("all values are texts in %s, as only columns that are declared as numbers or truth values keep their type in %s", names, f))
	}
}

// addLeftOut adds what the inputs hold and no row does.
func (s *summary) addLeftOut(l *formats.LeftOut) {
	s.LeftOut, _ = l.Keys()
	s.LeftOutLines = l.Lines()
	s.leftOut = leftOutLines(l)
}

// leftOutLines lists what the inputs hold and no row does.
func leftOutLines(l *formats.LeftOut) (lines []string) {
	keys, more := l.Keys()
	for _, k := range keys {
		lines = append(lines, fmt.Sprintf("the key %s, which the first rows do not have (%s:%d)", formats.ShownName(k.Key), files.Printable(k.File), k.Row))
	}
	if more {
		lines = append(lines, "and other such keys")
	}
	for _, left := range l.Lines() {
		lines = append(lines, fmt.Sprintf("%s: %s (first %s:%d)", left.Kind, countOf(left.Count, "line"), files.Printable(left.File), left.Line))
	}
	return lines
}

// skippedLines lists what of the inputs is not read.
func skippedLines(skipped *formats.Skipped) (lines []string) {
	const most = 5
	first, count := skipped.Inputs()
	for i, input := range first {
		if i == most {
			return append(lines, fmt.Sprintf("and %s more", countOf(count-most, "file")))
		}
		lines = append(lines, fmt.Sprintf("%s: %s", files.Printable(input.Name), input.Why))
	}
	return lines
}

// reasonCount says how many rows are invalid for a reason, and where the first stands.
type reasonCount struct {
	Reason string `json:"reason"`
	Rows   int64  `json:"rows"`
	File   string `json:"file"`
	Line   int64  `json:"line"`
}

// mostReasons is how many reasons of invalid rows a summary lists.
const mostReasons = 5

// reasonLines lists the commonest reasons of so many invalid rows.
func (s *summary) reasonLines(invalid int64) (lines []string) {
	for _, r := range s.Reasons {
		class, _ := formats.ParseReasonClass(r.Reason)
		lines = append(lines, fmt.Sprintf("%s: %s%s (%s:%d)", countOf(r.Rows, "row"), r.Reason, adviceOnRows(class), files.Printable(r.File), r.Line))
		invalid -= r.Rows
	}
	if invalid > 0 && len(lines) > 0 {
		lines = append(lines, countOf(invalid, "row")+" for other reasons")
	}
	return lines
}

// allInvalid says that all of some rows are invalid, why most of them are, and what the first of
// them look like.
func allInvalid(rows int64, thing string, reasons formats.ReasonCounts, looks likeness.Counts) string {
	text := allInvalidBecause(rows, thing, reasons)
	if what := looks.Commonest().What(); what != "" {
		return fmt.Sprintf("%s; %s like %s", text, english.PluralWord(int(rows), "it looks", "they look"), what)
	}
	return text
}

// allInvalidBecause says that all of some rows are invalid, and why most of them are.
func allInvalidBecause(rows int64, thing string, reasons formats.ReasonCounts) string {
	commonest := reasons.Commonest(1)
	switch {
	case len(commonest) == 0: // of parts that an earlier version made
		return fmt.Sprintf("all %s are invalid", countOf(rows, thing))
	case rows == 1:
		return fmt.Sprintf("the only %s is invalid: %s%s", thing, commonest[0].Class, adviceOnRows(commonest[0].Class))
	}
	return fmt.Sprintf("all %s are invalid; the commonest reason: %s%s", countOf(rows, thing), commonest[0].Class, adviceOnRows(commonest[0].Class))
}

// adviceOnRows says which flag may mend rows that are invalid for reasons of a class.
func adviceOnRows(c formats.ReasonClass) string {
	if c.LostZeros() {
		return "; in text and CSV --left-pad puts them back"
	}
	return ""
}

// printList writes lines of a summary under one label.
func printList(to io.Writer, label string, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(to, "  %-9s %s\n", label, line)
		label = ""
	}
}
