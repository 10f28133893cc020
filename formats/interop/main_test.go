// Package interop tests gridmill's files against independent readers and writers, mostly DuckDB.
// Unlike round trips, these tests find errors that gridmill's reader and writer have in common.
//
// The package is a separate module because DuckDB's Go package is large and needs cgo. Its tests
// build the program. The test cache does not detect changes to the program, so run the tests
// without the cache:
//
//	cd formats/interop && go test -count=1 ./...
package interop

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mainModule is the relative path of the program's source.
const mainModule = "../.."

// program is the path of the gridmill program that TestMain built.
var program string

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "gridmill-interop")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "gridmill")
	build := exec.Command("go", "build", "-C", mainModule, "-o", program, "./cmd/gridmill")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building gridmill: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// gridmill runs the program and returns its exit code and standard error.
func gridmill(t *testing.T, args ...string) (code int, messages string) {
	t.Helper()
	var stderr bytes.Buffer
	c := exec.Command(program, args...)
	c.Stderr = &stderr
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), stderr.String()
}

// solve solves the puzzles in a file and returns the path of the output. The output is in a new
// directory and has the given name.
func solve(t *testing.T, input, name string, flags ...string) string {
	t.Helper()
	output := filepath.Join(t.TempDir(), name)
	args := append([]string{"solve", input, "-o", output, "--progress", "none"}, flags...)
	if code, messages := gridmill(t, args...); code != 0 {
		t.Fatalf("gridmill %s: exit code %d\n%s", strings.Join(args, " "), code, messages)
	}
	return output
}

// corpus returns the path of a corpus that ships with gridmill.
func corpus(file string) string {
	return filepath.Join(mainModule, "benchmarks", "corpora", file)
}
