package formats

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFirstRecords checks how a file is read if its first records can be interpreted in several
// ways. The lines can contain these placeholders:
//   - {i}: a number
//   - {p} and {s}: a puzzle and its solution
//   - {placed}: a puzzle with plus signs before its clues, as in HoDoKu libraries
//   - {cells}, {semicolons}, {spaces} and {bars}: cells with commas, semicolons etc. between them
//   - {lines}: nine lines with commas between cells
//   - {groups}: nine lines with spaces between groups of three cells
func TestFirstRecords(t *testing.T) {
	placed := regexp.MustCompile("[1-9]")
	cellNames := "c1"
	for i := 2; i <= 81; i++ {
		cellNames += fmt.Sprintf(",c%d", i)
	}
	for _, test := range []struct {
		name, file string
		top, form  string   // first line ("" for no such line), and form of the lines with puzzles
		odd        []string // lines to append to the file
		variant    string   // if not empty, the form for two of every three puzzles
		reading    string
		puzzles    int // how many of the 30 sample puzzles are read
	}{
		{name: "a known name in a title", file: "in.csv", top: "Start grid", form: "{p}", reading: "csv, puzzles in Start grid", puzzles: 30},
		{name: "a title with a colon", file: "in.csv", top: "puzzle: easy", form: "{p}", reading: "csv, puzzles in puzzle: easy", puzzles: 30},
		{name: "a title above lists", file: "in.csv", top: "Sudoku collection 2024", form: `"{cells}"`, reading: "csv, puzzles in Sudoku collection 2024", puzzles: 30},
		{name: "a name that is a symbol", file: "in.csv", top: "№;Задача;Ответ", form: "{i};{p};{s}", reading: "csv with ';' between fields, puzzles in Задача, answers in Ответ", puzzles: 30},
		{name: "spaces after all fields", file: "in.txt", top: strings.NewReplacer(",c", " ", "c", "id ").Replace(cellNames) + " ", form: "{i} {spaces} ", reading: "cells with spaces between fields, puzzles in columns 2 to 82", puzzles: 30},
		{name: "a padded title", file: "in.csv", top: "My sudokus,,", form: "{i},{p},easy", reading: "csv without a header, puzzles in column 2", puzzles: 30},
		{name: "a first row without a puzzle", file: "in.csv", top: "Ann,,easy", form: "{i},{p},easy", reading: "csv without a header, puzzles in column 2", puzzles: 30},
		{name: "a known name in a padded title", file: "in.csv", top: "Sudoku,,,", form: "{i},{p},{s},easy", reading: "csv, puzzles in column_2, answers in column_3", puzzles: 30},
		{name: "an unnamed column between names", file: "in.csv", top: "id,,puzzle", form: "{i},easy,{p}", reading: "csv, puzzles in puzzle", puzzles: 30},
		{name: "more names than fields, one empty", file: "in.csv", top: "id,,puzzle,note", form: "{i},easy,{p}", reading: "csv without a header, puzzles in column 3", puzzles: 30},
		{name: "fewer names than fields", file: "in.txt", top: "id,puzzle", form: "{i},{p},easy,", reading: "csv without a header, puzzles in column 2", puzzles: 30},
		{name: "an unnamed delimiter at the end", file: "in.txt", top: "nr,given", form: "{i},{p},", reading: "csv without a header, puzzles in column 2", puzzles: 30},
		{name: "one field more before a delimiter at the end", file: "in.csv", top: "id,puzzle,note,", form: "{i},{p},easy,", odd: []string{"31," + strings.Repeat(".", 81) + ",easy, hard,"}, reading: "csv, puzzles in puzzle", puzzles: 30},
		{name: "many notes with an unquoted delimiter", file: "in.csv", top: "id,puzzle,note,level", form: "{i},{p},a,easy", variant: `{i},{p}, "a, b",easy`, reading: "csv, puzzles in puzzle", puzzles: 10},
		{name: "too many names in text", file: "in.txt", top: "id,puzzle,comment", form: "{i},{p}", odd: []string{"7,x,nice"}, reading: "csv without a header, puzzles in column 2", puzzles: 30},
		{name: "rows with another delimiter", file: "in.csv", form: `"{i}";"{p}";"{s}"`, odd: []string{"1,2,3", "2,3,4"}, reading: "csv with ';' between fields without a header, puzzles in column 2, answers in column 3", puzzles: 30},
		{name: "rows of cells among grids", file: "in.csv", top: `"id";"puzzle";"solution"`, form: `"{i}";"{p}";"{s}"`, odd: []string{strings.Repeat("1 ", 81), strings.Repeat(". ", 81)}, reading: "csv with ';' between fields, puzzles in puzzle, answers in solution", puzzles: 30},
		{name: "a full grid in a library", file: "in.txt", top: ":0000:x:" + solution(0) + ":::", form: ":0000:x:{placed}:::", reading: "hodoku", puzzles: 30},
		{name: "lists in a program", file: "in.txt", top: "puzzles = [", form: `  "{p}",`, odd: []string{"]"}, reading: "text", puzzles: 30},
		{name: "few puzzles", file: "in.txt", top: "id,given,full", form: "{i},{p},{s}", variant: "{i},,{s}", reading: "csv, puzzles in given, answers in full", puzzles: 10},
		{name: "few puzzles in a known column", file: "in.csv", top: "puzzle,given", form: "level {i},{p}", variant: "level {i},", reading: "csv, puzzles in given", puzzles: 10},
		{name: "a key in one record", file: "in.jsonl", form: `{"given": "{p}"}`, odd: []string{`{"puzzle": "none"}`}, reading: "jsonl, puzzles in given", puzzles: 30},
		{name: "chats and a key in one record", file: "in.jsonl", form: `{"messages": [{"role": "user", "content": "Solve {p}"}]}`, odd: []string{`{"grid": "x"}`}, reading: "jsonl, puzzles in messages (in chats, the user's last grid)", puzzles: 30},
		{name: "an open grid among answers", file: "in.csv", top: "full,given", form: "{s},{p}", variant: "{s},", odd: []string{strings.Repeat(".", 81) + ","}, reading: "csv, puzzles in given, answers in full", puzzles: 10},
		{name: "whole grids among rows of cells", file: "in.csv", form: "{p}", variant: "{cells}", reading: "cells without a header, puzzles in columns 1 to 81", puzzles: 20},
		{name: "numbers before cells", file: "in.csv", form: "{i},{cells}", reading: "cells without a header, puzzles in columns 2 to 82", puzzles: 30},
		{name: "numbers of cells after a name", file: "in.csv", top: "id,0," + strings.ReplaceAll(strings.TrimSuffix(cellNames, ",c81"), "c", ""), form: "{i},{cells}", reading: "cells, puzzles in columns 2 to 82", puzzles: 30},
		{name: "a title above names of cells", file: "in.txt", top: "Puzzles;hard;2024", form: "{i};{semicolons}", odd: []string{"id;" + strings.ReplaceAll(cellNames, ",", ";")}, reading: "cells with ';' between fields without a header, puzzles in columns 2 to 82", puzzles: 30},
		{name: "a damaged first row after a number", file: "in.csv", top: "1,x,7.1", form: "{i},{p},7.1", reading: "csv without a header, puzzles in column 2", puzzles: 30},
		{name: "numbers of columns", file: "in.csv", top: ",0,1", form: "{i},{p},{s}", reading: "csv, puzzles in 0, answers in 1", puzzles: 30},
		{name: "dates above grids", file: "in.txt", form: "1/10/2024\n{lines}", reading: "grids", puzzles: 30},
		{name: "numbers that start with #", file: "in.csv", form: "#{i},{p},{s}", reading: "csv without a header, puzzles in column 2, answers in column 3", puzzles: 30},
		{name: "a name that is #", file: "in.csv", top: "#,puzzle", form: "{i},{p}", reading: "csv, puzzles in puzzle", puzzles: 30},
		{name: "few puzzles and one in a note", file: "in.csv", top: "puzzle,note", form: "{p},", variant: "NA,", odd: []string{"NA," + strings.Repeat(".", 81)}, reading: "csv, puzzles in puzzle", puzzles: 10},
		{name: "few answers in a known column", file: "in.csv", top: "puzzle,solution,model", form: "{p},{s},{s}", variant: "{p},NA,{s}", reading: "csv, puzzles in puzzle, answers in solution", puzzles: 30},
		{name: "one line of results", file: "in.txt", top: strings.Repeat(".", 81) + ":2:", form: `"{p}",`, reading: "text", puzzles: 30},
		{name: "lines of cells among lines with quotes", file: "in.txt", form: `"{p}",`, odd: []string{strings.Repeat("1;", 80) + "1", strings.Repeat(".;", 80) + "."}, reading: "text", puzzles: 30},
		{name: "a list in the first record", file: "in.csv", form: `easy,"[{cells}]"`, reading: "csv without a header, puzzles in column 2", puzzles: 30},
		{name: "a title above lines", file: "in.txt", top: "Sudoku puzzles", form: "1 {p}", variant: "1 {p} # easy", reading: "text", puzzles: 30},
		{name: "a title above lines with other words", file: "in.txt", top: "Sudoku puzzles", form: "{p} easy", variant: "{p} very hard", reading: "text", puzzles: 30},
		{name: "a title above grids with commas", file: "in.txt", top: "Sudoku, easy", form: "{lines}", reading: "grids", puzzles: 30},
		{name: "names above rows with another delimiter", file: "in.csv", top: "id,puzzle,solution", form: "{i}\t{p}\t{s}", reading: "tsv without a header, puzzles in column 2, answers in column 3", puzzles: 30},
		{name: "a comment that names columns", file: "in.txt", top: "# Format: id, puzzle, solution", form: "{lines}", reading: "grids", puzzles: 30},
		{name: "a known name above lines of three groups", file: "in.txt", top: "Sudoku puzzle 12", form: "Grid {i}\n{groups}", reading: "grids", puzzles: 30},
		{name: "known names above lines of three groups", file: "in.txt", top: "puzzle | solution", form: "Grid | {i}\n{groups}", reading: "grids", puzzles: 30},
		{name: "a known name above answers", file: "in.txt", top: "Hard sudoku", form: "{p} {s}", reading: "csv with spaces between fields, puzzles in Hard, answers in sudoku", puzzles: 30},
		{name: "columns of one digit next to puzzles", file: "in.csv", top: "puzzle,solution," + cellNames, form: "{p},{s},{cells}", reading: "csv, puzzles in puzzle, answers in solution", puzzles: 30},
		{name: "a word more in a table with spaces", file: "in.txt", top: "id puzzle level", form: "{i} {p} easy", odd: []string{"31 " + strings.Repeat(".", 81) + " very hard"}, reading: "csv with spaces between fields, puzzles in puzzle", puzzles: 30},
		{name: "rows that lack their last fields", file: "in.csv", top: "id,puzzle,solution,note", form: "{i},{p},{s}", reading: "csv without a header, puzzles in column 2, answers in column 3", puzzles: 30},
		{name: "rows that end with delimiters", file: "in.csv", top: "id,puzzle,solution", form: "{i},{p},{s},,", odd: []string{"31,x,"}, reading: "csv without a header, puzzles in column 2, answers in column 3", puzzles: 30},
		{name: "an answer in a note", file: "in.csv", top: "puzzle,note", form: "{p},", odd: []string{"9,easy", "9,hard", strings.Repeat(".", 81) + "," + sampleRecords(1)[0].solution}, reading: "csv, puzzles in puzzle", puzzles: 30},
		{name: "lines with several puzzles", file: "in.txt", form: "{i} {p}", odd: slices.Repeat([]string{strings.Repeat(".", 80) + "1 " + sampleRecords(1)[0].solution}, 5), reading: "text", puzzles: 30},
		{name: "comments with a puzzle", file: "in.txt", form: "{i} {p}", odd: slices.Repeat([]string{"# " + strings.Repeat(".", 80) + "1"}, 5), reading: "text", puzzles: 30},
		{name: "pairs without some answers", file: "in.txt", form: "{p} {s}", variant: "{p} -", reading: "csv with spaces between fields without a header, puzzles in column 1, answers in column 2", puzzles: 30},
		{name: "spaces that align columns", file: "in.txt", top: "id  puzzle", form: "{i}  {p}", odd: slices.Repeat([]string{"7   " + strings.Repeat(".", 81)}, 3), reading: "csv with spaces between fields, puzzles in puzzle", puzzles: 30},
		{name: "a free text after pairs", file: "in.txt", form: "{p} {s} easy", variant: "{p} {s} very hard", reading: "csv with spaces between fields without a header, puzzles in column 1, answers in column 2", puzzles: 20},
		{name: "an indented header of numbers", file: "in.csv", top: strings.NewReplacer(",c", " ", "c", " ").Replace(cellNames), form: "{i} {spaces}", reading: "cells with spaces between fields without a header, puzzles in columns 2 to 82", puzzles: 30},
		{name: "as many odd lines as rows", file: "in.txt", top: "id|puzzle|solution", form: "{i}|{p}|{s}", odd: slices.Repeat([]string{"(1 row)"}, 30), reading: "csv with '|' between fields, puzzles in puzzle, answers in solution", puzzles: 30},
		{name: "an additional field in a few pairs", file: "in.txt", form: "{p},{s}", odd: slices.Repeat([]string{strings.Repeat(".", 81) + "," + sampleRecords(1)[0].solution + ",hard"}, 5), reading: "csv without a header, puzzles in column 1, answers in column 2", puzzles: 30},
		{name: "an additional word in a few pairs", file: "in.txt", form: "{p} {s}", odd: slices.Repeat([]string{strings.Repeat(".", 81) + " " + sampleRecords(1)[0].solution + " hard"}, 5), reading: "csv with spaces between fields without a header, puzzles in column 1, answers in column 2", puzzles: 30},
		{name: "a known name in a title with a comma", file: "in.csv", top: "Sudoku, easy", form: "{i},{p},{s}", odd: []string{"31," + strings.Repeat(".", 81)}, reading: "csv without a header, puzzles in column 2, answers in column 3", puzzles: 30},
		{name: "a name that is also a value", file: "in.csv", top: "id,given,easy", form: "{i},{p},easy", reading: "csv, puzzles in given", puzzles: 30},
		{name: "a known name in titles", file: "in.txt", top: "Puzzle 1 easy", form: "{p} {s}", odd: []string{"Puzzle 2 easy"}, reading: "csv with spaces between fields without a header, puzzles in column 1, answers in column 2", puzzles: 30},
		{name: "a comment after most puzzles", file: "in.txt", form: "{p}", variant: "{p}\teasy", reading: "text", puzzles: 30},
		{name: "a comment after each puzzle", file: "in.txt", form: "{p}\teasy", reading: "tsv without a header, puzzles in column 1", puzzles: 30},
		{name: "a shifted row", file: "in.txt", form: "{i} {p} {s}", odd: []string{strings.Repeat(".", 80) + "1 " + sampleRecords(1)[0].solution + " 31"}, reading: "csv with spaces between fields without a header, puzzles in column 2, answers in column 3", puzzles: 30},
		{name: "two carriage returns", file: "in.csv", top: "id,\"puzzle\"\r\r", form: "{i},{p}\r\r", odd: []string{"31,\"x\"\r\r"}, reading: "csv, puzzles in puzzle", puzzles: 30},
		{name: "a comment", file: "in.csv", top: "# a list of sudoku puzzles, easy", form: "{i},{p}", reading: "csv without a header, puzzles in column 2", puzzles: 30},
	} {
		t.Run(test.name, func(t *testing.T) {
			var lines []string
			if test.top != "" {
				lines = append(lines, test.top)
			}
			for i, r := range sampleRecords(30) {
				form := test.form
				if test.variant != "" && i%3 != 0 {
					form = test.variant
				}
				cells := strings.Join(strings.Split(r.puzzle, ""), ",")
				nine, groups := "", ""
				for chunk := range slices.Chunk(strings.Split(r.puzzle, ""), 9) {
					nine += strings.Join(chunk, ",") + "\n"
					row := strings.Join(chunk, "")
					groups += row[:3] + " " + row[3:6] + " " + row[6:] + "\n"
				}
				lines = append(lines, strings.NewReplacer("{lines}", nine, "{groups}", groups, "{i}", fmt.Sprint(i), "{p}", r.puzzle, "{placed}", placed.ReplaceAllString(r.puzzle, "+$0"), "{s}", r.solution, "{cells}", cells, "{semicolons}", strings.ReplaceAll(cells, ",", ";"), "{spaces}", strings.ReplaceAll(cells, ",", " "), "{bars}", strings.ReplaceAll(cells, ",", " | ")).Replace(form))
			}
			file := storeIn(t, t.TempDir(), test.file, strings.Join(append(lines, test.odd...), "\n")+"\n")
			info, err := Inspect(file, ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if info.String() != test.reading {
				t.Errorf("the file is read as %s, want %s", info, test.reading)
			}
			rows, _, err := readSample([]string{file}, keepAll, 50)
			n := 0
			for _, r := range sampleRecords(30) {
				for _, row := range rows {
					if row.Puzzle == r.puzzle {
						n++
						break
					}
				}
			}
			if err != nil || n != test.puzzles {
				t.Errorf("%d puzzles, error %v, want %d puzzles", n, err, test.puzzles)
			}
		})
	}
}

// TestRowsOfCells checks files in which each cell is a field. A damaged row, a repeated header and a
// row with a missing or incomplete answer must be invalid. A requested format must be used even if
// most of the first records have a different format. A level before the 81 cells must not be read as
// a cell, even if the last cell is empty.
func TestRowsOfCells(t *testing.T) {
	p, names := samplePuzzles(30), strings.Repeat("c,", 80)+"c\n"
	split := func(grid string) string { return strings.Join(strings.Split(grid, ""), ",") }
	cells, given := split(p[0]), ReadOptions{Format: Cells, Delimiter: ',', Header: HasHeader, Column: "1", AnswerColumn: "none"}
	checkRead(t, given, "in.csv", strings.Repeat("x,", 81)+"y\n"+cells+",1\n"+"abc"+cells[1:]+",2\n", 0, p[0], invalid)
	answered := cells + "," + split(sampleRecords(1)[0].solution) + "\n"
	checkRead(t, ReadOptions{}, "in.csv", strings.Repeat(answered, 3)+cells+"\n"+cells+",1\n", 0, p[0], p[0], p[0], invalid, invalid)
	row := strings.ReplaceAll(cells, ".", "") + "\n" // each blank is an empty field
	checkRead(t, ReadOptions{}, "in.csv", names+row+names+row+row, 0, p[0], invalid, p[0], p[0])
	requested := ReadOptions{Format: Cells, Delimiter: ',', Header: NoHeader, Fields: 81, Column: "1"}
	lines := strings.Repeat("not a row\n", 70) + strings.Join(mapped(p, split), "\n")
	checkRead(t, requested, "in.csv", lines, 0, append(slices.Repeat([]string{invalid}, 70), p...)...)
	numbered := ""
	for i, puzzle := range p[:18] {
		numbered += fmt.Sprintf("%d,%s\n", i+1, split(puzzle))
	}
	checkRead(t, ReadOptions{}, "in.csv", numbered, 0, p[:18]...)
	checkRead(t, ReadOptions{}, "in.csv", strings.Repeat(names+strings.Repeat(cells+"\n", 5), 2), 0, slices.Concat(slices.Repeat(p[:1], 5), []string{invalid}, slices.Repeat(p[:1], 5))...)
	_, err := Inspect(store(t, "in.csv", "3,"+strings.Repeat("1,,,,,,,,,", 8)+"1,,,,,,,,\n"), ReadOptions{})
	wantError(t, err, "82 columns")
}
