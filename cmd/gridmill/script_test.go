package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// With -update, what the program prints now becomes what it must print.
var update = flag.Bool("update", false, "rewrite the expectations in testdata/script")

// TestMain lets the test binary run as gridmill, too, in scripts and in tests that start it
// themselves.
func TestMain(m *testing.M) {
	// Under the race detector each process would otherwise sleep for a second
	// before it ends.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	testscript.Main(m, map[string]func(){"gridmill": main})
}

// TestScripts runs the program as people do. The name of each file in testdata/script says what
// must hold; script_commands_test.go lists the commands in addition to testscript's.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
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
