package main

import "strings"

// mixedGridLayouts are grids over several lines among other things, or as programs write them.
func mixedGridLayouts() []layout {
	bars := func(name, above, row, between, below string) layout {
		return one(name, "g.txt", framed(" ", above, row, "", between, below))
	}
	dense, apart, numbered, beside := "", "", "", ""
	for i, p := range layoutPuzzles {
		grid := overLines(p.puzzle)
		if dense += grid; i == 0 {
			dense += "\n"
		}
		if i == 2 {
			grid = strings.Replace(grid, "\n", "\n# an easy one\n", 4)
			grid = strings.Replace(grid, "\n# an easy one\n", "\n", 3) + "\n"
		}
		apart += grid
		numbered += "      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n"
		for row, cells := range rowsOfGrid(strings.ReplaceAll(p.puzzle, ".", "0")) {
			numbered += " [" + string(rune('1'+row)) + ",]    " + spread(cells, "    ") + "\n"
			beside += cells + "  " + rowsOfGrid(p.solution)[row] + "\n"
		}
		beside += "\n"
	}
	first, others := layoutPuzzles[0].puzzle+"\n", ""
	for _, p := range layoutPuzzles[1:] {
		others += overLines(p.puzzle) + "\n"
	}
	return []layout{
		one("a grid a line, and then over nine lines", "g.txt", first+others),
		one("grids with a line between, and without", "g.txt", dense),
		one("grids one below the other, a comment in one", "g.txt", apart),
		one("R's matrices", "g.txt", numbered),
		bars("LaTeX's package sudoku", `\begin{sudoku}`, "|c|c|c|c|c|c|c|c|c|.", "", `\end{sudoku}`),
		bars("grids as tables of Markdown", "|"+strings.Repeat("   |", 9)+"\n|"+strings.Repeat("---|", 9), "| c | c | c | c | c | c | c | c | c |", "", ""),
		one("posts in forums", "g.txt", framed(".", "Puzzle no. 12 (easy)\n[code]", "ccc | ccc | ccc", "", "----+-----+----", "[/code]\nPosted by me")),
		one("grids, spaces for blanks cut off at line ends", "g.txt", cutSpaces(framed(" ", "", "ccccccccc", "", "", "---------"))),
		one("addresses", "p.txt", eachPuzzle("", "https://www.example.org/sudoku.htm?bd=P\n", "0")),
		one("puzzle and solution, nothing between", "p.txt", eachPuzzle("", "PS\n", "0")),
		unread("puzzles and solutions side by side", "g.txt", beside, "all 27 rows are invalid; the commonest reason: 20 characters; they look like grids side by side"),
		unread("digits of another script", "p.txt", strings.NewReplacer("0", "０", "1", "１", "2", "２", "3", "３", "4", "４", "5", "５", "6", "６", "7", "７", "8", "８", "9", "９").Replace(eachPuzzle("", "P\n", "0")), "all 3 rows are invalid; the commonest reason: a character that is not ASCII; they look like digits of another script"),
	}
}
