package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// columnOf returns a name for a column of a grid that takes so many.
func columnOf(i, width int) string {
	if width == 9 {
		return fmt.Sprintf("row%d", i+1)
	}
	return fmt.Sprintf("c%d", i)
}

// namedColumnLayouts are grids in several columns whose names say what each holds.
func namedColumnLayouts() []layout {
	byRowAndColumn := func(row, column int) string { return fmt.Sprintf("r%dc%d", row+1, column+1) }
	down := func(a, b int) int { return (a%9*9 + a/9) - (b%9*9 + b/9) }
	numbered := func(row, column int) string { return fmt.Sprintf("cell_%d", 9*row+column) }
	asText := func(a, b int) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	named := func(name string) string {
		header, rows, _ := strings.Cut(nineColumns(), "\n")
		return strings.ReplaceAll(header, "r", name) + "\n" + rows
	}
	upsideDown := ""
	for line := range strings.Lines(named("row")) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		slices.Reverse(fields)
		upsideDown += strings.Join(fields, ",") + "\n"
	}
	const asRows = "nine columns of nine cells are read if their names say that each holds"
	return []layout{
		one("81 columns, names sorted as text", "c.csv", columnsOfCells(numbered, asText)),
		one("81 columns r1c1, r2c1, ...", "c.csv", columnsOfCells(byRowAndColumn, down)),
		one("81 columns c1r1, c1r2, ...", "c.csv", columnsOfCells(func(row, column int) string { return fmt.Sprintf("c%dr%d", column+1, row+1) }, down)),
		one("9 columns of pandas, 0 to 8", "c.csv", "0,1,2,3,4,5,6,7,8\n"+strings.TrimPrefix(nineColumns(), "r1,r2,r3,r4,r5,r6,r7,r8,r9\n")),
		one("9 columns row9 to row1", "c.csv", upsideDown),
		unread("9 columns col1 to col9", "c.csv", named("col"), asRows),
		one("81 columns of R, row names, NA for blanks", "c.csv", columnsOfR()),
		one("81 columns of digits from 0, -1 for blanks", "c.csv", fromZero(eachPuzzle("", "C\n", "0"))),
		one("R's write.table, with row names", "c.txt", eachPuzzle("\"puzzle\" \"solution\"\n", "\"I\" \"P\" \"S\"\n", "0")),
		one("81 columns of numbers like 5E0", "c.csv", strings.ReplaceAll(eachNumber("%cE0,"), ",\n", "\n")),
		one("several spaces between 81 numbers (MATLAB)", "c.txt", eachNumber("   %c.0000000e+00")),
		one("nine lines of nine floats (savetxt)", "g.txt", inNines(eachNumber("%c.000000000000000000e+00 "))),
		one("nine lines of floats, empty lines between", "g.txt", inNines(strings.ReplaceAll(eachNumber("%c.0 "), "\n", " \n"))),
		one("puzzle and solution in one column", "t.csv", eachPuzzle("text\n", "P S\n", "0")),
		one("cells and rows apart by white space", "t.csv", inWhiteSpace()),
		one("arrays as NumPy shows them", "a.csv", eachPuzzle("grid,answer\n", "\"array(L)\",\"array(T, dtype=int8)\"\n", "0")),
		unread("masks and solutions", "m.csv", masks(), "mask holds 0 and 1 alone, as masks do"),
		unread("grids in prompts", "p.csv", eachPuzzle("prompt,completion\n", "\"solve: P\nanswer:\",S\n", "."), "grids stand among other text in prompt"),
		unread("a cell a row", "k.csv", cellARow(), "and the first row has \"1\", \"1\", \"1\", \"0\""),
	}
}

// columnsOfCells returns CSV with a column for each cell, in some order.
func columnsOfCells(name func(row, column int) string, less func(a, b int) int) (text string) {
	order := make([]int, 81)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, less)
	var fields []string
	for _, cell := range order {
		fields = append(fields, name(cell/9, cell%9))
	}
	text = strings.Join(fields, ",") + "\n"
	for _, p := range layoutPuzzles {
		for i, cell := range order {
			fields[i] = strings.ReplaceAll(p.puzzle[cell:cell+1], ".", "0")
		}
		text += strings.Join(fields, ",") + "\n"
	}
	return text
}

// columnsOfR returns CSV as R writes data without names.
func columnsOfR() string {
	text := `""`
	for i := range 81 {
		text += fmt.Sprintf(`,"V%d"`, i+1)
	}
	return text + "\n" + eachPuzzle("", "\"I\",C\n", "NA")
}

// fromZero returns numbers apart by commas that are smaller by 1.
func fromZero(text string) string {
	return regexp.MustCompile(`\d`).ReplaceAllStringFunc(text, func(digit string) string { return fmt.Sprint(int(digit[0]-'0') - 1) })
}

// eachNumber returns a line for each puzzle, with its cells in a form.
func eachNumber(form string) (text string) {
	for _, p := range layoutPuzzles {
		for _, cell := range strings.ReplaceAll(p.puzzle, ".", "0") {
			text += fmt.Sprintf(form, cell)
		}
		text += "\n"
	}
	return text
}

// inNines returns text with a line for each nine words.
func inNines(text string) string {
	return regexp.MustCompile(`(\S+ ){9}`).ReplaceAllString(text, "$0\n")
}

// inWhiteSpace returns CSV of grids with spaces between cells and line ends between rows.
func inWhiteSpace() string {
	text := "prompt,completion\n"
	for _, p := range layoutPuzzles {
		puzzle, solution := strings.Join(rowsOfGrid(p.puzzle), "\n"), strings.Join(rowsOfGrid(p.solution), "\n")
		puzzle = strings.ReplaceAll(puzzle, ".", "_")
		text += fmt.Sprintf("%q,%q\n", spreadAll(puzzle, " "), spreadAll(solution, " "))
	}
	return strings.ReplaceAll(text, "\\n", "\n")
}

// masks returns CSV of solutions and of where the clues of their puzzles are.
func masks() string {
	text := "mask,solution\n"
	for _, p := range layoutPuzzles {
		text += strings.Map(func(c rune) rune {
			if c == '.' {
				return '0'
			}
			return '1'
		}, p.puzzle) + "," + p.solution + "\n"
	}
	return text
}

// cellARow returns CSV with a row for each cell of puzzles.
func cellARow() string {
	text := "puzzle_id,row,col,value\n"
	for i, p := range layoutPuzzles {
		for cell, value := range strings.ReplaceAll(p.puzzle, ".", "0") {
			text += fmt.Sprintf("%d,%d,%d,%c\n", i+1, cell/9+1, cell%9+1, value)
		}
	}
	return text
}
