package interop

import (
	"strings"
	"testing"
)

// sudoku defines macros that find violations of the rules in a table with the columns row, puzzle
// and solution. The macros ignore rows without a solution.
const sudoku = `
CREATE MACRO cells_of(t) AS TABLE
	SELECT row, i // 9 AS y, i % 9 AS x, substr(puzzle, i + 1, 1) AS clue, substr(solution, i + 1, 1) AS digit
	FROM query_table(t), (SELECT unnest(range(81)) AS i)
	WHERE solution IS NOT NULL;

CREATE MACRO malformed(t) AS TABLE
	SELECT row, solution FROM query_table(t)
	WHERE solution IS NOT NULL AND NOT regexp_full_match(solution, '[1-9]{81}');

CREATE MACRO lost_clues(t) AS TABLE
	SELECT row, y, x, clue, digit FROM cells_of(t)
	WHERE clue BETWEEN '1' AND '9' AND digit <> clue;

CREATE MACRO broken_houses(t) AS TABLE
	SELECT row, kind, n, string_agg(digit, '') AS digits FROM (
		SELECT row, 'row' AS kind, y AS n, digit FROM cells_of(t)
		UNION ALL
		SELECT row, 'column', x, digit FROM cells_of(t)
		UNION ALL
		SELECT row, 'box', y // 3 * 3 + x // 3, digit FROM cells_of(t))
	GROUP BY ALL
	HAVING count(DISTINCT digit) FILTER (digit BETWEEN '1' AND '9') <> 9;
`

// sudokuFaults lists the macros that must find no rows.
var sudokuFaults = []string{"malformed", "lost_clues", "broken_houses"}

// wantSolved checks that every solution in a table solves the puzzle in the same row.
func (d *duck) wantSolved(table string) {
	d.t.Helper()
	for _, fault := range sudokuFaults {
		d.wantNone("FROM " + fault + "('" + table + "')")
	}
}

func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	const (
		puzzle   = ".2.4..9...54...23638.9...5....52.6..51....3..69...87.5..1..9..22...1687.....8...."
		solution = "126435987954871236387962154478523691512697348693148725831759462245316879769284513"
	)
	next := strings.NewReplacer("1", "2", "2", "3", "3", "4", "4", "5", "5", "6", "6", "7", "7", "8", "8", "9", "9", "1")
	for _, c := range []struct {
		name, solution string
		faults         string // row counts of the macros in sudokuFaults, separated by |
	}{
		{"right", solution, "0|0|0"},
		{"too short", solution[:80], "1|0|3"},
		{"a blank", "." + solution[1:], "1|0|3"},
		{"two digits swapped in their row and box", "216" + solution[3:], "0|1|2"},
		{"the solution of another puzzle", next.Replace(solution), "0|32|0"},
		{"right in rows only", strings.Repeat("123456789", 9), "0|28|18"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := openDuck(t)
			d.exec("CREATE TABLE given AS SELECT 1 AS row, '%s' AS puzzle, '%s' AS solution", puzzle, c.solution)
			var counts []string
			for _, fault := range sudokuFaults {
				counts = append(counts, "(SELECT count(*) FROM "+fault+"('given'))")
			}
			d.want("SELECT "+strings.Join(counts, ", "), c.faults)
		})
	}
}
