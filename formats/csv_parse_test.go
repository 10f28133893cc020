package formats

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// parsedRow holds the result of parsing a CSV row.
type parsedRow struct {
	Puzzle, Answer solver.Grid
	Class          AnswerClass
	Kept           string // the kept fields, separated by vertical bars
	Reason         Reason
}

// fieldByField is a simple parser for CSV rows. It reads one field at a time.
func fieldByField(s *csvSource, row []byte) (p parsedRow) {
	var kept []string
	for range len(s.info.Kept) {
		kept = append(kept, "absent")
	}
	fields, column := scan.FieldsOf(row, s.info.Delimiter), 0
	for ; fields.Next(); column++ {
		if column >= len(s.fieldOf) {
			continue
		}
		if k := s.fieldOf[column]; k >= 0 && k < len(s.info.Kept) {
			kept[k] = string(fields.Field)
		}
		if column == s.info.Roles.Puzzle {
			p.Reason = gridtext.Parse(&p.Puzzle, scan.AppendUnquoted(nil, fields.Field))
		}
		if column == s.info.Roles.Answer {
			switch gridtext.Parse(&p.Answer, scan.AppendUnquoted(nil, fields.Field)).Kind {
			case gridtext.Empty:
			case gridtext.NoReason:
				p.Class = unjudged
			default:
				p.Class = Unreadable
			}
		}
	}
	if fields.Bad {
		p.Reason = Reason{Kind: gridtext.BadQuotes}
	} else if column != len(s.info.Columns) {
		p.Reason = Reason{Kind: gridtext.WrongFields, A: int32(column), B: int32(len(s.info.Columns))}
	}
	if p.Reason.Kind != gridtext.NoReason {
		p.Puzzle = solver.Grid{}
	}
	if p.Class != unjudged {
		p.Answer = solver.Grid{}
	}
	p.Kept = strings.Join(kept, "|")
	return p
}

// asParsed returns the result of Parse for row i.
func asParsed(b *Batch, s *csvSource, i int) parsedRow {
	p := parsedRow{Puzzle: b.Puzzles[i], Reason: b.Reasons[i]}
	if s.info.HasAnswers {
		if p.Class = b.Answers[i]; p.Class == unjudged {
			p.Answer = b.answerGrids[i]
		}
	}
	var kept []string
	for _, field := range b.block.FieldsOf(i)[:len(s.info.Kept)] {
		if field == scan.Absent {
			kept = append(kept, "absent")
		} else {
			kept = append(kept, string(b.block.Text(field)))
		}
	}
	p.Kept = strings.Join(kept, "|")
	return p
}

// checkParsing reads CSV and compares each parsed row with the result of fieldByField.
func checkParsing(t rapid.TB, text string, o ReadOptions, size int) (rows int) {
	o.Stdin, o.Format = strings.NewReader(text), CSV
	r, err := Open([]string{files.StdStream}, o)
	if err != nil {
		return 0
	}
	defer r.Close()
	for b := range batchesOf(t, r, NewBatch(size)) {
		checkParsed(t, b)
		rows += b.Len()
	}
	return rows
}

// checkParsed compares each parsed row of a batch with the result of fieldByField.
func checkParsed(t rapid.TB, b *Batch) {
	s := b.segments[0].source.(*csvSource)
	for i := range b.Len() {
		row := b.block.Row(i)
		if got, want := asParsed(b, s, i), fieldByField(s, row); len(row) <= scan.MaxRow && got != want {
			t.Fatalf("%q gives\n%+v, field by field\n%+v", row, got, want)
		}
	}
}

// mutated joins fields into a row, and changes, inserts or deletes a few bytes, mostly at the
// starts and ends of fields.
func mutated(t *rapid.T, fields []string, delimiter string) string {
	text := strings.Join(fields, delimiter)
	for range rapid.IntRange(0, 2).Draw(t, "changes") {
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		if rapid.IntRange(0, 3).Draw(t, "inside") > 0 {
			border := len(strings.Join(fields[:rapid.IntRange(1, len(fields)).Draw(t, "field")], delimiter))
			at = min(max(border+rapid.IntRange(-2, 2).Draw(t, "distance"), 0), len(text)-1)
		}
		c := rapid.SampledFrom([]string{"", "", ",", ";", ".", "0", "-", "5", "\"", "\"\"", "\r", " ", "x", "é", "\x80", delimiter, delimiter}).Draw(t, "put")
		text = text[:at] + c + text[at+rapid.IntRange(0, 1).Draw(t, "taken"):]
	}
	return text
}

// notes lists values that are not grids. Many lengths are close to a multiple of 32, because the
// search for delimiters examines 32 bytes at a time.
var notes = func() (notes []string) {
	for _, n := range []int{0, 0, 1, 7, 30, 31, 32, 33, 62, 63, 64, 65, 100} {
		notes = append(notes, strings.Repeat("n", n))
	}
	return append(notes, "é", "n\"n", "\x80", "n\"\"n", "\"\"", "\"\"\"\"n\"\"", strings.Repeat("n", 29)+"\"\"", strings.Repeat("n", 30)+"\"\"n\"", "n\",", ",n")
}()

// TestGridsAreParsedAsFieldsAre compares Parse with fieldByField, for simple and mutated rows. It
// tries several delimiters, and fields with and without quotes.
func TestGridsAreParsedAsFieldsAre(t *testing.T) {
	total := 0
	rapid.Check(t, func(t *rapid.T) {
		delimiter := rapid.SampledFrom([]string{",", ",", ";", "\t", " ", "\x80", ".", "0", "-", "5", "\""}).Draw(t, "delimiter")
		header := rapid.SampledFrom([][]string{{"puzzle"}, {"puzzle", "solution"}, {"solution", "puzzle"}, {"note", "puzzle"}, {"id", "puzzle", "solution", "note"}}).Draw(t, "header")
		o := ReadOptions{Delimiter: delimiter[0]}
		if delimiter == " " {
			o.Delimiter = scan.Spaces
		}
		o.Keep = ParseKeep(rapid.SampledFrom([]string{"all", "none", "puzzle", "note,puzzle"}).Draw(t, "keep"))
		o.AnswerColumn = rapid.SampledFrom([]string{"", "none"}).Draw(t, "answers")
		quoted := rapid.SampledFrom([]int{0, 0, 5, 50, 100, 100}).Draw(t, "percentage quoted")
		changed := rapid.SampledFrom([]int{0, 5, 50}).Draw(t, "percentage changed")
		var text strings.Builder
		text.WriteString(strings.Join(header, delimiter) + "\n")
		for n := range rapid.IntRange(1, 60).Draw(t, "rows") {
			var fields []string
			for _, name := range header {
				field := map[string]string{"puzzle": puzzle(n), "solution": solution(n), "id": "17"}[name]
				if name == "note" {
					field = rapid.SampledFrom(notes).Draw(t, "note")
				}
				if rapid.IntRange(1, 100).Draw(t, "quote") <= quoted {
					field = `"` + field + `"`
				}
				fields = append(fields, field)
			}
			row := strings.Join(fields, delimiter)
			if rapid.IntRange(1, 100).Draw(t, "change") <= changed {
				row = mutated(t, fields, delimiter)
			}
			text.WriteString(row + "\n")
		}
		total += checkParsing(t, text.String(), o, rapid.IntRange(1, 64).Draw(t, "batch"))
	})
	spaces := "note puzzle\nn " + puzzle(0) + "\n " + puzzle(1) + "\nn  " + puzzle(2) + "\n"
	checkParsing(t, spaces, ReadOptions{Delimiter: scan.Spaces, Keep: keepAll.Keep}, 8)
	if total == 0 {
		t.Error("no row was read")
	}
}
