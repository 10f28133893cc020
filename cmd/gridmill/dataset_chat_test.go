package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A chatLine is a line of a file in the chat layout.
type chatLine struct {
	Messages []struct{ Role, Content string }
	Puzzle   string
	Position string
	Solution string
	Clues    int
	Step     string
	Label    string
	Class    string `json:"solution_class"`
	Difficulty,
	Split string
}

func readChat(t *testing.T, name string) (lines []chatLine) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	d := json.NewDecoder(bufio.NewReader(file))
	d.DisallowUnknownFields()
	for d.More() {
		var line chatLine
		if err := d.Decode(&line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return lines
}

// extremePuzzles holds two extreme puzzles, which would take a long time to generate.
const extremePuzzles = `....3..4....7.8.....7.4.2....1....2.......8.68....6..9..2.1..3.9..8..5...4...5...
....3..41...7......8..4.2....1....2.7.....8.6.....6..9..2.1..3.9..8..5...4...5...
`

// makeChat creates a data set in the chat layout from generated puzzles and extremePuzzles. It
// returns the directory.
func makeChat(t *testing.T, options ...string) (dir string) {
	t.Helper()
	puzzles, extreme, dir := filepath.Join(t.TempDir(), "made.csv"), filepath.Join(t.TempDir(), "extreme.csv"), filepath.Join(t.TempDir(), "set")
	writeFile(t, filepath.Join(filepath.Dir(extreme), "extreme.csv"), "puzzle\n"+extremePuzzles)
	for _, args := range [][]string{
		{"generate", "--count", "100", "-o", puzzles, "--progress", "none", "--select", "puzzle"},
		append([]string{"dataset", puzzles, extreme, "-o", dir + "/", "--layout", "chat", "--progress", "none"}, options...),
	} {
		if code, _, said := runIn(t, ".", args...); code != exitDone {
			t.Fatalf("%v: exit code %d: %s", args, code, said)
		}
	}
	return dir
}

// TestChatsAreConsistent creates messages with grids in all styles. It checks the puzzles and
// solutions in the messages, and the labels of right and wrong steps. Answers must have steps
// unless the puzzle is extreme.
func TestChatsAreConsistent(t *testing.T) {
	for _, style := range []string{"characters", "lines", "list"} {
		dir := makeChat(t, "--prompt", style, "--with", "steps", "--states", "2", "--negatives", "2", "--augment", "train=1")
		digits := func(text string) string {
			return strings.NewReplacer("0", ".", "\n", "", "[", "", "]", "", ",", "", " ", "").Replace(text)
		}
		rows, told, extreme := 0, 0, 0
		for _, split := range []string{"train", "test"} {
			lines := readChat(t, filepath.Join(dir, split+".chat.jsonl"))
			rows += len(lines)
			for _, line := range lines {
				prompt, answer := line.Messages[0].Content, line.Messages[1].Content
				_, puzzle, _ := strings.Cut(prompt, "\n\n")
				steps, solution, _ := strings.Cut(strings.TrimSuffix(answer, "\n</answer>"), "<answer>\n")
				if digits(puzzle) != line.Puzzle || digits(solution) != line.Solution || line.Split != split || len(line.Class) != 16 || line.Difficulty == "" ||
					line.Clues != 81-strings.Count(line.Puzzle, ".") {
					t.Fatalf("%s: %+v", style, line)
				}
				told += strings.Count(steps, "\n") / 20
				if line.Difficulty == "extreme" {
					extreme++
				}
				if (steps == "") != (line.Difficulty == "extreme") {
					t.Errorf("%s: a puzzle of difficulty %s has the steps %q", style, line.Difficulty, steps)
				}
			}
			checkStateLines(t, readChat(t, filepath.Join(dir, split+".states.jsonl")), 4*len(lines))
		}
		if rows < 150 || told < 100 || extreme == 0 {
			t.Errorf("%s: %d rows, %d extreme, %d steps", style, rows, extreme, told)
		}
	}
}

// checkStateLines checks that each label correctly says whether a step is right.
func checkStateLines(t *testing.T, lines []chatLine, want int) {
	t.Helper()
	if len(lines) != want {
		t.Fatalf("%d positions, want %d", len(lines), want)
	}
	right := 0
	for _, line := range lines {
		var row, column int
		var digit string
		if _, err := fmt.Sscanf(line.Step, "r%1dc%1d=%s", &row, &column, &digit); err != nil {
			t.Fatal(err)
		}
		cell := 9*row + column - 10
		isRight := string(line.Solution[cell]) == digit
		if isRight != (line.Label == "right") || line.Position[cell] != '.' || !strings.HasSuffix(line.Messages[1].Content, line.Step) {
			t.Fatalf("%+v", line)
		}
		if isRight {
			right++
		}
	}
	if 2*right != want {
		t.Errorf("%d of %d steps are right, want half", right, want)
	}
}

// TestVerifyFindsErrorsInChats checks that verify finds errors that are planted in chats.
func TestVerifyFindsErrorsInChats(t *testing.T) {
	skipInShort(t)
	made := &plantedSet{t, makeChat(t, "--with", "steps", "--states", "1", "--negatives", "1")}
	made.wantClean()
	for _, fault := range []struct{ name, file, before, after, want string }{
		{"another digit in a prompt", "train.chat.jsonl", `</answer>.\n\n`, `</answer>.\n\n9`, "row 1: the prompt does not contain the puzzle"},
		{"another answer", "train.chat.jsonl", `<answer>\n`, `<answer>\n1`, "row 1: the answer does not contain the solution"},
		{"another digit in a sentence", "train.chat.jsonl", ` is 1, which`, ` is 2, which`, "row 1: messages are "},
		{"another reason", "train.chat.jsonl", `, its only candidate`, `, the last digit that row 1 lacks`, "row 1: messages are "},
		{"a sentence missing", "test.chat.jsonl", `\nr`, `r`, "row 1: messages are "},
		{"another sentence", "test.chat.jsonl", `\n\n<answer>`, `\nDone.\n\n<answer>`, "row 1: messages are "},
		{"another question", "test.chat.jsonl", `Solve this`, `Resolve this`, "row 1: messages are "},
		{"another sentence for a position", "test.states.jsonl", `"content":"r`, `"content":"Look.\nr`, "byte "},
		{"other clues", "train.chat.jsonl", `"clues":2`, `"clues":3`, `row 1: clues is "3`},
		{"another split", "test.chat.jsonl", `"split":"test"`, `"split":"train"`, `row 1: split is "train", expected "test"`},
		{"another class", "test.chat.jsonl", `"solution_class":"`, `"solution_class":"0`, "row 1: solution_class is "},
		{"another difficulty", "test.chat.jsonl", `"difficulty":"`, `"difficulty":"un`, "row 1: difficulty is "},
		{"another label", "train.states.jsonl", `"label":"wrong"`, `"label":"right"`, "byte "},
		{"no step", "train.states.jsonl", `"step":"r`, `"step":"q`, "byte "},
		{"another position", "test.states.jsonl", `"position":".`, `"position":"9`, "byte "},
		{"a line missing", "test.states.jsonl", "\n", "", "byte "},
		{"a line more", "test.states.jsonl", "", "{}\n", "it continues after byte "},
	} {
		t.Run(fault.name, func(t *testing.T) {
			made.wantFaults(t, func(s *plantedSet) {
				s.change(fault.file, func(text []byte) []byte {
					if fault.before == "" {
						return append(text, fault.after...)
					}
					return bytes.Replace(text, []byte(fault.before), []byte(fault.after), 1)
				})
			}, fault.file+": "+fault.want)
		})
	}
}
