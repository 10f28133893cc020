package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An unseenFile is a realistic input file. If it has n valid puzzles, they are the first n of
// knownPuzzles, in order. The test checks their solutions to detect misread puzzles.
type unseenFile struct {
	name string // describes the file
	file string
	text string
	want unseenWant
	args string // options, separated by spaces
}

// An unseenWant is the expected result of reading a file.
type unseenWant struct {
	rows    int // number of rows, or -1 if it does not matter
	valid   int // number of rows with one solution; knownSolutions(valid) lists the solutions
	answers bool
	reason  string // prefix of the reason in the first invalid row of the output
	none    int    // number of puzzles without a solution
	// If refused is not empty, the file must be rejected, and the error must contain at least one
	// of these strings.
	refused []string
	// maybe means that rejecting the file or all of its rows is also correct.
	maybe bool
}

func reads(n int) unseenWant            { return unseenWant{rows: n, valid: n} }
func readsWithAnswers(n int) unseenWant { return unseenWant{rows: n, valid: n, answers: true} }
func refuses(says ...string) unseenWant { return unseenWant{refused: says} }

// readsSome returns the expected result for a file with some invalid rows.
func readsSome(rows, valid int, reason string) unseenWant {
	return unseenWant{rows: rows, valid: valid, reason: reason}
}

// neverWrong is the expected result for files that may be rejected. The program must read all
// puzzles, mark all rows as invalid, or reject the file.
var neverWrong = unseenWant{rows: -1, valid: 3, maybe: true}

// TestUnseenFiles runs the program on realistic files. It checks that the program reads each file
// or rejects it with a reason. The program must never misread a file silently.
func TestUnseenFiles(t *testing.T) {
	skipInShort(t)
	all := slices.Concat(unseenText(), unseenTables(), unseenGrids(), unseenJSON(), unseenArrays(),
		unseenContainers(), unseenRefused(), unseenAmbiguous())
	if len(all) < 100 {
		t.Errorf("there are only %d files", len(all))
	}
	names := map[string]bool{}
	for _, f := range all {
		if names[f.name] {
			t.Errorf("two files are named %q", f.name)
		}
		names[f.name] = true
		t.Run(strings.ReplaceAll(f.name, " ", "_"), f.check)
	}
}

func (f unseenFile) check(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, f.file), f.text)
	args := append(strings.Fields(f.args), f.file)
	r := solveIn(t, dir, append(args, "--keep", "none")...)
	if f.want.maybe && (r.code == exitFailed || r.code == exitStrict && r.verdicts()["invalid"] == len(r.rows)) {
		return
	}
	if len(f.want.refused) > 0 {
		f.wantRefused(t, dir, r)
		return
	}
	if r.code != exitDone && (r.code != exitStrict || f.want.valid > 0) {
		t.Fatalf("the exit code is %d; it said: %s", r.code, r.said)
	}
	counts := r.verdicts()
	if f.want.rows >= 0 && len(r.rows) != f.want.rows || counts["unique"] != f.want.valid || counts["none"] != f.want.none {
		t.Errorf("there are %d rows, %v, want %d, of them %d unique; it said: %s\n%v", len(r.rows), counts, f.want.rows, f.want.valid, r.said, r.rows)
	}
	if got, want := r.solutions(), knownSolutions(f.want.valid); !slices.Equal(got, want) {
		t.Errorf("the solutions are\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	f.wantRows(t, r.rows)
}

// wantRows checks the answers and the reasons in an output's rows.
func (f unseenFile) wantRows(t *testing.T, rows []map[string]string) {
	seen := false
	for i, row := range rows {
		switch row["verdict"] {
		case "unique":
			if answer, hasAnswers := row["answer"]; f.want.answers && answer != "match" || !f.want.answers && hasAnswers && answer != "" {
				t.Errorf("the answer of row %d is %q: %v", i, answer, row)
			}
		case "none":
			if !strings.HasPrefix(row["reason"], "clue_repeats digit=5") {
				t.Errorf("the reason of row %d is %q", i, row["reason"])
			}
		case "invalid":
			if !seen && !strings.HasPrefix(row["reason"], f.want.reason) {
				t.Errorf("the reason of row %d is %q, want %s", i, row["reason"], f.want.reason)
			}
			seen = true
		}
	}
}

// wantRefused checks that solve and inspect reject the file. Each command must print a single line
// with the file name and one of the strings in f.want.refused.
func (f unseenFile) wantRefused(t *testing.T, dir string, solved programRun) {
	inspected, _, saidByInspect := runIn(t, dir, append(append([]string{"inspect"}, strings.Fields(f.args)...), f.file)...)
	for command, r := range map[string]programRun{"solve": solved, "inspect": {code: inspected, said: saidByInspect}} {
		if r.code != exitFailed || len(r.rows) > 0 {
			t.Errorf("%s ends with %d and %d rows: %v", command, r.code, len(r.rows), r.verdicts())
		}
		named := strings.Contains(r.said, f.file)
		said := slices.ContainsFunc(f.want.refused, func(says string) bool {
			return strings.Contains(strings.ToLower(r.said), strings.ToLower(says))
		})
		if !named || !said || strings.Count(r.said, "\n") != 1 {
			t.Errorf("%s does not say %q of %s on one line: %s", command, f.want.refused, f.file, r.said)
		}
	}
}

func unseenText() []unseenFile {
	lines := fill(3, "{p}\n")
	bad := func(line string) string { return fill(2, "{p}\n") + line + "\n" + fillOne(2, "{p}\n") }
	puzzle := knownPuzzles()[5][0]
	all := []unseenFile{
		{name: "lines", file: "p.txt", text: lines, want: reads(3)},
		{name: "lines with zeros", file: "p.txt", text: fill(3, "{0}\n"), want: reads(3)},
		{name: "one line", file: "p.txt", text: fill(1, "{p}"), want: reads(1)},
		{name: "lines without an extension", file: "puzzles", text: lines, want: reads(3)},
		{name: "lines named sdm", file: "p.sdm", text: lines, want: reads(3)},
		{name: "lines with CRLF", file: "p.txt", text: strings.ReplaceAll(lines, "\n", "\r\n"), want: reads(3)},
		{name: "lines after a byte-order mark", file: "p.txt", text: "\ufeff" + lines, want: reads(3)},
		{name: "lines without a last line end", file: "p.txt", text: strings.TrimSuffix(lines, "\n"), want: reads(3)},
		{name: "lines with empty lines between", file: "p.txt", text: strings.ReplaceAll(lines, "\n", "\n\n"), want: reads(3)},
		{name: "comments", file: "p.txt", text: "# mine\n#\n" + fill(3, "{p}\n# {i}\n"), want: reads(3)},
		{name: "ratings after puzzles", file: "p.txt", text: fill(3, "{p} {i}.5\n"), want: reads(3)},
		{name: "comments after puzzles", file: "p.txt", text: fill(3, "{p} # number {i}\n"), want: reads(3)},
		{name: "numbers before puzzles", file: "p.txt", text: fill(3, "{i} {p}\n"), want: reads(3)},
		{name: "numbers with colons before puzzles", file: "p.txt", text: fill(3, "{i}: {p}\n"), want: reads(3)},
		{name: "the sudoku-exchange bank", file: "easy.txt", text: fill(3, "0000183b30{i}c {p}  1.{i}\n"), want: reads(3)},
		{name: "text in two languages after puzzles", file: "p.txt", text: fill(3, "{p} résumé 数独\n"), want: reads(3)},
		{name: "puzzles in quotes", file: "p.txt", text: fill(3, "\"{p}\"\n"), want: reads(3)},
		{name: "puzzles in brackets", file: "p.txt", text: fill(3, "[{p}]\n"), want: reads(3)},
		{name: "puzzles with semicolons after them", file: "p.txt", text: fill(3, "{p};\n"), want: reads(3)},
		// The lines before and after the puzzles are invalid rows.
		{name: "a list of Python", file: "p.py.txt", text: "puzzles = [\n" + fill(3, "    '{p}',\n") + "]\n", want: readsSome(5, 3, "")},
		{name: "a line on top that is not a puzzle", file: "p.txt", text: "// mine\n" + lines, want: readsSome(4, 3, "")},
		{name: "a count on top", file: "p.txt", text: "3\n" + lines, want: readsSome(4, 3, "")},
		{name: "a line of 80 cells", file: "p.txt", text: bad("." + puzzle[2:]), want: readsSome(4, 3, "")},
		{name: "a line of 82 cells", file: "p.txt", text: bad("." + puzzle), want: readsSome(4, 3, "")},
		{name: "a line with another character", file: "p.txt", text: bad(puzzle[:8] + "q" + puzzle[9:]), want: readsSome(4, 3, "")},
		{name: "a line with words", file: "p.txt", text: bad("see the next one"), want: readsSome(4, 3, "")},
		{name: "a line of two puzzles", file: "p.txt", text: bad(puzzle + " " + puzzle), want: readsSome(4, 3, "")},
		{name: "a puzzle that contradicts itself", file: "p.txt", text: bad("55" + strings.Repeat(".", 79)), want: unseenWant{rows: 4, valid: 3, none: 1}},
		{name: "gridmill results as text", file: "p.txt", text: fill(3, "{p}:1:{s}\n"), want: readsWithAnswers(3)},
		{name: "puzzle and solution with a space", file: "p.txt", text: fill(3, "{p} {s}\n"), want: readsWithAnswers(3)},
		{name: "puzzle and solution with a tab", file: "p.txt", text: fill(3, "{p}\t{s}\n"), want: readsWithAnswers(3)},
		{name: "puzzle and solution with a comma", file: "p.txt", text: fill(3, "{p},{s}\n"), want: readsWithAnswers(3)},
		{name: "number, puzzle and solution with spaces", file: "p.txt", text: fill(3, "{i} {p} {s}\n"), want: readsWithAnswers(3)},
		// A line of exactly 81 bytes is one value, in which spaces are blanks.
		{name: "spaces for blanks", file: "p.txt", text: strings.ReplaceAll(lines, ".", " "), want: reads(3)},
		// If another character marks blanks, spaces are not blanks, even in a damaged line that has
		// 81 bytes only because of its spaces.
		{name: "a space at the end, after 80 cells", file: "p.txt", text: fill(2, "{p} \n") + puzzle[1:] + " \n" + fillOne(2, "{p} \n"), want: readsSome(4, 3, "")},
		{name: "a number and the start of a puzzle", file: "p.txt", text: fill(2, "00{i} {p}\n") + "003 " + puzzle[:77] + "\n" + fillOne(2, "004 {p}\n"), want: readsSome(4, 3, "")},
		{name: "HoDoKu's library", file: "p.txt", text: fill(3, ":0000:x:{p}:::\n"), want: reads(3)},
		{name: "HoDoKu's library with a damaged line", file: "p.txt", text: fill(2, ":0000:x:{p}:::\n") + ":0000:x:12345:::\n" + fillOne(2, ":0000:x:{p}:::\n"), want: readsSome(4, 3, "")},
		{name: "nothing but comments", file: "p.txt", text: "# nothing\n# yet\n", want: reads(0)},
	}
	for _, blank := range "_*-xX?" {
		all = append(all, unseenFile{name: fmt.Sprintf("%c for blanks", blank), file: "p.txt", text: strings.ReplaceAll(lines, ".", string(blank)), want: reads(3)})
	}
	return all
}

func unseenTables() []unseenFile {
	pairs := fill(3, "{p},{s}\n")
	named := "puzzle,solution\n" + pairs
	swap := func(delimiter string) string { return strings.ReplaceAll(named, ",", delimiter) }
	puzzle := knownPuzzles()[5][0]
	damaged := func(value string) string {
		return "puzzle,rating\n" + fill(2, "{p},1\n") + value + ",1\n" + fillOne(2, "{p},1\n")
	}
	short := "0" + knownPuzzles()[0][0][1:]
	short = strings.TrimLeft(strings.ReplaceAll(short, ".", "0"), "0")
	return []unseenFile{
		{name: "CSV", file: "p.csv", text: named, want: readsWithAnswers(3)},
		{name: "CSV without a header", file: "train.csv", text: pairs, want: readsWithAnswers(3)},
		{name: "CSV named txt", file: "p.txt", text: named, want: readsWithAnswers(3)},
		{name: "CSV without an extension", file: "p", text: named, want: readsWithAnswers(3)},
		{name: "CSV with semicolons", file: "p.csv", text: swap(";"), want: readsWithAnswers(3)},
		{name: "CSV with bars", file: "p.csv", text: swap("|"), want: readsWithAnswers(3)},
		{name: "CSV with tabs", file: "p.csv", text: swap("\t"), want: readsWithAnswers(3)},
		{name: "TSV", file: "p.tsv", text: swap("\t"), want: readsWithAnswers(3)},
		{name: "CSV with spaces and a header", file: "p.txt", text: swap(" "), want: readsWithAnswers(3)},
		{name: "CSV of Excel", file: "p.csv", text: "\ufeff" + strings.ReplaceAll("id;puzzle;rating\n"+fill(3, "{i};{p};1,{i}\n"), "\n", "\r\n"), want: reads(3)},
		{name: "CSV in quotes", file: "p.csv", text: "\"puzzle\",\"solution\"\n" + fill(3, "\"{p}\",\"{s}\"\n"), want: readsWithAnswers(3)},
		{name: "CSV with upper-case names", file: "p.csv", text: "ID,PUZZLE,SOLUTION\n" + fill(3, "{i},{p},{s}\n"), want: readsWithAnswers(3)},
		{name: "CSV with other names", file: "p.csv", text: "a,b,c\n" + fill(3, "{i},{p},{s}\n"), want: readsWithAnswers(3)},
		{name: "CSV of bryanpark", file: "sudoku.csv", text: "quizzes,solutions\n" + fill(3, "{0},{s}\n"), want: readsWithAnswers(3)},
		{name: "CSV of sudoku-extreme", file: "test.csv", text: "source,question,answer,rating\n" + fill(3, "puzzles0_kaggle,{p},{s},0\n"), want: readsWithAnswers(3)},
		{name: "CSV with one column", file: "p.csv", text: "puzzle\n" + fill(3, "{p}\n"), want: reads(3)},
		{name: "CSV with one column and no header", file: "p.csv", text: fill(3, "{p}\n"), want: reads(3)},
		{name: "CSV with a header only", file: "p.csv", text: "puzzle,solution\n", want: reads(0)},
		{name: "CSV with lines in a field", file: "p.csv", text: "note,puzzle\n" + fill(3, "\"two\nlines, \"\"{i}\"\"\",{p}\n"), want: reads(3)},
		{name: "CSV with pretty grids", file: "p.csv", text: "id,puzzle\n" + fill(3, "{i},\"{lines}\"\n"), want: reads(3)},
		{name: "CSV with nine lists as text", file: "p.csv", text: "puzzle_grid,solution_grid\n" + fill(3, "\"{list}\",\"{lists}\"\n"), want: readsWithAnswers(3)},
		{name: "CSV with a list as text", file: "p.csv", text: "id,puzzle\n" + fill(3, "{i},\"[{cells}]\"\n"), want: reads(3)},
		{name: "CSV with a comma at the end of lines", file: "p.csv", text: "puzzle,solution,\n" + fill(3, "{p},{s},\n"), want: readsWithAnswers(3)},
		{name: "CSV with spaces after commas", file: "p.csv", text: "puzzle, solution\n" + fill(3, "{p}, {s}\n"), want: readsWithAnswers(3)},
		{name: "CSV with spaces for blanks", file: "p.csv", text: "id,puzzle\n" + strings.ReplaceAll(fill(3, "{i},{p}\n"), ".", " "), want: reads(3)},
		{name: "CSV with a short row", file: "p.csv", text: "id,puzzle,rating\n" + fill(2, "{i},{p},1\n") + "3\n" + fillOne(2, "3,{p},1\n"), want: readsSome(4, 3, "")},
		{name: "CSV with an empty puzzle", file: "p.csv", text: "id,puzzle\n" + fill(2, "{i},{p}\n") + "3,\n" + fillOne(2, "4,{p}\n"), want: readsSome(4, 3, "empty")},
		{name: "CSV with a puzzle of 80 cells", file: "p.csv", text: damaged("." + puzzle[2:]), want: readsSome(4, 3, "too_short length=80")},
		{name: "CSV with a puzzle of 82 cells", file: "p.csv", text: damaged("." + puzzle), want: readsSome(4, 3, "")},
		{name: "CSV with another character", file: "p.csv", text: damaged(puzzle[:8] + "q" + puzzle[9:]), want: readsSome(4, 3, "bad_character position=9 character=U+0071")},
		{name: "CSV with a puzzle that contradicts itself", file: "p.csv", text: damaged("55" + strings.Repeat(".", 79)), want: unseenWant{rows: 4, valid: 3, none: 1}},
		{name: "CSV with answers that are full grids and puzzles by name", file: "p.csv", text: "solution,puzzle\n" + fill(3, "{s},{p}\n"), want: readsWithAnswers(3)},
		// The first value has lost its leading zeros. gridmill reports this loss but does not
		// restore the zeros.
		{name: "CSV with zeros that were lost", file: "p.csv", text: "puzzle\n" + short + "\n" + fill(3, "{0}\n"), want: readsSome(4, 3, "lost_zeros")},
		{name: "CSV with zeros that were lost before padding", file: "p.csv", text: "id,puzzle\n" + fmt.Sprintf("0,%-81s\n", short) + fill(3, "{i},{0}\n"), want: readsSome(4, 3, "lost_zeros")},
		{name: "CSV with zeros that are put back", file: "p.csv", text: "puzzle\n" + fill(3, "{0}\n"), args: "--left-pad", want: reads(3)},
		{name: "CSV with puzzles as numbers with exponents", file: "p.csv", text: "puzzle\n" + strings.Repeat("4.30068E+79\n", 3), want: unseenWant{rows: -1, maybe: true}},
		{name: "cells with a header", file: "p.csv", text: cellNames("c", 81) + "\n" + fill(3, "{cells}\n"), want: reads(3)},
		{name: "cells without a header", file: "p.csv", text: fill(3, "{cells}\n"), want: reads(3)},
		{name: "cells with empty fields for blanks", file: "p.csv", text: cellNames("c", 81) + "\n" + strings.ReplaceAll(fill(3, "{cells}\n"), "0", ""), want: reads(3)},
		{name: "cells among other columns", file: "p.csv", text: "id," + cellNames("c", 81) + ",rating\n" + fill(3, "10{i},{cells},4.{i}\n"), want: reads(3)},
		{name: "cells of puzzle and solution", file: "p.csv", text: cellNames("p", 81) + "," + cellNames("s", 81) + "\n" + fill(3, "{cells},{solved}\n"), want: readsWithAnswers(3)},
		{name: "cells with tabs", file: "p.tsv", text: strings.ReplaceAll(fill(3, "{cells}\n"), ",", "\t"), want: reads(3)},
		{name: "cells with semicolons", file: "p.csv", text: strings.ReplaceAll(fill(3, "{cells}\n"), ",", ";"), want: reads(3)},
		{name: "cells with spaces", file: "p.txt", text: strings.ReplaceAll(fill(3, "{cells}\n"), ",", " "), want: reads(3)},
		{name: "cells with a damaged row", file: "p.csv", text: fill(2, "{cells}\n") + "17" + strings.Repeat(",1", 80) + "\n" + fillOne(2, "{cells}\n"), want: readsSome(4, 3, "")},
		{name: "cells named by letters and two ratings", file: "p.csv", text: letteredNames() + ",level,stars\n" + fill(3, "{cells},3,5\n"), want: refuses("83 columns (A1 to stars) hold one cell each")},
		{name: "cells with an empty first column and a rating", file: "p.csv", text: strings.Repeat(strings.Repeat(",1,2,", 27)+"3\n", 3), want: refuses("82 columns (column_1 to column_82) hold one cell each")},
		{name: "a table of Markdown", file: "p.md.txt", text: "| id | puzzle |\n|---|---|\n" + fill(3, "| {i} | {p} |\n"), want: unseenWant{rows: -1, valid: 3, maybe: true}},
	}
}

// cellNames returns a CSV header for columns that hold one cell each.
func cellNames(name string, n int) string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("%s%d", name, i+1))
	}
	return strings.Join(names, ",")
}

// letteredNames returns the names A1, B1, ..., I9 of the cells of a grid.
func letteredNames() string {
	var names []string
	for digit := range 9 {
		for letter := range 9 {
			names = append(names, fmt.Sprintf("%c%d", 'A'+letter, digit+1))
		}
	}
	return strings.Join(names, ",")
}

func unseenGrids() []unseenFile {
	withoutLine := func(text string, n int) string {
		lines := strings.SplitAfter(text, "\n")
		return strings.Join(slices.Delete(lines, n, n+1), "")
	}
	titled := fill(3, "Grid 0{i}\n{lines}\n")
	return []unseenFile{
		{name: "grids", file: "p.txt", text: fill(3, "{lines}\n\n"), want: reads(3)},
		{name: "grids without lines between", file: "p.txt", text: fill(3, "{lines}\n"), want: reads(3)},
		{name: "one grid", file: "p.txt", text: fill(1, "{lines}\n"), want: reads(1)},
		{name: "grids with CRLF", file: "p.txt", text: strings.ReplaceAll(fill(3, "{lines}\n\n"), "\n", "\r\n"), want: reads(3)},
		{name: "Project Euler's grids", file: "p096_sudoku.txt", text: strings.ReplaceAll(titled, ".", "0"), want: reads(3)},
		{name: "grids after comments", file: "p.txt", text: fill(3, "# number {i}\n{lines}\n"), want: reads(3)},
		{name: "grids after titles with ratings", file: "p.txt", text: fill(3, "Puzzle {i} (easy, 1.2)\n{lines}\n\n"), want: reads(3)},
		{name: "an sdk file", file: "p.sdk", text: "#AMe\n#DEasy\n[Puzzle]\n" + fill(1, "{lines}\n"), want: reads(1)},
		{name: "an sdk file without a section", file: "p.sdk", text: fill(1, "{lines}\n"), want: reads(1)},
		{name: "an ss file", file: "p.ss", text: framedGrid(0, "*-----------*", "|---+---+---|", "|", ""), want: reads(1)},
		{name: "frames of a forum", file: "p.txt", text: framedGrid(0, "+-------+-------+-------+", "+-------+-------+-------+", "|", " ") + "\n" +
			framedGrid(1, "+-------+-------+-------+", "+-------+-------+-------+", "|", " "), want: reads(2)},
		{name: "grids with bars and rules", file: "p.txt", text: framedGrid(0, "", "---+---+---", "|", "") + "\n" + framedGrid(1, "", "---+---+---", "|", ""), want: reads(2)},
		{name: "grids with spaces between cells", file: "p.txt", text: spacedGrids(3, " "), want: reads(3)},
		{name: "grids with commas between cells", file: "p.txt", text: spacedGrids(3, ","), want: reads(3)},
		{name: "grids, one without a line", file: "p.txt", text: withoutLine(fill(2, "{lines}\n\n"), 14) + fillOne(1, "{lines}\n\n"), want: unseenWant{rows: 3, valid: 2}},
		{name: "titled grids, one without a line", file: "p.txt", text: titled + "Grid 04\n" + strings.Repeat("53..7....\n", 8), want: readsSome(4, 3, "")},
		{name: "stacked grids, one without a line", file: "p.txt", text: withoutLine(fill(6, "{lines}\n"), 13), want: refuses("9", "nine", "line")},
	}
}

// spacedGrids returns grids of nine lines each, with a separator between cells and an empty line
// after each grid.
func spacedGrids(n int, separator string) (text string) {
	for i := range n {
		for _, row := range nineLines(strings.ReplaceAll(knownPuzzles()[i][0], ".", "0")) {
			text += strings.Join(strings.Split(row, ""), separator) + "\n"
		}
		text += "\n"
	}
	return text
}

// framedGrid returns known puzzle i with lines between its boxes and, if outside is not empty, with
// a frame.
func framedGrid(i int, outside, rule, bar, space string) string {
	var text strings.Builder
	if outside != "" {
		text.WriteString(outside + "\n")
	}
	for r, row := range nineLines(knownPuzzles()[i][0]) {
		if r == 3 || r == 6 {
			text.WriteString(rule + "\n")
		}
		var boxes []string
		for box := range 3 {
			boxes = append(boxes, space+strings.Join(strings.Split(row[box*3:box*3+3], ""), space)+space)
		}
		line := strings.Join(boxes, bar)
		if outside != "" {
			line = bar + line + bar
		}
		text.WriteString(line + "\n")
	}
	if outside != "" {
		text.WriteString(outside + "\n")
	}
	return text.String()
}

func unseenJSON() []unseenFile {
	lines := fill(3, `{"id": {i}, "puzzle": "{p}", "solution": "{s}"}`+"\n")
	array := "[" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",\n") + "]\n"
	damaged := func(line string) string {
		return fill(2, `{"puzzle": "{p}"}`+"\n") + line + "\n" + fillOne(2, `{"puzzle": "{p}"}`+"\n")
	}
	puzzle := knownPuzzles()[5][0]
	return []unseenFile{
		{name: "JSON lines", file: "p.jsonl", text: lines, want: readsWithAnswers(3)},
		{name: "JSON lines named ndjson", file: "p.ndjson", text: lines, want: readsWithAnswers(3)},
		{name: "JSON lines named json", file: "p.json", text: lines, want: readsWithAnswers(3)},
		{name: "JSON lines without an extension", file: "p", text: lines, want: readsWithAnswers(3)},
		{name: "JSON lines with CRLF", file: "p.jsonl", text: strings.ReplaceAll(lines, "\n", "\r\n"), want: readsWithAnswers(3)},
		{name: "JSON lines with lists of 81", file: "p.jsonl", text: fill(3, `{"quiz": [{cells}], "solution": [{solved}]}`+"\n"), want: readsWithAnswers(3)},
		{name: "JSON lines with nine lists", file: "p.jsonl", text: fill(3, `{"grid": {list}, "solution": {lists}}`+"\n"), want: readsWithAnswers(3)},
		{name: "JSON lines with other fields", file: "p.jsonl", text: fill(3, `{"meta": {"tags": ["a"]}, "puzzle": "{p}", "rating": {i}.5, "ok": true, "x": null}`+"\n"), want: reads(3)},
		{name: "JSON lines with NaN", file: "p.jsonl", text: fill(3, `{"puzzle": "{p}", "rating": NaN}`+"\n"), want: reads(3)},
		{name: "JSON lines with single quotes", file: "p.jsonl", text: damaged(`{'puzzle': '` + puzzle + `'}`), want: readsSome(4, 3, "bad_json")},
		{name: "JSON lines, one cut off", file: "p.jsonl", text: damaged(`{"puzzle": "` + puzzle), want: readsSome(4, 3, "bad_json")},
		{name: "JSON lines, one without a puzzle", file: "p.jsonl", text: damaged(`{"id": 7}`), want: readsSome(4, 3, "")},
		{name: "JSON lines, one with a number", file: "p.jsonl", text: damaged(`{"puzzle": 53}`), want: readsSome(4, 3, "")},
		{name: "a JSON array", file: "p.json", text: array, want: readsWithAnswers(3)},
		{name: "a JSON array on one line", file: "p.json", text: strings.ReplaceAll(array, "\n", ""), want: readsWithAnswers(3)},
		{name: "a JSON array over many lines", file: "p.json", text: strings.NewReplacer("{", "{\n    ", ", ", ",\n    ", "}", "\n  }").Replace(array), want: readsWithAnswers(3)},
		{name: "a JSON object with an array", file: "p.json", text: `{"version": 1, "source": {"by": "me"}, "data": ` + array + "}", want: readsWithAnswers(3)},
		{name: "a JSON array with an empty object", file: "p.json", text: strings.Replace(array, "]", ", {}]", 1), want: unseenWant{rows: 4, valid: 3, answers: true}},
		{name: "a JSON array that is cut off", file: "p.json", text: array[:len(array)-20], want: refuses("p.json")},
		{name: "a JSON array of grids", file: "p.json", text: "[" + strings.TrimSuffix(fill(3, "\"{p}\",\n"), ",\n") + "]", want: neverWrong},
		{name: "JSON of columns", file: "p.json", text: `{"puzzle": {"0": "` + puzzle + `"}}`, want: unseenWant{rows: -1, maybe: true}},
		{name: "an empty JSON array", file: "p.json", text: "[]\n", want: unseenWant{rows: 0, maybe: true}},
	}
}

func unseenAmbiguous() []unseenFile {
	transposed := ""
	for cell := range 81 {
		transposed += knownPuzzles()[0][0][cell:cell+1] + "," + knownPuzzles()[1][0][cell:cell+1] + "," + knownPuzzles()[2][0][cell:cell+1] + "\n"
	}
	pairs := ""
	for i := range 3 {
		pairs += knownPuzzles()[i][0] + "," + knownPuzzles()[i+3][0] + "\n"
	}
	full := fill(3, "{s}\n")
	spaced := strings.ReplaceAll(fill(3, "{cells},easy\n"), "0", " ")
	nines := ""
	for i := range 3 {
		nines += strings.Join(nineLines(knownPuzzles()[i][0]), ",") + "\n"
	}
	return []unseenFile{
		{name: "two columns of puzzles", file: "p.csv", text: "first,second\n" + pairs, want: refuses("first, second", "first and second", "first or second", `"first", "second"`)},
		{name: "two columns of puzzles, one of them named", file: "p.csv", text: "first,second\n" + pairs, args: "--column first", want: reads(3)},
		{name: "two columns of puzzles, one with a known name", file: "p.csv", text: "puzzle,second\n" + pairs, want: reads(3)},
		{name: "two columns of puzzles without a header", file: "p.csv", text: pairs, want: refuses("column")},
		{name: "full grids only", file: "p.csv", text: "a\n" + full, want: refuses("no blanks")},
		{name: "full grids only, with --column", file: "p.csv", text: "a\n" + full, args: "--column a", want: reads(3)},
		// The grids are full, but the column name says that they are puzzles. The program may read
		// or reject the file.
		{name: "full grids only, with a known name", file: "p.csv", text: "puzzle\n" + full, want: neverWrong},
		// No column name says whether these full grids are puzzles or answers, so the program must
		// reject the file.
		{name: "lines of full grids only", file: "p.txt", text: full, want: refuses("no blanks")},
		{name: "two columns of solutions", file: "p.csv", text: "puzzle,a,b\n" + fill(3, "{p},{s},{s}\n"), want: refuses("a, b", "a and b", "a or b", `"a", "b"`)},
		{name: "two columns of solutions, one with a known name", file: "p.csv", text: "puzzle,solution,b\n" + fill(3, "{p},{s},{s}\n"), want: readsWithAnswers(3)},
		{name: "a known name without grids", file: "p.csv", text: "puzzle,grid\n" + fill(3, "{i},{p}\n"), want: reads(3)},
		{name: "no grids at all", file: "p.csv", text: "a,b\n" + "1,2\n3,4\n", want: refuses("p.csv")},
		{name: "a column for each puzzle", file: "p.csv", text: transposed, want: neverWrong},
		{name: "nine columns of nine cells", file: "p.csv", text: "r1,r2,r3,r4,r5,r6,r7,r8,r9\n" + nines, want: neverWrong},
		{name: "cells with spaces for blanks, and a row without a field", file: "p.csv", text: spaced + strings.Replace(spaced[:strings.IndexByte(spaced, '\n')+1], ", ,", ",", 1), want: readsSome(4, 3, "wrong_fields")},
		{name: "80 columns of cells", file: "p.csv", text: strings.ReplaceAll(fill(3, "{cells}x\n"), ",0x", "") + "1\n", want: unseenWant{rows: -1, maybe: true}},
		{name: "decimals for cells", file: "p.csv", text: strings.ReplaceAll(fill(3, "{cells}\n"), ",", ".0,"), want: neverWrong},
		{name: "prose", file: "p.txt", text: strings.Repeat("This is a story about puzzles.\nIt has no puzzle in it.\n", 9), want: unseenWant{rows: -1, maybe: true}},
		{name: "a table of contents", file: "p.txt", text: strings.Repeat("Chapter 1"+strings.Repeat(".", 70)+"12\n", 9), want: refuses("not recognized")},
		{name: "prose without an extension", file: "story", text: "This is a story about puzzles.\nIt has no puzzle in it.\nNone at all.\n", want: refuses("not recognised", "not recognized")},
		{name: "a program", file: "main.go", text: "package main\n\nfunc main() {\n}\n", want: refuses("not recognised", "not recognized")},
		{name: "grids with no-break spaces", file: "p.txt", text: strings.Repeat("Puzzle 1 of 2\n"+strings.Repeat("5\u00a03\u00a0.\u00a0.\u00a07\u00a0.\u00a0.\u00a0.\u00a0.\n", 9), 2), want: refuses(`line 1 is "Puzzle 1 of 2`)},
		{name: "text with --from", file: "story", text: "no puzzle\n" + fill(3, "{p}\n"), args: "--from text", want: readsSome(4, 3, "")},
		{name: "grids with --from", file: "p", text: "title\n" + fill(3, "{lines}\n\n"), args: "--from grids", want: reads(3)},
		{name: "cells with --from", file: "p", text: fill(3, "{cells}\n"), args: "--from cells", want: reads(3)},
		{name: "HoDoKu's library with --from", file: "p", text: fill(3, ":0000:x:{p}:::\n"), args: "--from hodoku", want: reads(3)},
	}
}
