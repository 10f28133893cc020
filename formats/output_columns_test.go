package formats

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
)

// anyResults returns rows with and without values in gridmill's columns. Rows of one
// kind are likely, and so are a few others among many.
func anyResults(t *rapid.T) *Batch {
	rows := rapid.IntRange(1, 200).Draw(t, "rows")
	others := rapid.SampledFrom([]int{0, 0, 1, rows}).Draw(t, "others")
	b := NewBatch(rows)
	b.addSegment(&lineSource{}, 0, rows, 1)
	b.makeAnswers(rows)
	number := rapid.OneOf(rapid.Int32Range(0, 9), rapid.Int32Range(0, 1100), rapid.Int32Range(math.MinInt32, math.MaxInt32))
	set := func(i int) {
		kind := rapid.IntRange(0, 99).Draw(t, "kind")
		b.Puzzles[i], b.Reasons[i], b.Answers[i] = solver.Grid{}, Reason{kind: isEmpty}, NoAnswer
		b.Results[i] = solver.Result{}
		if kind%4 > 0 {
			b.Puzzles[i], b.Reasons[i] = solver.Grid([]byte(puzzle(kind))), Reason{}
			b.Answers[i] = Answer(kind % NumAnswers)
			b.Results[i] = solver.Result{
				Solution: solver.Grid([]byte(solution(kind))), Count: int32(kind % 3), Verdict: solver.Verdict(kind % solver.NumVerdicts),
				Stats: solver.Stats{
					Guesses: number.Draw(t, "guesses"), Backtracks: number.Draw(t, "backtracks"),
					MaxDepth: number.Draw(t, "depth"), Passes: number.Draw(t, "passes"),
				},
			}
		}
	}
	set(0)
	for i := range rows {
		b.Puzzles[i], b.Reasons[i], b.Answers[i], b.Results[i] = b.Puzzles[0], b.Reasons[0], b.Answers[0], b.Results[0]
	}
	for range others {
		set(rapid.IntRange(0, rows-1).Draw(t, "row"))
	}
	return b
}

// valueOf returns what one of gridmill's columns says of a row, as text.
func valueOf(own *ownColumn, b *Batch, i int) string {
	r := &b.Results[i]
	switch own.name {
	case "puzzle":
		return strings.Trim(b.Puzzles[i].String(), "\x00")
	case "solution":
		if r.Count == 0 {
			return ""
		}
		return r.Solution.String()
	case "verdict":
		return r.Verdict.String()
	case "answer":
		return b.Answers[i].String()
	case "reason":
		return b.Reasons[i].String()
	}
	return fmt.Sprint(map[string]int32{
		"solution_count": r.Count, "clues": int32(b.Puzzles[i].Clues()), "guesses": r.Guesses,
		"backtracks": r.Backtracks, "max_depth": r.MaxDepth, "passes": r.Passes,
	}[own.name])
}

// Rows of CSV are the values of gridmill's columns, wherever the rows are cut.
func TestColumnsInCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyResults(t)
		stats, err := ParseStatistics("all")
		if err != nil {
			t.Fatal(err)
		}
		format := rapid.SampledFrom([]Format{CSV, TSV}).Draw(t, "format")
		header, rows, err := newCSVRows(format, &Schema{HasAnswers: true}, stats)
		if err != nil {
			t.Fatal(err)
		}
		from := rapid.IntRange(0, b.Len()).Draw(t, "from")
		to := rapid.IntRange(from, b.Len()).Draw(t, "to")
		delimiter := string(rows.delimiter)
		var want strings.Builder
		names := strings.Split(strings.TrimSpace(header), delimiter)
		for i := from; i < to; i++ {
			for k, name := range names {
				own := &ownColumns[slices.IndexFunc(ownColumns, func(c ownColumn) bool { return c.name == name })]
				want.WriteString(valueOf(own, b, i) + map[bool]string{true: "\n", false: delimiter}[k == len(names)-1])
			}
		}
		if got := rows.append([]byte("before\n"), b, from, to); string(got) != "before\n"+want.String() {
			t.Errorf("rows %d to %d as %s:\n%s\nwant\n%s", from, to, format, got, want.String())
		}
	})
}

// Texts stand in pages as they do in PLAIN encoding, or words as indices of such texts, with
// levels for those that are not there, wherever the rows are cut.
func TestColumnsInPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyResults(t)
		cut := rapid.IntRange(0, b.Len()).Draw(t, "cut")
		columns := columnsFor(&Schema{HasAnswers: true}, Statistics{})
		for c := range columns {
			own := &columns[c]
			if own.numeric() {
				continue
			}
			var p page
			if words := own.dictionary(); words != nil {
				p.column.dictionary = newDictionary(words, &compressor{})
			}
			p.reset()
			addOwn(&p, own, b, 0, cut)
			addOwn(&p, own, b, cut, b.Len())
			var want []byte
			var levels []int16
			var nulls int
			for i := range b.Len() {
				if text := valueOf(own, b, i); text != "" || own.always {
					want, levels = appendPlain(want, []byte(text)), append(levels, 1)
				} else {
					levels, nulls = append(levels, 0), nulls+1
				}
			}
			got := p.values[levelRoom:]
			if p.column.dictionary != nil {
				got = wordsOf(t, &p)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s: %q, want %q", own.name, got, want)
			}
			if p.nulls != nulls || p.entries != b.Len() {
				t.Errorf("%s: %d rows with %d nulls, want %d with %d", own.name, p.entries, p.nulls, b.Len(), nulls)
			}
			checkLevels(t, p.def, 1, levels)
		}
	})
}

// wordsOf returns the words that a page's indices stand for, in PLAIN encoding.
func wordsOf(t *rapid.T, p *page) (words []byte) {
	d := p.column.dictionary
	var all [][]byte
	for rest := d.page.body; len(rest) > 0; {
		word, after, err := prefixed(rest)
		if err != nil {
			t.Fatal(err)
		}
		all, rest = append(all, word), after
	}
	if len(all) != d.page.entries || slices.ContainsFunc(all, func(w []byte) bool { return len(w) == 0 }) {
		t.Fatalf("a dictionary of %d words holds %q", d.page.entries, all)
	}
	var r runs
	if err := r.parse(appendRLE(nil, p.indices, d.width), d.width, len(p.indices), len(all)-1, noKey); err != nil {
		t.Fatal(err)
	}
	for _, i := range appendRuns([]int16{}, &r, 0, r.n) {
		words = appendPlain(words, all[i])
	}
	return words
}
