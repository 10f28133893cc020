package formats

import (
	"strings"
	"testing"
)

// beginning returns the first line of out.
func beginning(out []byte) string {
	line, _, _ := strings.Cut(string(out), "\n")
	return line
}

// TestOutputColumns checks that the kept input columns come first in an output, and that a column
// that gridmill adds is renamed if a kept column has the same name.
func TestOutputColumns(t *testing.T) {
	plain := csvOf([]string{"id", "puzzle", "rating"}, []string{"7", puzzle(0), "1.5"})
	taken := csvOf([]string{"Solution", "solution_found", "CLUES", "verdict", "quiz"}, []string{"x", "y", "z", "w", puzzle(0)})
	const own = "solution,verdict,solution_count"
	tests := []struct{ name, text, keep, stats, want string }{
		{"all", plain, "all", "", "id,puzzle,rating," + own + ",reason"},
		{"none", plain, "none", "", "puzzle," + own + ",reason"},
		{"by name", plain, "rating", "", "rating,puzzle," + own + ",reason"},
		{"by name in any case", plain, "RATING,Id", "", "rating,id,puzzle," + own + ",reason"},
		{"by number", plain, "3,1", "", "rating,id,puzzle," + own + ",reason"},
		{"with the puzzle, in another order", plain, "puzzle, id", "", "puzzle,id," + own + ",reason"},
		{"twice the same", plain, "id,1,id", "", "id,puzzle," + own + ",reason"},
		{"all statistics", plain, "id", "all", "id,puzzle," + own + ",clues,guesses,backtracks,max_depth,passes,reason"},
		{"statistics in the table's order", plain, "id", "guesses, clues", "id,puzzle," + own + ",clues,guesses,reason"},
		{"taken names", taken, "all", "clues", "Solution,solution_found,CLUES,verdict,quiz,solution_found_found,verdict_found,solution_count,clues_found,reason"},
		{"taken, but left out", taken, "none", "clues", "puzzle," + own + ",clues,reason"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			stats, err := ParseStatistics(test.stats)
			if err != nil {
				t.Fatal(err)
			}
			file := store(t, "in.csv", test.text)
			out := mustConvert(t, []string{file}, ReadOptions{Keep: ParseKeep(test.keep)}, "out.csv", WriteOptions{Stats: stats}, 10)
			if got := beginning(out); got != test.want {
				t.Errorf("columns\n%s, want\n%s", got, test.want)
			}
			fields := fieldsIn(strings.Split(string(out), "\n")[1], ',')
			for i, name := range strings.Split(test.want, ",") {
				if want := map[string]string{"id": "7", "rating": "1.5", "puzzle": puzzle(0), "Solution": "x", "clues_found": "30"}[name]; want != "" && fields[i] != want {
					t.Errorf("column %s holds %q, want %q", name, fields[i], want)
				}
			}
		})
	}
}
