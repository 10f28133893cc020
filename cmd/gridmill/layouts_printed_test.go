package main

import (
	"regexp"
	"strings"
)

// printedLayouts are grids as programs print them.
func printedLayouts() []layout {
	with := func(header, form string) string { return eachPuzzle(header, form, "0") }
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
	}
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
