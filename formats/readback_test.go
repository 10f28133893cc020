package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// TestColumnsAreNamedInOrder checks that outputColumns has an entry for each Column, with the
// fields that its kind needs. A result column must have either readback or parse.
func TestColumnsAreNamedInOrder(t *testing.T) {
	if int(numColumns) != len(outputColumns) {
		t.Fatalf("%d columns have names, %d are in the table", numColumns, len(outputColumns))
	}
	for c, output := range outputColumns {
		if output.kind == kindKept || (output.grid != 0) != (output.kind == kindGrid) ||
			(output.numbers != nil) != (output.kind >= kindInteger) || (output.words != nil) != output.hasWords() ||
			(output.values != nil) != (output.kind == kindDecimal) {
			t.Errorf("the fields of %s do not fit its kind", output.name)
		}
		if Column(c) < SolutionColumn || output.training {
			continue // only result columns are read back
		}
		if (output.parse != nil) == (output.readback != nil) || (output.kind == kindInteger) != (output.readback != nil) {
			t.Errorf("%s is not read back in the way it is written", output.name)
		}
	}
}

// TestOwnColumnsAreFound checks that gridmill's columns are found in a result even if the result
// also has input columns with the same names.
func TestOwnColumnsAreFound(t *testing.T) {
	names := rapid.SampledFrom([]string{
		"id", "puzzle", "solution", "verdict", "solution_count", "clues", "guesses", "answer", "reason", "Verdict",
		"solution_found", "verdict_found", "solution_count_found", "reason_found", "puzzle_found",
	})
	rapid.Check(t, func(t *rapid.T) {
		s := &Schema{HasAnswers: rapid.Bool().Draw(t, "answers"), CarriesPuzzle: rapid.Bool().Draw(t, "carries")}
		columns := rapid.SliceOfN(names, 0, 12).Draw(t, "columns")
		for _, name := range columns {
			s.Kept = append(s.Kept, Field{Name: name})
		}
		draw := func(names []string) []string {
			return rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID).Draw(t, "names")
		}
		stats := columnsOf(t, draw(StatisticNames()), draw(ExtraNames()))
		var want []string
		for _, c := range ownColumns(s, &WriteOptions{Stats: stats}) {
			columns = append(columns, s.freeName(c.name))
			if c.name != "puzzle" {
				want = append(want, c.name)
			}
		}
		var got []string
		for _, c := range resultColumns(columns) {
			got = append(got, c.String())
		}
		if !slices.Equal(got, want) {
			t.Fatalf("gridmill's columns in %q are %q, want %q", columns, got, want)
		}
	})
}

// readbackRows describes each row of a result as text.
func readbackRows(t testing.TB, file string, use ResultsUse, size int) (rows []string) {
	t.Helper()
	r := mustOpenWith(t, file, ReadOptions{Results: use, Keep: ParseKeep("all")})
	for b := range batchesOf(t, r, NewBatch(size)) {
		for i := range b.Len() {
			rows = append(rows, fmt.Sprintf("%s %+v %d %s %q %v", string(b.grid(ofPuzzle, i)), b.Results[i],
				b.Readback[i].Clues, b.Readback[i].Answer, b.Readback[i].Reason, b.Readback[i].Damaged))
		}
	}
	return rows
}

// TestResultsAreReadBack checks that results with all kinds of rows are read back unchanged from
// several formats.
func TestResultsAreReadBack(t *testing.T) {
	// The corners of this rectangle hold two digits. With blank corners, there are two solutions.
	two := []byte(solved)
	for _, corner := range []int{32, 35, 41, 44} {
		two[corner] = '.'
	}
	in := store(t, "in.csv", "id,puzzle,solution\n"+strings.Repeat(
		"1,"+puzzle(1)+","+solution(1)+"\n2,"+puzzle(2)+","+solution(1)+"\n3,"+string(two)+",\n4,short,"+solution(0)+
			"\n5,"+strings.Replace(puzzle(0), "53", "55", 1)+",x\n6,"+puzzle(1)+",,,\n\"7\",\"a,b\",\"\"\n", 100))
	var want []string
	err := eachBatch([]string{in}, keepAll, 64, func(_ Reader, b *Batch) error {
		for i := range b.Len() {
			want = append(want, fmt.Sprintf("%s %+v %d %s %q %v", string(b.grid(ofPuzzle, i)), b.Results[i],
				b.Puzzles[i].Clues(), b.Answers[i], b.Reasons[i], ColumnSet{}))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	stats, _ := ParseStatistics("all")
	for _, name := range []string{"out.csv", "out.tsv", "out.csv.gz", "out.parquet"} {
		for _, keep := range []string{"all", "solution,id", "solution"} {
			o := ReadOptions{Keep: ParseKeep(keep)}
			out := store(t, name, string(mustConvert(t, []string{in}, o, name, WriteOptions{Stats: stats}, 64)))
			for _, size := range []int{1, 50, 4096} {
				if got := readbackRows(t, out, TakeResults, size); !slices.Equal(got, want) {
					t.Fatalf("%s with --keep %s, batches of %d: (-written +read)\n%s", name, keep, size, cmp.Diff(want, got))
				}
			}
		}
	}
}

// FuzzReadback checks that arbitrary values at the end of a result row do not cause an error. The
// numbers must be read correctly, or the row must be marked as damaged. Rows that cannot be split
// into fields have no result.
func FuzzReadback(f *testing.F) {
	f.Add(solution(0)+",unique,1,30,0,0,0,1,match,,"+puzzle(0)+",0123456789abcdef,1,hard,0.125,2,3.2,x_wing,5,51", true)
	f.Add(solution(0)+",unique,1,30,0,0,0,1,match,,"+puzzle(0)+",0123456789abcdef,1,hard,0.125,2,3.2,x_wing,5,51,one field more", false)
	f.Add(",invalid,0,0,0,0,0,0,,\"bad_character position=3 character=U+002C\",,,0,,,,,,0,0", false)
	f.Add(",uniqe,x,-1,,99999999999,0,0,wrong,clue_repeats digit=5 house=row3,minlex,0123456789abcdeg,-1,harder,0.1250,3,3.25,none,-1,", true)
	f.Fuzz(func(t *testing.T, text string, take bool) {
		in := strings.NewReader("puzzle,solution,solution_found,verdict,solution_count,clues,guesses,backtracks,max_depth,passes,answer,reason,minlex,solution_class,symmetries,difficulty,guesses_mean,backdoor,explainer_rating,hardest,waves_singles,placed_singles\n" +
			puzzle(0) + "," + solution(0) + "," + text + "\n")
		use := CheckResults
		if take {
			use = TakeResults
		}
		r, err := Open([]string{files.StdStream}, ReadOptions{Results: use, Keep: ParseKeep("all"), Stdin: in})
		if err != nil {
			return
		}
		defer r.Close()
		b := NewBatch(10)
		for r.Read(b) == nil {
			if err := b.Parse(); err != nil {
				t.Fatal(err)
			}
			for i := range b.Len() {
				if malformed := b.Reasons[i].Malformed(); malformed != b.Unsplit(i) || malformed && b.Results[i] != (solver.Result{}) {
					t.Fatalf("malformed: %t, damaged: %v, result %v", malformed, b.Readback[i].Damaged, b.Results[i])
				}
				for c := range r.Schema().ResultColumns.All() {
					said := b.ReadbackText(i, c)
					if b.Readback[i].Damaged == (ColumnSet{}) && outputColumns[c].readback != nil && strings.TrimLeft(said, "0") != strings.TrimLeft(fmt.Sprint(*outputColumns[c].readback(b, i)), "0") {
						t.Fatalf("%s is %q but was read as %d", c, said, *outputColumns[c].readback(b, i))
					}
				}
			}
			b.CompleteResults()
		}
	})
}
