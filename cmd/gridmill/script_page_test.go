package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridmill/gridmill/pipeline/dataset"
)

// pageAgrees checks a report: pageAgrees REPORT SUMMARY
//
// The report must be a well-formed page that does not refer to other resources. Its figures must
// equal those in the JSON summary.
func pageAgrees(ts *testscript.TestScript, args []string) {
	page, text := ts.ReadFile(args[0]), []byte(ts.ReadFile(args[1]))
	for _, unwanted := range []string{"http:", "https:", "src=", "href=", "<script", "@import", "url(", "ZgotmplZ", "NaN", "Inf", "<no value>"} {
		if strings.Contains(page, unwanted) {
			ts.Fatalf("the page contains %q", unwanted)
		}
	}
	rows, err := tableRows(page)
	ts.Check(err)
	var want [][]string
	if set, err := dataset.ParseSuccess(text); err == nil {
		want = setRows(set)
	} else {
		s := new(summary)
		ts.Check(json.Unmarshal(text, s))
		want = summaryRows(s)
		for _, h := range s.Hardest {
			if !strings.Contains(page, fmt.Sprintf(`aria-label="%s"`, h.Puzzle)) {
				ts.Fatalf("the page does not draw %s", h.Puzzle)
			}
		}
	}
	if len(want) == 0 {
		ts.Fatalf("the summary has nothing to compare")
	}
	for _, row := range want {
		if !slices.ContainsFunc(rows, func(cells []string) bool {
			return len(cells) >= len(row) && slices.Equal(cells[:len(row)], row)
		}) {
			ts.Fatalf("no row of the page's tables starts with %q; there are %q", row, rows)
		}
	}
}

// summaryRows returns the first two cells of each table row that the page of a run must contain.
func summaryRows(s *summary) (want [][]string) {
	for verdict, n := range s.Verdicts {
		if n > 0 {
			want = append(want, []string{verdict, humanize.Comma(n)})
		}
	}
	if g := s.Guesses; g.Puzzles > 0 {
		want = append(want, []string{"puzzles", humanize.Comma(g.Puzzles)}, []string{"mean", fmt.Sprintf("%.2f", g.Mean)},
			[]string{"without guesses", fmt.Sprintf("%.1f%%", 100*g.NoGuessShare)}, []string{"p50", humanize.Comma(int64(g.Median))},
			[]string{"p90", humanize.Comma(int64(g.P90))}, []string{"p99", humanize.Comma(int64(g.P99))}, []string{"max", humanize.Comma(int64(g.Max))})
	}
	return want
}

// setRows is like summaryRows, but for the page of a data set. It returns three cells for each
// split.
func setRows(s *dataset.Success) (want [][]string) {
	for verdict, n := range s.Rows.Verdicts {
		want = append(want, []string{verdict, humanize.Comma(n)})
	}
	want = append(want, []string{"kept", humanize.Comma(s.Rows.Bases)})
	if n := s.Rows.Dropped.Duplicate; n > 0 {
		want = append(want, []string{"duplicates of earlier rows, according to --dedupe " + s.Dedupe, humanize.Comma(n)})
	}
	for _, split := range s.Splits {
		want = append(want, []string{split.Name, split.Requested, humanize.Comma(split.Bases)})
		if first := s.Splits[0]; split.Name == first.Name {
			for difficulty, n := range split.Difficulties {
				want = append(want, []string{difficulty, fmt.Sprintf("%.1f%%", 100*float64(n)/float64(split.Bases))})
			}
		}
	}
	return want
}

// tableRows returns the text of each cell in the tables of a page, row by row. It returns an error
// if the page is not well-formed.
func tableRows(page string) (rows [][]string, err error) {
	var open []string
	for d := xml.NewDecoder(strings.NewReader(page)); ; {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) && len(open) == 0 {
			return rows, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w, in %v", err, open)
		}
		switch token := token.(type) {
		case xml.StartElement:
			switch name := token.Name.Local; name {
			case "meta", "br": // these elements do not have an end tag
				continue
			case "tr":
				rows = append(rows, nil)
			case "td":
				rows[len(rows)-1] = append(rows[len(rows)-1], "")
			}
			open = append(open, token.Name.Local)
		case xml.EndElement:
			last := len(open) - 1
			if last < 0 || open[last] != token.Name.Local {
				return nil, fmt.Errorf("</%s> in %v", token.Name.Local, open)
			}
			open = open[:last]
		case xml.CharData:
			if slices.Contains(open, "td") {
				cells := rows[len(rows)-1]
				cells[len(cells)-1] += string(token)
			}
		}
	}
}
