package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The checker below shares no code with the program. It can read only outputs that contain no
// digits except those of the grid.

// plainScore returns the scores of an output, in the order of scoreColumns.
func plainScore(puzzle, output, answer string) []string {
	var cells []byte
	for _, c := range []byte(output) {
		if c >= '1' && c <= '9' || c == '.' {
			cells = append(cells, c)
		}
	}
	solutions := plainSolve([]byte(puzzle), 2)
	right := ""
	if len(solutions) == 1 {
		right = "0"
	}
	if len(cells) != 81 {
		return []string{strconv.Itoa(len(cells)), "0", "0", "0", right, "false", "false", "false"}
	}
	filled, kept, clues, conflicts, rightCells := 0, 0, 0, 0, 0
	position, changed := []byte(puzzle), false
	for i, c := range cells {
		if c != '.' {
			filled++
			if repeats(cells, i) {
				conflicts++
			}
		}
		switch {
		case puzzle[i] != '.':
			clues++
			if c == puzzle[i] {
				kept++
			} else if c != '.' {
				changed = true
			}
		default:
			position[i] = c
			if len(solutions) == 1 && c == solutions[0][i] {
				rightCells++
			}
		}
	}
	if len(solutions) == 1 {
		right = strconv.Itoa(rightCells)
	}
	consistent := !changed && conflicts == 0 && len(plainSolve(position, 1)) > 0
	number, truth := strconv.Itoa, strconv.FormatBool
	return []string{"81", number(filled), number(kept), number(conflicts), right,
		truth(filled == 81 && conflicts == 0 && kept == clues), truth(consistent), truth(string(cells) == answer)}
}

var scoreColumns = []string{"cells", "filled", "clues_kept", "conflicts", "cells_right", "solved", "consistent", "exact"}

// repeats reports whether the digit of a cell also occurs elsewhere in its row, column or box.
func repeats(g []byte, i int) bool {
	for j := range g {
		if j != i && g[j] == g[i] && (j/9 == i/9 || j%9 == i%9 || j/27 == i/27 && j%9/3 == i%9/3) {
			return true
		}
	}
	return false
}

// plainSolve returns at most the given number of solutions of a grid.
func plainSolve(g []byte, most int) (solutions [][]byte) {
	best, candidates := -1, ""
	for i, c := range g {
		if c != '.' {
			if repeats(g, i) {
				return nil
			}
			continue
		}
		can := ""
		for d := byte('1'); d <= '9'; d++ {
			if g[i] = d; !repeats(g, i) {
				can += string(d)
			}
		}
		g[i] = '.'
		if best < 0 || len(can) < len(candidates) {
			best, candidates = i, can
		}
	}
	if best < 0 {
		return [][]byte{append([]byte(nil), g...)}
	}
	for _, d := range []byte(candidates) {
		g[best] = d
		solutions = append(solutions, plainSolve(g, most-len(solutions))...)
		g[best] = '.'
		if len(solutions) >= most {
			return solutions
		}
	}
	return solutions
}

// relabeled returns a puzzle and one of its solutions, with digits relabeled at random. Sometimes,
// it also removes clues, so that the puzzle can have several solutions.
func relabeled(r *rand.Rand) (puzzle, solution string) {
	const (
		p = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		s = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	)
	labels := r.Perm(9)
	relabel := func(g string) []byte {
		cells := []byte(g)
		for i, c := range cells {
			if c != '.' {
				cells[i] = byte('1' + labels[c-'1'])
			}
		}
		return cells
	}
	cells, full := relabel(p), relabel(s)
	if r.IntN(3) == 0 {
		for range 1 + r.IntN(6) {
			cells[r.IntN(81)] = '.'
		}
	}
	return string(cells), string(full)
}

// damaged returns a copy of solution with up to three random changes.
func damaged(r *rand.Rand, puzzle, solution string) string {
	g := []byte(solution)
	for range r.IntN(4) {
		i, j := r.IntN(81), r.IntN(81)
		switch r.IntN(7) {
		case 0:
			g[i] = byte('1' + r.IntN(9))
		case 1:
			g[i], g[j] = g[j], g[i]
		case 2:
			g[i] = '.'
		case 3:
			for k := range r.IntN(81) {
				if puzzle[k] == '.' {
					g[k] = '.'
				}
			}
		case 4:
			copy(g, puzzle[:r.IntN(82)])
		case 5: // swaps two cells in different rows
			a, b := r.IntN(3)*27+r.IntN(9), r.IntN(3)*27+9+r.IntN(9)
			g[a], g[b] = g[b], g[a]
		}
	}
	return string(g)
}

// written returns g in one of the styles in which models write grids. The text contains no digits
// except those of the grid. In some styles, cells are missing or repeated.
func written(r *rand.Rand, g string) string {
	var lines, spaced, list []string
	for i := 0; i < 81; i += 9 {
		lines = append(lines, g[i:i+9])
		spaced = append(spaced, strings.Join(strings.Split(g[i:i+9], ""), " "))
		list = append(list, "["+strings.Join(strings.Split(g[i:i+9], ""), ", ")+"]")
	}
	switch r.IntN(10) {
	case 0:
		return g[:20+r.IntN(61)]
	case 1:
		return g + g[:1+r.IntN(9)]
	case 2:
		return strings.Join(lines, "\n")
	case 3:
		return "Here is the grid:\n\n" + strings.Join(spaced, "\n") + "\n\nDone"
	case 4:
		return "[" + strings.Join(list, ",\n ") + "]"
	case 5:
		return "<think>The first row is easy</think>\n<answer>" + g + "</answer>"
	case 6:
		if strings.IndexByte(g, '.') < 80 { // a dot only in the last cell would look like a period
			return "\\boxed{" + g + "}"
		}
	case 7:
		return "```\n" + strings.Join(lines[:3], "\n") + "\n---+---+---\n" + strings.Join(lines[3:], "\n") + "\n```"
	}
	return g
}

// TestScoresAgreeWithAPlainChecker compares the program's scores with those of the checker.
func TestScoresAgreeWithAPlainChecker(t *testing.T) {
	skipInShort(t)
	r := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	in, out := filepath.Join(dir, "outputs.jsonl"), filepath.Join(dir, "scores.csv")
	var text strings.Builder
	var want [][]string
	const outputs = 500
	solved, partly := 0, 0
	for range outputs {
		puzzle, solution := relabeled(r)
		output := written(r, damaged(r, puzzle, solution))
		row, err := json.Marshal(map[string]string{"puzzle": puzzle, "solution": solution, "response": output})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s\n", row)
		score := plainScore(puzzle, output, solution)
		want = append(want, append(score, output))
		if score[5] == "true" {
			solved++
		} else if score[6] == "true" {
			partly++
		}
	}
	if min(solved, partly, outputs-solved-partly) < outputs/20 {
		t.Fatalf("%d outputs are solved and %d others consistent; the mix is too one-sided", solved, partly)
	}
	writeFile(t, in, text.String())
	if code, _, said := runIn(t, ".", "score", in, "-o", out, "--progress", "none"); code != exitDone {
		t.Fatalf("exit code %d: %s", code, said)
	}
	compareScores(t, out, want)
}

func compareScores(t *testing.T, name string, want [][]string) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) != len(want)+1 {
		t.Fatalf("%d rows: %v", len(rows)-1, err)
	}
	differ := 0
	for i, row := range rows[1:] {
		for k, column := range scoreColumns {
			at := slices.Index(rows[0], column)
			if at < 0 {
				t.Fatalf("there is no %s column", column)
			}
			if row[at] != want[i][k] {
				if differ++; differ <= 5 {
					t.Errorf("row %d: %s is %s, want %s in\n%s", i+1, column, row[at], want[i][k], want[i][len(scoreColumns)])
				}
			}
		}
	}
}
