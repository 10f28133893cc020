package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// severalLayouts are puzzles and answers in files of their own, and what becomes of them when they
// are joined as the errors say.
func severalLayouts() []layout {
	lines := func(form string) string { return eachPuzzle("", form+"\n", "0") }
	array := func(solved bool) string {
		var cells []byte
		for _, p := range layoutPuzzles {
			if solved {
				cells = append(cells, numbersOf(p.solution)...)
			} else {
				cells = append(cells, numbersOf(p.puzzle)...)
			}
		}
		return array2("|i1", "3, 81", cells)
	}
	return []layout{
		refusedPair("puzzles and answers in files of lines", "join both (paste -d',' set/puzzles.txt set/solutions.txt > both.csv)",
			layoutFile{"set/puzzles.txt", lines("P")}, layoutFile{"set/solutions.txt", lines("S")}),
		refusedPair("puzzles and answers in arrays of their own", "puzzle=numpy.load('set/x_train.npy'), solution=",
			layoutFile{"set/x_test.npy", array(false)}, layoutFile{"set/x_train.npy", array(false)}, layoutFile{"set/y_train.npy", array(true)}),
		one("lines joined by paste, CRLF", "both.csv", lines("P\r,S\r")),
		one("CSV joined by paste, CRLF", "both.csv", "puzzle\r,solution\r\n"+lines("P\r,S\r")),
	}
}

// refusedPair returns a layout of files one of which holds answers alone.
func refusedPair(name, says string, inputs ...layoutFile) layout {
	return layout{name: name, inputs: inputs, says: says, puzzles: len(layoutPuzzles)}
}

// moreRefusedPairs are further ones, of formats whose names matter for what is said.
func moreRefusedPairs() []layout {
	lines := func(form string) string { return eachPuzzle("", form+"\n", "0") }
	return []layout{
		refusedPair("puzzles and answers in files of CSV", "join both (paste -d',' set/puzzles.csv set/solutions.csv > both.csv)",
			layoutFile{"set/puzzles.csv", "puzzle\n" + lines("P")}, layoutFile{"set/solutions.csv", "solution\n" + lines("S")}),
		refusedPair("two files with a column board, one of answers", "its grids are full, as answers are (in board)",
			layoutFile{"set/given.csv", "board\n" + lines("P")}, layoutFile{"set/solved.csv", "board\n" + lines("S")}),
		refusedPair("puzzles and answers in a zip", "if they answer the puzzles of another member, extract both",
			layoutFile{"set.zip", archive(map[string]string{"p.txt": lines("P"), "s.txt": lines("S")}, "p.txt", "s.txt")}),
		refusedPair("puzzles and answers in files of TSV", "join both (paste set/puzzles.tsv set/solutions.tsv > both.tsv)",
			layoutFile{"set/puzzles.tsv", "id\tpuzzle\n" + lines("I\tP")}, layoutFile{"set/solutions.tsv", "id\tsolution\n" + lines("I\tS")}),
		refusedPair("puzzles and answers in files of CSV in gzip", "put both into one file, side by side",
			layoutFile{"set/puzzles.csv.gz", gzipped("puzzle\n" + lines("P"))}, layoutFile{"set/solutions.csv.gz", gzipped("solution\n" + lines("S"))}),
	}
}

// TestLayoutsTogetherAreReadAsAlone solves files of all layouts in one run, in several orders, and
// wants the rows that each gives alone: what is found out about a file must not depend on others.
func TestLayoutsTogetherAreReadAsAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	solve := func(files ...string) []string {
		args := []string{"solve", "-o", "out.csv", "--overwrite", "--progress", "none", "--source", "--keep", "none", "--answer-column", "none"}
		if code, said := runHere(t, append(args, files...)); code != exitDone {
			t.Fatalf("%s: exit code %d: %s", files, code, said)
		}
		text, err := os.ReadFile("out.csv")
		if err != nil {
			t.Fatal(err)
		}
		return strings.SplitAfter(string(text), "\n")
	}
	var files []string
	rows := map[string]string{}
	header := ""
	for i, l := range allLayouts() {
		if l.says != "" || l.flags != "" || len(l.inputs) > 1 {
			continue
		}
		file := filepath.Join(fmt.Sprint(i), l.inputs[0].name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(l.inputs[0].text), 0o666)); err != nil {
			t.Fatal(err)
		}
		lines := solve(file)
		files, rows[file] = append(files, file), strings.Join(lines[1:], "")
		header = lines[0]
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		random.Shuffle(len(files), func(i, k int) { files[i], files[k] = files[k], files[i] })
		got := solve(files...)
		if got[0] != header {
			t.Fatalf("the header is %s, want %s", got[0], header)
		}
		all := strings.Join(got[1:], "")
		for _, file := range files {
			rest, same := strings.CutPrefix(all, rows[file])
			if !same {
				t.Fatalf("%s among others gives\n%.400s\nand alone\n%s", file, all, rows[file])
			}
			all = rest
		}
		if all != "" {
			t.Fatalf("more rows than alone: %s", all)
		}
	}
}
