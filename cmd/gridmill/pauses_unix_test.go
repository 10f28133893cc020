//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// TestShortFirstLinesAreAnswered checks that each row is answered before the next row is sent. The
// first rows are too short to reveal the compression and the format of the input.
func TestShortFirstLinesAreAnswered(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"solve", "convert"} {
		for _, options := range []string{"", "--from text", "--from csv --delimiter , --header no --column 1"} {
			for _, line := range []string{"a", "abc", "abcde", "abcdefgh"} {
				t.Run(command+" "+options+" "+line, func(t *testing.T) {
					t.Parallel()
					r := start(t, strings.Fields(command+" - -o - --to jsonl --select line,reason "+options)...)
					defer time.AfterFunc(waitLimit, func() { _ = r.Process.Kill() }).Stop()
					out := bufio.NewReader(r.stdout)
					for i, row := range []string{line, line, strings.TrimSuffix(onePuzzle, "\n")} {
						if _, err := io.WriteString(r.in, row+"\n"); err != nil {
							t.Fatal(err)
						}
						want := fmt.Sprintf(`{"line":%d,"reason":"too_short length=%d"}`, i+1, len(row))
						if len(row) == solver.Cells {
							want = fmt.Sprintf(`{"line":%d,"reason":null}`, i+1)
						}
						if got, err := out.ReadString('\n'); err != nil || got != want+"\n" {
							t.Fatalf("%q is answered with %q, error %v; want %s; it said: %s", row, got, err, want, r.errors)
						}
					}
					if err := r.in.Close(); err != nil {
						t.Fatal(err)
					}
					r.wantExit(0)
				})
			}
		}
	}
}

// TestFirstPuzzleIsExplained checks that gridmill explain waits for all lines of the first puzzle,
// but not for the end of the input.
func TestFirstPuzzleIsExplained(t *testing.T) {
	t.Parallel()
	grid := ""
	for i := 0; i < solver.Cells; i += 9 {
		grid += onePuzzle[i:i+9] + "\n"
	}
	for _, text := range []string{onePuzzle, grid + "\n"} {
		r := start(t, "explain", "-", "--hint", "--json")
		defer time.AfterFunc(waitLimit, func() { _ = r.Process.Kill() }).Stop()
		for line := range strings.Lines(text) {
			if _, err := io.WriteString(r.in, line); err != nil {
				t.Fatal(err)
			}
			time.Sleep(20 * time.Millisecond) // so that gridmill explain notices a pause after each line
		}
		if got, err := io.ReadAll(r.stdout); err != nil || !strings.Contains(string(got), strings.TrimSpace(onePuzzle)) {
			t.Errorf("%q is explained by %q, error %v; it said: %s", text, got, err, r.errors)
		}
		r.wantExit(0)
	}
}

// TestPausesAreAnswered checks that the result of each row arrives before the next row is sent.
func TestPausesAreAnswered(t *testing.T) {
	t.Parallel()
	puzzle := strings.TrimSuffix(onePuzzle, "\n")
	text := func(int) string { return puzzle }
	csv := func(i int) string { return fmt.Sprintf("%d,%s", i, puzzle) }
	jsonl := func(i int) string { return fmt.Sprintf(`{"id":%d,"puzzle":"%s"}`, i, puzzle) }
	scored := func(i int) string { return fmt.Sprintf(`{"id":%d,"puzzle":"%s","output":"no idea"}`, i, puzzle) }
	const header = "id,puzzle\n"
	for name, c := range map[string]struct {
		args    string
		before  string // text before the first row
		row     func(i int) string
		headers int // number of lines before the first answer
		answer  string
	}{
		"csv":      {"solve - -o -", header, csv, 1, "%d," + puzzle + ","},
		"comments": {"solve - -o -", "# mine\n\n# and yours\n", text, 1, puzzle + ","},
		"text":     {"solve - -o - --to text", "", text, 0, puzzle + ":1:"},
		"jsonl":    {"solve - -o - --to jsonl", "", jsonl, 0, `{"id":%d,"puzzle":"` + puzzle + `","solution":"`},
		"small":    {"solve - -o - --to jsonl --batch 1", "", jsonl, 0, `{"id":%d,"puzzle":"`},
		"steps":    {"solve - -o - --to jsonl --with steps --workers 1", "", jsonl, 0, `{"id":%d,"puzzle":"`},
		"device":   {"solve - -o /dev/stdout --to csv", header, csv, 1, "%d," + puzzle + ","},
		"convert":  {"convert - -o - --to jsonl", header, csv, 0, `{"id":"%d","puzzle":"` + puzzle},
		"find":     {"find " + puzzle + " - --from text", "", text, 0, "standard input:"},
		"score":    {"score - -o - --to csv", "", scored, 1, "%d," + puzzle + ",no idea,"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := start(t, strings.Fields(c.args)...)
			defer time.AfterFunc(waitLimit, func() { _ = r.Process.Kill() }).Stop()
			out := bufio.NewReader(r.stdout)
			for i := range 50 {
				if _, err := io.WriteString(r.in, c.before+c.row(i)+"\n"); err != nil {
					t.Fatal(err)
				}
				c.before = ""
				for ; c.headers > 0; c.headers-- {
					if _, err := out.ReadString('\n'); err != nil {
						t.Fatal(err)
					}
				}
				answer := c.answer
				if strings.Contains(answer, "%d") {
					answer = fmt.Sprintf(answer, i)
				}
				got, err := out.ReadString('\n')
				if err != nil || !strings.HasPrefix(got, answer) {
					t.Fatalf("row %d: %q, error %v; want %q; it said: %s", i, got, err, answer, r.errors)
				}
			}
			if err := r.in.Close(); err != nil {
				t.Fatal(err)
			}
			if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 {
				t.Errorf("%q follows, error %v", rest, err)
			}
			r.wantExit(0)
			if note := "determined from the first 1 row, because the input paused"; name != "find" && !strings.Contains(r.errors.String(), note) {
				t.Errorf("want %q in the messages, got %s", note, r.errors)
			}
		})
	}
}
