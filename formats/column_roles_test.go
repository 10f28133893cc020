package formats

import (
	"strings"
	"testing"
)

func csvOf(rows ...[]string) string {
	var text strings.Builder
	for _, row := range rows {
		text.WriteString(strings.Join(row, ",") + "\n")
	}
	return text.String()
}

// TestColumnsAreFound checks which columns are found without options.
func TestColumnsAreFound(t *testing.T) {
	p, s := puzzle(0), solution(0)
	digits := strings.Repeat("12345678", 11)[:81] // an id that looks like a full grid
	tests := []struct {
		name           string
		rows           [][]string
		puzzle, answer int
	}{
		{"upper case and space", [][]string{{"ID", " Puzzle ", "SOLUTION"}, {"1", p, s}}, 1, 2},
		{"an id of 81 digits", [][]string{{"id", "quiz", "answer"}, {digits, p, s}}, 1, 2},
		{"an id of 81 digits, unknown names", [][]string{{"id", "given"}, {digits, p}}, 1, 0},
		{"no header, an id of 81 digits", [][]string{{digits, p}, {digits, p}}, 1, 0},
		{"a name that holds something else", [][]string{{"puzzle", "cells"}, {"no. 1", p}}, 1, -1},
		{"answers that hold something else", [][]string{{"puzzle", "solution"}, {p, "see back"}}, 0, -1},
		{"full grids that are called puzzles in a result", [][]string{{"puzzle", "solution", "verdict", "solution_count", "reason"}, {s, s, "unique", "1", ""}}, 0, -1},
		{"full grids that are called puzzles, with others with blanks", [][]string{{"puzzle", "board"}, {s, p}}, 1, 0},
		{"full grids that are called puzzles next to unknown names", [][]string{{"board", "start"}, {s, p}}, 1, 0},
		{"known puzzles broken next to full grids", [][]string{{"id", "puzzle", "response"}, {"1", "short", s}}, 1, 2},
		{"answers by what they hold", [][]string{{"input", "output"}, {p, s}, {puzzle(1), ""}, {puzzle(2), solution(2)}}, 0, 1},
		{"answers by what they hold, before the puzzles", [][]string{{"sol", "given"}, {s, p}}, 1, 0},
		{"answers by what they hold, some wrong", [][]string{{"grid", "grid_solved"}, {p, s}, {p, s}, {p, solution(1)}}, 0, 1},
		{"full grids that keep no clues", [][]string{{"input", "output"}, {p, solution(1)}, {p, solution(1)}, {p, s}}, 0, 1},
		{"nothing but a header", [][]string{{"id", "puzzle", "solution"}}, 1, 2},
		{"all puzzles broken", [][]string{{"id", "puzzle"}, {"1", p[1:]}}, 1, -1},
		{"first puzzle broken", [][]string{{"id", "cells"}, {"1", p[1:]}, {"2", p}}, 1, -1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			info, err := Inspect(store(t, "in.csv", csvOf(test.rows...)), keepAll)
			if err != nil {
				t.Fatal(err)
			}
			if info.Roles.Puzzle != test.puzzle || info.Roles.Answer != test.answer {
				t.Errorf("%+v, want puzzles in %d and answers in %d", info.Roles, test.puzzle, test.answer)
			}
			if info.Roles.PuzzleWhy == "" || (info.Roles.AnswerWhy == "") != (test.answer < 0) {
				t.Errorf("the reasons do not match the columns: %+v", info.Roles)
			}
		})
	}
}

// TestUndeterminedColumns checks the messages for columns that cannot be determined, and for
// options that name wrong columns.
func TestUndeterminedColumns(t *testing.T) {
	p, s := puzzle(0), solution(0)
	tests := []struct {
		name string
		rows [][]string
		o    ReadOptions
		says string
	}{
		{"two columns of full grids", [][]string{{"a", "b"}, {s, s}}, ReadOptions{}, "the grids (in a, b) have no blanks, so they are probably answers"},
		{"a column of full grids", [][]string{{"prompt", "response"}, {"solve it", s}}, ReadOptions{},
			"the grids (in response) have no blanks, so they are probably answers"},
		{"a column of full grids without a header", [][]string{{"1", s}, {"2", solution(1)}}, ReadOptions{}, "the grids (in column_2) have no blanks, so they are probably answers"},
		{"full grids that are called puzzles", [][]string{{"id", "board"}, {"1", s}}, ReadOptions{}, "the grids (in board) have no blanks, so they are probably answers"},
		{"puzzles and answers with each other's names", [][]string{{"puzzle", "solution"}, {s, p}}, ReadOptions{},
			"the only columns with puzzles (solution) have names that suggest answers or model outputs"},
		{"full grids that are called puzzles, and a puzzle in a note", [][]string{{"grid", "note"}, {s, "x"}, {s, "y"}, {s, p}}, ReadOptions{},
			"the grids (in grid) have no blanks, so they are probably answers"},
		{"no grids", [][]string{{"a", "b"}, {"1", "2"}}, ReadOptions{}, "no column holds puzzles, either as text or as lists of 81 cells; the columns are a, b"},
		{"names that command a terminal", [][]string{{"\x1b[31ma", "b\xff", "c d"}, {"1", "2", "3"}}, ReadOptions{}, `the columns are "\x1b[31ma", "b\xff", c d`},
		{"lists with null for blanks", [][]string{{"clues", "full"}, {`"[null` + strings.Repeat(",4", 80) + `]"`, s}}, ReadOptions{},
			"no column holds puzzles; lists in clues have 81 items, but not all items are digits or blanks"},
		{"two columns of answers", [][]string{{"input", "a", "b"}, {p, s, s}}, ReadOptions{}, "several columns hold answers: a, b"},
		{"one column for both", [][]string{{"a", "b"}, {p, s}}, ReadOptions{Column: "a", AnswerColumn: "1"}, `column "a" cannot hold both puzzles and answers`},
		{"number zero", [][]string{{"a", "b"}, {p, s}}, ReadOptions{Column: "0"}, `there is no column "0"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := outcomes([]string{store(t, "in.csv", csvOf(test.rows...))}, test.o, 10)
			wantError(t, err, "in.csv: ", test.says)
		})
	}
}
