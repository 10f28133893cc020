package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/cmd/gridmill/report"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

func (s *summary) print(to io.Writer) {
	t := s.totals
	place := ""
	if s.Output != "" {
		place = ", to " + outputName(s.Output)
	}
	verb, done, rows, by := "solve", "solved", countOf(t.Rows, "row"), s.solverName()+", "
	if s.Solver == parts.NoSolver {
		verb, done, rows, by = "convert", "converted", "converted "+rows, ""
	}
	if s.Parts != nil && s.Parts.Solved.Parts == 0 {
		fmt.Fprintf(to, "gridmill: nothing left to %s in %s (%s)\n", verb, outputName(s.Output), countOf(t.Rows, "row"))
	} else {
		fmt.Fprintf(to, "gridmill: %s in %s, %s per second (%s%s)%s\n", rows, s.spent.Round(time.Millisecond), humanize.Comma(int64(s.PuzzlesPerSecond)),
			by, countOf(int64(s.Workers), "worker"), place)
	}
	if s.Parts != nil {
		fmt.Fprintf(to, "  parts     %s\n", s.Parts.describe(done))
	}
	s.printResults(to)
}

// printResults writes the part of the summary that describes the rows.
func (s *summary) printResults(to io.Writer) {
	printList(to, "input", s.reading)
	printList(to, "left out", s.leftOut)
	printList(to, "skipped", s.skipped)
	t := s.totals
	if t.Rows == 0 {
		return
	}
	if s.Solver != parts.NoSolver {
		fmt.Fprintf(to, "  verdicts  %s\n", progress.Verdicts(t.Verdicts))
	}
	_, repeats := t.Reasons.Split()
	for _, r := range repeats {
		fmt.Fprintf(to, "  repeats   %s in which a clue repeats (first: %s:%d, %s)\n", countOf(r.Rows, "puzzle"), files.Printable(r.File), r.Line, r.First)
	}
	isRequested := s.Options["column"] != "" || s.Options["from"] != "auto" || s.Solver == parts.NoSolver
	if full := t.Full(); full > 0 && (full < t.Rows || !isRequested) {
		fmt.Fprintf(to, "  full      %s without blanks (possibly answers)\n", countOf(full, "puzzle"))
	}
	if r := s.Retry; r != nil {
		fmt.Fprintf(to, "  retried   %s (%s still unfinished); %s copied\n",
			countOf(r.TriedAgain, "row"), countOf(r.Unfinished, "row"), countOf(r.TakenOver, "row"))
	}
	printReplaced(to, s.Replaced, t.Misfits)
	if s.Scores != nil {
		s.printScores(to)
	} else {
		printAnswers(to, s.Answers, s.Rows)
	}
	if g := s.Guesses; g != nil && g.Puzzles > 0 && s.Scores == nil {
		fmt.Fprintf(to, "  guesses   mean %.2f, median %s, p99 %s, max %s; %.1f%% solved without guessing\n",
			g.Mean, report.Percentile(&t.Guesses, 50), report.Percentile(&t.Guesses, 99), humanize.Comma(int64(g.Max)), 100*g.NoGuessShare)
	}
	if len(s.Hardest) > 0 && s.Scores == nil {
		h := &s.Hardest[0]
		fmt.Fprintf(to, "  hardest   %s (%s:%d)\n", &h.Puzzle, files.Printable(h.File), h.Line)
	}
	s.printRejected(to)
}

// printReplaced writes how many values are not UTF-8 or do not have the requested type.
func printReplaced(to io.Writer, replaced int64, misfits map[string]int64) {
	if replaced > 0 {
		fmt.Fprintf(to, "  replaced  invalid UTF-8 with U+FFFD in %s, because the format allows only UTF-8\n", countOf(replaced, "value"))
	}
	var texts []string
	for _, column := range slices.Sorted(maps.Keys(misfits)) {
		texts = append(texts, fmt.Sprintf("%s of %s", countOf(misfits[column], "value"), formats.ShownName(column)))
	}
	printJoined(to, "  types     values that do not fit the requested type became null: %s\n", texts)
}

// printRejected writes how many rows are invalid, why they are invalid, and where they are listed.
func (s *summary) printRejected(to io.Writer) {
	n := s.totals.Verdicts[solver.Invalid]
	if n == 0 {
		return
	}
	var more []string
	selected, _ := s.Options["select"].(string)
	hasReason := s.format.HasColumns() && (selected == "" || slices.Contains(itemsOf(selected), formats.ReasonColumn.String()))
	if hasReason && s.Scores == nil && s.Solver != parts.NoSolver {
		more = append(more, "the \"reason\" column says why")
	}
	if s.Scores == nil && (s.Parts == nil || s.Parts.Shard == "") {
		more = append(more, outputName(cmp.Or(s.rejects, "--rejects FILE"))+" lists each row with its file and line")
	}
	text := countOf(n, "row")
	if s.Scores != nil {
		text += " (their outputs count as wrong)"
	}
	if len(more) > 0 {
		text += "; " + strings.Join(more, ", and ")
	}
	fmt.Fprintf(to, "  rejected  %s\n", text)
	printList(to, "reasons", reasonLines(s.totals))
}

// solverName returns the name of the solver, followed by the name of its kernel if it has one.
func (s *summary) solverName() string {
	if s.Kernel == "" {
		return s.Solver
	}
	return s.Solver + " on " + s.Kernel
}

// describe returns text that says how many parts already existed, and how many parts this run made.
// The argument done, such as "solved", is the verb for what this run did.
func (p *partsSummary) describe(done string) string {
	text := fmt.Sprintf("%s %s (%s)", countOf(int64(p.Solved.Parts), "part"), done, countOf(p.Solved.Rows, "row"))
	if p.Taken.Parts > 0 {
		text = fmt.Sprintf("%s already done (%s), %s %s in this run (%s)", countOf(int64(p.Taken.Parts), "part"), countOf(p.Taken.Rows, "row"),
			humanize.Comma(int64(p.Solved.Parts)), done, countOf(p.Solved.Rows, "row"))
	}
	if p.Shard != "" {
		text += fmt.Sprintf("; shard %s of a plan with %s", p.Shard, countOf(int64(p.All), "part"))
	}
	return text
}

// answerTexts lists the classes of answers and their descriptions, in the order of the summary.
var answerTexts = []struct{ class, text string }{
	{"match", "correct"}, {"other", "correct but different"}, {"wrong", "wrong"}, {"incomplete", "incomplete"},
	{"unreadable", "unreadable"}, {"missing", "missing or without a puzzle"},
}

// describeAnswers returns the size and the description of each nonempty answer class.
func describeAnswers(answers map[string]int64) (counts []report.Count) {
	for _, a := range answerTexts {
		if n := answers[a.class]; n > 0 {
			counts = append(counts, report.Count{Name: a.text, Rows: n})
		}
	}
	return counts
}

// printAnswers writes, for each answer class, the number of answers and their share of all rows.
func printAnswers(to io.Writer, answers map[string]int64, rows int64) {
	var texts []string
	for _, c := range describeAnswers(answers) {
		texts = append(texts, fmt.Sprintf("%s %s (%.1f%%)", humanize.Comma(c.Rows), c.Name, 100*float64(c.Rows)/float64(rows)))
	}
	printJoined(to, "  answers   %s\n", texts)
}
