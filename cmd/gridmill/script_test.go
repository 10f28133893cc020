package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// update replaces the expected output in the scripts with the program's current output.
var update = flag.Bool("update", false, "rewrite the expectations in testdata/script")

// TestMain runs the tests. If a script or a test starts gridmill, the test binary acts as gridmill.
func TestMain(m *testing.M) {
	// By default, the race detector makes each process sleep for a second before it ends.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	// Many tests wait for processes, so run more tests in parallel than there are cores.
	flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	testscript.Main(testRun{m}, map[string]func(){"gridmill": main})
}

// A testRun runs the tests. It makes garbage collection less frequent in the test process.
// TestScripts does the same for the programs that scripts run. With the default frequency, short
// runs would spend a third of their time on garbage collection. Other tests, such as those that
// check memory, start programs with the default frequency.
type testRun struct{ *testing.M }

func (r testRun) Run() int {
	debug.SetGCPercent(400)
	return r.M.Run()
}

// divides matches options that divide the rows of a run among workers or shards.
var divides = regexp.MustCompile(`--(workers|batch|shard) `)

// scripts returns the files in testdata/script. If -short is set, as it is under the race detector,
// it returns only the scripts that match the pattern divides.
func scripts(t *testing.T) (files []string) {
	all, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		text := readFile(t, file)
		if !testing.Short() || divides.Match(text) {
			files = append(files, file)
		}
	}
	return files
}

// skipInShort skips a test if -short is set. "make race" sets -short. Tests that cannot find
// additional races call skipInShort. For example, tests that resume killed runs are skipped,
// because scripts also resume runs.
func skipInShort(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing for the race detector to find")
	}
}

// TestScripts runs the program as users do. The name of each file in testdata/script says what the
// script checks. script_commands_test.go defines commands that testscript lacks.
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
			e.Setenv("NEWLINE", "\n")
			e.Setenv("GORACE", os.Getenv("GORACE"))
			e.Setenv("GOGC", "400") // see testRun
			return err
		},
	})
}
