package main

import "strings"

// insertInto is how rows of SQL start.
const insertInto = "insert into `sudoku` (`puzzle`, `solution`) values"

// programLayouts are text that other programs have written or run.
func programLayouts() []layout {
	with := func(header, form string) string { return eachPuzzle(header, form, "0") }
	return []layout{
		one("SQL, a row a line", "s.sql", withoutEnd(with("-- my set\n"+insertInto+"\n", "('P', 'S'),\n"), ",\n")+";\n"),
		one("SQL, a statement a line", "s.sql", with("", insertInto+" ('P', 'S');\n")+"COMMIT;\n"),
		one("SQL, a statement a line, puzzles alone", "s.sql", with("", "insert into sudoku values (I, 'P');\n")),
		one("SQL, statements of some rows, named .txt", "s.txt", with("", insertInto+"\n('P', 'S');\n")),
		unread("a dump of SQLite", "s.sql", with("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE sudoku (id INTEGER, puzzle TEXT, solution TEXT);\n", "insert into sudoku values(I,'P','S');\n")+"COMMIT;\n", "it is a dump of SQLite"),
		unread("R's dput", "s.R", withoutEnd(with("puzzles <- c(", "\"P\",\n"), ",\n")+")\n", "write.csv(dget(FILE), 'FILE.csv', row.names = FALSE)"),
	}
}

// moreRefused are layouts that are refused as others in the topic layouts are.
func moreRefused() []layout {
	with := func(header, form string) string { return eachPuzzle(header, form, "0") }
	return []layout{
		unread("lists of digits from 0, -1 for blanks", "s.csv", strings.ReplaceAll(with("puzzle\n", "\"L\"\n"), "0", "-1"), "all 3 rows are invalid; the commonest reason: not a list of cells; they look like grids with -1 for blanks"),
		unread("two columns of puzzles", "p.csv", with("easy,hard\n", "P,P\n"), "several columns hold grids (easy, hard)"),
		unread("puzzles in a row", "p.csv", with("", "P,P,P\n"), "several columns hold grids (column_1, column_2, column_3); write one a row to solve them all; say which column"),
		unread("slashes between columns", "p.csv", with("id/puzzle\n", "I/P\n"), "holds grids with something else, apart by '/'"),
		unread("SQL, all rows in a line", "s.sql", withoutEnd(with(insertInto+" ", "('P','S'),"), ",")+";\n", "it is SQL"),
		unread("MySQL's dump", "s.sql", withoutEnd(with("-- MySQL dump 10.13\n--\n/*!40101 SET NAMES utf8 */;\nCREATE TABLE `s` (`id` int);\n"+insertInto+" ", "(I,'P','S'),"), ",")+";\n", "it is SQL"),
		unread("PostgreSQL's dump", "s.sql", with("--\n-- PostgreSQL database dump\n--\n\nset x = 1;\n\ncopy public.s (id, puzzle, solution) from stdin;\n", "I\tP\tS\n")+"\\.\n", "it is SQL"),
		unread("COPY alone", "s.sql", with("copy s from stdin;\n", "P\tS\n")+"\\.\n", "it is SQL"),
		unread("R's dput of a table", "s.R", "structure(list(puzzle = c("+withoutEnd(with("", "\"P\", "), ", ")+")), class = \"data.frame\", row.names = c(NA, -3L))\n", "it is text of R"),
		unread("tables of LaTeX", "s.tex", "\\begin{tabular}{|ccc|ccc|ccc|}\n\\hline\n"+spreadAll(strings.Join(rowsOfGrid(layoutPuzzles[0].puzzle), "\n"), " & ")+"\\end{tabular}\n", "it is LaTeX"),
		unread("RTF", "s.rtf", with("{\\rtf1\\ansi\n", "P\\par\n")+"}", "save it as plain text first"),
		unread("9 columns c1 to c9", "c.csv", strings.Replace(nineColumns(), "r", "c", 9), "(row1 to row9)"),
		unread("9 columns column_1 to column_9", "c.csv", strings.Replace(nineColumns(), "r", "column_", 9), "(row1 to row9)"),
	}
}

func withoutEnd(text, end string) string { return strings.TrimSuffix(text, end) }
