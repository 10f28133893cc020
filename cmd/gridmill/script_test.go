package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// With -update, the current output of the program becomes the expected output.
var update = flag.Bool("update", false, "rewrite the expectations in testdata/script")

// TestMain runs the tests. It also lets the test binary act as gridmill, for scripts and for tests
// that start the program.
func TestMain(m *testing.M) {
	// With the race detector, each process would otherwise sleep for a second before it ends.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	testscript.Main(m, map[string]func(){"gridmill": main})
}

// divides matches the options of runs that divide their rows among workers or parts.
var divides = regexp.MustCompile(`--(workers|batch|part-rows|shard) `)

// scripts returns the files in testdata/script. With -short, as under the race detector, it returns
// only those that divide rows, because in the others one worker processes all rows.
func scripts(t *testing.T) (files []string) {
	all, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !testing.Short() || divides.Match(text) {
			files = append(files, file)
		}
	}
	return files
}

// skipInShort skips a test with so few rows that one worker processes all of them.
func skipInShort(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing for the race detector to find")
	}
}

// TestScripts runs the program as users do. The name of each file in testdata/script says what it
// checks. script_commands_test.go lists the commands that are not from testscript.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:              scripts(t),
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Cmds:               scriptCommands,
		Condition: func(name string) (bool, error) {
			return name == "root" && os.Geteuid() == 0, nil
		},
		Setup: func(e *testscript.Env) error {
			corpora, err := filepath.Abs("../../benchmarks/corpora")
			e.Setenv("CORPORA", corpora)
			e.Setenv("GORACE", os.Getenv("GORACE"))
			return err
		},
	})
}
