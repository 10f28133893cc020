package formats

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// anyResults draws rows with and without values in gridmill's columns. Often, all or almost all
// rows have the same values.
func anyResults(t *rapid.T) *Batch {
	rows := rapid.IntRange(1, 200).Draw(t, "rows")
	others := rapid.SampledFrom([]int{0, 0, 1, rows}).Draw(t, "others")
	b := NewBatch(rows)
	b.addSegment(&lineSource{textSource: textSource{fileSource: fileSource{path: "in, 1.txt"}}}, 0, rows, 1)
	for i := range rows {
		b.block.Rows = append(b.block.Rows, scan.Row{Line: uint32(2 * i)})
	}
	b.makeAnswers(rows)
	b.makeExtras(rows)
	b.ratings(rows)
	number := rapid.OneOf(rapid.Int32Range(0, 9), rapid.Int32Range(0, 1100), rapid.Int32Range(math.MinInt32, math.MaxInt32))
	set := func(i int) {
		kind := rapid.IntRange(0, 99).Draw(t, "kind")
		b.Puzzles[i], b.Reasons[i], b.Answers[i] = solver.Grid{}, Reason{Kind: gridtext.Empty}, NoAnswer
		b.Results[i] = solver.Result{}
		b.Minlex[i], b.Classes[i], b.Symmetries[i], b.Ratings[i] = solver.Grid{}, ClassText{}, 0, Rating{}
		if kind%4 > 0 {
			b.Puzzles[i], b.Reasons[i] = solver.Grid([]byte(puzzle(kind))), Reason{}
			b.Answers[i] = AnswerClass(kind % NumAnswers)
			if kind%3 > 0 {
				b.Minlex[i], b.Classes[i] = b.Puzzles[i], TextOfClass(uint64(kind)<<56|uint64(kind))
			}
			b.Symmetries[i] = number.Draw(t, "symmetries")
			b.Ratings[i] = Rating{
				Difficulty: ladder.Difficulty(kind % (1 + len(ladder.DifficultyNames()))), Backdoor: int32(kind % len(backdoorNames)),
				GuessesMean: max(0, number.Draw(t, "mean")), ExplainerRating: int32(kind % 57 * 100),
			}
			if b.Ratings[i].Redundant.minimal = int32(kind % len(truthTexts)); b.Ratings[i].Redundant.minimal == 1 {
				b.Ratings[i].Redundant.known = true
				b.Ratings[i].Redundant.add(kind % solver.Cells)
				b.Ratings[i].Redundant.add(solver.Cells - 1)
			}
			b.Ratings[i].Hardest = ladder.Technique(kind % ladder.NumTechniques)
			b.Ratings[i].Waves[ladder.TrialAndError] = number.Draw(t, "waves")
			b.Ratings[i].Removed[ladder.Singles] = number.Draw(t, "placed")
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
		b.Minlex[i], b.Classes[i], b.Symmetries[i], b.Ratings[i] = b.Minlex[0], b.Classes[0], b.Symmetries[0], b.Ratings[0]
	}
	for range others {
		set(rapid.IntRange(0, rows-1).Draw(t, "row"))
	}
	b.steps.reset()
	for i := range rows {
		for k := range b.Results[i].Count { // zero, one or two steps
			b.steps.addStep(&ladder.Step{Name: "naked_single", Wave: i, Cell: 10 * int(k), Digit: 1})
		}
		b.steps.endRow()
	}
	return b
}

// thousandths returns the text of a value of kindThousandths that is stored as n. If n is 0, the
// text is empty, because there is no value.
func thousandths(n int32) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(n-1)/1000, 'f', -1, 64)
}

// valueOf returns the value of row i in one of gridmill's columns, as text.
func valueOf(output *outputColumn, b *Batch, i int) string {
	r := &b.Results[i]
	switch output.name {
	case "file":
		return "in, 1.txt"
	case "line":
		return strconv.Itoa(1 + 2*i)
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
		return b.Reasons[i].Code()
	case "minlex":
		return strings.Trim(b.Minlex[i].String(), "\x00")
	case "solution_class":
		return strings.Trim(string(b.Classes[i][:]), "\x00")
	case "steps":
		return string(b.steps.appendArray(nil, i))
	case "difficulty":
		return b.Ratings[i].Difficulty.String()
	case "hardest":
		return strings.TrimPrefix(b.Ratings[i].Hardest.String(), "none")
	case "backdoor":
		return backdoorNames[b.Ratings[i].Backdoor]
	case "guesses_mean":
		return thousandths(b.Ratings[i].GuessesMean)
	case "minimal":
		return truthTexts[b.Ratings[i].Redundant.minimal]
	case "redundant":
		return string(b.Ratings[i].Redundant.append(nil))
	case "explainer_rating":
		return thousandths(b.Ratings[i].ExplainerRating)
	}
	return fmt.Sprint(map[string]int32{
		"waves_trial_and_error": b.Ratings[i].Waves[ladder.TrialAndError], "placed_singles": b.Ratings[i].Removed[ladder.Singles],
		"solution_count": r.Count, "clues": int32(b.Puzzles[i].Clues()), "guesses": r.Guesses,
		"backtracks": r.Backtracks, "max_depth": r.MaxDepth, "passes": r.Passes,
		"symmetries": b.Symmetries[i],
	}[output.name])
}

// columnsOf returns the columns that the given statistics and extras select.
func columnsOf(t rapid.TB, statistics, extras []string) ColumnSet {
	t.Helper()
	s, err := ParseStatistics(strings.Join(statistics, ","))
	e, otherErr := ParseExtras(strings.Join(extras, ","))
	if err = errors.Join(err, otherErr); err != nil {
		t.Fatal(err)
	}
	return s.Or(e.Columns)
}

func allColumns(t rapid.TB) ColumnSet { return columnsOf(t, StatisticNames(), ExtraNames()) }

func TestColumnsInCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyResults(t)
		format := rapid.SampledFrom([]Format{CSV, TSV}).Draw(t, "format")
		header, rows, err := newCSVRows(format, &Schema{HasAnswers: true}, &WriteOptions{Stats: allColumns(t), Source: true})
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
				output := &outputColumns[slices.IndexFunc(outputColumns, func(c outputColumn) bool { return c.name == name })]
				want.WriteString(string(scan.AppendQuoted(nil, []byte(valueOf(output, b, i)), rows.delimiter)) + map[bool]string{true: "\n", false: delimiter}[k == len(names)-1])
			}
		}
		if got := rows.append([]byte("before\n"), b, from, to); string(got) != "before\n"+want.String() {
			t.Errorf("rows %d to %d as %s:\n%s\nwant\n%s", from, to, format, got, want.String())
		}
	})
}

// TestColumnsInPages adds the rows of a batch to Parquet pages in two steps. It checks the values
// of all columns except lists.
func TestColumnsInPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyResults(t)
		var out bytes.Buffer
		w, err := newParquetWriter(&out, &Schema{HasAnswers: true}, &WriteOptions{Stats: allColumns(t), Source: true, Compression: "none"})
		if err != nil {
			t.Fatal(err)
		}
		pages, cut := w.NewPages(), rapid.IntRange(0, b.Len()).Draw(t, "cut")
		err = errors.Join(w.add(pages, b, 0, cut), w.add(pages, b, cut, b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		encoded, err := w.encode(pages)
		if err = errors.Join(err, w.Write(encoded), w.Close()); err != nil {
			t.Fatal(err)
		}
		r := openBytes(t, out.Bytes())
		for c := range w.columns {
			output := &w.columns[c]
			if output.kind == kindSteps {
				continue // lists are compared by tests that read files back
			}
			var want []string
			nulls := int64(0)
			for i := range b.Len() {
				text := valueOf(output, b, i)
				switch {
				case output.kind == kindInteger || output.kind == kindLine:
				case output.kind == kindThousandths && text != "":
					value, _ := strconv.ParseFloat(text, 64)
					text = strconv.FormatUint(math.Float64bits(value), 16)
				case output.kind == kindBoolean && text != "":
				case text != "" || output.always:
					text = strconv.Quote(text)
				default:
					text, nulls = "nil at 0", nulls+1
				}
				want = append(want, text)
			}
			if got := readColumn(t, r, output.name); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", output.name, got, want)
			}
			chunk, err := r.MetaData().RowGroup(0).ColumnChunk(c)
			if err != nil {
				t.Fatal(err)
			}
			if s, err := chunk.Statistics(); err != nil || s.NullCount() != nulls {
				t.Errorf("%s: the statistics are %v, want %d nulls; error %v", output.name, s, nulls, err)
			}
		}
	})
}
