package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// textLayouts are layouts of text and CSV.
func textLayouts() (all []layout) {
	all = append(all, dataSetLayouts()...)
	all = append(all, csvLayouts()...)
	all = append(all, blankLayouts()...)
	all = append(all, lineLayouts()...)
	all = append(all, cellLayouts()...)
	all = append(all, namedColumnLayouts()...)
	all = append(all, gridLayouts()...)
	all = append(all, mixedGridLayouts()...)
	all = append(all, printedLayouts()...)
	all = append(all, programLayouts()...)
	all = append(all, damagedLayouts()...)
	return all
}

// one returns a layout of one file with all puzzles.
func one(name, file, text string) layout {
	return layout{name: name, inputs: []layoutFile{{file, text}}, puzzles: len(layoutPuzzles)}
}

// single returns a layout of one file with the first puzzle alone.
func single(name, file, text string) layout {
	l := one(name, file, text)
	l.puzzles = 1
	return l
}

// dataSetLayouts are the published data sets.
func dataSetLayouts() []layout {
	zeros := func(header, form string) string { return eachPuzzle(header, form, "0") }
	dots := func(header, form string) string { return eachPuzzle(header, form, ".") }
	train := layoutFile{"train.csv", "puzzle,solution\n" + strings.Join(strings.SplitAfter(zeros("", "P,S\n"), "\n")[:2], "")}
	test := func(text string) []layoutFile { return []layoutFile{train, {"test.csv", text}} }
	last := layoutPuzzles[2]
	twoFiles := func(name, header, form string) layout {
		row := strings.NewReplacer("P", last.puzzle, "S", last.solution).Replace(form)
		return layout{name: name, inputs: test(header + "\n" + row + "\n"), puzzles: 3}
	}
	return []layout{
		one("Kaggle bryanpark", "sudoku.csv", zeros("quizzes,solutions\n", "P,S\n")),
		one("Kaggle rohanrao", "sudoku.csv", zeros("puzzle,solution\n", "P,S\n")),
		one("Kaggle radcliffe", "sudoku-3m.csv", dots("id,puzzle,solution,clues,difficulty\n", "I,P,S,27,2.2\n")),
		one("Kaggle informoney", "sudoku_cluewise.csv", zeros("quizzes,solutions,clue_numbers\n", "P,S,27\n")),
		one("sudoku-extreme, sudoku-hard-v2", "train.csv", dots("source,question,answer,rating\n", "puzzles0_kaggle,P,S,0\n")),
		one("GridCorpus, plain", "grids.csv", zeros("puzzle_grid,solution_grid,clues,symmetry\n", "P,S,27,none\n")),
		one("GridCorpus, lists in quotes", "grids.csv", zeros("puzzle_grid,solution_grid,clues\n", "\"L\",\"T\",27\n")),
		one("sudokubench as CSV, with pretty columns", "bench.csv", dots("starting_cells,puzzle,puzzle_pretty,solution\n", "27,P,\"pretty\n+---+\nI\",S\n")),
		one("Ritvik19 as CSV", "set.csv", zeros("puzzle,solution,missing,difficulty,set,solving_time\n", "P,S,54,1,train,0.01\n")),
		one("tdoku's benchmarks", "puzzles2_17_clue", dots("# from a collection\n", "P\n")),
		one("tdoku's benchmarks, text behind", "puzzles1_unbiased", dots("# from a collection\n", "P:1:rated 2.3\n")),
		one("Royle's sudoku17", "sudoku17", zeros("", "P\n")),
		one("RRN, no header", "train.csv", zeros("", "P,S\n")),
		one("sudoku-exchange bank", "easy.txt", zeros("", "0000183b305c P 1.2\n")),
		one("SATNet, cells apart by commas", "satnet.txt", zeros("", "C\n")),
		{
			name: "puzzle:count:solution (gridmill, tdoku)", inputs: []layoutFile{{"solved.txt", dots("", "P:1:S\n")}},
			puzzles: len(layoutPuzzles), ownResult: true,
		},
		twoFiles("train and test, names differ", "quizzes,solutions", "P,S"),
		twoFiles("train and test, columns swapped", "solution,puzzle", "S,P"),
		twoFiles("train and test, same columns", "puzzle,solution", "P,S"),
	}
}

// csvLayouts are headers, delimiters, quotes and line ends of CSV.
func csvLayouts() []layout {
	basic := eachPuzzle("puzzle,solution\n", "P,S\n", "0")
	with := func(header, form string) string { return eachPuzzle(header, form, "0") }
	return []layout{
		one("semicolons", "s.csv", strings.ReplaceAll(basic, ",", ";")),
		one("tabs", "s.tsv", strings.ReplaceAll(basic, ",", "\t")),
		one("tabs, named .csv", "s.csv", strings.ReplaceAll(basic, ",", "\t")),
		one("tabs, named .tab", "s.tab", strings.ReplaceAll(basic, ",", "\t")),
		one("bars", "s.csv", strings.ReplaceAll(basic, ",", "|")),
		one("CSV, named .txt", "s.txt", basic),
		one("TSV, named .txt", "s.txt", strings.ReplaceAll(basic, ",", "\t")),
		one("CSV with ids, named .txt", "s.txt", with("id,puzzle,solution\n", "I,P,S\n")),
		one("lines puzzle,solution in a .txt", "s.txt", with("", "P,S\n")),
		one("lines puzzle;solution in a .txt", "s.txt", with("", "P;S\n")),
		one("lines puzzle,solution,rating in a .txt", "s.txt", with("", "P,S,1.2\n")),
		one("CSV without a name that says so", "sudoku", basic),
		one("CSV, named .dat", "sudoku.dat", basic),
		one("carriage returns alone", "s.csv", strings.ReplaceAll(basic, "\n", "\r")),
		one("CRLF", "s.csv", strings.ReplaceAll(basic, "\n", "\r\n")),
		one("byte-order mark", "s.csv", "\ufeff"+basic),
		one("byte-order mark and CRLF, as Excel has it", "s.csv", "\ufeff"+strings.ReplaceAll(strings.ReplaceAll(basic, ",", ";"), "\n", "\r\n")),
		one("all fields in quotes", "s.csv", with("\"puzzle\",\"solution\"\n", "\"P\",\"S\"\n")),
		one("pandas' index", "s.csv", with(",puzzle,solution\n", "I,P,S\n")),
		one("R's row names", "s.csv", with("\"\",\"puzzle\",\"solution\"\n", "\"I\",\"P\",\"S\"\n")),
		one("names in capitals", "s.csv", with("Puzzle,Solution\n", "P,S\n")),
		one("spaces behind the delimiters", "s.csv", with("puzzle, solution\n", "P, S\n")),
		one("unknown names", "s.csv", with("unsolved,finished\n", "P,S\n")),
		one("no header, ids in front", "s.csv", with("", "I,P,S\n")),
		one("puzzles alone", "s.csv", with("puzzle\n", "P\n")),
		one("no header, puzzles alone", "s.csv", with("", "P\n")),
		one("solutions first", "s.csv", with("solution,puzzle\n", "S,P\n")),
		one("lists in quotes", "s.csv", with("puzzle,solution\n", "\"L\",\"T\"\n")),
		one("empty last line", "s.csv", basic+"\n"),
		one("no last line end", "s.csv", strings.TrimSuffix(basic, "\n")),
		one("gzip", "s.csv.gz", gzipped(basic)),
		one("zstd", "s.csv.zst", zstandard(basic)),
		one("gzip, named .csv", "s.csv", gzipped(basic)),
		one("Excel's sep=;", "s.csv", "sep=;\n"+strings.ReplaceAll(basic, ",", ";")),
		one("Excel's =\"...\" formulas", "s.csv", with("puzzle,solution\n", "=\"P\",=\"S\"\n")),
		one("Excel's =\"\"...\"\" in quotes", "s.csv", with("puzzle,solution\n", "\"=\"\"P\"\"\",\"=\"\"S\"\"\"\n")),
		one("apostrophes in front", "s.csv", with("puzzle,solution\n", "'P,'S\n")),
	}
}

// blankLayouts are characters for blanks.
func blankLayouts() (all []layout) {
	for _, blank := range []string{".", "_", "*", "-", "x", "X", "?", " "} {
		shown := blank
		if blank == " " {
			shown = "a space"
		}
		all = append(all,
			one("blanks "+shown, "b.txt", eachPuzzle("", "P\n", blank)),
			one("blanks "+shown+" in CSV", "b.csv", eachPuzzle("puzzle,solution\n", "P,S\n", blank)))
	}
	return append(all, one("blanks \".\" in text without a name", "b", eachPuzzle("", "P\n", ".")))
}

// lineLayouts are lines of text.
func lineLayouts() []layout {
	with := func(header, form string) string { return eachPuzzle(header, form, ".") }
	return []layout{
		one("lines, CRLF", "p.txt", with("", "P\r\n")),
		one("lines, .sdm", "p.sdm", with("", "P\n")),
		one("a count first", "p.txt", with("3\n", "P\n")),
		one("lines with ratings behind", "p.txt", with("", "P  7.2/1.2/1.2\n")),
		one("lines with # comments behind", "p.txt", with("", "P # rated 7.2\n")),
		one("lines with numbers in front", "p.txt", with("", "I P\n")),
		one("puzzle and solution apart by a space", "p.txt", with("", "P S\n")),
		one("solution and puzzle apart by a space", "p", with("", "S P\n")),
		one("puzzle and solution, spaces, a header", "p.txt", with("puzzle solution\n", "P S\n")),
		one("solution and puzzle apart by a tab", "p.txt", with("", "S\tP\n")),
		one("solution and puzzle, header, .txt", "p.txt", with("output,input\n", "S,P\n")),
		one("puzzle and solution behind a comment", "p.txt", with("# my set\n", "P,S\n")),
		one("a header and a comment before it, .csv", "p.csv", with("# my set\npuzzle,solution\n", "P,S\n")),
		one("puzzle and solution on lines of their own", "p.txt", with("# my set\n", "P\nS\n\n")),
		one("a header, one column, .txt", "p.txt", with("puzzle\n", "P\n")),
		one("lines in quotes", "p.txt", with("", "\"P\"\n")),
		one("Python's list of strings", "p.txt", strings.TrimSuffix(with("[", "'P',\n"), ",\n")+"]\n"),
		one("lists of lists", "p.txt", with("", "L\n")),
		one("HoDoKu's library", "p.txt", with("", ":0000:x:P:::\n")),
		one("gsf's lines (puzzle, rating, name)", "p.txt", with("", "P,7.2,I\n")),
		one("lines in gzip", "p.txt.gz", gzipped(with("", "P\n"))),
		one("lines in zstd", "p.txt.zst", zstandard(with("", "P\n"))),
		one("indented lines", "p.txt", with("", "   P\n")),
	}
}

// cellLayouts are cells apart from each other, a puzzle a line.
func cellLayouts() []layout {
	names := func(prefix string) string {
		var all []string
		for i := range 81 {
			all = append(all, fmt.Sprintf("%s%d", prefix, i+1))
		}
		return strings.Join(all, ",")
	}
	with := eachPuzzle
	floats := func(by, zero string) (text string) {
		for _, p := range layoutPuzzles {
			for i, cell := range strings.ReplaceAll(p.puzzle, ".", "0") {
				if i > 0 {
					text += by
				}
				text += string(cell) + zero[1:]
			}
			text += "\n"
		}
		return text
	}
	return []layout{
		one("81 columns", "c.csv", with(names("c")+"\n", "C\n", "0")),
		one("81 columns without a header", "c.csv", with("", "C\n", "0")),
		one("81 columns, blanks empty", "c.csv", with(names("c")+"\n", "C\n", "")),
		one("81 columns behind an id", "c.csv", with("id,"+names("c")+"\n", "I,C\n", "0")),
		one("81 columns and 81 of the solution", "c.csv", with(names("p")+","+names("s")+"\n", "C,D\n", "0")),
		one("9 columns of rows", "c.csv", nineColumns()),
		one("81 cells apart by spaces", "c.txt", strings.ReplaceAll(with("", "C\n", "0"), ",", " ")),
		one("81 cells apart by spaces, title (savetxt)", "c.txt", strings.ReplaceAll(with("# given\n", "C\n", "0"), ",", " ")),
		one("81 floats apart by spaces (savetxt)", "c.txt", floats(" ", "0.000000000000000000e+00")),
		one("81 columns of floats", "c.csv", floats(",", "0.0")),
		one("81 columns behind a comment", "c.csv", with("# 81 cells\n", "C\n", "0")),
	}
}

// gridLayouts are grids over several lines.
func gridLayouts() []layout {
	each := func(title, form string, blank string) string {
		var text strings.Builder
		for i, p := range layoutPuzzles {
			text.WriteString(strings.ReplaceAll(title, "I", fmt.Sprintf("%02d", i+1)))
			for _, row := range rowsOfGrid(p.puzzle) {
				text.WriteString(spread(strings.ReplaceAll(row, ".", blank), form) + "\n")
			}
		}
		return text.String()
	}
	apart := func(form, blank string) string {
		return strings.TrimPrefix(each("\n", form, blank), "\n")
	}
	first := layoutPuzzles[0].puzzle
	plain := strings.Join(rowsOfGrid(first), "\n") + "\n"
	return []layout{
		single("nine lines", "g.txt", plain),
		single("nine lines of digits", "g.txt", strings.ReplaceAll(plain, ".", "0")),
		single("SadMan's .sdk", "g.sdk", "#AAuthor\n#DTitle\n[Puzzle]\n"+plain+"[State]\n"+strings.Join(rowsOfGrid(layoutPuzzles[0].solution), "\n")+"\n"),
		single("SadMan's .sdk, grid alone", "g.sdk", plain),
		single("Simple Sudoku's .ss", "g.ss", frame(first, "*-----------*", "|---+---+---|", "|")),
		single("a frame as in forums", "g.txt", frame(first, "+---+---+---+", "+---+---+---+", "|")),
		single("a frame with spaces", "g.txt", spacedFrame(first, "+-------+-------+-------+")),
		one("frames of Unicode", "g.txt", framed(".", "╔═══════╦═══════╦═══════╗", "║ c c c ║ c c c ║ c c c ║", "", "╠═══════╬═══════╬═══════╣", "╚═══════╩═══════╩═══════╝")),
		one("frames of Unicode around each cell", "g.txt", framed("0", "┌───┬───┬───┬───┬───┬───┬───┬───┬───┐", "│ c │ c │ c │ c │ c │ c │ c │ c │ c │", "├───┼───┼───┼───┼───┼───┼───┼───┼───┤", "├───┼───┼───┼───┼───┼───┼───┼───┼───┤", "└───┴───┴───┴───┴───┴───┴───┴───┴───┘")),
		one("frames around each cell, blanks as spaces", "g.txt", framed(" ", "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗", "║ c │ c │ c ║ c │ c │ c ║ c │ c │ c ║", "╟───┼───┼───╫───┼───┼───╫───┼───┼───╢", "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣", "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝")),
		one("py-sudoku, blanks as spaces", "g.txt", framed(" ", "---------------------------\n9x9 (3x3) SUDOKU PUZZLE\nDifficulty: 0.50\n---------------------------\n+-------+-------+-------+", "| c c c | c c c | c c c |", "", "+-------+-------+-------+", "+-------+-------+-------+")),
		one("frames without spaces, blanks as spaces", "g.txt", framed(" ", "+---+---+---+", "|ccc|ccc|ccc|", "", "+---+---+---+", "+---+---+---+")),
		one("grids of bars, blanks as spaces", "g.txt", framed(" ", "+-+-+-+-+-+-+-+-+-+", "|c|c|c|c|c|c|c|c|c|", "+-+-+-+-+-+-+-+-+-+", "+-+-+-+-+-+-+-+-+-+", "+-+-+-+-+-+-+-+-+-+")),
		one("frames as in forums, dots at corners", "g.txt", framed(".", ".-------.-------.-------.", "| c c c | c c c | c c c |", "", ":-------+-------+-------:", "'-------'-------'-------'")),
		single("lines between boxes alone", "g.txt", bare(first)),
		single("nine lines of CSV", "g.csv", strings.ReplaceAll(spreadAll(plain, ","), ".", "0")),
		single("nine lines of CSV, blanks empty", "g.csv", strings.ReplaceAll(spreadAll(plain, ","), ".", "")),
		single("nine lines, cells apart by tabs", "g.tsv", strings.ReplaceAll(spreadAll(plain, "\t"), ".", "0")),
		single("nine lines, a list each", "g.txt", strings.ReplaceAll(listLines(first), ".", "0")),
		one("Project Euler's Grid 01", "p096_sudoku.txt", each("Grid I\n", "", "0")),
		one("grids apart by empty lines", "g.txt", apart("", ".")),
		one("grids apart by empty lines, CRLF", "g.txt", strings.ReplaceAll(apart("", "."), "\n", "\r\n")),
		one("grids one below the other", "g.txt", each("", "", "0")),
		one("grids apart by comments", "g.txt", each("# puzzle I\n", "", ".")),
		one("grids apart by dashes", "g.txt", each("----------------\n", "", ".")),
		one("grids, cells apart by spaces", "g.txt", apart(" ", ".")),
		one("grids, cells apart by commas", "g.txt", apart(",", "0")),
		one("grids with x for blanks", "g.txt", apart("", "x")),
		one("grids with spaces for blanks", "g.txt", each("Grid I\n", "", " ")),
		one("grids behind a count", "g.txt", "3\n"+apart("", ".")),
		one("grids in gzip", "g.txt.gz", gzipped(apart("", "."))),
		one("grids, carriage returns alone", "g.txt", strings.ReplaceAll(apart("", "."), "\n", "\r")),
	}
}

// damagedLayouts cannot be read as they are.
func damagedLayouts() []layout {
	basic := eachPuzzle("puzzle,solution\n", "P,S\n", "0")
	lost := strings.NewReplacer("\n0", "\n").Replace(basic)
	padded := one("zeros lost in front", "n.csv", lost)
	padded.flags = "--left-pad"
	columns := one("zeros lost in nine columns of rows", "n.csv", withoutZeros(nineColumns()))
	columns.flags = "--left-pad"
	_, rows, _ := strings.Cut(nineColumns(), "\n")
	lines := one("zeros lost in nine lines", "n.txt", withoutZeros(strings.ReplaceAll(rows, ",", "\n")))
	lines.flags = "--left-pad"
	scientific := one("numbers rounded (2.04E+79)", "n.csv", "puzzle,solution\n2.04009E+79,1.26436E+80\n1.0047E+79,8.15347E+80\n5.3007E+80,5.34679E+80\n")
	scientific.says = "all 3 rows are invalid"
	larger := one("82 columns, of a larger grid", "n.csv", eachPuzzle("", "C,1\n", "0"))
	larger.says = "no column looks like puzzles"
	six := one("grids of six rows of six", "n.txt", strings.Repeat(strings.Repeat("..1234\n", 6)+"\n", 3))
	six.says = "all 18 rows are invalid; the commonest reason: 6 characters"
	wide := one("UTF-16", "n.csv", utf16(basic))
	wide.says = "convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)"
	answers := one("solutions alone", "n.csv", eachPuzzle("finished\n", "S\n", "0"))
	answers.says = "say which column holds the puzzles with --column"
	return []layout{padded, columns, lines, scientific, larger, six, wide, answers}
}

// eachPuzzle returns a header, and the form for each puzzle: P is the puzzle and S the
// solution, C and D their cells apart by commas, L and T lists of nine lists, I the number.
func eachPuzzle(header, form, blank string) string {
	var text strings.Builder
	text.WriteString(header)
	for i, p := range layoutPuzzles {
		puzzle := strings.ReplaceAll(p.puzzle, ".", blank)
		cells := strings.ReplaceAll(strings.Join(strings.Split(p.puzzle, ""), ","), ".", blank)
		for _, c := range form {
			switch c {
			case 'P':
				text.WriteString(puzzle)
			case 'S':
				text.WriteString(p.solution)
			case 'C':
				text.WriteString(cells)
			case 'D':
				text.WriteString(strings.Join(strings.Split(p.solution, ""), ","))
			case 'L':
				text.WriteString(listOf(strings.ReplaceAll(p.puzzle, ".", "0"), " "))
			case 'T':
				text.WriteString(listOf(p.solution, " "))
			case 'I':
				fmt.Fprint(&text, i+1)
			default:
				text.WriteRune(c)
			}
		}
	}
	return text.String()
}

// rowsOfGrid returns the nine rows of a grid.
func rowsOfGrid(grid string) (rows []string) {
	for i := 0; i < 81; i += 9 {
		rows = append(rows, grid[i:i+9])
	}
	return rows
}

// spread sets the cells of a row apart.
func spread(row, by string) string { return strings.Join(strings.Split(row, ""), by) }

// spreadAll sets the cells of all lines apart.
func spreadAll(lines, by string) string {
	var text strings.Builder
	for line := range strings.Lines(lines) {
		text.WriteString(spread(strings.TrimSuffix(line, "\n"), by) + "\n")
	}
	return text.String()
}

// listOf returns a grid as a list of nine lists.
func listOf(grid, space string) string {
	var rows []string
	for _, row := range rowsOfGrid(grid) {
		rows = append(rows, "["+spread(row, ","+space)+"]")
	}
	return "[" + strings.Join(rows, ","+space) + "]"
}

// listLines is listOf with a row a line.
func listLines(grid string) string {
	return strings.ReplaceAll(listOf(grid, " "), "], [", "],\n [") + "\n"
}

// frame draws a grid with lines around and between its boxes.
func frame(grid, outside, between, side string) string {
	text := outside + "\n"
	for i, row := range rowsOfGrid(grid) {
		if i == 3 || i == 6 {
			text += between + "\n"
		}
		text += side + row[:3] + side + row[3:6] + side + row[6:] + side + "\n"
	}
	return text + outside + "\n"
}

// framed draws each puzzle, given the line above it, a row in which c stands for cells, the lines
// between rows and between bands, the first of which may be empty, and the line below.
func framed(blank, above, row, between, bands, below string) string {
	var text strings.Builder
	for _, p := range layoutPuzzles {
		line := above
		for i, cells := range rowsOfGrid(strings.ReplaceAll(p.puzzle, ".", blank)) {
			if line != "" {
				text.WriteString(line + "\n")
			}
			if line = between; i%3 == 2 {
				line = bands
			}
			for _, c := range row {
				if c == 'c' {
					text.WriteString(cells[:1])
					cells = cells[1:]
				} else {
					text.WriteRune(c)
				}
			}
			text.WriteByte('\n')
		}
		text.WriteString(below + "\n\n")
	}
	return text.String()
}

// spacedFrame is a frame with spaces between cells.
func spacedFrame(grid, line string) string {
	text := line + "\n"
	for i, row := range rowsOfGrid(grid) {
		text += "| " + spread(row[:3], " ") + " | " + spread(row[3:6], " ") + " | " + spread(row[6:], " ") + " |\n"
		if i%3 == 2 {
			text += line + "\n"
		}
	}
	return text
}

// bare is a grid with lines between its boxes alone.
func bare(grid string) string {
	text := ""
	for i, row := range rowsOfGrid(grid) {
		if i == 3 || i == 6 {
			text += "------+-------+------\n"
		}
		text += spread(row[:3], " ") + " | " + spread(row[3:6], " ") + " | " + spread(row[6:], " ") + "\n"
	}
	return text
}

func gzipped(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text)) // to memory, which cannot fail
	w.Close()
	return out.String()
}

func zstandard(text string) string {
	e, err := zstd.NewWriter(nil)
	must(err)
	return string(e.EncodeAll([]byte(text), nil))
}

// utf16 returns ASCII in UTF-16 as Windows has it.
func utf16(text string) string {
	return "\xff\xfe" + spread(text, "\x00") + "\x00"
}
