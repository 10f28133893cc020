package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// A scoreSummary summarizes the scores of a model's outputs. Shares are relative to all rows,
// unless a comment says otherwise.
type scoreSummary struct {
	Output     string           `json:"output"`
	Rows       int64            `json:"rows"`
	Missing    int64            `json:"missing"`
	Found      shareOf          `json:"found"`
	Solved     shareOf          `json:"solved"`
	Answers    int64            `json:"answers"`               // see formats.ScoreGroup
	Exact      *shareOf         `json:"exact,omitempty"`       // relative to Answers
	CellsRight *shareOf         `json:"cells_right,omitempty"` // mean share of correctly filled blanks, over puzzles with one solution
	CluesKept  shareOf          `json:"clues_kept"`
	Consistent shareOf          `json:"consistent"`
	Reward     *float64         `json:"reward_mean,omitempty"`
	Moves      *moveSummary     `json:"moves,omitempty"`
	Kinds      map[string]int64 `json:"kinds,omitempty"` // number of outputs of each kind; see extract.KindName
}

type moveSummary struct {
	Made       int64   `json:"made"`
	Legal      shareOf `json:"legal"` // Legal, Consistent, Forced and Repeated are shares of the moves
	Consistent shareOf `json:"consistent"`
	Forced     shareOf `json:"forced"`
	Repeated   shareOf `json:"repeated"`
	Perfect    shareOf `json:"without_error"` // share of all rows
}

type scoreGroup struct {
	Group   string         `json:"group"`
	Rows    int64          `json:"rows"`
	Outputs []scoreSummary `json:"outputs"`
}

// A shareOf is a share and its 95% confidence interval.
type shareOf struct {
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

const normal95 = 1.959964 // 97.5th percentile of the standard normal distribution

// wilson returns the share part/n with its Wilson score interval.
func wilson(part, n int64) shareOf {
	if n == 0 {
		return shareOf{}
	}
	const z = normal95
	p, rows := float64(part)/float64(n), float64(n)
	middle := p + z*z/(2*rows)
	spread := z * math.Sqrt(p*(1-p)/rows+z*z/(4*rows*rows))
	whole := 1 + z*z/rows
	return shareOf{p, max((middle-spread)/whole, 0), min((middle+spread)/whole, 1)}
}

// meanOf returns the mean of n shares and its confidence interval. sum is the sum of the shares,
// and squares is the sum of their squares.
func meanOf(sum, squares float64, n int64) shareOf {
	mean := sum / float64(n)
	spread := 0.0
	if n > 1 {
		variance := max(squares-sum*mean, 0) / float64(n-1)
		spread = normal95 * math.Sqrt(variance/float64(n))
	}
	return shareOf{mean, max(mean-spread, 0), min(mean+spread, 1)}
}

// String returns the share and its interval as percentages.
func (s shareOf) String() string {
	return fmt.Sprintf("%.1f%% (%.1f-%.1f)", 100*s.Share, 100*s.Low, 100*s.High)
}

// summarizeScores returns a summary of the rows in group g for each column of model outputs.
func summarizeScores(g *formats.ScoreGroup, c *formats.Scoring) (all []scoreSummary) {
	for k := range g.Outputs {
		o := &g.Outputs[k]
		s := scoreSummary{
			Output: c.Names[k], Rows: g.Rows, Missing: o.Missing, Found: wilson(o.Found, g.Rows), Solved: wilson(o.Solved, g.Rows),
			CluesKept: wilson(o.CluesKept, g.Rows), Consistent: wilson(o.Consistent, g.Rows), Kinds: pipeline.CountsBy(o.Kinds[:], extract.KindName),
		}
		if g.Answers > 0 {
			s.Answers, s.Exact = g.Answers, new(wilson(o.Exact, g.Answers))
		}
		if g.Unique > 0 {
			s.CellsRight = new(meanOf(float64(o.Right)/formats.RightUnit, float64(o.RightSquares)/formats.RightUnit, g.Unique))
		}
		if c.Reward != nil && g.Rows > 0 {
			s.Reward = new(float64(o.Reward) / 1000 / float64(g.Rows))
		}
		if c.Moves {
			m := &o.Moves
			s.Moves = &moveSummary{m.Made, wilson(m.Legal, m.Made), wilson(m.Consistent, m.Made), wilson(m.Forced, m.Made), wilson(m.Repeated, m.Made), wilson(o.Perfect, g.Rows)}
		}
		all = append(all, s)
	}
	return all
}

func (s *summary) addScores(c *formats.Scoring, counts *formats.ScoreCounts) {
	if c == nil || s.Rows == 0 {
		return
	}
	all := counts.All()
	s.Scores = summarizeScores(&all, c)
	s.others = unreadOutputs(&all, c)
	if c.GroupBy != nil {
		for _, g := range counts.Sorted() {
			s.Groups = append(s.Groups, scoreGroup{g.Name, g.Rows, summarizeScores(&g, c)})
		}
	}
}

// unreadOutputs returns a remark about each column that has outputs but no grids or, with --moves,
// no moves. If the outputs are probably moves instead of grids, or the reverse, the remark says so.
func unreadOutputs(all *formats.ScoreGroup, c *formats.Scoring) (remarks []string) {
	wanted, other := "grids", "lists of moves; to score them, add --moves"
	if c.Moves {
		wanted, other = "moves", "grids; to score them, leave out --moves"
	}
	for k, o := range all.Outputs {
		why := " in a form that score reads; see gridmill help scores"
		first := min(all.Rows-o.Missing, formats.OtherRows)
		if 2*o.Other >= first {
			why = ", but its first outputs are " + other
		}
		if o.Found == 0 && first > 0 {
			remarks = append(remarks, formats.ShownName(c.Names[k])+" has no "+wanted+why)
		}
	}
	return remarks
}

// printScores writes the scores as text. If there are several outputs, it writes their scores side
// by side.
func (s *summary) printScores(to io.Writer) {
	line := func(label string, value func(o *scoreSummary) string) {
		var text strings.Builder
		fmt.Fprintf(&text, "  %-12s", label)
		for i := range s.Scores {
			fmt.Fprintf(&text, "  %-20s", value(&s.Scores[i]))
		}
		fmt.Fprintln(to, strings.TrimRight(text.String(), " "))
	}
	line("output", func(o *scoreSummary) string { return files.Printable(o.Output) })
	line("solved", func(o *scoreSummary) string { return o.Solved.String() })
	if s.Scores[0].Exact != nil {
		line("exact", func(o *scoreSummary) string { return o.Exact.String() })
		if n := s.Scores[0].Answers; n < s.Scores[0].Rows {
			fmt.Fprintf(to, "  %-12sof %s with an answer or an invalid puzzle\n", "", countOf(n, "row"))
		}
	}
	if s.Scores[0].CellsRight != nil {
		line("cells right", func(o *scoreSummary) string { return o.CellsRight.String() })
	}
	line("clues kept", func(o *scoreSummary) string { return o.CluesKept.String() })
	line("consistent", func(o *scoreSummary) string { return o.Consistent.String() })
	line("found", func(o *scoreSummary) string { return o.Found.String() })
	line("missing", func(o *scoreSummary) string { return humanize.Comma(o.Missing) })
	if s.Scores[0].Reward != nil {
		line("reward", func(o *scoreSummary) string { return fmt.Sprintf("%.3f", *o.Reward) })
	}
	if s.Scores[0].Moves != nil {
		line("moves", func(o *scoreSummary) string { return humanize.Comma(o.Moves.Made) })
		line("legal", func(o *scoreSummary) string { return o.Moves.Legal.String() })
		line("moves right", func(o *scoreSummary) string { return o.Moves.Consistent.String() })
		line("forced", func(o *scoreSummary) string { return o.Moves.Forced.String() })
		line("repeated", func(o *scoreSummary) string { return o.Moves.Repeated.String() })
		line("no error", func(o *scoreSummary) string { return o.Moves.Perfect.String() })
	}
	printList(to, "remark", s.others)
	s.printGroups(to)
}

// printGroups writes the share of solved puzzles in each group.
func (s *summary) printGroups(to io.Writer) {
	const most = 40
	for i, g := range s.Groups {
		if i == most {
			fmt.Fprintf(to, "  and %s; --summary FILE lists them\n", countOf(int64(len(s.Groups)-most), "more group"))
			return
		}
		if i == 0 {
			fmt.Fprintf(to, "  solved, grouped by %s\n", s.Options["by"])
		}
		fmt.Fprintf(to, "  %-12s", files.Printable(g.Group))
		for k := range g.Outputs {
			fmt.Fprintf(to, "  %-20s", g.Outputs[k].Solved)
		}
		fmt.Fprintf(to, "  of %s\n", countOf(g.Rows, "row"))
	}
}
