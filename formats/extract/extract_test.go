package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// An output holds the output of a model and the expected result of Last.
type output struct {
	name, found, grid string
	text              []byte
}

// outputs reads testdata/outputs.txt. In this file, each output follows a line of the form
// "== name | found | grid".
func outputs(t testing.TB) (all []output) {
	t.Helper()
	data, err := os.ReadFile("testdata/outputs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range bytes.Split(data[len("== "):], []byte("\n== ")) {
		head, text, _ := bytes.Cut(append(part, '\n'), []byte{'\n'})
		fields := strings.Split(string(head), " | ")
		if len(fields) == 2 { // outputs without a grid
			fields = append(fields, "")
		}
		all = append(all, output{strings.TrimSpace(fields[0]), strings.TrimSuffix(fields[1], " |"), fields[2], bytes.TrimSuffix(text, []byte{'\n'})})
	}
	return all
}

// describe returns f in the notation of testdata/outputs.txt.
func describe(f *Found) string {
	if f.Shape == TooShort || f.Shape == TooLong {
		name, place, in := strings.Cut(KindName(f.Kind()), " ")
		text := fmt.Sprintf("%s %d", name, f.Cells)
		if in {
			text += " " + place
		}
		return text
	}
	return KindName(f.Kind())
}

// TestOutputsOfModels checks what is found in each output. It also puts the output between
// sentences, and into two chats. Only one of the chats escapes non-ASCII characters.
func TestOutputsOfModels(t *testing.T) {
	all := outputs(t)
	if len(all) < 60 {
		t.Fatalf("only %d outputs", len(all))
	}
	for _, o := range all {
		t.Run(o.name, func(t *testing.T) {
			check := func(text string) {
				found := Last([]byte(text))
				grid := ""
				if found.Whole() {
					grid = found.Grid.String()
				}
				if got := describe(&found); got != o.found || grid != o.grid {
					t.Errorf("found %s\n%s\nwant %s\n%s\nin\n%s", got, grid, o.found, o.grid, text)
				}
			}
			check(string(o.text))
			if strings.HasPrefix(o.name, "chat") {
				return
			}
			if o.grid != "" {
				check("I will solve this in 2 steps.\n\n" + string(o.text) + "\n\nAll 9 rows are valid.")
			}
			var plain bytes.Buffer
			e := json.NewEncoder(&plain)
			e.SetEscapeHTML(false)
			if err := e.Encode(string(o.text)); err != nil {
				t.Fatal(err)
			}
			escaped := ""
			for _, r := range plain.String() {
				if r < utf8.RuneSelf {
					escaped += string(r)
				} else {
					escaped += fmt.Sprintf(`\u%04x`, r)
				}
			}
			for _, content := range []string{plain.String(), escaped} {
				check(`[{"role": "user", "content": "Solve"}, {"role": "assistant", "content": ` + content + `}]`)
			}
		})
	}
}

// TestLongFrames repeats a part of a frame or grid many times, as some models do. It checks that
// Last finds a grid before or after the repetitions.
func TestLongFrames(t *testing.T) {
	const grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	for _, part := range []string{"|---|", "+---+", "+-", "---|", "| --- ", "|:---:", "-", "_", "*", "**", ".", "5", "5 ", "|5", "| 5 |", "5,", "[5,", "[[", "5|-"} {
		for _, n := range []int{1, 80, 90, 325, 973, 2000, 5000} {
			rule := strings.Repeat(part, n)
			Last([]byte(rule))
			for _, text := range []string{rule + "\n\nAnswer:\n" + grid, "<answer>" + grid + "</answer>\n\n" + rule} {
				if found := Last([]byte(text)); found.Grid.String() != grid {
					t.Errorf("%q %d times: found %s", part, n, describe(&found))
				}
			}
		}
	}
}

// TestRepeatedTokens calls Last on random tokens with many repetitions. The Cells and the Shape of
// the result must be consistent.
func TestRepeatedTokens(t *testing.T) {
	tokens := []string{
		"|", "---", "+", "-", " ", "\n", "5", "53", "534678912", ".", "0", "*", "**", "_", ",", "[", "]", "[[", "<answer>", "</answer>", "\\boxed{", "}", "{",
		"```\n", "&", `\\`, `\n`, "null", "R1", "r1c1", ":", "=", "word", "│", "─", "\x1b[1m", "\"", "'", "<td>", "</tr>", "1.", "10",
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		var text []byte
		for range 1 + rng.IntN(12) {
			token := tokens[rng.IntN(len(tokens))]
			times := 1 + rng.IntN(4)
			if rng.IntN(4) == 0 {
				times = rng.IntN(1200)
			}
			text = append(text, strings.Repeat(token, times)...)
		}
		if f := Last(text); f.Whole() && f.Cells != 81 || f.Shape == TooShort && f.Cells >= 81 || f.Shape == TooLong && f.Cells <= 81 {
			t.Errorf("found %s in %q", describe(&f), text)
		}
	}
}

func FuzzLast(f *testing.F) {
	for _, o := range outputs(f) {
		f.Add(o.text)
	}
	for _, cells := range []string{"5*", "*5 ", "_", "---------\n", "**5** ", "[5.0, ", "Row 1: 534678912\n", "** ", "- ", "|-"} { // repeated to get more cells than a run holds
		for _, end := range []string{"", "5 | 3", "10. 5\n42"} {
			f.Add(append(bytes.Repeat([]byte(cells), 1500), end...))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		found := Last(text)
		if !found.Whole() {
			if found.Grid != (solver.Grid{}) || found.Cells == solver.Cells {
				t.Errorf("%s has a grid", describe(&found))
			}
			return
		}
		if found.Cells != solver.Cells || found.Grid.Clues() == 0 {
			t.Errorf("%s of %d cells, %d digits", describe(&found), found.Cells, found.Grid.Clues())
		}
		for _, c := range found.Grid {
			if c != solver.Blank && (c < '1' || c > '9') {
				t.Fatalf("the cell %q", c)
			}
		}
	})
}

// FuzzChats checks that the content of a message is returned unchanged, regardless of the rest of
// the chat. The numbers in moves must not be negative. If InGrid returns true for a move, this move
// must be within the grid.
func FuzzChats(f *testing.F) {
	for _, o := range outputs(f) {
		f.Add(string(o.text), "r1c1=5")
	}
	f.Add(`[{"role": "user", "content": "x"}]`, `[[1, 2, 3], {"row": 1, "col": 2, "digit": 10}]`)
	f.Fuzz(func(t *testing.T, asked, answered string) {
		chat, err := json.Marshal([]map[string]string{{"role": "user", "content": asked}, {"content": answered, "role": assistant}})
		if err != nil {
			t.Fatal(err)
		}
		for role, text := range map[string]string{"user": asked, assistant: answered} {
			var got string
			var last message
			for m := range messages(chat, role) {
				last = m
			}
			if err := json.Unmarshal(fmt.Appendf(nil, `"%s"`, unquoted(last.content)), &got); err != nil || got != strings.ToValidUTF8(text, "\ufffd") && utf8.ValidString(text) {
				t.Errorf("%s: %q: %v", role, got, err)
			}
		}
		if found := LastOf(chat, user); !IsChat(chat) || found.Whole() != (found.Cells == solver.Cells) {
			t.Errorf("%t, %s", IsChat(chat), describe(&found))
		}
		for _, text := range []string{string(chat), asked, answered} {
			Moves([]byte(text), func(m Move) {
				if min(m.Row, m.Column, m.Digit) < 0 || m.InGrid() && (m.Cell() < 0 || m.Cell() >= solver.Cells || m.Digit < 1 || m.Digit > 9) {
					t.Errorf("%+v", m)
				}
			})
			LastOf([]byte(text), user)
		}
	})
}

// TestMovesOutsideTheGrid checks that moves with large or negative numbers are played.
func TestMovesOutsideTheGrid(t *testing.T) {
	var got []Move
	Moves([]byte(`[1000, 2, 3] {"row": 127, "col": 128, "digit": 256} r4c-5=6`), func(m Move) { got = append(got, m) })
	if want := []Move{{99, 2, 3}, {99, 99, 99}, {4, 0, 6}}; !slices.Equal(got, want) {
		t.Errorf("the moves are %v, want %v", got, want)
	}
}

// TestPromptsOfChats checks that the puzzle of a chat can be in any user message, and that the
// output is the last assistant message. An empty grid, such as a template, must not count as the
// puzzle.
func TestPromptsOfChats(t *testing.T) {
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	chat := []byte(`[{"role": "user", "content": "Solve ` + puzzle + `"}, {"role": "assistant", "content": "` + strings.Repeat("123456789", 9) +
		`"}, {"role": "user", "content": "Row 2 is wrong. Try again in this form: ` + strings.Repeat(".", 81) + `"}, {"role": "assistant", "content": "I give up."}]`)
	if found := LastOf(chat, "user"); found.Grid.String() != puzzle {
		t.Errorf("found %s in the prompts", describe(&found))
	}
	if !IsChat(chat) {
		t.Error("the chat does not count as a chat")
	}
	if found := Last(chat); found.Shape != NoGrid {
		t.Errorf("found %s in the output", describe(&found))
	}
}
