package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A layout is a way in which people store puzzles. The files hold the first of
// layoutPuzzles, each once and in order.
type layout struct {
	name    string
	inputs  []layoutFile
	puzzles int    // how many the files hold
	flags   string // that it cannot be read without, separated by spaces
	// says is what the program must say where it does not solve all puzzles: of a file that is
	// refused the error, or else why all rows are invalid.
	says string
	// ownResult says that it is how gridmill writes results. What it found is checked by verify,
	// and is no answer to solve.
	ownResult bool
}

// layoutFile is a file of a layout.
type layoutFile struct{ name, text string }

// layoutPuzzles are puzzles with their only solutions.
var layoutPuzzles = []struct{ puzzle, solution string }{
	{".2.4..9...54...23638.9...5....52.6..51....3..69...87.5..1..9..22...1687.....8....", "126435987954871236387962154478523691512697348693148725831759462245316879769284513"},
	{".1..47..99..5..43......9.151.39..65.67..5....5..1...48.8..1.324....2.97.....9....", "815347269926581437437269815143978652678452193592136748789615324351824976264793581"},
	{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "534678912672195348198342567859761423426853791713924856961537284287419635345286179"},
}

// allLayouts returns every layout that is known.
func allLayouts() []layout { return append(textLayouts(), binaryLayouts()...) }

// leastRead is how many of a hundred layouts must be read without a flag.
const leastRead = 85

// TestLayouts has the program inspect and solve each layout, and holds the topic layouts
// against what it does. Nothing may be read wrongly.
func TestLayouts(t *testing.T) {
	var text strings.Builder
	text.WriteString(layoutsHead)
	count := map[string]int{}
	all := allLayouts()
	for _, l := range all {
		t.Run(l.name, func(t *testing.T) {
			l.check(t)
		})
		kind, note := "read", ""
		switch {
		case l.says != "" && strings.HasPrefix(l.says, "all "):
			kind, note = "invalid", l.says
		case l.says != "":
			kind, note = "refused", l.says
		case l.flags != "":
			kind, note = "flag", l.flags
		}
		count[kind]++
		names := l.names()
		fmt.Fprintf(&text, "    %-43s  %-19s  %s\n", l.name, strings.Join(names, " "), kind)
		for part := range strings.SplitAfterSeq(note, "; ") {
			if note != "" {
				fmt.Fprintf(&text, "        %s\n", strings.TrimSpace(part))
			}
		}
	}
	fmt.Fprintf(&text, layoutsTail, len(all), count["read"], count["flag"], count["refused"], count["invalid"])
	if 100*count["read"] < leastRead*len(all) {
		t.Errorf("%d of %d layouts are read without a flag, which is less than %d %%", count["read"], len(all), leastRead)
	}
	const topic = "topics/layouts.md"
	if *update {
		if err := os.WriteFile(topic, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(topic); err != nil || string(got) != text.String() {
		t.Errorf("%s does not say what the program does (%v); make golden-update writes it", topic, err)
	}
}

const layoutsHead = `# Layouts of files that are known

Each of these files is made, inspected and solved by the tests. ` + "`read`" + ` says
that all its puzzles are solved without a flag, ` + "`flag`" + ` that they are with the
one that follows, ` + "`refused`" + ` that the file is not read and the error says what
to do about it, and ` + "`invalid`" + ` that the reasons of its rows say what is wrong,
and the run ends with 3.

`

const layoutsTail = `
Of %d layouts %d are read without a flag, %d with one, %d are refused, and %d
are invalid throughout. None is read wrongly.
`

// names returns the inputs as the program is given them: files, and directories of files.
func (l layout) names() (names []string) {
	for _, in := range l.inputs {
		name := in.name
		if dir := filepath.Dir(name); dir != "." {
			name = dir + "/"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// check runs the program on the layout's files.
func (l layout) check(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, in := range l.inputs {
		if err := errors.Join(os.MkdirAll(filepath.Dir(in.name), 0o777), os.WriteFile(in.name, []byte(in.text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	names := l.names()
	flags := strings.Fields(l.flags)
	output := filepath.Join(t.TempDir(), "out.csv")
	code, said := runHere(t, append(append([]string{"solve", "-o", output, "--progress", "none"}, flags...), names...))
	inspected, seen := runHere(t, append(append([]string{"inspect"}, flags...), names...))
	if l.says != "" {
		if !strings.Contains(said, l.says) || code != exitFailed && code != exitStrict || strings.HasPrefix(l.says, "all ") != (code == exitStrict) {
			t.Errorf("solve ended with %d and said: %s", code, said)
		}
		if !strings.Contains(seen, strings.TrimPrefix(l.says, "all ")) && code == exitFailed {
			t.Errorf("inspect ended with %d and said: %s", inspected, seen)
		}
		return
	}
	if code != exitDone || inspected != exitDone || said != "" {
		t.Fatalf("solve ended with %d and inspect with %d: %s\n%s", code, inspected, said, seen)
	}
	if rows := regexp.MustCompile(`checked +(\d+) rows? from the beginning: nothing at fault`); !rows.MatchString(seen) {
		t.Errorf("inspect finds fault: %s", seen)
	}
	l.wantSolved(t, output)
	l.wantLeaks(t, append(flags, names...))
}

// wantLeaks wants each puzzle of the layout to be found in lines of the same puzzles: a file
// that is read for its puzzles alone is read in its layout, too.
func (l layout) wantLeaks(t *testing.T, flagsAndNames []string) {
	var lines strings.Builder
	for _, p := range layoutPuzzles {
		fmt.Fprintln(&lines, p.puzzle)
	}
	known := filepath.Join(t.TempDir(), "known.txt")
	if err := os.WriteFile(known, []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"verify", "--against", known, "--by", "puzzle", "--progress", "none"}, flagsAndNames...)
	code, said := runHere(t, args)
	if want := fmt.Sprintf("leaks by puzzle: %d of %[1]d ", l.puzzles); code != exitFailed || !strings.Contains(said, want) {
		t.Errorf("verify --against ended with %d and does not say %q: %s", code, want, said)
	}
}

// wantSolved wants the solutions of the layout's puzzles in a result, and answers that match
// where there are any.
func (l layout) wantSolved(t *testing.T, output string) {
	text, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Contains(l.inputs[0].text, layoutPuzzles[0].solution)
	if answers && !l.ownResult && !slices.Contains(rows[0], "answer") {
		t.Errorf("the answers are not found:\n%s", text)
	}
	if len(rows)-1 != l.puzzles {
		t.Fatalf("%d rows, want %d:\n%s", len(rows)-1, l.puzzles, text)
	}
	for i, row := range rows[1:] {
		want := layoutPuzzles[i].solution
		found := false
		for column, name := range rows[0] {
			found = found || strings.HasPrefix(name, "solution") && row[column] == want
			if name == "answer" && len(row[column]) < 81 && row[column] != "match" {
				t.Errorf("the answer of row %d is %s", i+1, row[column])
			}
		}
		if !found {
			t.Errorf("row %d is not solved as %s:\n%s", i+1, want, text)
		}
	}
}

// runHere runs the program in this process, and returns its exit code and what it said.
func runHere(t *testing.T, args []string) (code int, said string) {
	out, err := os.Create(filepath.Join(t.TempDir(), "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	s := &session{stdin: os.Stdin, stdout: out, stderr: out}
	code = s.execute(context.Background(), args)
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return code, string(text)
}
