package main

import (
	"regexp"
	"strings"
)

// printedLayouts are grids as programs print them.
func printedLayouts() []layout {
	with := func(header, form string) string { return eachPuzzle(header, form, "0") }
	first := layoutPuzzles[0]
	lists := with("puzzle,solution\n", "\"L\",\"T\"\n")
	return []layout{
		one("a point and a zero behind 81 digits", "s.csv", with("puzzle,solution\n", "P.0,S.0\n")),
		one("tuples in quotes", "s.csv", strings.NewReplacer("[", "(", "]", ")").Replace(lists)),
		one("lists in quotes, None for blanks", "s.csv", strings.ReplaceAll(lists, "0", "None")),
		one("cells apart by spaces in a field", "s.csv", strings.NewReplacer(",", " ", ";", ",").Replace(with("puzzle;solution\n", "C;D\n"))),
		one("rows apart by spaces in a field", "s.csv", separated(" ")),
		one("rows apart by slashes in a field", "s.csv", separated("/")),
		one("rows apart by bars in a field", "s.csv", separated("|")),
		one("rows apart by \\n in a field", "s.csv", separated("\\n")),
		one("rows apart by slashes, a grid a line", "s.txt", strings.ReplaceAll(nineColumns()[len("r1,r2,r3,r4,r5,r6,r7,r8,r9\n"):], ",", "/")),
		one("a table of Markdown", "s.md", with("| id | puzzle | solution |\n|---:|:---|---|\n", "| I | P | S |\n")),
		one("a table of MySQL", "s.txt", with("+----+----+\n| puzzle | solution |\n+----+----+\n", "| P | S |\n")+"+----+----+\n"),
		one("a table of psql", "s.txt", with(" id | puzzle | solution\n----+----+----\n", "  I | P | S\n")+"(3 rows)\n"),
		one("a table of Spark", "s.txt", with("+----+----+\n|puzzle|solution|\n+----+----+\n", "|P|S|\n")+"+----+----+\nonly showing top 3 rows\n"),
		one("names apart by spaces", "s.txt", with("puzzle rating\n", "P 1.2\n")),
		one("a title before the header", "s.csv", with("Sudoku collection 2024,\npuzzle,solution\n", "P,S\n")),
		one("a comment with commas before the header", "s.csv", with("# sudoku, a set of 2024\n\npuzzle,solution\n", "P,S\n")),
		one("// before the header", "s.csv", with("// my set\npuzzle,solution\n", "P,S\n")),
		one("\"sep=;\" in quotes", "s.csv", with("\"sep=;\"\npuzzle;solution\n", "P;S\n")),
		one("puzzle:solution", "s.txt", with("", "P:S\n")),
		one("puzzle=solution", "s.txt", with("", "P=S\n")),
		one("puzzle -> solution", "s.txt", with("", "P -> S\n")),
		one("puzzle, solution and words behind", "s.txt", with("", "P S rated I\n")+"\n"),
		one("puzzle 1: ... solution: ...", "s.txt", with("", "puzzle I: P, solution: S\n")),
		one("puzzle: ... and solution: ... in turns", "s.txt", with("", "puzzle: P\nsolution: S\n\n")),
		one("grids over nine lines, puzzle and answer in turns", "s.txt", gridsInTurns()),
		single("a grid and its answer, with lines around them", "s.sdk", "Begin Sudoku\n"+overLines(first.puzzle)+"End Sudoku\nBegin Solution\n"+overLines(first.solution)+"End Solution\n"),
		one("grids, an empty line between bands", "s.txt", framed("0", "", "c c c \tc c c \tc c c ", "", " ", "")),
		one("lists, puzzle and answer in turns", "s.txt", with("", "[C]\n[D]\n")),
		one("81 columns, puzzle and answer in turns", "s.csv", with("", "C\nD\n")),
		unread("two puzzles a line", "s.txt", with("", "P P\n"), "hold several puzzles"),
		one("titles above puzzles and answers", "s.txt", with("", "puzzle I:\nP\n\nsolution:\nS\n\n")),
		one("a title above each puzzle", "s.txt", with("", "Easy sudoku no. I\nP\n")),
		one("Python's list of tuples", "s.py", with("data = [\n", "    ('P', 'S'),\n")+"]\n"),
		one("tuples with numbers in SQL", "s.sql", with("INSERT INTO sudoku VALUES\n", "(I, 'P', 'S'),\n")),
		one("C's array of strings", "s.c", with("const char *puzzles[] = {\n", "    \"P\",\n")+"};\n"),
		one("; comments before lines", "s.txt", with("; my set\n", "P\n")),
		one("// comments before lines", "s.txt", with("// my set\n", "P\n")),
		one("solutions first, x for blanks", "s.csv", eachPuzzle("solution,puzzle\n", "S,P\n", "x")),
		one("spaces for blanks, cut off at line ends", "s.txt", cutSpaces(eachPuzzle("", "P\n", " "))),
		single("SadMan's .sdk, all sections", "s.sdk", "#D Easy\n[Puzzle]\n"+overLines(first.puzzle)+"[State]\n"+overLines(first.solution)+"[PencilMarks]\n"+strings.Repeat(",29,29,145,145,145,,,\n", 9)+"[Colours]\n"+strings.Repeat(".2111.2..\n", 9)),
		single("SadMan's .sdk, [State] alone", "s.sdk", "[Author]\nme\n[State]\n"+overLines(first.puzzle)),
	}
}

// gridsInTurns returns each puzzle, and then its solution, over nine lines.
func gridsInTurns() (text string) {
	for _, p := range layoutPuzzles {
		for _, grid := range []string{p.puzzle, p.solution} {
			text += overLines(grid) + "\n"
		}
	}
	return text
}

// overLines returns a grid over nine lines.
func overLines(grid string) string { return strings.Join(rowsOfGrid(grid), "\n") + "\n" }

// cutSpaces returns a text without the spaces at the ends of its lines.
func cutSpaces(text string) string {
	return regexp.MustCompile(` +\n`).ReplaceAllString(text, "\n")
}

// separated returns CSV in which the same text stands between the rows of grids.
func separated(by string) string {
	text := "puzzle,solution\n"
	for _, p := range layoutPuzzles {
		text += strings.Join(rowsOfGrid(p.puzzle), by) + "," + strings.Join(rowsOfGrid(p.solution), by) + "\n"
	}
	return text
}

// nineColumns returns CSV with a column for each row of grids.
func nineColumns() string {
	text := "r1,r2,r3,r4,r5,r6,r7,r8,r9\n"
	for _, p := range layoutPuzzles {
		text += strings.ReplaceAll(strings.Join(rowsOfGrid(p.puzzle), ","), ".", "0") + "\n"
	}
	return text
}

// withoutZeros returns whole numbers as programs write them again.
func withoutZeros(text string) string {
	return regexp.MustCompile(`\b0+(\d)`).ReplaceAllString(text, "$1")
}
