package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridmill/gridmill/pipeline/parts"
)

// scriptCommands lists the commands that scripts can use in addition to those of testscript.
var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"exits":      command("CODE PROGRAM ARGUMENT...", exits),
	"transcript": command("FILE", transcript),
	"solves":     command("WANT FILE ARGUMENT...", solves),
	"write":      command("FILE TEXT", write),
	"repeat":     command("N FROM TO", repeat),
	"compress":   command("FROM TO", compress),
	"expand":     command("FROM TO", expand),
	"timeless":   command("SUMMARY COPY", timeless),
	"column":     command("FROM TO NAME...", column),
	"same":       same,
	"flip":       command("FILE OFFSET...", flip),
	"truncate":   command("FILE", truncate),
	"lists":      command("DIR NAME...", lists),
	"logged":     command("LOG COPY", logged),
	"pack":       command("ARCHIVE FILE...", pack),
	"pageAgrees": command("REPORT SUMMARY", pageAgrees),
}

// command returns a command that checks the number of its arguments. If usage ends with an ellipsis,
// the last argument can be missing or repeated.
func command(usage string, run func(ts *testscript.TestScript, args []string)) func(*testscript.TestScript, bool, []string) {
	least, repeats := len(strings.Fields(usage)), strings.HasSuffix(usage, "...")
	if repeats {
		least--
	}
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < least || len(args) > least && !repeats {
			ts.Fatalf("the arguments must be %s", usage)
		}
		run(ts, args)
	}
}

// exits runs a program and checks its exit code: exits CODE PROGRAM ARGUMENT...
//
// The program must not leave temporary files or print a stack trace. It must report a failure on
// one line. exits appends the program's messages to the file "said", so that a script can compare
// the messages of several runs at once.
func exits(ts *testscript.TestScript, args []string) {
	if said := run(ts, args[0], args[1:]); said != "" {
		f, err := os.OpenFile(ts.MkAbs("said"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		ts.Check(err)
		line := strings.ReplaceAll(strings.Join(args[1:], " "), ts.Getenv("CORPORA"), "$CORPORA")
		_, err = fmt.Fprintf(f, "$ %s\n%s", line, said)
		ts.Check(errors.Join(err, f.Close()))
	}
}

// transcript runs each "exits" command in a file: transcript FILE
//
// It writes all comments, commands and messages to the file "ran". In FILE, each command is
// followed by the messages expected from that command. The script must then compare FILE with
// "ran".
func transcript(ts *testscript.TestScript, args []string) {
	var ran strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if strings.HasPrefix(line, "# ") || line == "\n" {
			ran.WriteString(line)
		} else if command, found := strings.CutPrefix(line, "exits "); found {
			words := argument.FindAllString(command, -1)
			for i, word := range words {
				words[i] = strings.ReplaceAll(word, "'", "")
			}
			ran.WriteString(line + run(ts, words[0], words[1:]))
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs("ran"), []byte(ran.String()), 0o666))
}

// argument matches an argument of a command. Parts of an argument can be in single quotes.
var argument = regexp.MustCompile(`([^\s']|'[^']*')+`)

// run runs a program, performs the checks described in the comment on exits, and returns the
// program's messages.
func run(ts *testscript.TestScript, want string, command []string) (said string) {
	code := 0
	err := ts.Exec(command[0], command[1:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	said = ts.ReadFile("stderr")
	if strconv.Itoa(code) != want {
		ts.Fatalf("%q: exit code %d, want %s; it said: %s", command, code, want, said)
	}
	if strings.Contains(said, "goroutine ") || strings.Contains(said, ".tmp") {
		ts.Fatalf("the output is not fit for users: %s", said)
	}
	if code == exitFailed || code == exitUsage {
		if strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "gridmill: ") {
			ts.Fatalf("a failure must be one line that starts with the program's name, not: %s", said)
		}
	}
	wantNoTemporaryFiles(ts)
	return withoutTimes(ts, said)
}

// solves compares the results of gridmill solve with WANT: solves WANT FILE... [FLAG...]
//
// Each FILE is solved separately. The header of WANT lists the columns to compare. The flags are
// passed to gridmill.
func solves(ts *testscript.TestScript, args []string) {
	flags := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") })
	if flags < 0 {
		flags = len(args)
	}
	want := ts.ReadFile(args[0])
	header, _, _ := strings.Cut(want, "\n")
	for _, file := range args[1:flags] {
		command := []string{"0", "gridmill", "solve", file, "-o", "solved.csv", "--overwrite"}
		command = append(command, "--stats", "none", "--progress", "none")
		exits(ts, append(command, args[flags:]...))
		column(ts, append([]string{"solved.csv", "solved"}, strings.Split(header, ",")...))
		if got := ts.ReadFile("solved"); got != want {
			ts.Fatalf("the result of %s is\n%s\nwant %s\n%s", file, got, args[0], want)
		}
	}
}

func wantNoTemporaryFiles(ts *testscript.TestScript) {
	err := filepath.WalkDir(ts.MkAbs("."), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(entry.Name(), ".tmp") && !entry.IsDir() {
			return fmt.Errorf("%s was left behind", path)
		}
		return nil
	})
	ts.Check(err)
}

// timeAndRate matches the parts of a summary that differ between runs or machines.
var timeAndRate = regexp.MustCompile(` in \S+, \S+ per second \((\w+)(?: on \w+)?, \d+ workers?\)`)

// timeOfCheck is like timeAndRate, but for summaries that do not name a solver.
var timeOfCheck = regexp.MustCompile(` checked in \S+, \S+(?: rows)? per second \(\d+ workers?\)`)

func withoutTimes(ts *testscript.TestScript, text string) string {
	text = strings.ReplaceAll(text, ts.Getenv("WORK"), "$WORK")
	text = strings.ReplaceAll(text, ts.Getenv("CORPORA"), "$CORPORA")
	text = timeOfCheck.ReplaceAllString(text, " checked in TIME, RATE per second (N workers)")
	return timeAndRate.ReplaceAllString(text, " in TIME, RATE per second ($1, N workers)")
}

// timeless copies a JSON summary, one value per line, without the values that differ between runs
// or machines: timeless SUMMARY COPY
func timeless(ts *testscript.TestScript, args []string) {
	var summary map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &summary))
	for _, key := range []string{"seconds", "puzzles_per_second", "workers", "machine", "version", "kernel"} {
		if _, found := summary[key]; !found {
			ts.Fatalf("the summary has no %s", key)
		}
		delete(summary, key)
	}
	for _, input := range summary["inputs"].([]any) {
		delete(input.(map[string]any), "modified")
	}
	var text strings.Builder
	for _, key := range slices.Sorted(maps.Keys(summary)) {
		value, err := json.Marshal(summary[key])
		ts.Check(err)
		fmt.Fprintf(&text, "%s: %s\n", key, value)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text.String()), 0o666))
}

// logged writes a copy of a log, one record per line, without the parts that differ between runs:
// logged LOG COPY
func logged(ts *testscript.TestScript, args []string) {
	var text strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var record struct {
			Time              time.Time
			Level, Msg, Error string
			Version, Solver   string
			Workers           int
			Inputs            []string
			Output            string
			Options           map[string]any
			Summary           *summary
			Made              parts.Made
			Fault             string
		}
		ts.Check(json.Unmarshal([]byte(line), &record))
		fmt.Fprintf(&text, "%s %s", record.Level, record.Msg)
		switch record.Msg {
		case "start":
			if record.Time.IsZero() || record.Version == "" || record.Workers < 1 || len(record.Options) == 0 {
				ts.Fatalf("something is missing in %s", line)
			}
			fmt.Fprintf(&text, " %s to %s with %s", record.Inputs, record.Output, record.Solver)
		case "done":
			fmt.Fprintf(&text, " %d rows, %d unique", record.Summary.Rows, record.Summary.Verdicts["unique"])
		case "part":
			fmt.Fprintf(&text, " %d, %d rows", record.Made.Part, record.Made.Rows)
		default:
			fmt.Fprintf(&text, " %s%s", record.Error, record.Fault)
		}
		fmt.Fprintln(&text)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text.String()), 0o666))
}

// write writes text to a file, and interprets escapes such as \n: write FILE TEXT
func write(ts *testscript.TestScript, args []string) {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(args[1], `"`, `\"`) + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// repeat writes a file that consists of N copies of another file: repeat N FROM TO
func repeat(ts *testscript.TestScript, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.Repeat(ts.ReadFile(args[1]), n)), 0o666))
}

// compress compresses a file in the format that the extension of TO indicates: compress FROM TO
func compress(ts *testscript.TestScript, args []string) {
	text := packedAs(strings.TrimPrefix(filepath.Ext(args[1]), "."), ts.ReadFile(args[0]))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o666))
}

// pack puts files into a zip archive: pack ARCHIVE FILE...
func pack(ts *testscript.TestScript, args []string) {
	var members []string
	for _, name := range args[1:] {
		members = append(members, name, ts.ReadFile(name))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(zipWith(members...)), 0o666))
}

// expand decompresses a file whose name ends in .gz or .zst: expand FROM TO
func expand(ts *testscript.TestScript, args []string) {
	compressed := strings.NewReader(ts.ReadFile(args[0]))
	var r io.Reader
	var err error
	if strings.HasSuffix(args[0], ".zst") {
		r, err = zstd.NewReader(compressed)
	} else {
		r, err = gzip.NewReader(compressed)
	}
	ts.Check(err)
	text, err := io.ReadAll(r)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), text, 0o666))
}

// column copies the named columns of a CSV file: column FROM TO NAME...
func column(ts *testscript.TestScript, args []string) {
	rows, err := csv.NewReader(strings.NewReader(ts.ReadFile(args[0]))).ReadAll()
	ts.Check(err)
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	for _, row := range rows {
		var kept []string
		for _, name := range args[2:] {
			at := slices.Index(rows[0], name)
			if at < 0 {
				ts.Fatalf("%s has no %s column", args[0], name)
			}
			kept = append(kept, row[at])
		}
		ts.Check(out.Write(kept))
	}
	out.Flush()
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), text.Bytes(), 0o666))
}
