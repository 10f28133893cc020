package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// TestTopicTables checks that tables in the topics agree with the tables and constants in the code.
func TestTopicTables(t *testing.T) {
	var answers []string
	for a := formats.AnswerClass(1); int(a) < formats.NumAnswers; a++ {
		answers = append(answers, a.String())
	}
	verdicts := slices.Collect(maps.Keys(progress.VerdictCounts([solver.NumVerdicts]int64{}, solver.Default)))
	usual := columnsWritten(t)
	var techniques []string
	for t := ladder.Singles; t <= ladder.TrialAndError; t++ {
		techniques = append(techniques, t.String())
	}
	added := func(with string) (columns []string) {
		for _, c := range columnsWritten(t, "--with", with) {
			if !slices.Contains(usual, c) {
				columns = append(columns, eachTechnique.ReplaceAllString(c, "$1*"))
			}
		}
		slices.Sort(columns)
		return slices.Compact(columns)
	}
	columns, err := readTopic("columns")
	if err != nil {
		t.Fatal(err)
	}
	var lists, words []string // the lists of --with values that the topic explains, and the words in these lists
	for _, match := range regexp.MustCompile("(?m)^`--with ([a-z_,]+)` adds").FindAllStringSubmatch(columns.body, -1) {
		lists, words = append(lists, match[1]), append(words, strings.Split(match[1], ",")...)
	}
	if extras := formats.ExtraNames(); !slices.Equal(slices.Sorted(slices.Values(words)), slices.Sorted(slices.Values(extras))) {
		t.Fatalf("the topic columns explains the words %q of --with, but its words are %q", words, extras)
	}
	for _, c := range []struct {
		topic string
		table int // index of the table in the topic
		want  []string
	}{
		{"columns", 0, usual},
		{"columns", 1, added(lists[0])},
		{"columns", 2, added(lists[1])},
		{"columns", 4, techniques},
		{"verdicts", 0, verdicts},
		{"verdicts", 1, answers},
		{"exit-codes", 0, exitCodes(t)},
		{"datasets", 1, keys.DedupeNames},
		{"datasets", 2, keys.ByNames},
		{"datasets", 7, folder.Names()},
		{"input", 0, append(formats.FormatNames(), "FORMAT")},
		{"metrics", 0, metricNames(t)},
		{"progress", 0, jsonKeys(reflect.TypeFor[progress.Status]())},
		{"progress", 1, []string{string(pipeline.Plan), string(pipeline.Check), string(pipeline.Solve), string(pipeline.Choose), string(pipeline.Write), string(pipeline.Join)}},
		{"progress", 2, messagesLogged(t)},
	} {
		text, err := readTopic(c.topic)
		if err != nil {
			t.Error(err)
			continue
		}
		got, want := slices.Sorted(slices.Values(text.tables()[c.table])), slices.Sorted(slices.Values(c.want))
		if !slices.Equal(got, want) {
			t.Errorf("table %d of topic %s lists\n%q, but the program has\n%q", c.table, c.topic, got, want)
		}
	}
	shown, _ := readTopic("progress")
	listed := strings.Split(strings.Join(shown.tables()[4], ", "), ", ")
	inSummary := slices.DeleteFunc(jsonKeys(reflect.TypeFor[summary]()), func(key string) bool { return key == "" })
	if !slices.Equal(slices.Sorted(slices.Values(listed)), slices.Sorted(slices.Values(inSummary))) {
		t.Errorf("the topic progress lists the keys\n%q of summaries, but they have\n%q", listed, inSummary)
	}
	limits, _ := readTopic("limits")
	for _, number := range []int64{maxBatch, formats.MaxGroupRows, maxWorkers} {
		if !strings.Contains(limits.body, "  "+humanize.Comma(number)) {
			t.Errorf("the limit %s is missing from the topic limits", humanize.Comma(number))
		}
	}
}

// eachTechnique matches the names of columns that belong to a single technique.
var eachTechnique = regexp.MustCompile(`^(waves_|removed_)\w+`)

// tables returns the first cell of each row, for each table in a topic. If the second cell is a
// type, tables appends the type, as in "guesses int32". A row starts with four spaces, and two
// spaces end a cell.
func (t topic) tables() [][]string {
	row := regexp.MustCompile(`(?m)^    (\S+(?: \S+)*?)(?:  +(string|int32|int64|double|boolean))?(?:  .*)?$`)
	var all [][]string
	for paragraph := range strings.SplitSeq(t.body, "\n\n") {
		if !strings.HasPrefix(paragraph, "    ") {
			continue
		}
		var first []string
		for _, match := range row.FindAllStringSubmatch(paragraph, -1) {
			first = append(first, strings.TrimSpace(match[1]+" "+match[2]))
		}
		all = append(all, first)
	}
	return all
}

// columnsWritten returns the names and types of columns, as in "guesses int32". It covers the
// columns that gridmill solve writes with the given options, and some columns of gridmill generate.
func columnsWritten(t *testing.T, with ...string) []string {
	in, out := filepath.Join(t.TempDir(), "in.csv"), filepath.Join(t.TempDir(), "out.parquet")
	made := filepath.Join(t.TempDir(), "made.parquet")
	writeFile(t, in, "puzzle,solution\n"+strings.Repeat(".", 81)+",\n")
	shown, err := os.Create(filepath.Join(t.TempDir(), "shown"))
	if err != nil {
		t.Fatal(err)
	}
	defer shown.Close()
	for _, args := range [][]string{
		append([]string{"solve", in, "-o", out, "--keep", "none", "--source", "--answer-column", "solution", "--progress", "none"}, with...),
		{"inspect", out},
		{"generate", "--count", "1", "--harder", "--guesses", "1:", "--select", "puzzle,weight,minimal,search_steps", "-o", made, "--progress", "none"},
		{"inspect", made},
	} {
		if code := (&session{stdout: shown, stderr: shown}).execute(context.Background(), args); code != exitDone {
			t.Fatalf("%q ends with %d", args, code)
		}
	}
	text := readFile(t, shown.Name())
	var columns []string
	for _, match := range regexp.MustCompile(`\d+ (\w+) \((\w+)\)`).FindAllStringSubmatch(string(text), -1) {
		if column := match[1] + " " + match[2]; !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
	}
	return columns
}

// exitCodes returns the exit codes that exit_codes.go defines.
func exitCodes(t *testing.T) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "exit_codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, "exit") {
			codes = append(codes, spec.Values[0].(*ast.BasicLit).Value)
		}
		return true
	})
	return codes
}

// metricNames returns the names and labels of a run's metrics.
func metricNames(t *testing.T) []string {
	text := readFile(t, "progress/metrics.go")
	var names []string
	for _, match := range regexp.MustCompile(`= metric\("(\w+)", "[^"]*"((?:, "\w+")*)\)`).FindAllStringSubmatch(string(text), -1) {
		name := "gridmill_" + match[1]
		if labels := strings.NewReplacer(`, "`, ",", `"`, "").Replace(match[2]); labels != "" {
			name += "{" + labels[1:] + "}"
		}
		names = append(names, name)
	}
	return names
}

// jsonKeys returns the keys in the JSON form of a struct.
func jsonKeys(object reflect.Type) []string {
	var keys []string
	for i := range object.NumField() {
		key, _, _ := strings.Cut(object.Field(i).Tag.Get("json"), ",")
		keys = append(keys, key)
	}
	return keys
}

// messagesLogged returns the messages that the code writes to the log.
func messagesLogged(t *testing.T) []string {
	call := regexp.MustCompile(`\.(?:Info|Warn|logFaults|Log)\((?:context\.Background\(\), level, )?"([a-z ]+)"`)
	files, err := filepath.Glob("*.go")
	more, errMore := filepath.Glob("progress/*.go")
	if err != nil || errMore != nil {
		t.Fatal(err, errMore)
	}
	messages := map[string]bool{}
	for _, name := range append(files, more...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text := readFile(t, name)
		for _, match := range call.FindAllSubmatch(text, -1) {
			messages[string(match[1])] = true
		}
	}
	return slices.Collect(maps.Keys(messages))
}

// TestDocumentedFlagsExist checks that every flag in the topics and in the README exists.
func TestDocumentedFlagsExist(t *testing.T) {
	known := map[string]bool{"--help": true, "--version": true}
	for _, c := range newRoot(new(session)).Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
	}
	readme := readFile(t, "../../README.md")
	texts := map[string]string{"README.md": string(readme)}
	for _, topic := range topics() {
		texts[topic.name] = topic.body
	}
	for name, text := range texts {
		for _, flag := range regexp.MustCompile(`--[a-z]+(-[a-z]+)*`).FindAllString(text, -1) {
			if !known[flag] {
				t.Errorf("%s names the flag %s, which no command has", name, flag)
			}
		}
	}
}

// TestTopicsFitTheTerminal checks that lines of topics have at most 80 characters. No topic may
// have the name of a command.
func TestTopicsFitTheTerminal(t *testing.T) {
	for _, topic := range topics() {
		if lines := strings.Count(fmt.Sprint(topic), "\n"); topic.name == "input" && lines > 120 {
			t.Errorf("input has %d lines, more than the 120 that a newcomer reads", lines)
		}
		for line := range strings.Lines(fmt.Sprint(topic)) {
			if len(line) > 81 {
				t.Errorf("%s: more than 80 characters: %s", topic.name, line)
			}
		}
		if slices.ContainsFunc(newRoot(new(session)).Commands(), func(c *cobra.Command) bool { return c.Name() == topic.name }) {
			t.Errorf("%s is also the name of a command", topic.name)
		}
	}
}
