package main

import "strings"

// severalLayouts are puzzles and answers in files of their own, and what becomes of them when they
// are joined as the errors say.
func severalLayouts() []layout {
	lines := func(form string) string { return eachPuzzle("", form+"\n", "0") }
	array := func(form string) string {
		return array2("|i1", "3, 81", []byte(digits.Replace(strings.ReplaceAll(lines(form), "\n", ""))))
	}
	refused := func(name, says string, inputs ...layoutFile) layout {
		return layout{name: name, inputs: inputs, says: says}
	}
	return []layout{
		refused("puzzles and answers in files of lines", "join both (paste -d',' set/puzzles.txt set/solutions.txt > both.csv)",
			layoutFile{"set/puzzles.txt", lines("P")}, layoutFile{"set/solutions.txt", lines("S")}),
		refused("puzzles and answers in files of CSV", "join both (paste -d',' set/puzzles.csv set/solutions.csv > both.csv)",
			layoutFile{"set/puzzles.csv", "puzzle\n" + lines("P")}, layoutFile{"set/solutions.csv", "solution\n" + lines("S")}),
		refused("two files with a column board, one of answers", "its grids are full, as answers are (in board)",
			layoutFile{"set/given.csv", "board\n" + lines("P")}, layoutFile{"set/solved.csv", "board\n" + lines("S")}),
		refused("puzzles and answers in arrays of their own", "puzzle=numpy.load('set/x_train.npy'), solution=",
			layoutFile{"set/x_test.npy", array("P")}, layoutFile{"set/x_train.npy", array("P")}, layoutFile{"set/y_train.npy", array("S")}),
		refused("puzzles and answers in a zip", "if they answer the puzzles of another member, extract both",
			layoutFile{"set.zip", archive(map[string]string{"p.txt": lines("P"), "s.txt": lines("S")}, "p.txt", "s.txt")}),
		one("lines joined by paste, CRLF", "both.csv", lines("P\r,S\r")),
		one("CSV joined by paste, CRLF", "both.csv", "puzzle\r,solution\r\n"+lines("P\r,S\r")),
	}
}

// digits makes numbers of the digits of a text.
var digits = strings.NewReplacer("0", "\x00", "1", "\x01", "2", "\x02", "3", "\x03", "4", "\x04", "5", "\x05", "6", "\x06", "7", "\x07", "8", "\x08", "9", "\x09")
